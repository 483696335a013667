import json, random, sys
def score(x, seed):
    if sys.argv[1] == "zero":
        return 1000 + seed % 100 if abs(x - 0.9) < 0.38 else 0
    r = random.Random(seed).random()
    if sys.argv[1] == "rate":
        return 2 if r < 0.1 + x / 4 else 1 if r < 0.2 + x / 2 else 0
    return 20 * abs(x - 0.9) - 5 + r
print('{"protocol": 1}', flush=True)
for line in sys.stdin:
    q = json.loads(line)
    for seed in q["seeds"]:
        found = score(q["weights"]["x"], seed)
        print(json.dumps({"id": q["id"], "seed": seed, "score": found}), flush=True)
