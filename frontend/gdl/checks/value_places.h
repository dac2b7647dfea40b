// Stores the sets of value_sets.h: places, and the symbols that can occur in each.
#pragma once

#include "frontend/gdl/gdl_ast.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::frontend {

/// A set of small numbers.
class NumberSet {
 public:
  [[nodiscard]] bool contains(std::uint32_t number) const;
  [[nodiscard]] bool empty() const;
  /// Returns whether the number is new.
  bool insert(std::uint32_t number);
  /// Adds the elements of `other`; returns whether some are new.
  bool unite(const NumberSet& other);
  void intersect(const NumberSet& other);

  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint32_t bit = 0; bit < 64; ++bit) {
        if ((words_[w] >> bit & 1U) != 0) {
          visit(static_cast<std::uint32_t>(w * 64 + bit));
        }
      }
    }
  }

 private:
  std::vector<std::uint64_t> words_;
};

using PlaceId = std::uint32_t;
/// A constant, or a functor with its number of arguments.
using Constructor = std::uint32_t;

/// The values that can occur in an argument of a relation, or of a term in it.
struct Place {
  bool anything = false;  ///< the sets carry no information
  NumberSet constructors;
  /// The places of a functor's arguments. Absent for constants, and for terms nested so deep that
  /// any value may follow.
  std::unordered_map<Constructor, std::vector<PlaceId>> parts;
  std::uint32_t depth = 0;
};

class PlaceTable {
 public:
  /// Below this depth, terms are not distinguished.
  static constexpr std::uint32_t max_depth = 3;

  [[nodiscard]] PlaceId make(std::uint32_t depth = 0);
  [[nodiscard]] const Place& operator[](PlaceId place) const { return places_[place]; }
  /// Whether the sets would exceed the memory that the analysis is worth (32 MiB). Then they carry
  /// no information.
  [[nodiscard]] bool full() const {
    constexpr std::size_t max_bits = std::size_t{1} << 28;
    constexpr std::size_t own_bits = 1024;  // of a place whose set is empty
    return places_.size() * (constructors_.size() + own_bits) > max_bits;
  }

  /// Returns the number of a constant or of a compound term's functor.
  [[nodiscard]] Constructor constructor(const Term& term);
  /// The same; nullopt if it has no number yet.
  [[nodiscard]] std::optional<Constructor> find(
      const std::pair<ir::Symbol, std::size_t>& form) const;
  /// Returns the symbol, and whether it is a functor.
  [[nodiscard]] std::pair<ir::Symbol, bool> describe(Constructor constructor) const;
  /// Returns the symbol, and a functor's number of arguments + 1, or 0 (TermForm of gdl_visit.h).
  [[nodiscard]] const std::pair<ir::Symbol, std::size_t>& form(Constructor constructor) const {
    return descriptions_[constructor];
  }

  // Each returns whether it added something.
  bool add(PlaceId place, Constructor constructor);
  bool add_anything(PlaceId place);
  bool add_all(PlaceId from, PlaceId to);
  /// Adds only `chosen`, a subset of the constructors of `from`.
  bool add_chosen(PlaceId from, const NumberSet& chosen, PlaceId to);

  /// Returns the places of the arguments of `constructor` in `place`, creating missing ones; empty
  /// below max_depth, and if the table is full.
  const std::vector<PlaceId>& parts(PlaceId place, Constructor constructor);

 private:
  std::deque<Place> places_;  ///< references stay valid
  std::map<std::pair<ir::Symbol, std::size_t>, Constructor> constructors_;  ///< args + 1, or 0
  std::vector<std::pair<ir::Symbol, std::size_t>> descriptions_;
};

}  // namespace tesuji::frontend
