// Folders that the build knows: one file has their paths, so that the others compile to
// the same objects wherever the checkout lies.
#pragma once

#include <string>

namespace tesuji::tests {

/// The root of the checkout, without a slash at its end.
std::string source_dir();

/// The folder that TESUJI_SHARED names, which holds the conformance corpus (default: set by
/// CMake). It need not exist.
std::string shared_dir();

}  // namespace tesuji::tests
