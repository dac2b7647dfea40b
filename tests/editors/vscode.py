#!/usr/bin/env python3
"""Packs the extension for Visual Studio Code, looks into the package, and uses it in an editor.

The package must have what package.json names, one bundle, and no libraries beside it. Then a real editor uses it: code-server,
VS Code with its extension host in a browser, if it is installed (npm, package `code-server`; CODE_SERVER names its command),
with headless Chromium. The checks are in host/index.js. Skipped (77) without the packages of `npm ci` in
tools/editors/vscode, and after the package's checks where code-server is installed but no Chromium.

usage: vscode.py TESUJI ROOT [--screenshot=FOLDER]
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile

try:
    from selenium import webdriver
    import selenium.webdriver.chrome.service  # noqa: F401
except ImportError:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])  # Debian's Selenium is Debian's Python's
    webdriver = None

DRIVER = "/usr/bin/chromedriver"
SKIPPED = 77
MISTAKE = """(role  a)
(index 1)  (index 2)
(init (cell 1))
(<= (legal a (go ?x)) (true (cell ?x)) (index ?x))
(<= (next (cell ?x)) (does a (go ?x)) (index ?x))
(<= terminal (not (true (cell ?x))))
(goal a 100)
"""


def pack(source, folder):
    """Returns the package made of a copy of the extension's folder."""
    copy = folder / "vscode"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("node_modules", "dist", "*.vsix"))
    (copy / "node_modules").symlink_to(source / "node_modules")
    done = subprocess.run(["npm", "run", "package"], cwd=copy, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    package, = copy.glob("*.vsix")
    return package


def named_files(value):
    """All relative paths in a manifest."""
    if isinstance(value, dict):
        for one in value.values():
            yield from named_files(one)
    elif isinstance(value, list):
        for one in value:
            yield from named_files(one)
    elif isinstance(value, str) and value.startswith("./"):
        yield value[2:]


def unpack(package, folder):
    """Checks the package's files; returns where the extension is."""
    with zipfile.ZipFile(package) as archive:
        archive.extractall(folder)
    extension = folder / "extension"
    files = {path.relative_to(extension).as_posix() for path in extension.rglob("*") if path.is_file()}
    manifest = json.loads((extension / "package.json").read_text(encoding="utf-8"))
    missing = {*named_files(manifest), manifest["icon"]} - files
    assert not missing, f"missing in the package: {missing}"
    assert [name for name in files if name.endswith(".js")] == ["dist/extension.js"], files
    assert not any("node_modules" in name for name in files)
    for name in files:
        if name.endswith(".json"):
            json.loads((extension / name).read_text(encoding="utf-8"))
    # Patterns of grammars are regular expressions; Oniguruma's are nearly Python's.
    for grammar in extension.glob("syntaxes/*.json"):
        for pattern in re.findall(r'"(?:match|begin|end)": ("(?:[^"\\]|\\.)*")', grammar.read_text(encoding="utf-8")):
            re.compile(json.loads(pattern))
    bundle = (extension / "dist" / "extension.js").read_text(encoding="utf-8")
    libraries = set(re.findall(r'require\("([^"./][^"]*)"\)', bundle))
    builtin = set(subprocess.run(["node", "-p", "require('module').builtinModules.join(' ')"], capture_output=True, text=True,
                                 check=True).stdout.split())
    others = {name.removeprefix("node:") for name in libraries} - builtin - {"vscode"}
    assert not others, f"not in the bundle: {others}"
    commands = [command["command"] for command in manifest["contributes"]["commands"]]
    assert all(f'"{command}"' in bundle for command in commands), commands
    print(f"package: {package.stat().st_size // 1024} KiB, {len(files)} files, commands {' '.join(commands)}")
    return extension


def games(root, folder):
    """Makes a folder of games to work on."""
    for name in ("hexapawn3.kif", "nim.kif", "nim.gdl", "noughts-and-crosses.kif", "invariants"):
        source = root / "examples" / name
        shutil.copytree(source, folder / name) if source.is_dir() else shutil.copy(source, folder / name)
    (folder / "mistake.kif").write_text(MISTAKE, encoding="utf-8")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def browser():
    """Chromium without a screen; None where it is missing."""
    if webdriver is None or not os.path.exists(DRIVER):
        return None
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900"):
        options.add_argument(argument)
    return webdriver.Chrome(service=webdriver.chrome.service.Service(DRIVER), options=options)


def in_editor(server, tesuji, extension, root, work, screenshots):
    """Returns the report of host/index.js; None where Chromium or Selenium is missing."""
    games_folder, report, port = work / "games", work / "report.json", free_port()
    games_folder.mkdir()
    games(root, games_folder)
    settings = work / "data" / "Machine" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"tesuji.command": tesuji, "security.workspace.trust.enabled": False,
                                    "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off"}))
    environment = {**os.environ, "TESUJI_HOST_FOLDER": str(games_folder), "TESUJI_HOST_REPORT": str(report), "TESUJI_CACHE": ""}
    with open(work / "server.log", "w") as log:
        process = subprocess.Popen([*server, "--auth=none", f"--bind-addr=127.0.0.1:{port}", f"--user-data-dir={work / 'data'}",
                                    f"--extensions-dir={work / 'extensions'}", "--disable-telemetry",
                                    "--disable-update-check", "--disable-workspace-trust"], env=environment, stdout=log, stderr=log)
    driver = None
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz")
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        authority = f"vscode-remote://127.0.0.1:{port}"
        payload = json.dumps([["extensionDevelopmentPath", f"{authority}{extension}"],
                              ["extensionTestsPath", f"{authority}{root / 'tests' / 'editors' / 'host' / 'index.js'}"]])
        driver = browser()
        if driver is None:
            return None
        driver.get(f"http://127.0.0.1:{port}/?folder={games_folder}&payload={urllib.parse.quote(payload)}")
        for step in range(1800):
            if report.exists():
                break
            if screenshots and step % 20 == 19:
                driver.save_screenshot(str(screenshots / f"editor-{step // 20:02}.png"))
            time.sleep(0.1)
        if screenshots:
            driver.save_screenshot(str(screenshots / "editor-end.png"))
        found = report if report.exists() else report.with_suffix(".json.part")
        if not found.exists():
            return {"the checks start": (work / "server.log").read_text()}
        result = json.loads(found.read_text())
        return result if report.exists() else {**result, "the checks end": "no"}
    finally:
        if driver:
            driver.quit()
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji")
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path)
    arguments = parser.parse_args()
    source = arguments.root.resolve() / "tools" / "editors" / "vscode"
    if not shutil.which("npm") or not (source / "node_modules" / ".bin" / "vsce").exists():
        print("skipped: no packages of npm; run `npm ci` in tools/editors/vscode")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        extension = unpack(pack(source, work), work / "unpacked")
        server = os.environ.get("CODE_SERVER", shutil.which("code-server") or "").split()
        if not server:
            print("no code-server: the package was not used in an editor")
            return 0
        report = in_editor(server, os.path.abspath(arguments.tesuji), extension, arguments.root.resolve(), work, arguments.screenshots)
    if report is None:
        print("skipped: code-server without Chromium and Selenium; the package itself is good")
        return SKIPPED
    wrong = {name: why for name, why in report.items() if why != "good"}
    for name, why in wrong.items():
        print(f"{name}:\n{why}")
    print(f"in the editor: {len(report) - len(wrong)} checks good, {len(wrong)} not")
    return 1 if wrong or not report else 0


if __name__ == "__main__":
    sys.exit(main())
