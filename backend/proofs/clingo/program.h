// An answer set program before it is text: what the encoding makes, and passes transform.
//
// A predicate has a time argument where `Atom::time` says so; it is printed as the last
// argument. Programs are not ground. What a program means is what clingo makes of its text.
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

/// Constants that columns and variables range over, with the predicate that has them.
struct Domain {
  PredicateId predicate = ir::no_id;
  std::vector<ir::Symbol> values;
};

struct Predicate {
  std::string name;                  ///< as printed; unique in the program
  std::vector<DomainIndex> columns;  ///< no time among them
  bool changes = true;               ///< false: the same at all times (static in the rulesheet)
};

/// `true_cell(X,1,b,0)`. Arguments are variables of the rule and constants.
struct Atom {
  PredicateId predicate = ir::no_id;
  std::vector<ir::Argument> args;
  std::optional<std::uint32_t> time;
  friend bool operator==(const Atom&, const Atom&) = default;
};

/// In a choice `atom : conditions`; in a count `tuple : conditions`, with a number in front where
/// several elements are to be kept apart.
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
  std::uint64_t upper = 0;        ///< count; ir::Formula::unbounded: none
  friend bool operator==(const Literal&, const Literal&) = default;
};

struct Rule {
  enum class Head : std::uint8_t { atom, choice, constraint };
  Head kind = Head::atom;
  Atom head;                      ///< atom
  std::vector<Element> elements;  ///< choice
  bool exactly_one = false;       ///< choice of one element, else of any number
  std::vector<Literal> body;
  std::vector<std::string> variables;  ///< names, as printed
  std::string comment;                 ///< where it comes from; one line, may be empty
};

class Program {
 public:
  explicit Program(std::shared_ptr<const ir::SymbolTable> symbols) : symbols_(std::move(symbols)) {}

  /// `wish` made a name of ASP, and unique. Names that clingo or we give a meaning are avoided.
  PredicateId add_predicate(std::string_view wish, std::vector<DomainIndex> columns,
                            bool changes = true);
  /// The domain with these values; its facts are printed where it is used.
  DomainIndex intern_domain(const std::vector<ir::Symbol>& values, std::string_view wish);
  void add(Rule rule) { rules.push_back(std::move(rule)); }

  [[nodiscard]] const std::vector<Predicate>& predicates() const { return predicates_; }
  [[nodiscard]] const std::vector<Domain>& domains() const { return domains_; }
  /// Of the module, and shared with programs that other threads work on.
  [[nodiscard]] const ir::SymbolTable& symbols() const { return *symbols_; }

  std::string title;  ///< a comment at the head; may be empty
  std::vector<Rule> rules;
  /// The used atoms of definition 24: what answer sets are asked for.
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

/// Calls `visit(Atom&)` on every atom of the rule's body, those within counts included.
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

}  // namespace tesuji::proofs
