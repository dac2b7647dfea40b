"""Builds the wheel of the package: for any Python 3, but one machine, because it contains
libtesuji. TESUJI_VERSION: the project's version; TESUJI_MACHINE: for example aarch64; TESUJI_GLIBC:
the oldest C library that it runs with, for example 2.34."""
import os

from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel


class MachineDistribution(Distribution):
    def has_ext_modules(self):
        return True


class MachineWheel(bdist_wheel):
    def get_tag(self):
        glibc = os.environ["TESUJI_GLIBC"].replace(".", "_")
        return "py3", "none", f"manylinux_{glibc}_{os.environ['TESUJI_MACHINE']}"


setup(version=os.environ["TESUJI_VERSION"], distclass=MachineDistribution,
      cmdclass={"bdist_wheel": MachineWheel})
