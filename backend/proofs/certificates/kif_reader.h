// Parses lists of symbols, and rulesheets in KIF.
//
// Bodies become conjunctions: a rule with `or` becomes several rules, one for each choice of a part
// of each `or`.
#pragma once

#include "backend/proofs/certificates/terms.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::certificates {

/// A symbol, in lower case, or a list.
struct Sexpr {
  bool is_list = false;
  std::string symbol;
  std::vector<Sexpr> items;
  std::size_t line = 0;

  /// Whether it is a list that begins with this symbol.
  [[nodiscard]] bool begins(std::string_view word) const {
    return is_list && !items.empty() && !items[0].is_list && items[0].symbol == word;
  }
};

/// Parses all expressions of a text; `;` begins a comment. Throws Malformed.
[[nodiscard]] std::vector<Sexpr> read_sexprs(std::string_view text);

/// Converts an expression to a term whose variables are numbered by `variables`; adds new ones.
/// Throws Malformed.
[[nodiscard]] Pattern read_pattern(const Sexpr& expression, Terms& terms,
                                   std::map<std::string, std::uint32_t>& variables);

using PredicateId = std::uint32_t;

/// A predicate's atom; propositions have no arguments: `p` and `(p)` are the same.
struct PatternAtom {
  PredicateId predicate = 0;
  std::vector<Pattern> args;
  friend bool operator==(const PatternAtom&, const PatternAtom&) = default;
};

struct RuleLiteral {
  enum class Kind : std::uint8_t {
    positive,
    negative,
    distinct,
    same,
    possible,  ///< never in a rulesheet: matches atoms that may hold in some state, and is not a
               ///< condition
  };
  Kind kind = Kind::positive;
  PatternAtom atom;  ///< distinct, same: compares its two arguments
  friend bool operator==(const RuleLiteral&, const RuleLiteral&) = default;
};

struct SheetRule {
  PatternAtom head;
  std::vector<RuleLiteral> body;
  std::uint32_t variables = 0;
  std::size_t line = 0;
};

/// Predicates by name and number of arguments.
class Predicates {
 public:
  PredicateId id(NameId name, std::size_t arity);
  struct Key {
    NameId name;
    std::size_t arity;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  [[nodiscard]] std::optional<PredicateId> find(NameId name, std::size_t arity) const;
  [[nodiscard]] const Key& operator[](PredicateId id) const { return keys_[id]; }
  [[nodiscard]] std::size_t size() const { return keys_.size(); }

 private:
  std::vector<Key> keys_;
  std::map<Key, PredicateId> by_key_;
};

struct Sheet {
  Terms terms;
  Predicates predicates;
  std::vector<SheetRule> rules;
};

/// Converts an expression to an atom. Throws Malformed.
[[nodiscard]] PatternAtom read_atom(const Sexpr& expression, Sheet& sheet,
                                    std::map<std::string, std::uint32_t>& variables);

/// Throws Malformed; throws LimitExceeded if one rule becomes too many.
[[nodiscard]] Sheet read_sheet(std::string_view text);

}  // namespace tesuji::certificates
