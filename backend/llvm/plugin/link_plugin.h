// Links object files to a shared library, by LLVM's or GNU's linker as a child process.
#pragma once

#include "backend/llvm/orc/jit_options.h"

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

struct LinkOptions {
  Linked form = Linked::library;
  /// A program; empty: `ld.lld-19`, `ld.lld` or `ld` on PATH. Runs without a shell.
  std::string linker{};
  /// Of an object: what the constant TSJ_PLUGIN_SYMBOL is called, the only name that others see.
  std::string symbol{};
};

/// The bytes of these objects and the runtime of plugins (runtime/core/game), linked. Throws
/// LinkError.
[[nodiscard]] std::vector<char> link_plugin(std::span<const ObjectFile> objects,
                                            const LinkOptions& options = {});

}  // namespace tesuji::llvm_backend
