import json, math, os, sys
with open("pids", "a") as pids:
    pids.write(f"{os.getpid()}\n")

def mix(x):
    x = (x + 0x9e3779b97f4a7c15) % 2**64
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9 % 2**64
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb % 2**64
    return x ^ (x >> 31)

def play(weights, seed):
    quality = math.exp(-((weights["a"] - 3) / 4)**2 - ((weights["b"] - 40) / 60)**2)
    luck = mix(seed ^ mix(int(1e6 * weights["a"]))) / 2**64
    return {"score": int(10000 * quality * (0.5 + luck)), "lines": seed % 7 + 0.5}

print(json.dumps({"protocol": 1}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    for seed in request["seeds"]:
        game = play(request["weights"], seed)
        print(json.dumps({"id": request["id"], "seed": seed} | game), flush=True)
