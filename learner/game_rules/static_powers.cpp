// Computes powers of static relations (static_powers.h).
#include "learner/game_rules/static_powers.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace tesuji::learner {

namespace {

constexpr int largest_power = 5;
constexpr std::size_t least_steps = 3;

PlayLiteral binary(PlayPredicate predicate, std::uint32_t left, std::uint32_t right) {
  PlayLiteral literal;
  literal.predicate = predicate;
  literal.arity = 2;
  literal.args[0] = {PlayArg::Kind::variable, left};
  literal.args[1] = {PlayArg::Kind::variable, right};
  return literal;
}

}  // namespace

RuleDefinitions static_powers(const PlayPart& part, PlayVocabulary& vocabulary) {
  std::map<PlayPredicate, std::map<Constant, Constant>> steps;
  std::map<PlayPredicate, std::set<Constant>> reached;
  std::set<PlayPredicate> others;
  for (const PlayAtom& atom : part.statics) {
    if (atom.args.size() != 2) continue;
    if (!steps[atom.predicate].emplace(atom.args[0], atom.args[1]).second ||
        !reached[atom.predicate].insert(atom.args[1]).second) {
      others.insert(atom.predicate);
    }
  }
  RuleDefinitions definitions;
  std::set<std::map<Constant, Constant>> made;
  for (const auto& [predicate, step] : steps) {
    if (others.contains(predicate) || step.size() < least_steps || !made.insert(step).second) {
      continue;
    }
    std::map<Constant, Constant> power = step;
    PlayPredicate last = predicate;
    const std::string name = vocabulary[predicate].name + "_times_";
    for (int exponent = 2; exponent <= largest_power; ++exponent) {
      std::map<Constant, Constant> next;
      for (const auto& [from, to] : power) {
        if (const auto further = step.find(to); further != step.end()) {
          next.emplace(from, further->second);
        }
      }
      if (next.empty()) break;
      RuleDefinition definition;
      definition.predicate = vocabulary.new_predicate(name + std::to_string(exponent), 2);
      for (const auto& [from, to] : next) {
        definition.atoms.push_back({definition.predicate, {from, to}});
      }
      // Variables are numbered in the order of appearance: X, Z, Y.
      definition.clauses.push_back(
          {binary(definition.predicate, 0, 1), {binary(last, 0, 2), binary(predicate, 2, 1)}});
      last = definition.predicate;
      power = std::move(next);
      definitions.push_back(std::move(definition));
    }
  }
  return definitions;
}

}  // namespace tesuji::learner
