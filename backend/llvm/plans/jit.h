// Compiles plans to native code through LLVM's ORC JIT. Includes no LLVM header.
//
// Hermetic: generated code can call only the functions of runtime/core/tesuji/abi.h and mem*; no
// other symbol of the process is visible to it.
#pragma once

#include "backend/llvm/orc/jit_options.h"
#include "ir/module/layout.h"
#include "ir/module/module.h"
#include "runtime/core/tesuji/abi.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace tesuji::llvm_backend {

/// Machine code of one module; unloaded with its last owner.
class CompiledModule {
 public:
  virtual ~CompiledModule() = default;
  /// Returns the entry's function (its `self` is ignored); nullptr if none exists. Entries are
  /// those of the module and of ir::remaining_entries.
  [[nodiscard]] virtual tsj_entry entry(std::string_view name) const = 0;
  /// Whether the code is from the cache, and was not compiled.
  [[nodiscard]] virtual bool cached() const = 0;
  /// Whether some entry may run long, by the computed bounds: such an entry polls
  /// tsj_scratch::stop.
  [[nodiscard]] virtual bool may_take_long() const = 0;
};

/// Returns the name of an entry's function in object code. In module_codegen.cpp.
[[nodiscard]] std::string entry_symbol(std::string_view entry);

/// Compiles every entry except `static` (functions of type tsj_entry); returns nothing if it was
/// stopped. Throws std::runtime_error with LLVM's message if code generation fails (a bug of ours).
[[nodiscard]] std::optional<ObjectFile> make_object(const ir::Module& module,
                                                    const ir::Layout& layout,
                                                    const JitOptions& options = {});

/// `object` must be made from this module, for this machine.
[[nodiscard]] std::shared_ptr<const CompiledModule> load_object(const ObjectFile& object,
                                                                const ir::Module& module);

/// Compiles and loads, unless the cache has the code; returns nullptr if it was stopped, or may not
/// compile.
[[nodiscard]] std::shared_ptr<const CompiledModule> compile(const ir::Module& module,
                                                            const ir::Layout& layout,
                                                            const JitOptions& options = {});

/// The same code as text, for dumps: LLVM IR before or after optimisation, or assembly.
enum class Text { llvm, llvm_optimised, assembly };
[[nodiscard]] std::string emit_text(const ir::Module& module, const ir::Layout& layout, Text what,
                                    const JitOptions& options = {});

/// Returns LLVM's version and the target CPU, for --version.
[[nodiscard]] std::string description();

/// Initialises what the first compilation needs first; may run in a parallel thread to save time.
void prepare();

}  // namespace tesuji::llvm_backend
