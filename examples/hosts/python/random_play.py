"""Plays a plugin's game at random: one game move by move, then many, with mean goals; and, where a
strategy was compiled with it, one game in which the first role follows that.

    random_play.py PLUGIN [PLAYOUTS [SEED]]

Playout number i has stream i of the seed's random numbers, so that `tesuji simulate --seed` plays the
same games.
"""
import sys

from tesuji_plugin import DRAWN, MOST_STEPS, TERMINAL, Game, PluginError


def play_one(game, seed):
    print(f"{game.name}:", *game.roles)
    random, state, drawn = game.random(seed), game.initial, DRAWN
    for step in range(1, MOST_STEPS + 1):
        drawn, joint = game.draw(state, random)
        if drawn != DRAWN:
            break
        print(f"{step:3}.", ", ".join(f"{role} {game.move_name(move)} of {len(legal)}" for
                                      role, move, legal in zip(game.roles, joint, game.legal(state))))
        state = game.step(state, joint)
    print_end(game, drawn, state)


def print_end(game, drawn, state):
    if drawn != TERMINAL:
        print("not over")
        return
    print("goals:", ", ".join(f"{role} {-1 if value is None else value}" for role, value in
                              zip(game.roles, game.goal_values(state))))


def play_many(game, playouts, seed):
    moves, goals = 0, [[] for _ in game.roles]
    for i in range(playouts):
        end, state, steps = game.playout(game.random(seed, i))
        moves += steps
        for values, value in zip(goals, game.goal_values(state) if end == TERMINAL else ()):
            if value is not None:
                values.append(value)
    print(f"{playouts} playouts, {moves} joint moves; mean goals:",
          ", ".join(f"{role} {sum(values) / max(len(values), 1):.3f}"
                    for role, values in zip(game.roles, goals)))


def chosen(game, state):
    try:
        return game.choose(state)
    except PluginError:  # it cannot tell, for want of memory or because nothing says whose turn it is
        return None


def play_strategy(game, seed):
    first, second = game.roles
    print(f"{first} by the strategy {game.strategy}, {second} at random")
    random, state, drawn = game.random(seed), game.initial, DRAWN
    for step in range(1, MOST_STEPS + 1):
        drawn, joint = game.draw(state, random)
        if drawn != DRAWN:
            break
        choice, by = chosen(game, state), ""
        if choice and choice.role == 0:  # else it is what was drawn
            joint[0], by = choice.move, f" by {game.predicates[choice.predicate].name}"
        print(f"{step:3}. {first} {game.move_name(joint[0])}{by}, {second} {game.move_name(joint[1])}")
        state = game.step(state, joint)
    print_end(game, drawn, state)


def main(path, playouts=1000, seed=1):
    try:
        game = Game(path)
        play_one(game, int(seed))
        play_many(game, int(playouts), int(seed))
        if game.strategy:
            play_strategy(game, int(seed))
    except (PluginError, ValueError) as error:
        sys.exit(f"random_play.py: {error}")


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit("usage: random_play.py PLUGIN [PLAYOUTS [SEED]]")
    main(*sys.argv[1:])
