// Represents an answer set program, which the encoding creates and passes transform, and prints it
// in the syntax that clingo reads.
//
// A predicate has a time argument if `Atom::time` is set; it is printed as the last argument.
// Programs are not ground. Their semantics is clingo's for the printed text.
#pragma once

#include "ir/core/argument.h"
#include "ir/core/symbol.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::proofs {

using PredicateId = std::uint32_t;
using DomainIndex = std::uint32_t;

/// Constants over which columns and variables range, with the predicate that holds for them.
struct Domain {
  PredicateId predicate = ir::no_id;
  std::vector<ir::Symbol> values;
};

struct Predicate {
  std::string name;                  ///< as printed; unique in the program
  std::vector<DomainIndex> columns;  ///< without the time
  bool changes = true;               ///< false: the same at all times (static in the rulesheet)
};

/// `true_cell(X,1,b,0)`. Arguments are variables of the rule and constants.
struct Atom {
  PredicateId predicate = ir::no_id;
  std::vector<ir::Argument> args;
  std::optional<std::uint32_t> time;
  friend bool operator==(const Atom&, const Atom&) = default;
};

/// In a choice: `atom : conditions`; in a count: `tuple : conditions`, with a leading number if
/// several elements must be kept distinct.
struct Element {
  Atom atom;                            ///< choice
  std::optional<std::uint32_t> number;  ///< count
  std::vector<ir::Argument> tuple;      ///< count
  std::vector<Atom> conditions;
  friend bool operator==(const Element&, const Element&) = default;
};

struct Literal {
  enum class Kind : std::uint8_t { positive, negative, equal, unequal, count };
  Kind kind = Kind::positive;
  Atom atom;                       ///< positive, negative
  std::vector<ir::Argument> left;  ///< equal, unequal: tuples of one length
  std::vector<ir::Argument> right;
  std::vector<Element> elements;  ///< count
  std::uint64_t lower = 0;        ///< count
  std::uint64_t upper = 0;        ///< count; ir::Formula::unbounded: no bound
  friend bool operator==(const Literal&, const Literal&) = default;
};

struct Rule {
  enum class Head : std::uint8_t { atom, choice, constraint };
  Head kind = Head::atom;
  Atom head;                      ///< atom
  std::vector<Element> elements;  ///< choice
  bool exactly_one = false;       ///< choice of exactly one element, otherwise of any number
  std::vector<Literal> body;
  std::vector<std::string> variables;  ///< names, as printed
  std::string comment;                 ///< its origin; one line, may be empty
};

class Program {
 public:
  explicit Program(std::shared_ptr<const ir::SymbolTable> symbols) : symbols_(std::move(symbols)) {}

  /// Adds a predicate; turns `wish` into a unique ASP name, and avoids names that clingo or we use.
  PredicateId add_predicate(std::string_view wish, std::vector<DomainIndex> columns,
                            bool changes = true);
  /// Returns the domain with these values; its facts are printed if it is used.
  DomainIndex intern_domain(const std::vector<ir::Symbol>& values, std::string_view wish);
  void add(Rule rule) { rules.push_back(std::move(rule)); }

  [[nodiscard]] const std::vector<Predicate>& predicates() const { return predicates_; }
  [[nodiscard]] const std::vector<Domain>& domains() const { return domains_; }
  /// Owned by the module, and shared with programs in other threads.
  [[nodiscard]] const ir::SymbolTable& symbols() const { return *symbols_; }

  std::string title;  ///< a comment at the top; may be empty
  std::vector<Rule> rules;
  /// The used atoms of definition 24: those to show in answer sets.
  std::vector<PredicateId> shown;

 private:
  std::shared_ptr<const ir::SymbolTable> symbols_;
  std::vector<Predicate> predicates_;
  std::vector<Domain> domains_;
  std::set<std::string> names_;
  std::map<std::vector<ir::Symbol>, DomainIndex> domain_of_;
};

[[nodiscard]] Literal positive(Atom atom);
[[nodiscard]] Literal negative(Atom atom);

/// Calls `visit(Atom&)` on every atom of the rule's body, including those in counts.
template <typename SomeRule, typename Visit>
void for_body_atoms(SomeRule& rule, const Visit& visit) {
  for (auto& literal : rule.body) {
    if (literal.kind == Literal::Kind::positive || literal.kind == Literal::Kind::negative) {
      visit(literal.atom);
    }
    for (auto& element : literal.elements)
      for (auto& condition : element.conditions) visit(condition);
  }
}

/// Calls `visit(Atom&)` on the atoms that the rule can derive.
template <typename SomeRule, typename Visit>
void for_head_atoms(SomeRule& rule, const Visit& visit) {
  if (rule.kind == Rule::Head::atom) visit(rule.head);
  for (auto& element : rule.elements) visit(element.atom);
}

/// Calls `visit(Atom&)` on the conditions of a choice.
template <typename SomeRule, typename Visit>
void for_choice_conditions(SomeRule& rule, const Visit& visit) {
  for (auto& element : rule.elements)
    for (auto& condition : element.conditions) visit(condition);
}

/// Calls `visit(Argument&)` on every argument in the rule.
template <typename SomeRule, typename Visit>
void for_arguments(SomeRule& rule, const Visit& visit) {
  const auto atom = [&](auto& some) {
    for (auto& argument : some.args) visit(argument);
  };
  for_head_atoms(rule, atom);
  for_choice_conditions(rule, atom);
  for_body_atoms(rule, atom);
  for (auto& literal : rule.body) {
    for (auto& argument : literal.left) visit(argument);
    for (auto& argument : literal.right) visit(argument);
    for (auto& element : literal.elements)
      for (auto& argument : element.tuple) visit(argument);
  }
}

/// Returns the program in the language of clingo 5, one rule per line, with comments before their
/// rules. Domains come first, as facts, and `#show` last. Deterministic.
[[nodiscard]] std::string to_text(const Program& program);

/// Returns one rule without its comment: `head :- body.`
[[nodiscard]] std::string to_text(const Rule& rule, const Program& program);

}  // namespace tesuji::proofs
