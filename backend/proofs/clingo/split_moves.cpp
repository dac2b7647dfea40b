// Splits a literal for a move into one for each group of its columns: a role makes one move at a
// time.
#include "backend/proofs/clingo/program.h"
#include "backend/proofs/clingo/simplify.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace tesuji::proofs {

namespace {

using ir::Argument;
using ir::VariableId;
using Columns =
    std::vector<std::size_t>;  // columns of a move's predicate, except column 0, the role

class MoveSplitter {
 public:
  explicit MoveSplitter(Program& program) : program_(program) {}

  bool run() {
    find_moves();
    if (moves_.empty()) return false;
    bool changed = false;
    for (std::size_t i = 0, count = program_.rules.size(); i < count; ++i) {
      if (program_.rules[i].kind != Rule::Head::atom) continue;
      Rule rule = program_.rules[i];
      bool here = false;
      for (std::size_t k = 0; k < rule.body.size(); ++k) here |= split(rule, k);
      if (here) program_.rules[i] = std::move(rule);
      changed |= here;
    }
    return changed;
  }

 private:
  /// Finds predicates with at most one row per role at each time: those of choices of exactly one
  /// element for each role.
  void find_moves() {
    for (const Rule& rule : program_.rules) {
      if (rule.kind != Rule::Head::choice || !rule.exactly_one) continue;
      for (const Element& element : rule.elements) {
        if (element.atom.args.size() < 3 || is_variable(element.atom.args.front())) continue;
        moves_[element.atom.predicate].insert(element.atom.args.front().id);
      }
    }
  }

  bool split(Rule& rule, std::size_t position) {
    const Literal literal = rule.body[position];
    if (literal.kind != Literal::Kind::positive || !moves_.contains(literal.atom.predicate)) {
      return false;
    }
    const std::vector<Columns> groups = groups_of(rule, position);
    std::size_t kept = 0;
    for (const Columns& group : groups) kept += group.size();
    const std::size_t all = literal.atom.args.size() - 1;
    if (groups.size() == 1 && kept == all) return false;
    rule.body.erase(rule.body.begin() + static_cast<std::ptrdiff_t>(position));
    std::vector<Literal> parts;
    for (const Columns& group : groups) parts.push_back(positive(projected(literal.atom, group)));
    rule.body.insert(rule.body.begin() + static_cast<std::ptrdiff_t>(position), parts.begin(),
                     parts.end());
    return true;
  }

  /// Groups the columns that are needed together: those in the head or constant; and of the others,
  /// those that other literals connect.
  static std::vector<Columns> groups_of(const Rule& rule, std::size_t position) {
    const Atom& move = rule.body[position].atom;
    std::set<VariableId> head;
    for (const Argument& argument : rule.head.args)
      if (is_variable(argument)) head.insert(argument.id);
    if (is_variable(move.args.front())) head.insert(move.args.front().id);  // in every group
    std::vector<VariableId> parent(rule.variables.size());
    std::iota(parent.begin(), parent.end(), VariableId{0});
    const auto find = [&](VariableId id) {
      while (parent[id] != id) id = parent[id];
      return id;
    };
    std::map<VariableId, std::size_t> uses;
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      Rule single;
      single.kind = Rule::Head::constraint;
      single.body.push_back(rule.body[i]);
      std::optional<VariableId> first;
      for_arguments(single, [&](const Argument& argument) {
        if (!is_variable(argument)) return;
        ++uses[argument.id];
        if (i == position || head.contains(argument.id)) return;
        if (first) parent[find(argument.id)] = find(*first);
        first = first.value_or(argument.id);
      });
    }
    Columns with_head;
    std::map<VariableId, Columns> others;
    for (std::size_t column = 1; column < move.args.size(); ++column) {
      const Argument& argument = move.args[column];
      if (!is_variable(argument) || head.contains(argument.id)) {
        with_head.push_back(column);
      } else if (uses[argument.id] > 1) {
        others[find(argument.id)].push_back(column);
      }
    }
    std::vector<Columns> groups;
    if (!with_head.empty()) groups.push_back(std::move(with_head));
    for (auto& [root, columns] : others) groups.push_back(std::move(columns));
    if (groups.empty()) groups.emplace_back();
    return groups;
  }

  /// Returns the atom for some of a move's columns; creates its rule on first use.
  Atom projected(const Atom& move, const Columns& columns) {
    const auto key = std::tuple(move.predicate, columns, move.time);
    auto place = predicate_of_.find({move.predicate, columns});
    if (place == predicate_of_.end()) {
      const Predicate& predicate = program_.predicates()[move.predicate];
      std::vector<DomainIndex> domains{predicate.columns.front()};
      std::string name = predicate.name + "_part";
      for (const std::size_t column : columns) {
        domains.push_back(predicate.columns[column]);
        name += fmt::format("_{}", column);
      }
      place = predicate_of_
                  .emplace(std::pair(move.predicate, columns),
                           program_.add_predicate(name, std::move(domains)))
                  .first;
    }
    Atom atom{place->second, {move.args.front()}, move.time};
    for (const std::size_t column : columns) atom.args.push_back(move.args[column]);
    if (made_.insert(key).second) make(move, columns, place->second);
    return atom;
  }

  void make(const Atom& move, const Columns& columns, PredicateId predicate) {
    Rule rule;
    Atom all{move.predicate, {}, move.time};
    for (std::size_t i = 0; i < move.args.size(); ++i) {
      all.args.push_back(Argument::variable(static_cast<VariableId>(i)));
      rule.variables.push_back(i == 0 ? "R" : fmt::format("X{}", i));
    }
    rule.head = {predicate, {all.args.front()}, move.time};
    for (const std::size_t column : columns) rule.head.args.push_back(all.args[column]);
    rule.body.push_back(positive(all));
    rule.comment = "a part of each move";
    const Atom part = rule.head;
    const std::vector<std::string> names = rule.variables;
    program_.add(std::move(rule));
    if (columns.empty()) return;
    // Follows from the choice of one move, but only after search.
    for (const ir::Symbol role : moves_[move.predicate]) {
      Rule one;
      one.kind = Rule::Head::constraint;
      one.variables = names;
      Literal count;
      count.kind = Literal::Kind::count;
      count.lower = 2;
      count.upper = ~std::uint64_t{0};
      Element element;
      Atom of_role = part;
      of_role.args.front() = Argument::constant(role);
      element.tuple.assign(of_role.args.begin() + 1, of_role.args.end());
      element.conditions.push_back(std::move(of_role));
      count.elements.push_back(std::move(element));
      one.body.push_back(std::move(count));
      program_.add(std::move(one));
    }
  }

  Program& program_;
  std::map<PredicateId, std::set<ir::Symbol>> moves_;  ///< with the roles that make them
  std::map<std::pair<PredicateId, Columns>, PredicateId> predicate_of_;
  std::set<std::tuple<PredicateId, Columns, std::optional<std::uint32_t>>> made_;
};

}  // namespace

bool split_moves(Program& program) {
  return MoveSplitter(program).run();
}

}  // namespace tesuji::proofs
