"""Delays what passes between a server and its clients, to see what distance costs.

python3 delay.py PORT SERVER-PORT MILLISECONDS: clients connect to PORT in place of the server's port.
"""

import asyncio
import sys

port, server, delay = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]) / 1000


async def carry(reader, writer):
    """Writes what is read, `delay` seconds later; None ends it."""
    clock = asyncio.get_running_loop().time
    parcels = asyncio.Queue()

    async def write():
        while (parcel := await parcels.get()) is not None:
            due, data = parcel
            await asyncio.sleep(max(0.0, due - clock()))
            writer.write(data)
            await writer.drain()
        writer.close()

    writing = asyncio.create_task(write())
    while data := await reader.read(65536):
        parcels.put_nowait((clock() + delay, data))
    parcels.put_nowait(None)
    await writing


async def connect(reader, writer):
    try:
        there, back = await asyncio.open_connection("127.0.0.1", server)
    except OSError:
        return writer.close()
    await asyncio.gather(carry(reader, back), carry(there, writer), return_exceptions=True)


async def main():
    async with await asyncio.start_server(connect, "127.0.0.1", port) as listening:
        await listening.serve_forever()


asyncio.run(main())
