// Compiles plans to native code through LLVM's ORC JIT. LLVM stays behind this header.
//
// Hermetic: generated code resolves only the functions of runtime/core/tesuji/
// abi.h and mem*; nothing of the process is visible to it.
#pragma once

#include "backend/llvm/orc/jit_options.h"
#include "backend/llvm/orc/object_file.h"
#include "ir/module/layout.h"
#include "ir/module/module.h"
#include "runtime/core/tesuji/abi.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace tesuji::llvm_backend {

/// Machine code of one module, unloaded when the last owner lets go.
class CompiledModule {
 public:
  virtual ~CompiledModule() = default;
  /// The entry's function (its `self` is ignored); nullptr if there is none. Entries are those of
  /// the module and those of ir::remaining_entries.
  [[nodiscard]] virtual tsj_entry entry(std::string_view name) const = 0;
  /// Whether it is the cache's, and was not compiled.
  [[nodiscard]] virtual bool cached() const = 0;
  /// Whether some entry may take long, as far as is certain: then it looks at tsj_scratch::stop.
  [[nodiscard]] virtual bool may_take_long() const = 0;
};

/// Name of an entry's function in object code.
[[nodiscard]] std::string entry_symbol(std::string_view entry);

/// Compiles every entry but `static` (functions of type tsj_entry); nothing where it was asked to
/// stop. Throws std::runtime_error with LLVM's message if code generation fails (a bug of ours).
[[nodiscard]] std::optional<ObjectFile> make_object(const ir::Module& module,
                                                    const ir::Layout& layout,
                                                    const JitOptions& options = {});

/// `object`: made of this module, for this machine.
[[nodiscard]] std::shared_ptr<const CompiledModule> load_object(const ObjectFile& object,
                                                                const ir::Module& module);

/// Both, unless the cache has the code; nullptr where it was asked to stop, or may not compile.
[[nodiscard]] std::shared_ptr<const CompiledModule> compile(const ir::Module& module,
                                                            const ir::Layout& layout,
                                                            const JitOptions& options = {});

/// The same code as text, for dumps: LLVM IR before or after optimisation, or assembly.
enum class Text { llvm, llvm_optimised, assembly };
[[nodiscard]] std::string emit_text(const ir::Module& module, const ir::Layout& layout, Text what,
                                    const JitOptions& options = {});

/// LLVM's version and the CPU that code is made for, for --version.
[[nodiscard]] std::string description();

/// Makes ready what the first compilation would need first; may be called by a thread beside
/// others, to save time.
void prepare();

}  // namespace tesuji::llvm_backend
