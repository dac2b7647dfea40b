#!/usr/bin/env python3
"""Copies the shared libraries that programs and libraries of a folder need into it, so that they run on any
Linux with a C library at least as new as this one's; the C library itself is the machine's.

Every file finds its libraries by a path of its own ($ORIGIN), so that the folder may lie anywhere.

usage: bundle.py FOLDER LIBRARIES [--program=PATH...] [--sbom=FILE --version=V]
LIBRARIES: where they go, as seen from FOLDER. --program: a program of this machine that goes to LIBRARIES/bin.
--sbom: what was copied, by Debian package and version, as SPDX 2.3.
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

# Of glibc: the machine's, with its loader.
OF_THE_MACHINE = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util)\.so.*)$")


def output_of(*command):
    return subprocess.run(command, check=True, text=True, capture_output=True).stdout


def is_elf(path):
    if path.is_symlink() or not path.is_file(): return False
    with path.open("rb") as file: return file.read(4) == b"\x7fELF"


def needed(path):
    return re.findall(r"^ +NEEDED +(\S+)$", output_of("objdump", "-p", path), re.M)


def known_libraries():
    """Paths of this machine's libraries by name, those of its own processor alone."""
    words = {"x86_64": "x86-64", "aarch64": "AArch64"}[os.uname().machine]
    found = {}
    for name, kinds, path in re.findall(r"^\s(\S+) \(([^)]*)\) => (\S+)$", output_of("/sbin/ldconfig", "-p"), re.M):
        if words in kinds: found.setdefault(name, pathlib.Path(path))
    return found


def package_of(path):
    """Name and version of the Debian package that has the file."""
    for name in (path, path.resolve()):  # /lib is a link to /usr/lib
        for spelt in (str(name), str(name).removeprefix("/usr")):
            done = subprocess.run(["dpkg-query", "--search", spelt], text=True, capture_output=True)
            if done.returncode == 0:
                package = done.stdout.split(": ")[0].split(",")[0]
                return output_of("dpkg-query", "--show", "--showformat=${Package} ${Version}", package).split()
    return [path.name, "unknown"]


def set_paths(path, *folders):
    subprocess.run(["patchelf", "--set-rpath", ":".join(folders), path], check=True)


def bundle(folder, libraries, programs):
    """Copies; the copied files' origins, by where they are now."""
    place = folder / libraries
    (place / "bin").mkdir(parents=True, exist_ok=True)
    origins = {}
    for program in programs:
        origin = pathlib.Path(shutil.which(program) or sys.exit(f"bundle.py: there is no program {program}")).resolve()
        name = pathlib.Path(program).name
        shutil.copy2(origin, place / "bin" / name)
        origins[place / "bin" / name] = origin
    known = known_libraries()
    waiting = [path for path in sorted(folder.rglob("*")) if is_elf(path)]
    own = {path.name for path in folder.rglob("*.so*")}
    for path in waiting:  # grows
        for name in needed(path):
            if OF_THE_MACHINE.match(name) or name in own: continue
            if name not in known: sys.exit(f"bundle.py: {path} needs {name}, which this machine does not have")
            shutil.copy(known[name], place / name)
            (place / name).chmod(0o644)
            origins[place / name] = known[name]
            own.add(name)
            waiting.append(place / name)
    for path in waiting:
        way = os.path.relpath(place, path.parent)
        set_paths(path, "$ORIGIN" if way == "." else f"$ORIGIN/{way}")
    if not any((place / "bin").iterdir()): (place / "bin").rmdir()
    return origins


def oldest_glibc(folder):
    """The newest version of the C library that a file of the folder asks for, as numbers."""
    versions = set()
    for path in folder.rglob("*"):
        if is_elf(path): versions |= set(re.findall(r"\bGLIBC_(\d+)\.(\d+)", output_of("objdump", "-T", path)))
    return max(tuple(map(int, version)) for version in versions)


def sbom(folder, origins, version):
    when = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    packages, contains = {}, {}
    for path, origin in sorted(origins.items()):
        name, of = package_of(origin)
        packages[name] = of
        contains.setdefault(name, []).append(path)
    identifier = lambda name: "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
    files = [{"SPDXID": identifier(f"file-{path.relative_to(folder)}"), "fileName": f"./{path.relative_to(folder)}",
              "checksums": [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}]}
             for path in sorted(origins)]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"tesuji-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/tesuji-{version}",
        "creationInfo": {"created": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: tesuji-release"]},
        "packages": [{"SPDXID": "SPDXRef-tesuji", "name": "tesuji", "versionInfo": version, "licenseDeclared": "Apache-2.0",
                      "downloadLocation": "NOASSERTION", "filesAnalyzed": False}] + [
            {"SPDXID": identifier(name), "name": name, "versionInfo": of, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
             "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                               "referenceLocator": f"pkg:deb/debian/{name}@{of}"}]}
            for name, of in sorted(packages.items())],
        "files": files,
        "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                           "relatedSpdxElement": "SPDXRef-tesuji"}] + [
            {"spdxElementId": identifier(name), "relationshipType": "CONTAINS",
             "relatedSpdxElement": identifier(f"file-{path.relative_to(folder)}")}
            for name, paths in sorted(contains.items()) for path in paths]}


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("libraries")
    options.add_argument("--program", action="append", default=[])
    options.add_argument("--sbom", type=pathlib.Path)
    options.add_argument("--version", default="0")
    options = options.parse_args()
    origins = bundle(options.folder, options.libraries, options.program)
    if options.sbom:
        options.sbom.write_text(json.dumps(sbom(options.folder, origins, options.version), indent=1) + "\n")
    print("%d.%d" % oldest_glibc(options.folder))


if __name__ == "__main__":
    main()
