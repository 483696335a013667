"""Delays what passes between a server and its clients, to see what distance costs.

python3 delay.py PORT SERVER-PORT MILLISECONDS: clients connect to PORT in place of the server's port.
"""

import asyncio
import collections
import sys

port, server, delay = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]) / 1000


class End(asyncio.Protocol):
    """One end of a connection: what it receives leaves the other end `delay` seconds later."""

    def __init__(self, other=None):
        self.other = other
        self.parcels = collections.deque()

    def connection_made(self, transport):
        self.transport = transport
        if self.other is None:
            transport.pause_reading()
            self.reaching = asyncio.create_task(self.reach_server())
        else:
            self.other.other = self

    async def reach_server(self):
        try:
            await asyncio.get_running_loop().create_connection(lambda: End(self), "127.0.0.1", server)
            self.transport.resume_reading()
        except OSError:
            self.transport.close()

    def data_received(self, data):
        self.parcels.append(data)
        asyncio.get_running_loop().call_later(delay, self.pass_on)

    def connection_lost(self, error):
        if self.other:
            self.data_received(None)

    def pass_on(self):
        parcel = self.parcels.popleft()
        if parcel is None:
            self.other.transport.close()
        else:
            self.other.transport.write(parcel)


async def main():
    listening = await asyncio.get_running_loop().create_server(End, "127.0.0.1", port)
    await listening.serve_forever()


asyncio.run(main())
