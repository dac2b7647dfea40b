// From object files to a shared library, by the linker ld.lld as a child process.
#pragma once

#include "backend/llvm/object_file.h"

#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// The linker is missing, or it failed; what() is for the user.
class LinkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Linked {
  library,  ///< a shared library that exports TSJ_PLUGIN_SYMBOL alone and needs the C library only
  object,   ///< one object file, to be linked into a program
};

/// The bytes of these objects and the runtime of plugins (runtime/core/plugin), linked. The linker
/// is the program `linker`, or where that is empty `ld.lld-19` or `ld.lld` on the path; no shell
/// has to do with it. Throws LinkError.
[[nodiscard]] std::vector<char> link_plugin(std::span<const ObjectFile> objects, Linked form,
                                            const std::string& linker = {});

}  // namespace tesuji::llvm_backend
