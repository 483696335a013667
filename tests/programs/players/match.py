import json, random, sys
print('{"protocol": 1}', flush=True)
for line in sys.stdin:
    q = json.loads(line)
    for seed in q["seeds"]:
        r = random.Random(seed)
        odds = 0.5 + (q["weights"]["x"] - q["opponent"]["x"]) / 4
        won = sum(r.random() < odds for _ in range(2))
        score = 1 if q["weights"] == q["opponent"] else won
        print(json.dumps({"id": q["id"], "seed": seed, "score": score}), flush=True)
