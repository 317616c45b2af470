"""A game in which everybody plays at random, told in sentences.

`python examples/random_playout.py [SEED]`
"""

import random
import sys

import bangrules as bang


def main(seed: int) -> None:
    game = bang.load("base").new_game(players=["Ann", "Ben", "Cleo", "Dan", "Eve"], seed=seed)
    rng = random.Random(seed)
    while not game.is_over:
        for sentence in game.push(rng.choice(game.legal_actions())).log:
            print(sentence)
    print(game.outcome())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
