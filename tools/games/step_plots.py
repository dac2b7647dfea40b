"""Draws the plot of bench.sh steps --sizes --svg: steps a second by the number of games at once."""
from games import plots
from games.step_sizes import CHOOSERS, PUBLISHED, PUBLISHED_SIZE, SINGLE, SIZES, figure

STYLES = {"C": "#1f77b4", "library": "#2ca02c", "numpy": "#ff7f0e"}
MARKERS = {"Pgx": "s", "Ludax": "D"}


def draw(games, folder):
    """Draws a panel for each game, with both axes logarithmic; dashed: two threads, by the clock."""
    columns = 4
    rows = -(-(len(games) + 1) // columns)
    figures, axes = plots.pyplot.subplots(rows, columns, figsize=(3.4 * columns, 2.9 * rows), sharex=True)
    panels = list(axes.flat)
    for panel, game in zip(panels, games):
        for chooser, colour in STYLES.items():
            for threads, line in ((1, "-"), (2, "--")):
                points = [(size, figure(game, chooser, size, threads)) for size in SIZES]
                points = [point for point in points if point[1]]
                if points:
                    label = f"{CHOOSERS[chooser]}, {threads} thread{'s' * (threads > 1)}"
                    panel.plot(*zip(*points), line, color=colour, marker=".", label=label)
        if game[SINGLE]:
            panel.axhline(game[SINGLE], color="#888", linestyle=":", label="one game at a time, no choice")
        for name, marker in MARKERS.items():
            if name in PUBLISHED.get(game["game"], {}):
                panel.plot([PUBLISHED_SIZE], [1e6 * PUBLISHED[game["game"]][name]], marker, color="#d62728",
                           markersize=5, linestyle="none", label=f"{name} on a GPU (published)")
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_title(game["game"], fontsize=10)
        panel.grid(alpha=0.3)
    labels = {}
    for panel in panels[:len(games)]:
        labels |= {label: handle for handle, label in zip(*panel.get_legend_handles_labels())}
    for panel in panels[len(games):]:
        panel.axis("off")
    panels[len(games)].legend(labels.values(), labels.keys(), loc="center", fontsize=8, frameon=False)
    figures.supxlabel("games at once", fontsize=10)
    figures.supylabel("steps a second", fontsize=10)
    figures.tight_layout()
    plots.save(figures, folder, "sizes.svg")
