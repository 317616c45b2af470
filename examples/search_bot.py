"""A bot that thinks ahead: it tries each move on games that could be the real one for all that it knows.

It knows nothing of the cards. For each move it deals what is hidden anew, plays the move, plays on at
random for a while, and takes the move after which it has won most often. `determinize` keeps it honest:
the copies hold what the bot may know, and chance for the rest.

`python examples/search_bot.py [GAMES]` lets it play in seat A against four players who play at random.
"""

import random
import sys

import bangrules as bang

GUESSES = 6  # possible games for each move
DEPTH = 60  # decisions before a trial ends without a winner


def value(game: bang.Game, seat: int, rng: random.Random) -> float:
    """How a possible game comes out for a seat, played on at random."""
    for _ in range(DEPTH):
        if game.is_over:
            break
        game.push(rng.choice(game.legal_actions()))
    outcome = game.outcome()
    if outcome is None:
        return 0.5
    return 1.0 if seat in outcome.winners else 0.0


def choose(game: bang.Game, rng: random.Random) -> bang.Action:
    """The move of whoever decides."""
    decision = game.decision
    assert decision is not None
    seat, actions = decision.player, game.legal_actions()
    if len(actions) == 1:
        return actions[0]
    score = dict.fromkeys(actions, 0.0)
    for _ in range(GUESSES):
        guess = game.determinize(seat, rng)
        for action in actions:
            trial = guess.copy(history=False)
            trial.push(action)
            score[action] += value(trial, seat, rng)
    return max(actions, key=score.__getitem__)


def play(rules: bang.Rules, seed: int) -> bool:
    """One game; whether seat A has won it."""
    game = rules.new_game(players=5, seed=seed, history=False)
    rng = random.Random(seed)
    while (decision := game.decision) is not None:
        game.push(choose(game, rng) if decision.player == 0 else rng.choice(game.legal_actions()))
    outcome = game.outcome()
    return outcome is not None and 0 in outcome.winners


def main(games: int) -> None:
    rules = bang.load("base")
    won = sum(play(rules, seed) for seed in range(games))
    print(f"the bot has won {won} of {games} games")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
