"""Playing with a pack of your own, `custom_pack`, beside the base game."""

import random
from collections import Counter
from pathlib import Path

import bangrules as bang

PACK = Path(__file__).resolve().parent / "custom_pack"


def main(games: int = 50) -> None:
    rules = bang.load("base", "trail", paths=[PACK])
    own = [card.id for card in rules.cards if card.pack == "trail"]
    print(f"{len(rules.cards)} cards, {len(own)} of them new: {', '.join(own)}")

    rng = random.Random(1)
    played: Counter[str] = Counter()
    for seed in range(games):
        game = rules.new_game(players=5, seed=seed, history=False)
        while not game.is_over:
            action = rng.choice(game.legal_actions())
            if action.verb == "play":
                played["a Canteen" if "canteen@" in str(action) else "another card"] += 1
            game.push(action)
    for what, times in played.most_common():
        print(f"{what} was played {times} times")


if __name__ == "__main__":
    main()
