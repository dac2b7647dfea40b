// Options of code generation: processor, optimisation, form and caching of the result, and that
// result: machine code before it is loaded or linked. Contains no LLVM types, so that code can be
// stored and passed on.
#pragma once

#include "backend/object_cache/object_cache.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

/// The form of generated code.
enum class CodeForm { object, assembly, llvm };

/// An ELF object file: position-independent code that needs only the functions of abi_functions().
struct ObjectFile {
  std::string name;         ///< for messages and debuggers
  std::vector<char> bytes;  ///< text for forms other than CodeForm::object
};

struct JitOptions {
  enum class Tier { fast, optimised };
  Tier tier = Tier::optimised;
  bool verify = false;  ///< run LLVM's verifier on the generated IR
  /// Production rules: count the trials of each premise. Without counts, limits on trials are
  /// ignored, too.
  bool count_trials = true;
  /// Games only: once stopped, compile() does only the work that it cannot avoid.
  std::stop_token stop{};
  /// Target processor. Empty: this machine's processor with all its features, the only one whose
  /// code can be loaded at once; `native`: this processor, with the features that plugin.h names;
  /// or a name that LLVM knows, such as x86-64-v2.
  std::string cpu{};
  /// For people who read code: text instead of object files. Text cannot be loaded.
  CodeForm form = CodeForm::object;
  /// Games by matchers only: code records the lines of its rules (source_lines.h).
  bool source_lines = false;
  /// Cache from which code is loaded, and in which it is stored; null: no cache.
  std::shared_ptr<object_cache::ObjectCache> cache{};
  /// Games only: use cached code, and compile nothing.
  bool cached_only = false;
};

}  // namespace tesuji::llvm_backend
