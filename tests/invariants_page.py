#!/usr/bin/env python3
"""The tables of tools/invariants.sh, made of reports written by hand."""
import pathlib
import sys
import tempfile
import types
import unittest

TOOLS = pathlib.Path(__file__).resolve().parent.parent / "tools"
sys.path.insert(0, str(TOOLS))

from verdicts import corpus_table, figure3, footnotes, page, runs, words  # noqa: E402


def invariant(name, verdict, base=1, **more):
    verdicts = {"proved": 0, "false": 0, "induction step fails": 0, "unknown": 0} | {verdict: 1}
    return {"invariant": name, "degree": 0, "formulas": 1, "verdicts": verdicts,
            "base_holds": base, "reason": "", **more}


def invariant_set(name, seconds, invariants, aborted="", **counts):
    return {"set": name, "of_user": False, "aborted": aborted, "seconds": seconds,
            "proved": sum(i["verdicts"]["proved"] for i in invariants),
            "base_holds": sum(i["base_holds"] for i in invariants),
            "formulas": sum(i["formulas"] for i in invariants), "invariants": invariants, **counts}


def report(disagreements=(), **changed):
    """As the paper has tictactoe."""
    sets = {
        "Functionals": invariant_set("Functionals", 0.25, [], proved=4, base_holds=4, formulas=16),
        "Legals": invariant_set("Legals", 0.5, [invariant("playable", "proved"),
                                               invariant("turn_taking", "proved")]),
        "Goals": invariant_set("Goals", 1, [
            invariant("zero_sum", "proved"), invariant("unique_goals", "proved"),
            invariant("monotonic_goals", "false", 0, violated=0)]),
        "Persistence": invariant_set("Persistence", 2, [], proved=27, base_holds=38, formulas=58),
    } | changed
    return {"version": "tesuji 0.1.0", "clingo": "5.4.1", "seconds": 4, "stopped": False,
            "disagreements": list(disagreements), "sets": list(sets.values()),
            "attack": {"states": 1000, "playouts": 9, "cut": 0, "stuck": 0, "limited": 0,
                       "sequences": 5000, "failed": 3, "seconds": 0.5, "complete": True,
                       "sieve": {"states": 0, "seconds": 0}}}


def record(some, outcome="ok", reason="", code=0):
    return {"game": "g", "part": "dev", "outcome": outcome, "reason": reason, "exit": code,
            "wall_seconds": 5, "peak_mib": 80, "load": 1.25, "command": "tesuji verify", "commit": "abc",
            "date": "2026-01-02", "machine": "a machine", "jobs": 1, "report": some}


class Letters(unittest.TestCase):
    def test_of_every_verdict(self):
        for expected, given in (("y", invariant("a", "proved")),
                                ("n", invariant("a", "false", 0, violated=0)),
                                ("n", invariant("a", "false", 0)),
                                ("✗", invariant("a", "false", 1, violated=3)),
                                ("✗", invariant("a", "false", 0, violated=3)),
                                ("?", invariant("a", "induction step fails")),
                                ("–", invariant("a", "unknown", 0)), ("·", None)):
            self.assertEqual(words.letter(given), expected)

    def test_a_formula_that_was_not_asked(self):
        goals = invariant_set("Goals", 1, [invariant("unique_goals", "proved")])
        self.assertEqual(words.letters(report(Goals=goals), "Goals"), ("·", "y", "·"))


class Figure3(unittest.TestCase):
    def test_every_cell_of_the_paper_can_be_read(self):
        rows = figure3.paper()
        self.assertEqual(len(rows), 19)
        for row in rows.values():
            self.assertEqual(list(row), list(words.SETS))
            for name in words.SINGLE:
                self.assertEqual(len(figure3.letters_of(row[name], name)), len(words.SINGLE[name]))
        self.assertEqual(figure3.counts_of(rows["capture_the_king"]["Functionals"]), (3, 8))
        self.assertIsNone(figure3.counts_of(rows["checkers"]["Persistence"]))

    def test_marks_of_counts(self):
        for ours, theirs, mark in (((4, 4), (4, 4), ""), ((5, 5), (4, 5), "▲"),
                                   ((3, 5), (4, 5), "▼"), ((5, 6), (4, 5), "▲≠"),
                                   ((4, 6), (4, 5), "≠"), ((2, 9), None, "▲"), ((0, 9), None, "")):
            self.assertEqual(figure3.mark_of_counts(ours, theirs), mark)

    def test_marks_of_verdicts(self):
        for ours, theirs, mark in (("y?", "y?", ""), ("✗y", "?y", ""), ("yy", "?y", "▲"),
                                   ("?y", "yy", "▼"), ("–y", "?y", "▼"), ("✗y", "yy", "≠"),
                                   ("ny", "?y", "≠"), ("?y", "ny", "≠"), ("y?", "?y", "▲▼"),
                                   ("?✗", "––", "▲"), ("––", "––", ""), ("·y", "yy", "≠")):
            self.assertEqual(figure3.mark_of_letters(ours, theirs), mark, (ours, theirs))

    def test_the_same_as_the_paper(self):
        found = figure3.cells({"tictactoe": record(report())})
        self.assertEqual([cell[2] for cell in found],
                         ["0.25 (4/4)", "0.50 (y,y)", "1.00 (y,y,n)", "2.00 (27/38)"])
        self.assertEqual([cell[3] for cell in found], [""] * 4)

    def test_differences_want_lines(self):
        fewer = invariant_set("Functionals", 60, [], "clingo took more than 60 s", proved=3,
                              base_holds=4)
        records = {"tictactoe": record(report(Functionals=fewer))}
        text = "\n".join(figure3.text(records, {"tictactoe": "identical"}, ""))
        self.assertIn("| – 60.00 (3/4) ▼ ¹ | 0.13 (4/4) |", text)
        self.assertIn("* ¹ clingo took more than 60 s", text)
        self.assertIn("without an explanation: tictactoe, Functionals (▼).", text)
        self.assertIn("**0 of 19 games take less than 60 s**", text)
        for line in ("* tictactoe, Functionals: x", "* chomp, tictactoe: y"):
            self.assertNotIn("without an explanation",
                             "\n".join(figure3.text(records, {}, line)))
        self.assertIn("without an explanation",
                      "\n".join(figure3.text(records, {}, "* tictactoe, Legals: x")))

    def test_cells_that_the_paper_gave_up(self):
        open_ones = invariant_set("Functionals", 60, [], "late", proved=3, base_holds=8)
        for functionals, decided in ((open_ones, 2), (open_ones | {"aborted": ""}, 3)):
            records = {"checkers": record(report(Functionals=functionals))}
            self.assertIn(f"aborted after 100 s (3), {decided} are decided here in full",
                          "\n".join(figure3.figures(records)))

    def test_games_without_a_report_are_rows(self):
        text = "\n".join(figure3.text({"chomp": record(None, "time", "killed: late", None)}, {}, ""))
        self.assertRegex(text, r"\| chomp \| unknown \| time \| .* \| ¹ \|")
        self.assertIn("* ¹ killed: late", text)
        self.assertIn("| quarto | unknown | not run |", text)


class Corpus(unittest.TestCase):
    def text(self, **records):
        return "\n".join(corpus_table.text(records))

    def test_a_game(self):
        self.assertIn("| g | 4/4 | 2/2 y,y | 2/2 y,y,n | 27/38 | 3.8 |  | 1,000 | 0.5 | 0 | 0 |",
                      self.text(g=record(report())))

    def test_what_is_not_decided(self):
        legals = invariant_set("Legals", 1, [
            invariant("playable", "unknown", reason="the set took more than 0.0186 s"),
            invariant("turn_taking", "proved")], "the set took more than 0.0186 s")
        text = self.text(g=record(report(Legals=legals), "limit", code=3))
        self.assertIn("| 1/2 –,y |", text)
        self.assertIn("| L 1 ¹ |", text)
        self.assertIn("* ¹ no time of the game's total was left for the set", text)
        self.assertIn("1 formulas not decided; in 0 games", text)

    def test_killed_crashed_refused_and_missing(self):
        text = self.text(a=record(None, "time", "killed: late", None),
                         b=record(None, "crash", "signal 11", -11),
                         c=record(None, "refused", "no `|` here", 1), d=None)
        self.assertRegex(text, r"\| a \| time \|.*\| ¹ \|.*\| killed \|")
        self.assertRegex(text, r"\| b \| crash \|.*\| ² \|.*\| -11 \|")
        self.assertIn("1 are refused, 1 were killed for time, **1 crashed**", text)
        self.assertIn("**Not run: 1**: d.", text)

    def test_games_by_verdict(self):
        self.assertRegex(self.text(a=record(report()), b=record(report())),
                         r"\| goals never fall \(m\) \| 0 \| 0 \| 0 \| 2 \| 0 \| 0 \|")

    def test_violations(self):
        bad = record(report(["playable: proved, but false"]), "bug", "playable: proved, but false", 70)
        self.assertTrue(page.is_alarm(bad))
        self.assertFalse(page.is_alarm(record(report())))
        self.assertIn("**Violations of proved formulas: 1.**", self.text(g=bad))
        self.assertEqual(page.bugs({"g": bad, "h": None}), ["* g: playable: proved, but false"])


class Page(unittest.TestCase):
    def test_keeps_what_was_written_by_hand(self):
        records = {"fig3/tictactoe": record(report()), "g": record(report()), "h": None}
        first = page.markdown(records, {})
        again = first.replace("<!-- explanations: end -->", "* quarto: because.\n<!-- explanations: end -->")
        again = again.replace("<!-- remarks: end -->", "Mind \\1 this.\n<!-- remarks: end -->")
        self.assertEqual(page.markdown(records, {}, again), again)

    def test_empty(self):
        self.assertIn("Nothing has been run.", page.markdown({"g": None}, {}))

    def test_commits_and_command_lines_of_all_runs(self):
        other = record(report()) | {"commit": "def", "command": "tesuji verify --proof-seconds=9"}
        text = "\n".join(page.provenance([record(report()), record(report()), other]))
        self.assertIn("commit abc (2 games), def (1 game)", text)
        self.assertIn("    tesuji verify --proof-seconds=9 GAME    # 1 game", text)

    def test_sheets(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "FIG3.md"
            path.write_text("| a | ggpserver.a | x | rewritten |\n| b | b | x | identical clauses |\n"
                            "| c | c | x | repository = Dresden + 10 base/input clauses |\n"
                            "| d | ext.d | none | elsewhere |\n")
            self.assertEqual(page.sheets_of(path), {
                "a": "identical", "b": "identical", "c": "differs: +10 base/input", "d": "stand-in"})
            self.assertEqual(page.sheets_of(path.with_name("none")), {})


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_script(self, script, seconds=20):
        return runs.Runner(4096).run(["/bin/sh", "-c", script], seconds)

    def test_exit_codes_and_output(self):
        code, out, err, _, _ = self.run_script("echo out; echo err >&2; exit 3")
        self.assertEqual((code, out, err), (3, "out\n", "err\n"))
        self.assertEqual(self.run_script("kill -SEGV $$")[0], -11)

    def test_kills_what_takes_too_long(self):
        code, _, _, wall, _ = self.run_script("sleep 60", 0.2)
        self.assertIsNone(code)
        self.assertLess(wall, 30)

    def test_memory_is_limited(self):
        code, *_ = runs.Runner(512).run([sys.executable, "-c", "bytearray(1 << 30)"], 20)
        self.assertNotEqual(code, 0)

    def test_outcomes(self):
        good = '{"sets": [], "disagreements": [], "attack": {}}'
        for code, output, errors, outcome, reason in (
                (0, good, "", "ok", ""), (3, good, "", "limit", ""),
                (3, "", "error: too much\n", "limit", "too much"),
                (1, "", "x.kif:1:1: error: odd\n", "refused", "odd"),
                (0, "null", "", "refused", "no message"),
                (70, good.replace('"disagreements": []', '"disagreements": ["it is false"]'), "",
                 "bug", "it is false"),
                (-6, "", "abort\n", "crash", "signal 6: abort"),
                (None, good, "", "time", "killed: not done after 9 s")):
            self.assertEqual(runs.judged(code, output, errors, 9)[:2], (outcome, reason))

    def test_store(self):
        store = runs.Store(self.folder / "work")
        self.assertIsNone(store.load("fig3/a"))
        store.save("fig3/a", {"x": 1})
        store.save("a.v1", {"x": 2})
        self.assertEqual((store.load("fig3/a"), store.load("a.v1")), ({"x": 1}, {"x": 2}))
        (self.folder / "work" / "dev" / "a.v1.json").write_text('{"x"')
        self.assertIsNone(store.load("a.v1"))

    def test_games_in_order(self):
        for name in ("fig3/z", "dev/b", "dev/A", "dev/a.v1"):
            (self.folder / (name + ".kif")).parent.mkdir(exist_ok=True)
            (self.folder / (name + ".kif")).touch()
        self.assertEqual(list(runs.games_of(self.folder)), ["fig3/z", "A", "a.v1", "b"])

    def test_a_stopped_run_keeps_nothing(self):
        runner = runs.Runner(4096)
        runner.stopped.set()
        options = types.SimpleNamespace(induction=1, timeout=1, total_timeout=1, memory=4096,
                                        attack_states=1, attack_seconds=1, limit=60,
                                        engine="auto", sieve=None)
        script = self.folder / "tesuji"
        script.write_text("#!/bin/sh\nsleep 60\n")
        script.chmod(0o755)
        self.addCleanup(runs.os.environ.pop, "TESUJI", None)
        runs.os.environ["TESUJI"] = str(script)
        self.assertIsNone(runs.verify(runs.Game("g", "dev", self.folder / "g.kif"), runner, options, {}))


class Reasons(unittest.TestCase):
    def test_told_once_and_numbered(self):
        notes = footnotes.Footnotes()
        self.assertEqual(notes.mark(["a", "b", "a"]), "¹ ²")
        self.assertEqual(notes.mark(["b"]), "²")
        self.assertEqual(notes.mark([]), "")
        self.assertEqual(notes.lines(), ["Why:", "", "* ¹ a", "* ² b", ""])

    def test_chance_does_not_count(self):
        self.assertEqual(footnotes.general("clingo took more than 2.1526 s"),
                         "clingo took more than its share of the game's total time")
        self.assertEqual(footnotes.general("clingo took more than 60 s"), "clingo took more than 60 s")


if __name__ == "__main__":
    unittest.main()
