"""A function of Python as a program that plays: ``python -m tune2048.play MODULE:FUNCTION``.

By it the command line goes on with campaigns of ``tune``.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import sys
from typing import Any

from tune2048._players import answer_of


def main(name: str) -> None:
    """Answers requests on standard input; what the function prints goes to standard error."""
    module, _, path = name.partition(":")
    if module == "__main__" or "<" in path:
        sys.exit(
            f"the function {path} cannot be imported: go on in Python, by tune2048.tune(...), or "
            "define it at the top of a module"
        )
    answers = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        function: Any = importlib.import_module(module)
        for part in path.split("."):
            function = getattr(function, part)
        print('{"protocol": 1}', file=answers, flush=True)
        for line in sys.stdin:
            request = json.loads(line)
            weights = json.dumps(request["weights"])
            opponent = json.dumps(request["opponent"]) if "opponent" in request else None
            for seed in request["seeds"]:
                answer = json.loads(answer_of(function, (weights, seed, opponent))[0])
                answer = answer if isinstance(answer, dict) else {"score": answer}
                answer = {**answer, "id": request["id"], "seed": seed}
                print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
