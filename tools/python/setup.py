"""The wheel of the package: of any Python 3, but of one machine, since libtesuji is in it. TESUJI_VERSION: the
project's version; TESUJI_GLIBC: the oldest C library that it runs with, such as 2.34."""
import os
import platform

from setuptools import setup
from wheel.bdist_wheel import bdist_wheel


class MachineWheel(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        glibc = os.environ["TESUJI_GLIBC"].replace(".", "_")
        return "py3", "none", f"manylinux_{glibc}_{platform.machine()}"


setup(version=os.environ["TESUJI_VERSION"], cmdclass={"bdist_wheel": MachineWheel})
