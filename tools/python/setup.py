"""The wheel of the package: of any Python 3, but of one machine, since libtesuji is in it. TESUJI_VERSION: the
project's version; TESUJI_MACHINE: such as aarch64; TESUJI_GLIBC: the oldest C library that it runs with, such as 2.34."""
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
