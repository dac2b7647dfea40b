// Numbers that facts give for literals of a rule that is to be split (split_existential.h).
#pragma once

#include "ir/module/module.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace tesuji::passes {

class LiteralFacts {
 public:
  /// Keeps references to both; relations that are there now have all their facts, those that come
  /// later have none. `is_static`, by relation: its facts are all that is true of it.
  LiteralFacts(ir::Module& possible, const std::vector<bool>& is_static);

  /// The narrowest domain that a positive literal of the body has for the variable: of its column,
  /// or of the few facts that have its constants. no_id where none binds it.
  [[nodiscard]] ir::DomainId domain_of(ir::VariableId variable,
                                       const std::vector<ir::Literal>& body);

  /// How many rows are left of the guard's where only these variables are told apart, of each row.
  [[nodiscard]] double share_of_needed(const ir::Literal& guard,
                                       const std::set<ir::VariableId>& needed);

  /// Whether a static relation has each value of one variable of `inside` once, and less than half
  /// of those that `taken` leaves for it.
  [[nodiscard]] bool narrows(const ir::Literal& literal, const std::set<ir::VariableId>& inside,
                             const std::vector<ir::Literal>& taken);

 private:
  [[nodiscard]] ir::DomainId agreeing_domain(const ir::Literal& literal, std::size_t column);

  ir::Module& possible_;
  const std::vector<bool>& is_static_;
  std::size_t known_;  ///< relations that were there
  /// By relation, column and constants (else no_id): the domain of the facts that have these.
  std::map<std::vector<std::uint32_t>, ir::DomainId> agreeing_;
  std::map<std::vector<std::uint32_t>, double> shares_;  ///< by relation, constants and columns
};

}  // namespace tesuji::passes
