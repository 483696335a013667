"""What matches have in common: requests of tune2048, pairs of games, and engines that fail."""
import json, os, shlex, sys
from collections import Counter

RUNNER = os.path.basename(sys.argv[0])


def refuse(text):
    """Ends the runner: tune2048 shows the reason."""
    print(f"{RUNNER}: {text}", file=sys.stderr)
    sys.exit(2)


class Side:
    """One of both sides of a match: its engine's command, its weights, and what it did in a pair of games."""

    def __init__(self):
        self.command, self.weights, self.engine, self.counts = None, None, None, Counter()

    def lose(self, reason):
        """Counts and tells a lost game whose reason is not the game."""
        print(f"{RUNNER}: {shlex.join(self.command)} has lost: {reason}", file=sys.stderr, flush=True)
        self.counts["faults"] += 1


async def serve(name, command, play, lead_name=None):
    """Answers requests until they end.

    `play(sides, seed)` plays the opening of the seed, in which the first side begins, and returns its lead: above 0 if
    it has won, 0 if nobody has. The mean lead is in the answer if it has a name. `command` is the engine of sides that
    name none.
    """
    print(json.dumps({"protocol": 1, "name": name}), flush=True)
    sides = [Side(), Side()]
    for line in sys.stdin:
        request = json.loads(line)
        if "opponent" not in request:
            refuse("a match has two sides: expected `opponent` in [player.command]")
        for side, engine, weights in zip(sides, ("engine", "opponent-engine"), ("weights", "opponent")):
            side.command = request.get(engine) or command or refuse(f"no {engine} in the request or the arguments")
            side.weights = request[weights]
        for seed in request["seeds"]:
            for side in sides:
                side.counts.clear()
            leads = [await play(sides, seed), -await play(sides[::-1], seed)]
            score = sum((lead > 0) + (lead == 0) / 2 for lead in leads) / 2
            answer = {"id": request["id"], "seed": seed, "score": score, "faults": 0, **sides[0].counts}
            if lead_name:
                answer[lead_name] = sum(leads) / 2
            answer["opponent_faults"] = sides[1].counts["faults"]
            print(json.dumps(answer), flush=True)
