// Numbers the tuples that a relation may have, and indexes them by some of their columns.
#pragma once

#include "backend/features/traced/sliced_program.h"
#include "ir/core/symbol.h"

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

namespace tesuji::slices {

inline constexpr Slot always = ~Slot{0};  ///< the slot of a tuple that is true in every position

class Rows {
 public:
  using Number = std::uint32_t;
  static constexpr Number none = ~Number{0};

  explicit Rows(std::size_t width) : width_(width) {}

  [[nodiscard]] std::size_t size() const { return slots_.size(); }
  [[nodiscard]] std::span<const ir::Symbol> row(Number number) const {
    return {cells_.data() + std::size_t{number} * width_, width_};
  }
  [[nodiscard]] Slot slot(Number number) const { return slots_[number]; }
  void set_slot(Number number, Slot slot) { slots_[number] = slot; }

  [[nodiscard]] Number find(std::span<const ir::Symbol> row) const;
  /// Returns the row's number; sets `inserted` if it is new.
  Number insert(std::span<const ir::Symbol> row, Slot slot, bool& inserted);

  /// Returns the numbers of the rows that have `key` in the columns of `mask`, ascending. Rows may
  /// be added while the caller iterates over the result by index.
  const std::vector<Number>& matching(std::uint64_t mask, std::span<const ir::Symbol> key);

 private:
  struct Hash {
    std::size_t operator()(const std::vector<ir::Symbol>& key) const;
  };
  using Index = std::unordered_map<std::vector<ir::Symbol>, std::vector<Number>, Hash>;

  void add_to(Index& index, std::uint64_t mask, Number number);

  std::size_t width_;
  std::vector<ir::Symbol> cells_;
  std::vector<Slot> slots_;
  std::unordered_map<std::vector<ir::Symbol>, Number, Hash> numbers_;
  std::map<std::uint64_t, Index> indexes_;  ///< by the given columns
  std::vector<ir::Symbol> key_;
};

}  // namespace tesuji::slices
