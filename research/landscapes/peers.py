"""Other optimizers on the landscapes, at equal games and with settings that are usual for them."""

import functools
import math
import os
import random
import subprocess
import tempfile
import warnings

import numpy as np

import landscapes


class Games:
    """The games of a landscape, in this process: every point of the unit cube plays one game."""

    def __init__(self, landscape, seed):
        self.landscape = landscape
        self.rng = random.Random(seed)
        is_mixed = landscape.shape == "e"
        self.start = encoded_start() if is_mixed else np.full(len(landscape.optimum), 0.5)

    def truth(self, point):
        point = np.clip(point, 0, 1)
        return self.landscape.truth(decoded(point) if self.landscape.shape == "e" else point)

    def play(self, point):
        return self.landscape.score(self.truth(point), 0, self.rng)

    def mean(self, point, games):
        return np.mean([self.play(point) for _ in range(games)])

    def match(self, point, other):
        """The share of the points of a pair of games against another point, less a half."""
        return self.landscape.score(self.truth(point), self.truth(other), self.rng) - 0.5


def games_of_trial(games):
    """A thousand trials at most, where the time of a trial grows with the number of those before it."""
    return max(1, games // 1000)


def encoded_start():
    return np.array([1 / 8, math.log(3) / math.log(64), 0.3, 1 / 6, 1 / 6, 0.5, 0.5, 0.5, 0.5])


def decoded(point):
    """A continuous point as the parameters of shape e."""
    place = lambda value, count: min(count - 1, int(value * count))
    return {
        "i1": 1 + place(point[0], 4),
        "i2": round(math.exp(math.log(64) * point[1])),
        "i3": round(100 * point[2]),
        "c1": "abc"[place(point[3], 3)],
        "c2": "xyz"[place(point[4], 3)],
        **{f"r{i}": point[4 + i] for i in range(1, 5)},
    }


RATES = (0.005, 0.01, 0.02, 0.04)
CHOSEN_ON = range(901, 909)


@functools.lru_cache
def best_rate(shape, games):
    """The rate with which SPSA finds most on instances that are used for nothing else."""
    found = lambda k, rate: spsa_at(landscapes.Landscape(shape, k), games, k, rate)
    return max(RATES, key=lambda rate: np.mean([found(k, rate) for k in CHOSEN_ON]))


def spsa(landscape, games, seed):
    return spsa_at(landscape, games, seed, best_rate(landscape.shape, games))


def spsa_at(landscape, games, seed, first_rate):
    """Plus against minus in a match, else their scores relative to their sum; Spall's exponents."""
    played = Games(landscape, seed)
    rng = np.random.default_rng(seed)
    point, is_match = played.start.copy(), landscape.shape in landscapes.MATCHES
    steps = games if is_match else games // 2
    for step in range(1, steps + 1):
        reach = 0.15 / step**0.101
        sign = rng.choice([-1, 1], len(point))
        plus, minus = np.clip(point + reach * sign, 0, 1), np.clip(point - reach * sign, 0, 1)
        if is_match:
            gain = 2 * played.match(plus, minus)
        else:
            high, low = played.play(plus), played.play(minus)
            gain = (high - low) / (abs(high) + abs(low) + 1e-12)
        rate = first_rate / (1 + step / (0.1 * steps)) ** 0.602
        point = np.clip(point + rate * gain * sign, 0, 1)
    return played.truth(point)


def cma(landscape, games, seed):
    import cma as package

    played = Games(landscape, seed)
    # Of the settings of its author for noise: a larger population, ten games to a candidate.
    each = max(1, games // 500)
    options = {"bounds": [0, 1], "seed": seed + 1, "verbose": -9, "popsize": 24}
    search = package.CMAEvolutionStrategy(played.start, 0.2, options)
    for _ in range(games // (24 * each)):
        points = search.ask()
        search.tell(points, [-played.mean(x, each) for x in points])
    return played.truth(search.result.xfavorite)


def nevergrad(name):
    def find(landscape, games, seed):
        import nevergrad as ng

        played = Games(landscape, seed)
        space = ng.p.Array(init=played.start).set_bounds(0, 1).set_mutation(sigma=0.2)
        space.random_state.seed(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            each = games_of_trial(games) if name == "NGOpt" else 1
            search = ng.optimizers.registry[name](space, budget=games // each)
            for _ in range(games // each):
                point = search.ask()
                search.tell(point, -played.mean(point.value, each))
            return played.truth(search.provide_recommendation().value)

    return find


def tpe(landscape, games, seed):
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    played = Games(landscape, seed)
    names = [f"x{i}" for i in range(len(played.start))]
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))
    study.enqueue_trial(dict(zip(names, played.start)))
    each = games_of_trial(games)
    point = lambda trial: [trial.suggest_float(name, 0, 1) for name in names]
    study.optimize(lambda trial: played.mean(point(trial), each), n_trials=games // each)
    return played.truth([study.best_params[name] for name in names])


def smac(landscape, games, seed):
    """SMAC3's facade for noisy games; its forest learns ten times, since it takes seconds each time."""
    import ConfigSpace
    import smac as package

    played = Games(landscape, seed)
    names = [f"x{i}" for i in range(len(played.start))]
    each = games_of_trial(games)
    space = ConfigSpace.ConfigurationSpace(seed=seed)
    for name, start in zip(names, played.start):
        space.add(ConfigSpace.Float(name, (0, 1), default=float(start)))
    point = lambda config: [config[name] for name in names]
    with tempfile.TemporaryDirectory() as folder:
        facade = package.HyperparameterOptimizationFacade
        scenario = package.Scenario(space, n_trials=games // each, seed=seed, output_directory=folder)
        search = facade(
            scenario,
            lambda config, seed: -played.mean(point(config), each),
            initial_design=facade.get_initial_design(
                scenario, additional_configs=[space.get_default_configuration()]
            ),
            config_selector=facade.get_config_selector(scenario, retrain_after=games // each // 10),
            logging_level=False,
        )
        return played.truth(point(search.optimize()))


MIXED_FOR_IRACE = [
    ("i1", "i (1, 4)"),
    ("i2", "i,log (1, 64)"),
    ("i3", "i (0, 100)"),
    ("c1", "c (a, b, c)"),
    ("c2", 'c (x, y, z) | c1 == "c"'),
    *((name, "r (0, 1)") for name in landscapes.REALS),
]


def irace(landscape, games, seed):
    """The R package, with its defaults; of the mixed game it gets the parameters as they are."""
    rng = random.Random(seed)
    if landscape.shape == "e":
        names, kinds = zip(*MIXED_FOR_IRACE)
        start = {**landscapes.MIXED_START, "c2": "NA"}
        meant = lambda words: {
            name: word if name[0] == "c" else float(word) for name, word in zip(names, words)
        }
    else:
        names = [f"p{i}" for i in range(len(landscape.optimum))]
        kinds, start = ["r (0, 1)"] * len(names), dict.fromkeys(names, 0.5)
        meant = lambda words: np.array(words, float)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for name, kind in zip(names, kinds):
            file.write(f'{name} "" {kind}\n')
        file.flush()
        (asked, ask), (told, tell) = os.pipe(), os.pipe()
        table = "\n".join([" ".join(names), " ".join(str(start[name]) for name in names)])
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "irace.R")
        words = ["Rscript", script, str(ask), str(told), str(games), str(seed + 1), file.name, table]
        process = subprocess.Popen(words, pass_fds=(ask, told), stdout=subprocess.DEVNULL)
        os.close(ask), os.close(told)
        with open(asked) as lines, open(tell, "w", buffering=1) as costs:
            for line in lines:
                first, *others = line.split()
                if first == "best":
                    return landscape.truth(meant(others))
                value = landscape.truth(meant([first, *others]))
                costs.write(f"{-landscape.score(value, 0, rng)}\n")
        raise SystemExit(f"irace ended with {process.wait()}")


def uniform(landscape, games, seed):
    """Uniform points of ten games each: the best of them."""
    played = Games(landscape, seed)
    rng = np.random.default_rng(seed)
    points = [played.start, *rng.random((games // 10 - 1, len(played.start)))]
    return played.truth(max(points, key=lambda x: played.mean(x, 10)))


PEERS = {
    "spsa": spsa,
    "cma": cma,
    "tbpsa": nevergrad("TBPSA"),
    "ngopt": nevergrad("NGOpt"),
    "tpe": tpe,
    "smac": smac,
    "irace": irace,
    "random": uniform,
}
