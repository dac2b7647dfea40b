// Makes the clause metarules that a bias allows: all forms of clauses with at most so many
// variables and literals (max_vars, max_body), as Popper's hypothesis space has them.
//
// A form is an order of literals over variables A, B, ..: each literal shares a variable with the
// head or a literal before it, the arguments of a literal are different variables, and every
// variable stands twice, unless the bias says otherwise (allow_singletons, non_datalog). A literal
// that shares none may come before the one that joins it with the head where it gives this one an
// input: h(A,B) :- one(C), add(A,C,B), with direction(add,(in,in,out)). No literal comes twice.
// With enable_recursion one literal, but the first, may be of the head's predicate (linear
// recursion); the arguments that `direction` says are inputs have values there, one of them not the
// head's. Of orders of the same literals those are different in which a literal has other variables
// with values. Shorter bodies come first, then those whose literals all share variables, then fewer
// variables.
#pragma once

#include "ir/formulas/clause_metarule.h"
#include "ir/formulas/induction_text.h"
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
  std::size_t max_forms = 10000;    ///< longer bodies are left out where there would be more
  std::size_t max_orders = 300000;  ///< and where so many orders of literals are too few to look at
};

/// Examples, for one of which the body of a form must hold: other clauses cover nothing. Not for
/// recursion, where clauses are called with other values, nor where calls of the background are
/// proved, which may take long.
struct FormExamples {
  Background* background = nullptr;  ///< null: forms are not compared with examples
  std::span<const std::vector<Value>> positive = {};  ///< arguments of the target
  /// Calls of the background for all bodies of one length; from there on bodies are not compared.
  std::size_t max_calls = 1'000'000;
};

struct BiasForms {
  std::vector<ir::ClauseMetarule> metarules;
  std::uint32_t longest = 0;  ///< literals; less than max_body where there would be too many
  /// Which limit leaves longer bodies out; none: there are no longer ones.
  enum class Cut : std::uint8_t { none, max_body, forms, orders };
  Cut cut_by = Cut::none;
  bool cut_variables =
      false;  ///< whether max_variables leaves out any of at most `longest` literals
};

/// Clauses of a target with `arity` arguments. Forms for which there are no predicates whose types
/// and inputs fit are left out, and so are those whose body holds for no example.
[[nodiscard]] BiasForms bias_metarules(std::uint32_t arity,
                                       std::span<const BackgroundPredicate> predicates,
                                       const FormLimits& limits, const FormExamples& examples = {});

/// What a bias says of forms: max_vars, max_body, directions of the target and so on.
[[nodiscard]] FormLimits form_limits(const ir::BiasText& bias, const std::string& target,
                                     std::uint32_t arity);

}  // namespace tesuji::learner
