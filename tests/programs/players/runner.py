import json, random, sys
print('{"protocol": 1}', flush=True)
for line in sys.stdin:
    open("requests", "a").write(line)
    q = json.loads(line)
    own, other = (float(q[engine][1]) + q[weights]["x"] for engine, weights in
                  [("engine", "weights"), ("opponent-engine", "opponent")])
    for seed in q["seeds"]:
        r = random.Random(seed)
        won = [r.random() < 0.5 + (own - other) / 8 for _ in range(2)]
        margin = 20 * (own - other) + sum(won) - 1
        print(json.dumps({"id": q["id"], "seed": seed, "score": sum(won) / 2, "margin": margin}), flush=True)
