// Stores the facts of a working memory, with input and output: the host's side of
// tesuji/memory_abi.h.
#pragma once

#include "runtime/core/tesuji/memory_abi.h"
#include "runtime/host/production/number_table.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// Stands for the size of an open domain: too large for a bit or a head each.
inline constexpr std::uint32_t unbounded = ~std::uint32_t{0};

/// Properties of a relation that a memory needs in advance.
struct FactsShape {
  std::vector<std::uint32_t> domain_sizes;          ///< per column; `unbounded` if the domain is
                                                    ///< open
  std::vector<std::vector<std::uint32_t>> indexes;  ///< columns (ascending) of each index
  bool removable = false;                           ///< a rule removes from it
  bool fixed = false;                               ///< no rule changes it
  /// Largest product of domain sizes for which a bit per tuple is kept.
  std::uint64_t most_bits = std::uint64_t{1} << 27;
  /// Largest number of heads of a dense index.
  std::uint64_t most_heads = std::uint64_t{1} << 20;
};

/// Returns the bits of tsj_facts::present; nothing if the relation has none.
[[nodiscard]] std::optional<std::uint64_t> present_bits(const FactsShape& shape);
/// Returns the heads of an index over `columns`; nothing if it is hashed.
[[nodiscard]] std::optional<std::uint64_t> dense_heads(const FactsShape& shape,
                                                       const std::vector<std::uint32_t>& columns);

/// Owns the facts of one run. Not movable: generated code holds its address.
class WorkingMemory {
 public:
  /// `numbers`: for rules that compute; `bytes`: approximate limit for all facts and numbers.
  explicit WorkingMemory(const std::vector<FactsShape>& shapes, const GivenNumbers& numbers = {},
                         std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max());
  ~WorkingMemory();
  WorkingMemory(const WorkingMemory&) = delete;
  WorkingMemory& operator=(const WorkingMemory&) = delete;

  /// Adds the initial facts of a relation, `rows` in order. Throws LimitReached if memory runs out.
  void load(std::size_t relation, const FactRows& rows);
  /// Returns the relation's facts in order of arrival.
  [[nodiscard]] FactRows rows(std::size_t relation) const { return rows_from(relation, 0); }
  /// Returns the facts that were not loaded.
  [[nodiscard]] FactRows added_rows(std::size_t relation) const;
  /// Whether no rule changes the relation.
  [[nodiscard]] bool fixed(std::size_t relation) const { return fixed_[relation]; }
  /// Frees the room of removed facts if they are the majority. Renumbers rows: must not be called
  /// while a rule runs.
  void compact();

  [[nodiscard]] tsj_memory* abi() { return &memory_; }
  /// Null if rules compute no numbers.
  [[nodiscard]] NumberTable* numbers() { return numbers_.get(); }
  [[nodiscard]] const tsj_facts& facts(std::size_t relation) const { return facts_[relation]; }

 private:
  struct Arrays;
  static int grow(tsj_facts* facts);
  static int grow_numbers(tsj_memory* memory);
  /// Whether the memory may hold this many more bytes; else sets its status.
  bool may_take(std::uint64_t more);
  void reserve(std::size_t relation, std::uint32_t capacity);
  [[nodiscard]] FactRows rows_from(std::size_t relation, std::size_t first) const;

  tsj_memory memory_{};
  std::unique_ptr<NumberTable> numbers_;
  std::uint64_t bytes_left_;
  std::vector<tsj_facts> facts_;
  std::vector<std::unique_ptr<Arrays>> arrays_;
  std::vector<bool> fixed_;
  std::vector<std::uint32_t> loaded_;  ///< how many rows, at the front, were loaded
};

}  // namespace tesuji::runtime
