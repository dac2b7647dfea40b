// Prints domains of variables in the language of invariants: names, lists, places.
#pragma once

#include "ir/formulas/written_formula.h"
#include "ir/module/module.h"
#include "ir/module/vocabulary.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tesuji::ir {

/// Finds short texts for what variables can be.
class DomainTexts {
 public:
  /// Both outlive it.
  DomainTexts(const Module& module, const Vocabulary& vocabulary);

  /// The text of a sort: the name of a predicate with these values (`index`), a list
  /// (`{1..4,b}`), or, where these are long or there are none, a place in `scope` where the
  /// variable stands (`dom(cell,3)`), or any, or `f(index) or {b}`.
  [[nodiscard]] std::string text(const std::vector<TermSet>& sort, std::uint32_t variable,
                                 const WrittenFormula& scope);

 private:
  using Place = std::tuple<Symbol, std::size_t, std::size_t>;  ///< name, arity, argument

  [[nodiscard]] std::string text(const TermSet& set) const;
  [[nodiscard]] std::string text(const TermPattern& shape, const TermSet& set,
                                 std::size_t& leaf) const;
  [[nodiscard]] std::string leaf_text(const std::vector<Symbol>& values) const;
  [[nodiscard]] std::string list(const std::vector<Symbol>& values) const;
  [[nodiscard]] std::string place_text(const Place& place) const;
  /// A place whose terms are just these, or nothing.
  [[nodiscard]] std::string place(const std::vector<TermSet>& sort, std::uint32_t variable,
                                  const WrittenFormula& scope);
  /// Anywhere in the game.
  [[nodiscard]] std::string any_place(const std::vector<Symbol>& values);

  const Module& module_;
  const Vocabulary& vocabulary_;
  std::map<std::vector<Symbol>, Symbol> predicates_;  ///< values -> the first with just these
  /// values -> the first place with just these; found when it is first asked for
  std::optional<std::map<std::vector<Symbol>, Place>> places_;
};

}  // namespace tesuji::ir
