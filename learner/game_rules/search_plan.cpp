// Defines the levels of search (search_plan.h).
#include "learner/game_rules/search_plan.h"

#include <algorithm>

namespace tesuji::learner {

namespace {

/// Large searches of problems with more atoms also begin with heads that have variables.
constexpr std::size_t few_atoms = 8;
/// Seeds of large searches; each search takes seconds.
constexpr std::size_t large_seeds = 2;

/// Returns small languages: those of one predicate that depends on the state and has several
/// columns.
std::vector<std::optional<PlayPredicate>> languages(const FactWorld& world) {
  std::vector<std::optional<PlayPredicate>> result;
  for (const PlayPredicate predicate : world.predicates()) {
    const FactTable* table = world.table(predicate);
    if (table->dynamic && !table->defined && table->arity > 1) result.emplace_back(predicate);
  }
  return result;
}

}  // namespace

std::vector<SearchStart> search_starts(const RuleProblem& problem,
                                       const std::vector<RuleSeed>& seeds, std::uint32_t level,
                                       bool plain) {
  std::vector<SearchStart> result;
  const bool cases = !plain && problem.atoms.size() <= most_parts && !problem.atoms[0].args.empty();
  const auto add = [&](BeamHeads heads, std::optional<PlayPredicate> language, std::size_t most,
                       bool few_constants = false) {
    if (level > 1) most = std::min(most, large_seeds);
    for (std::size_t i = 0; i < seeds.size() && i < most; ++i) {
      result.push_back({seeds[i], heads, language, few_constants});
    }
  };
  const auto add_small = [&](BeamHeads heads) {
    if (plain) return;
    for (const auto& language : languages(*problem.world)) {
      add(heads, language, seeds.size(), true);
      add(heads, language, seeds.size());
    }
  };
  if (!cases) {
    const bool ground = problem.atoms[0].args.empty();
    if (level > (ground ? 0U : 1U)) add_small(BeamHeads::all);
    add(BeamHeads::all, std::nullopt, seeds.size());
    return result;
  }
  if (level < 2 || problem.atoms.size() > few_atoms) add(BeamHeads::variables, std::nullopt, 3);
  if (level > 0) add_small(BeamHeads::ground);
  add(BeamHeads::ground, std::nullopt, seeds.size());
  return result;
}

BeamLimits limits_of(std::uint32_t level, const SearchStart& start, bool many_atoms,
                     const CoverOptions& options) {
  BeamLimits limits;
  limits.heads = start.heads;
  limits.language.only = start.language;
  limits.language.few_constants = start.few_constants;
  limits.most_words = options.most_words;
  limits.stop = options.stop;
  if (options.greedy) {
    limits.width = 1;
    limits.literals = 8;
    limits.look_through = false;
    limits.fanout = 1e9;
    return limits;
  }
  constexpr std::size_t widths[] = {8, 20, 40, 100};
  constexpr std::size_t literals[] = {3, 5, 6, 10};
  constexpr double fanouts[] = {1.5, 1.5, 4.5, 100};
  constexpr std::uint32_t variables[] = {6, 6, 8, 12};
  constexpr std::uint64_t clauses[] = {300'000, 1'000'000, 3'000'000, 10'000'000};
  limits.width = widths[level];
  limits.literals = literals[level];
  limits.links = std::min(level, 2U);
  limits.fanout = fanouts[level];
  limits.variables = variables[level];
  limits.most_clauses = clauses[level];
  limits.language.powers = level > 0;
  if (level == 0 && many_atoms) {
    // Most rules for whole boards and sets of moves need no link, but several tests.
    limits.width = 24;
    limits.literals = 6;
    limits.most_clauses = 600'000;
  }
  if (level == 1) limits.most_words = std::min(limits.most_words, std::size_t{1} << 14);
  // A single atom has few matches, so that neighbours on a board may be looked through.
  if (level == 1 && start.heads == BeamHeads::ground) limits.fanout = 3;
  if (start.few_constants) {
    // A small language: a wider beam, and no links that lead nowhere.
    limits.width = level < 2 ? 20 : 150;
    limits.fanout = 1.5;
    limits.language.powers = false;
  }
  return limits;
}

}  // namespace tesuji::learner
