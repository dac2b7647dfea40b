// Evaluates the static entry of a module at compile time, on a copy of the module.
//
// The copy can be run: its relations lie in bits, or in tables with every index that the plans
// could use. Passes evaluate the entry of a module at level clauses; a module at level plans,
// written by hand or from a pipeline without fold-static, has its entry folded.
#pragma once

#include "ir/module/layout.h"
#include "ir/module/module.h"
#include "runtime/host/game/tabled_game.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tesuji::interpreter {

/// Memory limit for the tables of one run.
inline constexpr std::uint64_t most_static_bytes = std::uint64_t{768} << 20U;

/// A copy of the module that borrows its facts while this object lives: there may be millions.
class CopyWithFacts {
 public:
  explicit CopyWithFacts(ir::Module& module);
  ~CopyWithFacts();
  CopyWithFacts(const CopyWithFacts&) = delete;
  CopyWithFacts& operator=(const CopyWithFacts&) = delete;
  [[nodiscard]] const std::shared_ptr<ir::Module>& get() const { return copy_; }

 private:
  ir::Module& module_;
  std::shared_ptr<ir::Module> copy_;
};

/// Returns the relations that the module's `static` entry, which must exist, computes.
[[nodiscard]] std::vector<ir::RelationId> static_entry_relations(const ir::Module& module);

/// Chooses storage and indexes for the copy's relations: those `computed` by its `static` entry and
/// those `given` to it in tables; does not change that entry.
void make_static_entry_runnable(ir::Module& copy, const std::vector<ir::RelationId>& computed,
                                const std::vector<ir::RelationId>& given = {});

/// Returns the shapes of the scratch tables for the module's relations.
[[nodiscard]] std::vector<runtime::TableShape> static_table_shapes(const ir::Module& module,
                                                                   const ir::Layout& layout);

}  // namespace tesuji::interpreter
