#include "frontend/gdl/checks/binding_hints.h"

#include "frontend/gdl/gdl_visit.h"

#include <algorithm>

namespace tesuji::frontend {

BindingHints::BindingHints(const CheckContext& context) : context_(context) {
  for (const Clause& clause : context.rulesheet.clauses) add_unary(clause);
  for (const Clause& clause : context.rulesheet.clauses) add_places(clause);
}

BindingHints::Path BindingHints::start(const Term& atom) const {
  constexpr std::uint64_t keywords = std::uint64_t{1} << 32;
  switch (const Keyword keyword = context_.keyword(atom); keyword) {
    case Keyword::none:
      return {atom.name};
    case Keyword::init:
    case Keyword::next:
      return {keywords + static_cast<std::uint64_t>(Keyword::holds)};
    case Keyword::does:
      return {keywords + static_cast<std::uint64_t>(Keyword::legal)};
    default:
      return {keywords + static_cast<std::uint64_t>(keyword)};
  }
}

/// Calls `visit(path, term)` for every variable and constant in the arguments of `term`.
template <typename Visit>
void BindingHints::for_each_place(Path& path, const Term& term, const Visit& visit) {
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    const Term& argument = term.args[i];
    path.push_back(i);
    if (argument.kind == Term::Kind::compound) {
      path.push_back(argument.name);
      for_each_place(path, argument, visit);
      path.pop_back();
    } else {
      visit(path, argument);
    }
    path.pop_back();
  }
}

template <typename Visit>
void BindingHints::for_each_place(const Clause& clause, const Visit& visit) const {
  const auto look = [&](const Term& atom) {
    Path path = start(atom);
    for_each_place(path, atom, visit);
  };
  look(clause.head);
  for_each_atom(clause.body, look);
}

void BindingHints::add_unary(const Clause& clause) {
  const Term& head = clause.head;
  const Keyword keyword = context_.keyword(head);
  if (head.args.size() != 1 || (keyword != Keyword::none && keyword != Keyword::role)) return;
  const auto [found, is_new] = unary_.try_emplace(head.name);
  if (is_new) in_order_.push_back(head.name);
  if (clause.body.empty() && head.args.front().kind == Term::Kind::constant) {
    found->second.values.insert(head.args.front().name);
  } else {
    found->second.facts_only = false;
  }
}

void BindingHints::add_places(const Clause& clause) {
  std::unordered_map<ir::Symbol, std::vector<ir::Symbol>> stated;  // by variable
  for (const Literal& literal : clause.body) {
    const Term& atom = literal.atom;
    if (literal.kind == Literal::Kind::atom && atom.args.size() == 1 &&
        atom.args.front().kind == Term::Kind::variable && unary_.contains(atom.name)) {
      stated[atom.args.front().name].push_back(atom.name);
    }
  }
  for_each_place(clause, [&](const Path& path, const Term& term) {
    if (term.kind == Term::Kind::constant) {
      places_[path].constants.insert(term.name);
    } else if (const auto found = stated.find(term.name); found != stated.end()) {
      for (const ir::Symbol relation : found->second) ++places_[path].stated[relation];
    }
  });
}

std::optional<std::string> BindingHints::find(const Clause& clause, const Term& variable) const {
  Seen all;
  for_each_place(clause, [&](const Path& path, const Term& term) {
    const auto seen = places_.find(path);
    if (term.kind != Term::Kind::variable || term.name != variable.name || seen == places_.end())
      return;
    all.constants.insert(seen->second.constants.begin(), seen->second.constants.end());
    for (const auto& [relation, count] : seen->second.stated) all.stated[relation] += count;
  });
  const auto fits = [&](const Unary& unary) {
    return unary.facts_only && !all.constants.empty() &&
           std::all_of(all.constants.begin(), all.constants.end(),
                       [&](ir::Symbol constant) { return unary.values.contains(constant); });
  };
  const ir::Symbol* best = nullptr;
  std::size_t most = 0;
  std::size_t fewest = 0;
  for (const ir::Symbol& relation : in_order_) {
    if (relation == clause.head.name) continue;
    const auto stated = all.stated.find(relation);
    const std::size_t rules = stated == all.stated.end() ? 0 : stated->second;
    const Unary& unary = unary_.at(relation);
    if (rules < most || (rules == 0 && !fits(unary))) continue;
    if (rules > most || best == nullptr || (rules == 0 && unary.values.size() < fewest)) {
      best = &relation;
      most = rules;
      fewest = unary.values.size();
    }
  }
  if (best == nullptr) return std::nullopt;
  return context_.outline(context_.symbols.text(*best), context_.text(variable));
}

}  // namespace tesuji::frontend
