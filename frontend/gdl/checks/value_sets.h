// Computes possible values of arguments: for every place, the constants and functors that clauses
// can put there. An abstract interpretation of the rulesheet in the manner of the domain graph,
// Definition 20 of Haufe, Schiffel and Thielscher (2012): a fixpoint in which each place has its
// own set of symbols, `true` has the values of `init` and `next`, `does` those of `legal`, and
// negation is ignored. A relation that no clause defines is treated as if its clauses were missing:
// it may hold for any arguments. So the sets over-approximate the values that can occur.
#pragma once

#include "frontend/gdl/gdl_ast.h"
#include "frontend/gdl/gdl_keywords.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::frontend {

// --- Places

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
  /// Returns the symbol, and a functor's number of arguments + 1, or 0 (TermForm of gdl_ast.h).
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

// --- Fixpoint

/// The reason why a clause has no instance.
struct Impossible {
  enum class Reason {
    relation,     ///< `literal` is an atom of a relation that never holds
    value,        ///< `term` is in a place where it never occurs
    variable,     ///< no value of the variable `term` satisfies `literal` and those before it
    disjunction,  ///< no branch of `literal` can hold
    comparison,   ///< `literal` compares terms that are known to be equal or different
  };
  Reason reason = Reason::relation;
  const Literal* literal = nullptr;
  const Term* term = nullptr;  ///< value, variable
  /// value: the constants (or functors, like `term`) that can occur there
  std::vector<ir::Symbol> possible;
};

/// A step from an atom or compound term to one of its arguments.
struct ValueStep {
  ir::Symbol name = ir::no_symbol;  ///< of the relation or function
  std::size_t arity = 0;
  std::size_t argument = 0;  ///< counted from 0
};

/// The values that can occur in some place.
struct PossibleValues {
  bool anything = true;         ///< any value; nothing is known
  std::vector<TermForm> forms;  ///< constants and functors, in order of their first appearance
};

class ValueSets {
 public:
  /// `rulesheet` must be normalised, and outlive the result. `faulty`: the clauses with errors of
  /// the codes "keyword" and "arity", whose bodies are assumed to hold always.
  ValueSets(const Rulesheet& rulesheet, const Keywords& keywords,
            const std::unordered_set<const Clause*>& faulty = {});
  ~ValueSets();
  ValueSets(ValueSets&&) noexcept;

  /// Returns nullopt if the clause, a non-faulty one of the rulesheet, may have an instance.
  [[nodiscard]] std::optional<Impossible> impossible(const Clause& clause) const;

  /// Whether an atom of a relation of this keyword may have the constant `value` as its first
  /// argument.
  [[nodiscard]] bool may_begin_with(Keyword keyword, ir::Symbol value) const;

  /// Returns the values that can occur at the end of `path`, which has at least one step and begins
  /// at an atom. Nothing is known of undefined relations.
  [[nodiscard]] PossibleValues values_at(std::span<const ValueStep> path) const;

  /// Returns the possible values of each variable of the clause, one of the rulesheet's, by symbol.
  /// Empty if the clause has no instance.
  [[nodiscard]] std::vector<std::pair<ir::Symbol, PossibleValues>> variable_values(
      const Clause& clause) const;

 private:
  class Analysis;
  std::unique_ptr<Analysis> analysis_;
};

}  // namespace tesuji::frontend
