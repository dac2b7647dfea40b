// Options of code generation: processor, optimisation, and what is kept of the result.
#pragma once

#include "backend/llvm/orc/object_file.h"
#include "backend/object_cache/object_cache.h"

#include <memory>
#include <stop_token>
#include <string>

namespace tesuji::llvm_backend {

struct JitOptions {
  enum class Tier { fast, optimised };
  Tier tier = Tier::optimised;
  bool verify = false;  ///< run LLVM's verifier on what was generated
  /// Production rules: count the trials of each premise. Without, no limit on trials is
  /// honoured either.
  bool count_trials = true;
  /// Games only: once asked to stop, compile does no more than it has to.
  std::stop_token stop{};
  /// What code is made for: nothing, this machine's processor with all it can do, the only one
  /// whose code can be loaded at once; `native`, as far as plugin.h has names for that; or a name
  /// that LLVM knows, such as x86-64-v2.
  std::string cpu{};
  /// For those who look at code: text instead of object files. Such cannot be loaded.
  CodeForm form = CodeForm::object;
  /// Games by matchers only: code has the lines of rules that it comes from (source_lines.h).
  bool source_lines = false;
  /// Where code to be run is looked for before it is compiled, and kept after; null: nowhere.
  std::shared_ptr<object_cache::ObjectCache> cache{};
  /// Games only: take what the cache has, and compile nothing.
  bool cached_only = false;
};

}  // namespace tesuji::llvm_backend
