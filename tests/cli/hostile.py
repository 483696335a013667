import json, sys
hostile = open("hostile.txt").read()
print(json.dumps({"protocol": 1, "name": hostile, "version": hostile}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    for seed in request["seeds"]:
        print(hostile, file=sys.stderr, flush=True)
        answer = {"id": request["id"], "seed": seed, "score": request["weights"]["x"] * 10 + seed % 7, hostile: 1}
        print(json.dumps(answer), flush=True)
