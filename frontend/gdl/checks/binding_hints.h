// Suggests a condition that binds a variable, for messages about unsafe rules.
#pragma once

#include "frontend/gdl/checks/checks.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tesuji::frontend {

/// Finds a unary relation of the rulesheet that contains the values of a variable. An argument of a
/// relation, or of a term in it, is a *place*; `true` has the places of `init` and `next`, and
/// `does` those of `legal`. Chooses a relation that other rules apply to variables in the same
/// place; otherwise one whose facts contain every constant in that place.
class BindingHints {
 public:
  /// The context must outlive this.
  explicit BindingHints(const CheckContext& context);

  /// Returns the condition as an atom in the sheet's syntax, such as `(index ?x)`; nullopt if no
  /// relation fits. `variable` occurs in `clause`.
  [[nodiscard]] std::optional<std::string> find(const Clause& clause, const Term& variable) const;

 private:
  /// A relation's key, followed by pairs of an argument's number and its functor.
  using Path = std::vector<std::uint64_t>;

  struct Unary {
    std::unordered_set<ir::Symbol> values;
    bool facts_only = true;  ///< `values` is complete
  };

  struct Seen {
    std::unordered_set<ir::Symbol> constants;
    std::unordered_map<ir::Symbol, std::size_t> stated;  ///< rules by relation
  };

  [[nodiscard]] Path start(const Term& atom) const;
  template <typename Visit>
  static void for_each_place(Path& path, const Term& term, const Visit& visit);
  template <typename Visit>
  void for_each_place(const Clause& clause, const Visit& visit) const;
  void add_unary(const Clause& clause);
  void add_places(const Clause& clause);

  const CheckContext& context_;
  std::unordered_map<ir::Symbol, Unary> unary_;
  std::vector<ir::Symbol> in_order_;  ///< of `unary_`, as in the source
  std::map<Path, Seen> places_;
};

}  // namespace tesuji::frontend
