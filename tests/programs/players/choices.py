import json, random, sys
print('{"protocol": 1}', flush=True)
for line in sys.stdin:
    q = json.loads(line)
    w = q["weights"]
    for seed in q["seeds"]:
        score = 100 + random.Random(seed).gauss(0, 10) - sum((p - i - 1) ** 2 for i, p in enumerate(w["line"]))
        if w["mode"] == "second":
            score += 20 - abs(w["second.cut"] - 30) / 10
        elif "second.cut" in w:
            sys.exit("the condition does not hold")
        score += 9 * [1, 2, 4, 80].index(w["steps"])
        print(json.dumps({"id": q["id"], "seed": seed, "score": score}), flush=True)
