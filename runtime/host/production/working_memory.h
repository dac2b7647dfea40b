// Stores the facts of a run of production rules and the numbers that rules compute: the host's side
// of tesuji/memory_abi.h and tesuji/numbers_abi.h, with input and output. A budget divides the
// memory for fast access among the relations.
#pragma once

#include "runtime/core/tesuji/memory_abi.h"
#include "runtime/core/tesuji/numbers_abi.h"
#include "runtime/host/production/production.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace tesuji::runtime {

/// The open domain of a rule set, before any number is computed.
struct GivenNumbers {
  std::vector<tsj_number> constants;   ///< by position
  std::vector<std::uint32_t> results;  ///< positions of constants whose text is that of a possible
                                       ///< result
  std::size_t computations = 0;        ///< 0: rules compute nothing
};

/// Owns the numbers of one run. Not movable: generated code holds its address.
class NumberTable {
 public:
  explicit NumberTable(const GivenNumbers& given);
  NumberTable(const NumberTable&) = delete;
  NumberTable& operator=(const NumberTable&) = delete;

  [[nodiscard]] tsj_numbers* abi() { return &numbers_; }
  [[nodiscard]] tsj_failure* failures() { return failures_.data(); }
  /// Adds numbers of an earlier run, in order.
  void load(const ComputedNumbers& computed);
  /// Returns the numbers that are not constants.
  [[nodiscard]] ComputedNumbers computed() const;
  /// Doubles the room; returns false if positions would be too large. Throws std::bad_alloc.
  [[nodiscard]] bool grow();
  /// Returns the bytes that it holds.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  void link_all();

  tsj_numbers numbers_{};
  std::vector<tsj_number> values_;
  std::vector<std::uint32_t> heads_;
  std::vector<std::uint32_t> results_;
  std::vector<tsj_failure> failures_;
};

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

// A bit for each tuple, or a head for each key, is the fastest way to find a fact, but its memory
// grows with the domains, however few facts there are. Relations share a budget; those beyond it
// find their facts by hashing.

/// Budget of all relations of a memory (64 MiB for bits, 64 MiB for heads).
inline constexpr std::uint64_t most_bits_of_all = std::uint64_t{1} << 29;
inline constexpr std::uint64_t most_heads_of_all = std::uint64_t{1} << 23;

/// Sets most_bits and most_heads of each shape so that together they keep to the budget: whatever
/// is larger than a common limit is hashed. In addition, a fixed relation may have up to 512 bytes
/// of bits for each of its `rows` (an element per shape).
void share_room(std::vector<FactsShape>& shapes, const std::vector<std::uint64_t>& rows);

}  // namespace tesuji::runtime
