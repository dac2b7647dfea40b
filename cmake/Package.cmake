# `cpack -G DEB` in the build folder: the package tesuji, of all that `cmake --install` puts down.
set(CPACK_PACKAGE_NAME tesuji)
set(CPACK_PACKAGE_CONTACT "The authors of tesuji <tesuji@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "It takes games in the Game Description Language, strategies that were learned\n\
from played games, and production rules, compiles them with LLVM, and plays.\n\
It proves what holds in every state of a game, or shows where it does not.\n\
Games become shared libraries that any program can load.")
# What the command and its library are linked with; linking plugins (lld), proofs (clingo is in gringo), and
# building C++ hosts need more.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "lld-19, gringo, cadical, libjs-codemirror")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-numpy, llvm-19-dev, libfmt-dev, libbliss-dev, libzstd-dev, zlib1g-dev, pkg-config")
include(CPack)
