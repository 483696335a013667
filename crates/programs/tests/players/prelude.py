import json, os, struct, sys, time

def mix(x):
    x = (x + 0x9E3779B97F4A7C15) & (2**64 - 1)
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & (2**64 - 1)
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & (2**64 - 1)
    return x ^ (x >> 31)

def score(weights, seed):
    x = seed
    for name, value in weights.items():
        x = mix(x ^ len(name) ^ struct.unpack("<Q", struct.pack("<d", value))[0])
    return x % 1000000

def say(**answer):
    print(json.dumps(answer), flush=True)

def requests():
    say(protocol=1)
    for line in sys.stdin:
        yield json.loads(line)

def answer(request, seed):
    say(id=request["id"], seed=seed, score=score(request["weights"], seed))
