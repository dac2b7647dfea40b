// Generates, optimises, compiles and loads a module.
#include "backend/llvm/plans/jit.h"

#include "backend/llvm/orc/cached_code.h"
#include "backend/llvm/orc/object_session.h"
#include "backend/llvm/plans/generated.h"
#include "backend/llvm/plans/module_codegen.h"
#include "backend/llvm/plans/stratum_codegen.h"
#include "ir/module/entries.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

/// Whether the module's code checks whether to stop.
bool looks(const ir::Module& module) {
  const LoopBounds bounds(module);
  return std::any_of(
      module.strata.begin(), module.strata.end(),
      [&](const ir::Stratum& stratum) { return may_be_given_up(module, bounds, stratum); });
}

class OrcModule final : public CompiledModule {
 public:
  OrcModule(const ObjectFile& object, const ir::Module& module, bool cached)
      : session_(object, abi_functions()),
        cached_(cached),
        may_take_long_(looks(module)) {
    for (const ir::Entry& entry : module.entries) {
      if (!ir::is_function(entry)) continue;
      add(entry.name);
    }
    for (const ir::Entry& entry : ir::remaining_entries(module)) add(entry.name);
  }

  [[nodiscard]] tsj_entry entry(std::string_view name) const override {
    const auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : found->second;
  }
  [[nodiscard]] bool cached() const override { return cached_; }
  [[nodiscard]] bool may_take_long() const override { return may_take_long_; }

 private:
  void add(std::string_view entry) {
    entries_.emplace(entry, session_.lookup<tsj_entry>(entry_symbol(entry)));
  }

  ObjectSession session_;
  bool cached_;
  bool may_take_long_;
  std::map<std::string, tsj_entry, std::less<>> entries_;
};

Generated generated(const ir::Module& module, const ir::Layout& layout, const JitOptions& options) {
  return {options, [&](llvm::LLVMContext& context) {
            return generate(module, layout, context, options.source_lines);
          }};
}

}  // namespace

std::optional<ObjectFile> make_object(const ir::Module& module, const ir::Layout& layout,
                                      const JitOptions& options) {
  std::optional<ObjectFile> result;
  with_large_stack([&] {
    if (options.stop.stop_requested()) return;
    Generated code = generated(module, layout, options);
    code.optimise(options, options.stop);
    if (options.stop.stop_requested()) return;
    result = emit_object(*code.module, *code.machine, module.game, options.form);
  });
  return result;
}

std::shared_ptr<const CompiledModule> load_object(const ObjectFile& object,
                                                  const ir::Module& module) {
  return std::make_shared<OrcModule>(object, module, false);
}

std::shared_ptr<const CompiledModule> compile(const ir::Module& module, const ir::Layout& layout,
                                              const JitOptions& options) {
  const CachedCode place(options, "matchers", module.game,
                         [&](CacheKeyHash& hash) { hash.add(module); });
  if (const auto found = place.find()) {
    return std::make_shared<OrcModule>(found->files.at(0), module, true);
  }
  if (options.cached_only) return nullptr;
  std::optional<ObjectFile> object = make_object(module, layout, options);
  if (!object) return nullptr;
  auto loaded = load_object(*object, module);
  place.store({{std::move(*object)}, {}, {}});
  return loaded;
}

std::string emit_text(const ir::Module& module, const ir::Layout& layout, Text what,
                      const JitOptions& options) {
  std::string text;
  with_large_stack([&] { text = generated(module, layout, options).text(what, options); });
  return text;
}

}  // namespace tesuji::llvm_backend
