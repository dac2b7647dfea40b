// The host's side of a working memory (tesuji/memory_abi.h): storage, growth, input and output of
// facts.
#pragma once

#include "runtime/core/tesuji/memory_abi.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// What a memory must know of a relation beforehand.
struct FactsShape {
  std::vector<std::uint32_t> domain_sizes;          ///< per column
  std::vector<std::vector<std::uint32_t>> indexes;  ///< columns (ascending) of each index
  bool removable = false;                           ///< a rule removes from it
  bool fixed = false;                               ///< no rule changes it
  /// Largest product of domains for which a bit per tuple is kept.
  std::uint64_t most_bits = std::uint64_t{1} << 27;
  /// Largest number of heads of a dense index.
  std::uint64_t most_heads = std::uint64_t{1} << 20;
};

/// Bits of tsj_facts::present; nothing where the relation has none.
[[nodiscard]] std::optional<std::uint64_t> present_bits(const FactsShape& shape);
/// Heads of an index over `columns`; nothing where it is hashed.
[[nodiscard]] std::optional<std::uint64_t> dense_heads(const FactsShape& shape,
                                                       const std::vector<std::uint32_t>& columns);

/// Owns the facts of one run. Not movable: generated code holds its address.
class WorkingMemory {
 public:
  explicit WorkingMemory(const std::vector<FactsShape>& shapes);
  ~WorkingMemory();
  WorkingMemory(const WorkingMemory&) = delete;
  WorkingMemory& operator=(const WorkingMemory&) = delete;

  /// Adds facts that the memory starts with, `rows` in order. Throws LimitReached where
  /// memory runs out.
  void load(std::size_t relation, const FactRows& rows);
  /// The relation's facts in order of arrival.
  [[nodiscard]] FactRows rows(std::size_t relation) const { return rows_from(relation, 0); }
  /// Those that were not loaded.
  [[nodiscard]] FactRows added_rows(std::size_t relation) const;
  /// Whether no rule changes the relation.
  [[nodiscard]] bool fixed(std::size_t relation) const { return fixed_[relation]; }
  /// Gives the room of removed facts back where they are the most. Rows get other
  /// numbers: not while a rule runs.
  void compact();

  [[nodiscard]] tsj_memory* abi() { return &memory_; }
  [[nodiscard]] const tsj_facts& facts(std::size_t relation) const { return facts_[relation]; }

 private:
  struct Arrays;
  static int grow(tsj_facts* facts);
  void reserve(std::size_t relation, std::uint32_t capacity);
  [[nodiscard]] FactRows rows_from(std::size_t relation, std::size_t first) const;

  tsj_memory memory_{};
  std::vector<tsj_facts> facts_;
  std::vector<std::unique_ptr<Arrays>> arrays_;
  std::vector<bool> fixed_;
  std::vector<std::uint32_t> loaded_;  ///< rows at the front that were loaded
};

}  // namespace tesuji::runtime
