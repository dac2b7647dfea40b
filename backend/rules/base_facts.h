// Base facts of a sequence of working memories, in order of arrival, and the changes of each
// step.
#pragma once

#include "frontend/rules/rules_ast.h"
#include "ir/module/module.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace tesuji::driver {

/// What goes from one memory to the next, as sets, by relation.
struct FactChanges {
  runtime::Facts gone;
  runtime::Facts come;
  [[nodiscard]] std::size_t size() const;
};

class BaseFacts {
 public:
  /// Starts with the module's initial facts. Relations in changes must be memory, their
  /// constants in the domains of its columns.
  explicit BaseFacts(std::shared_ptr<const ir::Module> module);

  /// Of changes to one fact the last one counts; facts that are where they were are left
  /// out. Takes time in proportion to the changes.
  FactChanges apply(const std::vector<frontend::FactChange>& changes);

  /// All of them, in order of arrival. Valid until the next change.
  [[nodiscard]] const runtime::Facts& rows();
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  using Row = std::vector<std::uint32_t>;
  struct RowHash {
    std::size_t operator()(const Row& row) const;
  };
  /// A fact that is there, or was at the start of the step.
  struct Fact {
    std::uint64_t arrival = 0;
    std::uint64_t step = 0;  ///< that looked at it last
    bool was_there = false;  ///< at the start of that step
    bool is_there = false;
  };
  using Relation = std::unordered_map<Row, Fact, RowHash>;

  std::shared_ptr<const ir::Module> module_;
  std::unordered_map<ir::Symbol, ir::RelationId> ids_;
  std::vector<Relation> relations_;
  std::vector<bool> changed_;  ///< by relation: since rows_ was filled
  runtime::Facts rows_;
  std::size_t size_ = 0;
  std::uint64_t clock_ = 0;
  std::uint64_t step_ = 0;
};

}  // namespace tesuji::driver
