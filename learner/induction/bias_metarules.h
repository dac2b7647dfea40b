// Makes the clause metarules that a bias allows. They are all forms of clauses within its limits on
// variables and literals (max_vars, max_body), as in Popper's hypothesis space.
//
// A form is an order of literals over variables A, B, ..: each literal shares a variable with the
// head or an earlier literal, the arguments of a literal are different variables, and every
// variable occurs twice, unless the bias allows otherwise (allow_singletons, non_datalog). A
// literal that shares no variable may precede the one that joins it with the head if it supplies an
// input of this one: h(A,B) :- one(C), add(A,C,B), with direction(add,(in,in,out)). No literal
// occurs twice. With enable_recursion one literal, but not the first, may be of the head's
// predicate (linear recursion); its arguments that `direction` declares as inputs are bound there,
// one of them to a value that is not the head's. Orders of the same literals are different if some
// literal finds other variables bound. Shorter bodies come first, then those whose literals all
// share variables, then fewer variables.
#pragma once

#include "ir/formulas/clause_metarule.h"
#include "ir/formulas/logic_text.h"
#include "learner/search/background.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tesuji::learner {

struct FormLimits {
  std::uint32_t max_variables = 6;
  std::uint32_t max_body = 6;
  bool recursion = false;
  bool singletons = false;
  bool non_datalog = false;
  std::vector<bool> target_inputs;          ///< may be empty: unknown
  std::vector<std::uint32_t> target_types;  ///< may be empty: any
  std::size_t max_forms = 10000;            ///< longer bodies are omitted if there would be more
  std::size_t max_orders = 300000;  ///< or if this many orders of literals do not suffice to find
                                    ///< them
};

/// Examples: the body of a form must hold for one of them, because other clauses cover nothing. Not
/// used for recursion, whose calls have other values, nor if background calls are proved, which may
/// take long.
struct FormExamples {
  Background* background = nullptr;                   ///< null: forms are not tested on examples
  std::span<const std::vector<Value>> positive = {};  ///< arguments of the target
  /// Background calls for all bodies of one length; beyond that, bodies are not tested.
  std::size_t max_calls = 1'000'000;
};

struct BiasForms {
  std::vector<ir::ClauseMetarule> metarules;
  std::uint32_t longest = 0;  ///< literals; less than max_body if there would be too many forms
  /// The limit that omits longer bodies; none: there are no longer ones.
  enum class Cut : std::uint8_t { none, max_body, forms, orders };
  Cut cut_by = Cut::none;
  bool cut_variables =
      false;  ///< whether max_variables omits forms with at most `longest` literals
};

/// Makes the clauses of a target with `arity` arguments. Omits forms without predicates of fitting
/// types and inputs, and those whose body holds for no example.
[[nodiscard]] BiasForms bias_metarules(std::uint32_t arity,
                                       std::span<const BackgroundPredicate> predicates,
                                       const FormLimits& limits, const FormExamples& examples = {});

/// Reads the bias's limits on forms: max_vars, max_body, directions of the target and so on.
[[nodiscard]] FormLimits form_limits(const ir::BiasText& bias, const std::string& target,
                                     std::uint32_t arity);

}  // namespace tesuji::learner
