#include "backend/proofs/certificates/transition_check.h"

#include <algorithm>
#include <cstdlib>

namespace tesuji::certificates {

namespace {

std::size_t place_of(Literal literal) {
  return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0);
}

}  // namespace

TransitionCheck::TransitionCheck(GroundGame& game, const CnfLimits& limits) {
  GameCnf transition(game, CnfStart::any, 1, limits);
  std::set<WantedPredicate> asked;
  for (AtomId atom = 0; atom < game.kinds.size(); ++atom) {
    const AtomKind kind = game.kinds[atom];
    const auto& [name, arity] = game.sheet.predicates[game.atoms->predicate(atom)];
    const std::string& predicate = game.sheet.terms.text(name);
    // Projections are made by this folder, as the blank in their names shows.
    if (predicate.find(' ') != std::string::npos) continue;
    if (kind == AtomKind::derived) {
      asked.insert({predicate, arity});
    } else if (kind == AtomKind::fluent) {
      const std::string text = game.sheet.terms.text_of(game.atoms->args(atom)[0]);
      fluents_.push_back({text, transition.atom(atom, 0)});
      successor_.push_back({text, transition.atom(atom, 1)});
    } else if (kind == AtomKind::move) {
      moves_.push_back({game.text(atom), transition.atom(atom, 0)});
    }
  }
  asked_.assign(asked.begin(), asked.end());
  for (AtomId atom = 0; atom < game.kinds.size(); ++atom) {
    const AtomKind kind = game.kinds[atom];
    if (kind != AtomKind::derived && kind != AtomKind::always) continue;
    const auto& [name, arity] = game.sheet.predicates[game.atoms->predicate(atom)];
    if (!asked.contains({game.sheet.terms.text(name), arity})) continue;
    derived_.push_back({game.text(atom), transition.atom(atom, 0)});
  }
  transition.finish();
  cnf_ = transition.gates().take();
  occurrences_.resize(2 * (std::size_t{cnf_.variables} + 1));
  for (std::size_t i = 0; i < cnf_.clauses(); ++i) {
    for (const Literal literal : cnf_.clause(i)) occurrences_[place_of(literal)].push_back(i);
  }
}

int TransitionCheck::value(Literal literal) const {
  const int value = values_[static_cast<std::size_t>(std::abs(literal))];
  return literal < 0 ? -value : value;
}

/// Propagates units by counting; returns false for a conflict.
bool TransitionCheck::propagate(const std::vector<Literal>& assumed) {
  values_.assign(std::size_t{cnf_.variables} + 1, 0);
  std::vector<Literal> trail;
  const auto assign = [&](Literal literal) {
    if (value(literal) != 0) return value(literal) > 0;
    values_[static_cast<std::size_t>(std::abs(literal))] = literal < 0 ? -1 : 1;
    trail.push_back(literal);
    return true;
  };
  std::vector<std::uint32_t> left(cnf_.clauses());  // number of literals that are not false
  for (std::size_t i = 0; i < cnf_.clauses(); ++i) {
    left[i] = static_cast<std::uint32_t>(cnf_.clause(i).size());
    if (left[i] == 0 || (left[i] == 1 && !assign(cnf_.clause(i)[0]))) return false;
  }
  for (const Literal literal : assumed) {
    if (!assign(literal)) return false;
  }
  for (std::size_t done = 0; done < trail.size(); ++done) {
    for (const std::size_t i : occurrences_[place_of(-trail[done])]) {
      if (--left[i] > 1) continue;
      const auto clause = cnf_.clause(i);
      if (std::ranges::any_of(clause, [&](Literal some) { return value(some) > 0; })) continue;
      const auto open =
          std::ranges::find_if(clause, [&](Literal some) { return value(some) == 0; });
      if (open == clause.end()) return false;
      // Other literals may already be false but not propagated yet.
      const auto another = std::find_if(std::next(open), clause.end(),
                                        [&](Literal some) { return value(some) == 0; });
      if (another == clause.end()) assign(*open);
    }
  }
  return true;
}

void TransitionCheck::compare_values(const std::vector<Known>& atoms,
                                     const std::set<std::string>& expected, bool after,
                                     std::vector<std::string>& faults) {
  const std::string where = after ? "after the move " : "";
  std::size_t found = 0;
  for (const auto& [text, literal] : atoms) {
    const bool holds = expected.contains(text);
    if (holds) ++found;
    ++compared_;
    const int here = value(literal);
    if (here == 0) {
      ++open_;
    } else if ((here > 0) != holds) {
      faults.push_back(where + text + " is " + (here > 0 ? "true" : "false") +
                       " in the CNF, and not in the game");
    }
  }
  if (found == expected.size()) return;
  std::set<std::string> known;
  for (const auto& [text, literal] : atoms) known.insert(text);
  for (const std::string& text : expected) {
    if (!known.contains(text)) faults.push_back(where + text + " holds, but is not possible");
  }
}

std::vector<std::string> TransitionCheck::compare(const SampledState& state) {
  std::vector<std::string> faults;
  std::vector<Literal> assumed;
  const auto assume = [&](const std::vector<Known>& atoms, const std::set<std::string>& expected) {
    std::size_t found = 0;
    for (const auto& [text, literal] : atoms) {
      const bool holds = expected.contains(text);
      if (holds) ++found;
      assumed.push_back(holds ? literal : -literal);
    }
    if (found < expected.size()) faults.emplace_back("a fluent or a move is not possible");
  };
  assume(fluents_, {state.fluents.begin(), state.fluents.end()});
  std::set<std::string> moves;
  for (const auto& [role, move] : state.moves) moves.insert("(does " + role + " " + move + ")");
  assume(moves_, moves);
  if (!propagate(assumed)) {
    faults.emplace_back("no model of the CNF has this state and these moves");
    return faults;
  }
  compare_values(derived_, state.derived, false, faults);
  if (!state.moves.empty()) {
    compare_values(successor_, {state.successor.begin(), state.successor.end()}, true, faults);
  }
  return faults;
}

}  // namespace tesuji::certificates
