"""Draws plots as SVG, with matplotlib (Debian: python3-matplotlib)."""
from games import report

try:
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "tesuji"  # the same figures give the same file
    from matplotlib import pyplot
except ImportError:
    matplotlib = None


def require():
    if matplotlib is None:
        raise SystemExit("bench.sh games: --svg needs matplotlib (Debian: python3-matplotlib)")


def save(figure, folder, name):
    folder.mkdir(parents=True, exist_ok=True)
    figure.savefig(folder / name, bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)


def draw_speeds(games, folder):
    """Draws bars of transitions per second, logarithmic."""
    series = [(name, [report.speed(game, name) for game in games])
              for name in [*report.engine_names(games), "swipl", "bitboards"]]
    series.append(("best propnet (published)", [report.best_propnet(game) for game in games]))
    figure, axes = pyplot.subplots(figsize=(max(6, 1.1 * len(games)), 5))
    width = 0.85 / len(series)
    for number, (name, speeds) in enumerate(series):
        axes.bar([place + (number - (len(series) - 1) / 2) * width for place in range(len(games))],
                 [value or 0 for value in speeds], width, label=name)
    axes.set_yscale("log")
    axes.set_ylabel("transitions per CPU second")
    axes.set_xticks(range(len(games)), [game["game"] for game in games], rotation=40, ha="right")
    axes.grid(axis="y", alpha=0.3)
    axes.legend(ncols=4, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    save(figure, folder, "speeds.svg")


def scatter(axes, points, label, names=()):
    """Draws points (x, y), with labels for those in `names` (label -> point)."""
    points = [(x, y) for x, y in points if x and y]
    if points:
        axes.scatter(*zip(*points), s=14, label=label)
    for name, (x, y) in names:
        axes.annotate(name, (x, y), fontsize=7, xytext=(3, 3), textcoords="offset points")


def draw_setup(games, folder):
    """Draws gates against the CPU time until code is ready."""
    figure, axes = pyplot.subplots(figsize=(7, 5))
    for name in report.engine_names(games):
        named = []
        for game in games:
            gates = sum(n or 0 for n in game["net"].get("gates", {}).values())
            ready = game["contestants"].get(name, {}).get("setup_seconds")
            if gates and ready:
                named.append((game["game"], (gates, ready)))
        scatter(axes, [point for _, point in named], name, named if name == "net-jit" else ())
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("gates of two inputs")
    axes.set_ylabel("CPU seconds until code is ready")
    axes.grid(alpha=0.3)
    axes.legend()
    save(figure, folder, "setup.svg")


def draw_games(results, folder):
    draw_speeds(results["games"], folder)
    draw_setup(results["games"], folder)


def draw_growth(sheets, folder):
    """Draws time against size for all sheets, with both axes logarithmic."""
    figure, axes = pyplot.subplots(1, 2, figsize=(12, 5))
    for plot, size, label in ((axes[0], "ground_rules", "ground rules"),
                              (axes[1], "gates", "gates of two inputs")):
        if not any(s.get(size) for s in sheets):
            plot.set_title(f"{label}: not told by this tesuji")
            continue
        for figure_name, title in (("grounding_seconds", "grounding and net"),
                                   ("compile_seconds", "native code"),
                                   ("first_answer_seconds", "first answer, default engine")):
            points = [(s.get(size), s.get(figure_name)) for s in sheets]
            slow = sorted((s for s in sheets if s.get(size) and s.get(figure_name)),
                          key=lambda s: -s[figure_name])[:5 if title == "native code" else 0]
            scatter(plot, points, title, [(s["game"], (s[size], s[figure_name])) for s in slow])
        plot.set_xscale("log")
        plot.set_yscale("log")
        plot.set_xlabel(label)
        plot.set_ylabel("CPU seconds")
        plot.grid(alpha=0.3)
        plot.legend()
    save(figure, folder, "growth.svg")
