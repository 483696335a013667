"""Spreads an evaluation over the workers of a Dask cluster: the games are those of one call."""

import numpy as np
from dask.distributed import Client, LocalCluster

import tune2048


def spread(client: Client, weights: tune2048.Weights, games: int, piece: int) -> np.ndarray:
    """Plays games in pieces, as many at once as the cluster has threads."""
    pieces = [
        client.submit(
            tune2048.evaluate,
            weights,
            games=min(piece, games - first),
            first_game=first,
            threads=1,
        )
        for first in range(0, games, piece)
    ]
    return np.concatenate(client.gather(pieces))


def main(games: int = 2000, piece: int = 100, workers: int = 2) -> np.ndarray:
    options = {"threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(n_workers=workers, **options) as cluster, Client(cluster) as client:
        return spread(client, tune2048.Weights("tuned-depth1"), games, piece)


if __name__ == "__main__":
    print(f"{main()['score'].mean():,.0f}")
