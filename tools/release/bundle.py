#!/usr/bin/env python3
"""Copies the shared libraries that programs and libraries of a folder need into it, so that they run on any
Linux with a C library at least as new as this one's; the C library itself is the machine's.

Every file finds its libraries by a path of its own ($ORIGIN), so that the folder may lie anywhere.

usage: bundle.py FOLDER LIBRARIES [--root=/] [--program=NAME...] [--npm=FOLDER...] [--licences=FOLDER] [--sbom=FILE --version=V]
LIBRARIES: where they go, as seen from FOLDER. --root: the Debian system that libraries and programs are taken from, of
any processor (tools/release/sysroot.sh). --program: a program of /usr/bin there that goes to LIBRARIES/bin.
--npm: a package of npm, installed in FOLDER, that is part of the programs.
--licences: those of all packages that something is of. --sbom: their names and versions, as SPDX 2.3.
Prints the oldest version of the C library that will do.
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

# glibc's libraries: the machine supplies them, with its loader.
OF_THE_MACHINE = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util)\.so.*)$")

# Packages whose code is compiled into ours.
BUILT_IN = ("libboost1.74-dev", "libcadical-dev", "libcli11-dev", "libeigen3-dev", "llvm-19-dev", "nlohmann-json3-dev")


def output_of(*command):
    return subprocess.run(command, check=True, text=True, capture_output=True).stdout


def is_elf(path):
    if path.is_symlink() or not path.is_file(): return False
    with path.open("rb") as file: return file.read(4) == b"\x7fELF"


def needed(path):
    return re.findall(r"^ +NEEDED +(\S+)$", output_of("llvm-objdump-19", "-p", path), re.M)


class Debian:
    """A system with its libraries, programs and packages, this machine's or another's."""

    def __init__(self, root):
        self.root = root
        self.query = ("dpkg-query", f"--admindir={root / 'var/lib/dpkg'}")

    def program(self, name):
        found = shutil.which(name, path=self.root / "usr/bin")
        return pathlib.Path(found or sys.exit(f"bundle.py: {self.root} has no program {name}")).resolve()

    def library(self, name, user):
        """Returns where the dynamic linker finds it for a file: among the libraries of the file's
        processor."""
        with user.open("rb") as file: machine = {62: "x86_64", 183: "aarch64"}[int.from_bytes(file.read(20)[18:], "little")]
        for folder in (f"lib/{machine}-linux-gnu", f"usr/lib/{machine}-linux-gnu", "usr/lib"):
            if (self.root / folder / name).exists(): return self.root / folder / name
        sys.exit(f"bundle.py: {user} needs {name}, which {self.root} does not have")

    def package_of(self, path):
        """Returns name and version of the package that contains the file."""
        for name in (path, path.resolve()):  # /lib may be a link to /usr/lib
            inside = "/" + str(name.relative_to(self.root))
            for spelt in (inside, inside.removeprefix("/usr")):
                done = subprocess.run([*self.query, "--search", spelt], text=True, capture_output=True)
                if done.returncode == 0:
                    package = done.stdout.split(": ")[0].split(",")[0]
                    return output_of(*self.query, "--show", "--showformat=${Package} ${Version}", package).split()
        return [path.name, "unknown"]

    def version_of(self, package):
        return output_of(*self.query, "--show", "--showformat=${Version}", package)


def set_paths(path, *folders):
    subprocess.run(["patchelf", "--set-rpath", ":".join(folders), path], check=True)


def bundle(debian, folder, libraries, programs):
    """Copies; returns the copied files' origins, by their new places."""
    place = folder / libraries
    (place / "bin").mkdir(parents=True, exist_ok=True)
    origins = {}
    for program in programs:
        origin = debian.program(program)
        shutil.copy2(origin, place / "bin" / program)
        origins[place / "bin" / program] = origin
    waiting = [path for path in sorted(folder.rglob("*")) if is_elf(path)]
    own = {path.name for path in folder.rglob("*.so*")}
    for path in waiting:  # grows
        for name in needed(path):
            if OF_THE_MACHINE.match(name) or name in own: continue
            origin = debian.library(name, path)
            shutil.copy(origin, place / name)
            (place / name).chmod(0o644)
            origins[place / name] = origin
            own.add(name)
            waiting.append(place / name)
    for path in waiting:
        way = os.path.relpath(place, path.parent)
        set_paths(path, "$ORIGIN" if way == "." else f"$ORIGIN/{way}")
    if not any((place / "bin").iterdir()): (place / "bin").rmdir()
    return origins


def oldest_glibc(folder):
    """Returns the newest version of the C library that a file of the folder requires, as numbers."""
    versions = set()
    for path in folder.rglob("*"):
        if is_elf(path): versions |= set(re.findall(r"\bGLIBC_(\d+)\.(\d+)", output_of("llvm-objdump-19", "-T", path)))
    return max(tuple(map(int, version)) for version in versions)


def packages_of(debian, folder, origins):
    """Returns version and files by Debian package; those of BUILT_IN are in the programs
    themselves."""
    packages = {}
    for path, origin in sorted(origins.items()):
        name, version = debian.package_of(origin)
        packages.setdefault(name, (version, []))[1].append(str(path.relative_to(folder)))
    for name in BUILT_IN:
        packages.setdefault(name, (debian.version_of(name), []))
    return packages


def package_of_npm(folder):
    """Returns name and version of a package that npm has installed in the folder."""
    described = json.loads((folder / "package.json").read_text())
    return described["name"], described["version"]


def sbom(packages, npm, version):
    when = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    identifier = lambda name: "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
    described = {"SPDXID": "SPDXRef-tesuji", "name": "tesuji", "versionInfo": version, "licenseDeclared": "Apache-2.0",
                 "downloadLocation": "NOASSERTION", "filesAnalyzed": False}
    parts = [{"SPDXID": identifier(name), "name": name, "versionInfo": of, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
              "comment": "as " + ", ".join(files) if files else "compiled into the programs and libraries",
              "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator":
                                f"pkg:deb/debian/{urllib.parse.quote(name, safe='')}@{urllib.parse.quote(of, safe='')}"}]}
             for name, (of, files) in sorted(packages.items())]
    parts += [{"SPDXID": identifier(f"npm-{name}"), "name": name, "versionInfo": of, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
               "comment": "compiled into the programs and libraries",
               "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator":
                                 f"pkg:npm/{urllib.parse.quote(name)}@{of}"}]} for name, of in map(package_of_npm, npm)]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-tesuji")] + [
        ("SPDXRef-tesuji", "CONTAINS" if packages.get(part["name"], ("", []))[1] else "STATIC_LINK", part["SPDXID"]) for part in parts]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"tesuji-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/tesuji-{version}-{int(when.timestamp())}",
        "creationInfo": {"created": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: tesuji-release"]},
        "packages": [described, *parts],
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relations]}


def copy_licences(debian, packages, npm, folder):
    folder.mkdir(parents=True)
    for each in npm: shutil.copy(each / "LICENSE", folder / package_of_npm(each)[0])
    for name in packages:
        text = debian.root / "usr/share/doc" / name.split(":")[0] / "copyright"
        if not text.exists(): sys.exit(f"bundle.py: {name} has no licence in {text}")
        shutil.copy(text, folder / name.split(":")[0])


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("libraries")
    options.add_argument("--root", type=pathlib.Path, default="/")
    options.add_argument("--program", action="append", default=[])
    options.add_argument("--npm", action="append", type=pathlib.Path, default=[])
    options.add_argument("--licences", help="a new folder below FOLDER")
    options.add_argument("--sbom", type=pathlib.Path)
    options.add_argument("--version", default="0")
    options = options.parse_args()
    debian = Debian(options.root.resolve())
    origins = bundle(debian, options.folder, options.libraries, options.program)
    packages = packages_of(debian, options.folder, origins)
    if options.licences: copy_licences(debian, packages, options.npm, options.folder / options.licences)
    if options.sbom: options.sbom.write_text(json.dumps(sbom(packages, options.npm, options.version), indent=1) + "\n")
    print("%d.%d" % oldest_glibc(options.folder))


if __name__ == "__main__":
    main()
