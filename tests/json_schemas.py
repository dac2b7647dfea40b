#!/usr/bin/env python3
"""Validates what commands print with --json against the JSON Schemas of docs/cli/schemas, and looks for
each member of a schema on the subcommand's page.

A schema says which members there are, their types, and which are always there. A member that it does
not have is a fault. --write adds to the schemas what commands print and they lack, and leaves out of
`required` what commands leave out.

usage: json_schemas.py [--write] TESUJI EXAMPLES
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

PAGES = pathlib.Path(__file__).resolve().parent.parent / "docs" / "cli"
SCHEMAS = PAGES / "schemas"
FAULTY = """(role robot) (init (at 1)) (<= (legal robot left) (true (at 1))) (<= (next (at 2)) (does robot left))
(<= terminal (true (at 3))) (<= (goal robot 100) (true (at 3)))"""
RULES = """(rule step (premises (present (edge ?x ?y)) (present (reached ?x))) (conclusions (add (reached ?y))))"""
TURNS = """(role a) (role b) (init (turn a)) (<= (legal ?r go) (true (turn ?r))) (<= (legal ?r end) (true (turn ?r)) END)
(<= (legal ?r noop) (role ?r) (not (true (turn ?r)))) (<= (next (turn b)) (true (turn a)) (does a go))
(<= (next (turn a)) (true (turn b)) (does b go)) (<= (next over) (does ?r end)) (<= terminal (true over)) (goal a 50) (goal b 50)"""
CHANCE = """(role one) (role random) (init new) (<= (legal one roll) (true new)) (<= (legal one keep) (true new))
(<= (legal one noop) (true rolled)) (<= (legal random noop) (true new)) (<= (legal random (face 1)) (true rolled))
(<= (legal random (face 2)) (true rolled)) (<= (next rolled) (does one roll)) (<= (next (seen 1)) (does one keep))
(<= (next (seen ?n)) (does random (face ?n))) (<= terminal (true (seen ?n))) (<= (goal one 100) (true (seen 2)))
(<= (goal one 0) (not (true (seen 2))))"""
FILES = {"faulty.kif": FAULTY, "endless.kif": TURNS.replace("END", "(distinct ?r ?r)"), "turns.kif": TURNS.replace("END", ""),
         "chance.kif": CHANCE, "step.rules": RULES, "step.pl": "edge(a, b).\nedge(b, c).\nreached(a).\n",
         "positions.csv": "target,one,two\n" + "\n".join(f"{n % 7 - 3},{n % 5},{n % 3}" for n in range(60))}
# Commands that write files for the others.
BEFORE = [
    "record -o game.trace EX/noughts-and-crosses.kif", "compile -o game.so EX/hexapawn3.kif",
    "simulate --playouts=10 --profile=game.profile EX/hexapawn3.kif",
    "verify --auto --certify=certificate EX/noughts-and-crosses.kif", "perft --engine=jit --cache=objects EX/hexapawn3.kif 3",
]
STATES = "solve --states=all EX/hexapawn3.kif"  # to the file `states`
STRATEGY = "EX/strategies/hexapawn3.pl"
# Name of the schema: a subcommand and perhaps a word -> its arguments besides --json.
CASES = {
    "check": ["faulty.kif EX/hexapawn3.kif", "--playouts=10 faulty.kif EX/hexapawn3.kif"],
    "play": [f"--players=minimax,strategy:{STRATEGY} EX/hexapawn3.kif", "--players=mcts,random --simulations=100 EX/hexapawn3.kif",
             "EX/monty-hall.kif", "--summary --games=2 EX/noughts-and-crosses.kif"],
    "match": ["--player=random --player=minimax --rounds=2 EX/hexapawn3.kif"],
    "position": [f"--ask=minimax --ask=strategy:{STRATEGY} --values=0.05 EX/hexapawn3.kif", "--view-of=candidate EX/monty-hall.kif",
                 "--after='(move 3 2 2 2) noop' EX/hexapawn3.kif"],
    "replay": ["EX/noughts-and-crosses.kif game.trace"],
    "simulate": ["--playouts=100 EX/hexapawn3.kif", "--playouts=100 --report EX/noughts-and-crosses.kif",
                 "--playouts=100 --batch=64 EX/noughts-and-crosses.kif", "--playouts=10 --states=states EX/hexapawn3.kif"],
    "perft": ["EX/hexapawn3.kif 4", "EX/connect-four.kif 3"],
    "query": ["EX/nim.kif '(legal red ?l)'", "--trace EX/nim.kif '(legal red ?l)'", "--tree EX/nim.kif '(legal red ?l)'",
              "--depth=2 EX/nim.kif --why-not '(legal red (reduce a 9))'"],
    "query-unify": ["--unify 'f(X,g(X))' 'f(a,g(b))'", "--unify 'f(X,Y)' 'f(a,X)'", "--unify 'X' 'f(X)'"],
    "convert": ["EX/hexapawn3.kif", "-o infix.gdl EX/nim.kif"],
    "inspect": ["game.so"],
    "explain": ["EX/noughts-and-crosses.kif", "--no-timing EX/buttons-and-lights.kif", "--max-nodes=10 EX/hexapawn3.kif"],
    "explain-proofs": ["--proofs --verbose EX/noughts-and-crosses.kif", "--proofs EX/buttons-and-lights.kif"],
    "run": ["step.rules --facts=step.pl", "--all-facts --counts step.rules --facts=step.pl"],
    "run-why": ["--why='reached(c)' step.rules --facts=step.pl"],
    "order": ["--explain step.rules --facts=step.pl"],
    "order-game": ["--explain EX/hexapawn3.kif", "--explain --playouts=0 EX/hexapawn3.kif"],
    "metarules": ["EX/hexapawn3.kif", "--from=game.profile EX/hexapawn3.kif", "step.rules --facts=step.pl"],
    "solve": ["EX/hexapawn3.kif", "--boards=all EX/noughts-and-crosses.kif", "--boards=none EX/nim.kif",
              "endless.kif", "turns.kif"],
    "solve-states": ["--states=states EX/hexapawn3.kif", "--states=all EX/hexapawn3.kif"],
    "solve-forward": ["--method=forward EX/noughts-and-crosses.kif", "--method=forward --states=random:3:3 EX/hexapawn4.kif"],
    "regret-player": ["--player=random EX/hexapawn3.kif"],
    "solve-ranks": ["--ranks=2 EX/hexapawn3.kif"],
    "solve-one": ["EX/buttons-and-lights.kif", *(f"--method={one} EX/buttons-and-lights.kif"
                                                 for one in ("sat", "a-star", "two-sided", "factoring", "beam", "breadth-first"))],
    "solve-chance": ["chance.kif"],
    "learn": ["--games=10 EX/hexapawn3.kif", "--games=10 --measure EX/hexapawn3.kif"],
    "learn-runs": ["--games=5 --runs=2 EX/hexapawn3.kif"],
    "experiment": ["convergence --games=5 --runs=2 EX/hexapawn3.kif"],
    "generalise": ["--games=5 --check=5 EX/noughts-and-crosses.kif", "--moves=2 --games=3 EX/noughts-and-crosses.kif"],
    "generalise-rules": ["EX/explanation/capture.rules --facts=EX/explanation/position.pl --goal=captures"],
    "induce": ["--examples=EX/induce/grandparent.pl --background=EX/induce/family.pl",
               "--examples=EX/induce/grandparent.pl --background=EX/induce/family.pl --max-clauses=1",
               "--noise --max-clauses=3 --examples=EX/induce/noisy.pl --background=EX/induce/four-generations.pl"],
    "fit": ["positions.csv"],
    "strategy-bench": [f"--strategy={STRATEGY} --boards=states --repeat=1 EX/hexapawn3.kif",
                       f"--choices --truth --strategy={STRATEGY} --boards=states --repeat=1 EX/hexapawn3.kif"],
    "regret": [f"--measure --strategy={STRATEGY} EX/hexapawn3.kif", f"--states=states --strategy={STRATEGY} EX/hexapawn3.kif"],
    "verify": ["--auto EX/noughts-and-crosses.kif", "EX/tutorial/drop-three.kif EX/tutorial/drop-three.inv",
               "--auto EX/monty-hall.kif", "--auto --certify=proofs EX/buttons-and-lights.kif"],
    "check-certificate": ["certificate"],
    "spread": ["-o results.jsonl 'perft --json {} 2' EX/hexapawn3.kif"],
    "cache-list": ["--cache=objects"],
}
# Objects whose members are named as a game or a query has it: roles, variables, clauses.
MAPS = {"to_move", "won_in", "roles", "clauses", "unifier", "answers[]", "answer", "substitution", "through", "more_in_the_end", "initial_moves", "variables"}
# Members that may be null, though these commands may not print it.
NULLABLE = {
    "check": ["role"], "play": ["mean_goal", "mean_seconds", "worst_seconds"],
    "match": ["score", "score_interval", "mean_goal", "mean_seconds", "worst_seconds", "elo"],
    "simulate": ["mean_goal", "playouts_per_second", "transitions_per_second", "first_move_advantage"], "inspect": ["strategy"],
    "explain": ["choice", "net", "subgames", "conjoined", "evaluation", "role", "goal", "matcher_ns", "net_ns"],
    "explain-proofs": ["sum", "mover", "next"], "solve": ["symmetries", "mean_value"], "solve-one": ["goal", "bound"],
    "solve-chance": ["expected", "between"], "experiment": ["final_regret"], "strategy-bench": ["strategy", "clause", "move"],
    "fit": ["weight", "standard_error", "intercept_error", "loss", "explained", "right_side"],
    "learn": ["worst"], "regret": ["clause", "move", "game_regret", "worst"], "verify": ["enumeration", "knowledge"],
}
TYPES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
NAMED = re.compile(r'"([a-z][a-z_ 0-9]*)"|`([a-z][a-z_0-9]*)`')
LINKED = re.compile(r"\]\(([\w./-]+\.md)(?:#[\w-]+)?\)")


def inferred(value, name=""):
    """The schema of one value."""
    schema = {"type": [TYPES[type(value)]]}
    if isinstance(value, dict) and name in MAPS:
        schema["additionalProperties"] = merged([inferred(one) for one in value.values()])
    elif isinstance(value, dict):
        schema["properties"] = {key: inferred(one, key) for key, one in value.items()}
        schema["required"] = list(value)
    elif isinstance(value, list):
        schema["items"] = merged([inferred(one, f"{name}[]") for one in value])
    return schema


def merged(schemas):
    """The smallest schema that each of these fits; {} of none, which everything fits."""
    result = {}
    for one in filter(None, schemas):
        if not result:
            result = one
            continue
        types = result["type"] + [kind for kind in one["type"] if kind not in result["type"]]
        both = {"type": [kind for kind in types if kind != "integer" or "number" not in types]}
        if "properties" in result and "properties" in one:
            keys = [*result["properties"], *(key for key in one["properties"] if key not in result["properties"])]
            both["properties"] = {key: merged([each["properties"][key] for each in (result, one) if key in each["properties"]])
                                  for key in keys}
            both["required"] = [key for key in result["required"] if key in one["required"]]
        for part in ("properties", "required", "additionalProperties", "items"):
            if part not in both and (part in result or part in one):
                both[part] = merged([result.get(part, {}), one.get(part, {})]) if part in ("additionalProperties", "items") \
                    else result.get(part, one.get(part))
        result = both
    return result


def with_null(schema, names):
    for key, one in schema.get("properties", {}).items():
        if key in names and one and "null" not in one["type"]:
            one["type"].append("null")
        with_null(one, names)
    for part in ("items", "additionalProperties"):
        if part in schema:
            with_null(schema[part], names)


def laid_out(value, column=0):
    """JSON with a line for what fits in one."""
    line = json.dumps(value)
    if column + len(line) <= 110 or not isinstance(value, (dict, list)):
        return line
    blanks = " " * (column + 1)
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return re.sub(r"(.{60}[^ ]*,) ", rf"\1\n{blanks}", line)
    if isinstance(value, list):
        return "[" + f",\n{blanks}".join(laid_out(one, column + 1) for one in value) + "]"
    return "{" + f",\n{blanks}".join(f"{json.dumps(key)}: {laid_out(one, column + 1)}" for key, one in value.items()) + "}"


def faults_of(value, schema, where):
    if not schema:
        return
    kind = TYPES[type(value)]
    if kind not in schema["type"] and not (kind == "integer" and "number" in schema["type"]):
        yield f"{where} is of the type {kind}, not {' or '.join(schema['type'])}"
    elif isinstance(value, dict):
        properties, others = schema.get("properties", {}), schema.get("additionalProperties")
        for key, one in value.items():
            if key in properties or others is not None:
                yield from faults_of(one, properties.get(key, others), f"{where}.{key}")
            else:
                yield f"{where}.{key} is not in the schema"
        yield from (f"{where}.{key} is missing" for key in schema.get("required", []) if key not in value)
    elif isinstance(value, list):
        for one in value:
            yield from faults_of(one, schema["items"], f"{where}[]")


def members_of(schema):
    for key, one in schema.get("properties", {}).items():
        yield key
        yield from members_of(one)
    for part in ("items", "additionalProperties"):
        if part in schema:
            yield from members_of(schema[part])


def named_by(page, linked=True):
    """The words in quotes of the page's part on JSON, and of the pages that this refers to."""
    text = page.read_text(encoding="utf-8")
    begin = text.find("\n## JSON\n")
    text = text[begin:] if begin >= 0 else text
    names = {one or other for one, other in NAMED.findall(text)}
    for link in LINKED.findall(text) if linked else []:
        names |= named_by(page.parent / link, False)
    return names


class Commands:
    def __init__(self, tesuji, examples, folder):
        self.tesuji, self.examples, self.folder = str(pathlib.Path(tesuji).resolve()), str(pathlib.Path(examples).resolve()), folder

    def run(self, words):
        words = [word.replace("EX/", self.examples + "/") for word in shlex.split(words)]
        return subprocess.run([self.tesuji, *words], cwd=self.folder, capture_output=True, text=True, check=False)

    def json_of(self, name, arguments):
        command = name if name in ("strategy-bench", "check-certificate") else name.split("-")[0]
        if name == "cache-list":
            command = "cache list"
        done = self.run(f"{command} --json {arguments}" if command != "experiment" else f"{command} {arguments} --json")
        try:
            return json.loads(done.stdout)
        except json.JSONDecodeError:
            raise SystemExit(f"tesuji {command} --json {arguments}: exit code {done.returncode}\n{done.stderr}") from None


def main(tesuji, examples, write):
    faults, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        commands = Commands(tesuji, examples, folder)
        for file, text in FILES.items():
            (pathlib.Path(folder) / file).write_text(text + "\n", encoding="utf-8")
        for words in BEFORE:
            if (done := commands.run(words)).returncode:
                raise SystemExit(f"tesuji {words}: exit code {done.returncode}\n{done.stderr}")
        (pathlib.Path(folder) / "states").write_text(commands.run(STATES).stdout, encoding="utf-8")
        for name, cases in CASES.items():
            file = SCHEMAS / f"{name}.json"
            schema = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
            head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"tesuji {name}"}
            body = {key: one for key, one in schema.items() if key not in head}
            printed = [commands.json_of(name, arguments) for arguments in cases]
            count += len(printed)
            if write:
                body = merged([body, *map(inferred, printed)])
                with_null(body, NULLABLE.get(name, ()))
                SCHEMAS.mkdir(exist_ok=True)
                file.write_text(laid_out({**head, **body}) + "\n", encoding="utf-8")
            elif not schema:
                faults.append(f"there is no {file.name}: tests/json_schemas.py --write")
            for arguments, value in zip(cases, printed):
                faults += [f"{name} --json {arguments}: {fault}" for fault in faults_of(value, body, "JSON")]
            page = PAGES / f"{'cache' if name == 'cache-list' else name}.md"
            page = page if page.exists() else PAGES / f"{name.split('-')[0]}.md"
            lacking = [key for key in dict.fromkeys(members_of(body)) if key not in named_by(page)]
            faults += [f"{page.name} lacks members of {name}.json: {', '.join(lacking)}"] if lacking else []
    for fault in faults:
        print(fault)
    print(f"{count} outputs, {len(CASES)} schemas, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*[one for one in sys.argv[1:] if one != "--write"], write="--write" in sys.argv[1:]))
