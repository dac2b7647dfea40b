#include "backend/proofs/certificates/game_cnf.h"

#include "backend/proofs/certificates/terms.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

namespace tesuji::certificates {

Gates::Gates(std::uint64_t most_literals, double seconds)
    : most_literals_(most_literals), seconds_(seconds) {
  cnf_.variables = 1;
  cnf_.add(std::vector<Literal>{yes});
}

std::size_t Gates::Hash::operator()(const std::vector<Literal>& literals) const {
  std::uint64_t hash = literals.size();
  for (const Literal literal : literals) hash = mixed(hash, static_cast<std::uint32_t>(literal));
  return hash;
}

void Gates::watch_time() {
  constexpr std::uint64_t often = 4096;
  if (seconds_ <= 0 || ++watched_ % often != 0) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
  if (elapsed.count() > seconds_) throw LimitExceeded("the time limit of the CNF was reached");
}

void Gates::clause(std::span<const Literal> literals) {
  kept_.clear();
  for (const Literal literal : literals) {
    if (literal == yes) return;
    if (literal != no) kept_.push_back(literal);
  }
  if (cnf_.literals.size() + kept_.size() > most_literals_) {
    throw LimitExceeded("the CNF has more than " + std::to_string(most_literals_) + " literals");
  }
  cnf_.add(kept_);
}

Literal Gates::all_of(std::vector<Literal> literals) {
  watch_time();
  std::erase(literals, yes);
  std::ranges::sort(literals);
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  const bool contradicts = std::ranges::any_of(literals, [&](Literal literal) {
    return literal == no || std::ranges::binary_search(literals, -literal);
  });
  if (contradicts) return no;
  if (literals.empty()) return yes;
  if (literals.size() == 1) return literals.front();
  const auto known = conjunctions_.find(literals);
  if (known != conjunctions_.end()) return known->second;
  const Literal defined = variable();
  std::vector<Literal> back{defined};
  for (const Literal literal : literals) {
    clause({-defined, literal});
    back.push_back(-literal);
  }
  clause(back);
  conjunctions_.emplace(std::move(literals), defined);
  return defined;
}

Literal Gates::any_of(std::vector<Literal> literals) {
  for (Literal& literal : literals) literal = -literal;
  return -all_of(std::move(literals));
}

Literal Gates::count_of(std::span<const Literal> literals, std::uint64_t lower,
                        std::uint64_t upper) {
  const std::uint64_t size = literals.size();
  if (lower > upper || lower > size) return no;
  if (lower == 1 && upper >= size) return any_of({literals.begin(), literals.end()});
  const std::uint64_t most = upper >= size ? lower : upper + 1;
  std::vector<Literal> cells(most + 1, no);  // c(i, j) by j
  cells[0] = yes;
  for (const Literal literal : literals) {
    for (std::uint64_t j = most; j > 0; --j) {
      cells[j] = any_of({cells[j], all_of({literal, cells[j - 1]})});
    }
  }
  return all_of({cells[lower], upper >= size ? yes : -cells[upper + 1]});
}

Literal Gates::at_most_one(std::span<const Literal> literals) {
  Literal some = no;
  for (const Literal literal : literals) {
    clause({-some, -literal});
    some = any_of({some, literal});
  }
  return some;
}

GameCnf::GameCnf(GroundGame& game, CnfStart start, std::uint32_t last, const CnfLimits& limits)
    : game_(game),
      start_(start),
      last_(last),
      limits_(limits),
      gates_(limits.literals, limits.seconds) {
  values_.assign(last + 1, std::vector<Literal>(game.kinds.size(), 0));
  parts_.resize(last);
  for (std::uint32_t role = 0; role < game.moves.size(); ++role) {
    for (const AtomId move : game.moves[role]) role_of_.emplace(move, role);
  }
  find_rounds();
  alive_.push_back(Gates::yes);
  for (std::uint32_t time = 0; time < last; ++time) {
    const Literal over = game.terminal == no_atom ? Gates::no : atom(game.terminal, time);
    alive_.push_back(gates_.all_of({alive_[time], -over}));
  }
}

/// Sets as many rounds as atoms, unless that is too large.
void GameCnf::find_rounds() {
  const std::uint32_t loops =
      game_.loop.empty() ? 0 : *std::max_element(game_.loop.begin(), game_.loop.end());
  rounds_.assign(loops + 1, 0);
  std::vector<std::uint64_t> sizes(loops + 1);
  for (AtomId atom = 0; atom < game_.loop.size(); ++atom) {
    if (game_.loop[atom] == 0) continue;
    ++rounds_[game_.loop[atom]];
    for (const GroundBody& body : game_.bodies_of(atom)) sizes[game_.loop[atom]] += body.size;
  }
  for (std::uint32_t loop = 1; loop <= loops; ++loop) {
    if (rounds_[loop] * sizes[loop] > limits_.unrolled) rounds_[loop] = 0;
  }
}

Literal GameCnf::atom(AtomId atom, std::uint32_t time) {
  switch (game_.kinds[atom]) {
    case AtomKind::never:
      return Gates::no;
    case AtomKind::always:
      return Gates::yes;
    case AtomKind::fluent:
      if (time > 0) {
        const AtomId next = game_.next[atom];
        return next == no_atom ? Gates::no : this->atom(next, time - 1);
      }
      if (start_ == CnfStart::initial) return game_.initial[atom] ? Gates::yes : Gates::no;
      break;
    case AtomKind::move:
      if (time == last_) throw std::logic_error("no moves are made in the last state");
      break;
    case AtomKind::derived: {
      const std::uint32_t loop = game_.loop[atom];
      return derived(atom, time, loop == 0 ? 0 : rounds_[loop]);
    }
  }
  Literal& value = values_[time][atom];
  if (value == 0) value = gates_.variable();
  return value;
}

Literal GameCnf::derived(AtomId atom, std::uint32_t time, std::uint32_t round) {
  const std::uint64_t key = (static_cast<std::uint64_t>(atom) * (last_ + 1) + time) << 24U | round;
  Literal& value = round == 0 ? values_[time][atom] : in_rounds_[key];
  if (value == 0) {
    value = gates_.variable();
    if (round == 0 && game_.loop[atom] != 0) weaker_ = true;
    open_.push_back({atom, time, round, value});
  }
  return value;
}

void GameCnf::define(const Open& open) {
  std::vector<Literal> ways{-open.literal};
  std::vector<std::vector<AtomId>> moves(game_.moves.size());  // bodies of one move, by role
  for (const GroundBody& body : game_.bodies_of(open.atom)) {
    const auto only = static_cast<AtomId>(game_.literals(body).front() / 2);
    if (body.size == 1 && game_.literals(body).front() % 2 == 0 &&
        game_.kinds[only] == AtomKind::move) {
      moves[role_of_.at(only)].push_back(only);
      continue;
    }
    std::vector<Literal> conditions;
    for (const BodyLiteral literal : game_.literals(body)) {
      const auto atom = static_cast<AtomId>(literal / 2);
      const bool inside = open.round > 0 && game_.loop[atom] == game_.loop[open.atom];
      Literal value = Gates::no;
      if (!inside) {
        value = this->atom(atom, open.time);
      } else if (open.round > 1) {
        value = derived(atom, open.time, open.round - 1);
      }
      conditions.push_back(literal % 2 == 1 ? -value : value);
    }
    const Literal way = gates_.all_of(std::move(conditions));
    if (way == Gates::no) continue;
    gates_.clause({-way, open.literal});
    ways.push_back(way);
  }
  for (const std::vector<AtomId>& own : moves) {
    if (own.empty()) continue;
    ways.push_back(any_move(own, open.time));
    gates_.clause({-ways.back(), open.literal});
  }
  gates_.clause(ways);
}

/// Adds the parts that moves of one functor share with the move made: as disjunctions of moves.
void GameCnf::add_parts(const std::vector<AtomId>& moves, std::uint32_t time,
                        std::vector<Literal>& functors) {
  const auto parts_of = [&](AtomId move) {
    return game_.sheet.terms.args(game_.atoms->args(move)[1]);
  };
  std::vector<Literal> made;
  for (const AtomId move : moves) made.push_back(atom(move, time));
  functors.push_back(gates_.any_of(made));
  for (const AtomId move : moves) parts_[time][move].push_back(functors.back());
  for (std::size_t part = 0; part < parts_of(moves[0]).size(); ++part) {
    std::map<TermId, std::vector<AtomId>> by_value;
    for (const AtomId move : moves) by_value[parts_of(move)[part]].push_back(move);
    std::vector<Literal> values;
    for (const auto& [value, some] : by_value) {
      made.clear();
      for (const AtomId move : some) made.push_back(atom(move, time));
      values.push_back(gates_.any_of(made));
      for (const AtomId move : some) parts_[time][move].push_back(values.back());
    }
    static_cast<void>(gates_.at_most_one(values));
  }
}

/// Two moves differ in their functors or in an argument, so at most one value for each means at
/// most one move.
void GameCnf::add_moves(std::uint32_t time) {
  const Literal over = -alive_[time + 1];
  const Terms& terms = game_.sheet.terms;
  for (const std::vector<AtomId>& moves : game_.moves) {
    std::map<std::tuple<bool, NameId, std::size_t>, std::vector<AtomId>> by_functor;
    for (const AtomId move : moves) {
      const TermId term = game_.atoms->args(move)[1];
      by_functor[{terms.is_compound(term), terms.name_of(term), terms.args(term).size()}].push_back(
          move);
      gates_.clause({over, -atom(move, time), atom(game_.legal[move], time)});
    }
    std::vector<Literal> functors;
    for (const auto& [functor, some] : by_functor) add_parts(some, time, functors);
    gates_.clause({over, gates_.at_most_one(functors)});
  }
}

/// Returns the disjunction of some moves of one role, and adds that it implies their common parts.
Literal GameCnf::any_move(const std::vector<AtomId>& moves, std::uint32_t time) {
  std::vector<Literal> made;
  for (const AtomId move : moves) made.push_back(atom(move, time));
  const Literal some = gates_.any_of(made);
  const std::vector<Literal>& parts = parts_[time].at(moves[0]);
  for (std::size_t part = 0; part < parts.size() && moves.size() > 1; ++part) {
    const bool common = std::ranges::all_of(moves, [&](AtomId move) {
      const std::vector<Literal>& own = parts_[time].at(move);
      return own[0] == parts[0] && own[part] == parts[part];
    });
    if (common) gates_.clause({-some, parts[part]});
  }
  return some;
}

void GameCnf::finish() {
  for (std::uint32_t time = 0; time < last_; ++time) add_moves(time);
  while (!open_.empty()) {
    const Open open = open_.back();
    open_.pop_back();
    define(open);
  }
}

Literal GameCnf::statement(const ReadStatement& statement, std::uint32_t time) {
  Binding binding(statement.variables, no_term);
  return part(statement.formula, time, binding);
}

Literal GameCnf::part(const Statement& formula, std::uint32_t time, Binding& binding) {
  using Kind = Statement::Kind;
  Terms& terms = game_.sheet.terms;
  std::vector<Literal> parts;
  switch (formula.kind) {
    case Kind::holds: {
      std::vector<TermId> args;
      for (const Pattern& arg : formula.args) args.push_back(instantiate(arg, binding, terms));
      const AtomId atom = game_.find(formula.predicate, args);
      return atom == no_atom ? Gates::no : this->atom(atom, time);
    }
    case Kind::same:
      return instantiate(formula.args[0], binding, terms) ==
                     instantiate(formula.args[1], binding, terms)
                 ? Gates::yes
                 : Gates::no;
    case Kind::negation:
      return -part(formula.parts[0], time, binding);
    case Kind::next: {
      const Literal over = game_.terminal == no_atom ? Gates::no : atom(game_.terminal, time);
      return gates_.any_of({over, part(formula.parts[0], time + 1, binding)});
    }
    case Kind::conjunction:
    case Kind::disjunction:
      for (const Statement& some : formula.parts) parts.push_back(part(some, time, binding));
      return formula.kind == Kind::conjunction ? gates_.all_of(std::move(parts))
                                               : gates_.any_of(std::move(parts));
    case Kind::count:
      break;
  }
  for (std::size_t range = 0; range < formula.ranges.size(); ++range) {
    add_choices(formula, range, 0, time, binding, parts);
  }
  return gates_.count_of(parts, formula.lower, formula.upper);
}

namespace {

/// Returns an atom that must hold for the formula to hold and that contains all the variables; null
/// if the formula has none.
const Statement* needed_atom(const Statement& formula,
                             const std::vector<Statement::Range>& variables) {
  if (formula.kind == Statement::Kind::conjunction) {
    for (const Statement& part : formula.parts) {
      if (const Statement* const found = needed_atom(part, variables)) return found;
    }
    return nullptr;
  }
  if (formula.kind != Statement::Kind::holds) return nullptr;
  std::vector<std::uint32_t> own;
  for (const Pattern& arg : formula.args) add_variables(arg, own);
  const bool all = std::ranges::all_of(variables, [&](const Statement::Range& range) {
    return std::ranges::find(own, range.variable) != own.end();
  });
  return all ? &formula : nullptr;
}

}  // namespace

/// Adds only choices for which a required atom is possible: looks these atoms up instead of trying
/// all choices. Returns false if there is no such atom.
bool GameCnf::add_matches(const Statement& body, const std::vector<Statement::Range>& variables,
                          std::uint32_t time, Binding& binding, std::vector<Literal>& choices) {
  const Statement* const needed = variables.empty() ? nullptr : needed_atom(body, variables);
  if (needed == nullptr) return false;
  const auto predicate = game_.sheet.predicates.find(needed->predicate, needed->args.size());
  if (!predicate) return true;
  AtomTable::Candidates lists;
  game_.atoms->candidates({*predicate, needed->args}, binding, lists);
  std::vector<std::uint32_t> bound;
  for (const std::vector<AtomId>* const list : lists) {
    for (const AtomId atom : *list) {
      bound.clear();
      bool fits = true;
      for (std::size_t i = 0; i < needed->args.size() && fits; ++i) {
        fits =
            match(needed->args[i], game_.atoms->args(atom)[i], game_.sheet.terms, binding, bound);
      }
      fits =
          fits && std::ranges::all_of(variables, [&](const Statement::Range& range) {
            return std::ranges::find(range.domain, binding[range.variable]) != range.domain.end();
          });
      if (fits) choices.push_back(part(body, time, binding));
      for (const std::uint32_t variable : bound) binding[variable] = no_term;
    }
  }
  return true;
}

void GameCnf::add_choices(const Statement& count, std::size_t range, std::size_t variable,
                          std::uint32_t time, Binding& binding, std::vector<Literal>& choices) {
  const std::vector<Statement::Range>& variables = count.ranges[range];
  if (variable == 0 && add_matches(count.parts[range], variables, time, binding, choices)) return;
  if (variable == variables.size()) {
    choices.push_back(part(count.parts[range], time, binding));
    if (choices.size() > limits_.literals) throw LimitExceeded("a count has too many choices");
    return;
  }
  for (const TermId term : variables[variable].domain) {
    binding[variables[variable].variable] = term;
    add_choices(count, range, variable + 1, time, binding, choices);
  }
  binding[variables[variable].variable] = no_term;
}

}  // namespace tesuji::certificates
