#!/usr/bin/env python3
"""The measurements of tools/bench_certificates.sh, which explains them."""
import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--continue", action="store_true", dest="go_on")
    parser.add_argument("--only", choices=("fig3", "dev"))
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--proof-seconds", type=float, default=60)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/certificates"))
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    return parser.parse_args()


def sheets(options):
    """Returns pairs of a part of the corpus and a sheet."""
    corpus = pathlib.Path(os.environ["TESUJI_SHARED"]) / "corpus"
    for part in ("fig3", "dev"):
        if options.only not in (None, part):
            continue
        found = sorted((corpus / part).glob("*.kif"))
        if part == "dev" and not options.names:
            count = min(options.games, len(found))
            found = [found[i * len(found) // count] for i in range(count)]
        for sheet in found:
            if not options.names or sheet.stem in options.names:
                yield part, sheet


def run(command, seconds):
    """Returns exit code and JSON of a command; no JSON if it printed none."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return -1, None
    try:
        return done.returncode, json.loads(done.stdout)
    except json.JSONDecodeError:
        return done.returncode, None


def measure(sheet, options):
    folder = options.work / "proofs"
    shutil.rmtree(folder, ignore_errors=True)
    command = [os.environ["TESUJI"], "verify", "--json", "--auto", "--no-cache", "--threads=1",
               "--enumerate=never", "--counterexamples=none", "--attack-states=1000",
               f"--proof-seconds={options.proof_seconds:g}", f"--seconds={options.seconds:g}",
               f"--certify={folder}", str(sheet)]
    code, report = run(command, 4 * options.seconds + 120)
    result = {"code": code, "certificate": None, "check": None}
    if report is None:
        return result
    result["proof_seconds"] = report["seconds"]
    result["certificate"] = report["certificate"]
    if report["certificate"]["fault"]:
        return result
    code, check = run([os.environ["TESUJI"], "check-certificate", "--json", f"--sheet={sheet}",
                       "--sample-seconds=5", str(folder)], 4 * options.seconds + 120)
    if check is not None:
        del check["steps"]
    result["check"] = check
    result["check_code"] = code
    shutil.rmtree(folder, ignore_errors=True)
    return result


def row(name, result):
    made = result["certificate"]
    if made is None:
        return f"| {name} | – | – | – | – | – | – | – | no report (exit code {result['code']}) |"
    check = result["check"]
    why = collections.Counter(one["reason"] for one in made["uncertified"])
    notes = [f"{count}: {reason}" for reason, count in why.most_common()]
    if made["fault"]:
        notes.append(made["fault"])
    if check is None:
        checked, values = "–", "–"
        notes.append("not checked")
    else:
        checked = f"{check['proof_seconds']:.2f}"
        sampled = check["sampled"]
        values = f"{sampled['values']:,}"
        if sampled["reason"]:
            notes.append("not sampled: " + sampled["reason"])
        if check["result"] != "certified":
            notes.append(f"{check['result']}: {check['file']}: {check['message']}")
        notes += check["disagreements"][:1]
    return (f"| {name} | {made['certified']}/{made['proved']} | {made['cnfs']} | {made['clauses']:,} | "
            f"{made['proof_bytes'] / 1e6:.1f} | {made['solver_seconds']:.2f} | {checked} | {values} | "
            f"{'; '.join(notes)} |")


def table(results, options):
    head = ("| game | certified/proved | CNFs | clauses | proofs, MB | CaDiCaL, s | checker, s | "
            "values sampled | not certified, and why |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    text = ""
    for part, title in (("fig3", "Figure 3"), ("dev", "The corpus")):
        rows = [(name, result) for where, name, result in results if where == part]
        if not rows:
            continue
        text += f"### {title}\n\n{head}\n" + "\n".join(row(*one) for one in rows) + "\n\n"
        made = [one["certificate"] for _, one in rows if one["certificate"]]
        checks = [one["check"] for _, one in rows if one["check"]]
        solver = sum(one["solver_seconds"] for one in made)
        checker = sum(one["proof_seconds"] for one in checks)
        text += (f"* {sum(one['certified'] for one in made):,} of {sum(one['proved'] for one in made):,} "
                 f"proved formulas certified, of {len(rows)} games; of "
                 f"{sum(one['certified'] == one['proved'] for one in made)} games all.\n"
                 f"* CaDiCaL {solver:.1f} s, the checker {checker:.1f} s"
                 + (f": {checker / solver:.1f} times as long.\n" if solver > 0 else ".\n")
                 + f"* {sum(len(one['disagreements']) for one in made + checks)} disagreements.\n\n")
    text += (f"`--proof-seconds={options.proof_seconds:g} --seconds={options.seconds:g}`\n")
    return text


def main():
    options = arguments()
    options.work.mkdir(parents=True, exist_ok=True)
    results = []
    for part, sheet in sheets(options):
        kept = options.work / f"{part}.{sheet.stem}.json"
        if not (options.go_on and kept.exists()):
            begin = time.time()
            kept.write_text(json.dumps(measure(sheet, options)))
            print(f"{part} {sheet.stem}: {time.time() - begin:.1f} s", file=sys.stderr, flush=True)
        results.append((part, sheet.stem, json.loads(kept.read_text())))
    text = table(results, options)
    if options.output:
        options.output.write_text(text)
    else:
        print(text, end="")
    bad = [name for _, name, one in results
           for found in (one["certificate"], one["check"]) if found and found["disagreements"]]
    for name in bad:
        print(f"disagreement: {name}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
