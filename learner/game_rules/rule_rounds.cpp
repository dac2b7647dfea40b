// Learns in rounds with counterexamples (rule_rounds.h).
#include "learner/game_rules/rule_rounds.h"

#include "runtime/host/game/stop.h"
#include "runtime/host/memory/rng.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace tesuji::learner {

std::vector<Word> answers(const FactWorld& world, PlayPredicate predicate,
                          const std::vector<PlayAtom>& atoms) {
  std::vector<Word> bits(atoms.size() * world.words());
  const FactTable* table = world.table(predicate);
  if (table == nullptr) return bits;
  std::map<std::vector<Constant>, std::uint32_t> index;
  for (std::uint32_t i = 0; i < table->size; ++i) {
    index.emplace(std::vector<Constant>(table->tuple(i).begin(), table->tuple(i).end()), i);
  }
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto found = index.find(atoms[i].args);
    if (found == index.end()) continue;
    for (std::uint32_t word = 0; word < world.words(); ++word) {
      bits[i * world.words() + word] =
          table->bits[std::size_t{found->second} * world.words() + word];
    }
  }
  return bits;
}

std::vector<Word> compare(const FactWorld& world, const std::vector<PlayAtom>& atoms,
                          const std::vector<Word>& said, RuleErrors& errors) {
  const std::vector<Word> labels = world.labels(atoms);
  std::vector<Word> wrong(labels.size());
  const auto ones = [](Word word) { return static_cast<std::uint64_t>(std::popcount(word)); };
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Word every = world.every_state()[i % world.words()];
    errors.true_positive += ones(said[i] & labels[i]);
    errors.false_positive += ones(said[i] & ~labels[i]);
    errors.false_negative += ones(labels[i] & ~said[i]);
    errors.true_negative += ones(every & ~labels[i] & ~said[i]);
    wrong[i] = said[i] ^ labels[i];
  }
  return wrong;
}

RuleErrors& RuleErrors::operator+=(const RuleErrors& other) {
  true_positive += other.true_positive;
  false_positive += other.false_positive;
  true_negative += other.true_negative;
  false_negative += other.false_negative;
  return *this;
}

double RuleErrors::accuracy() const {
  const auto all = true_positive + false_positive + true_negative + false_negative;
  return all == 0 ? 1
                  : static_cast<double>(true_positive + true_negative) / static_cast<double>(all);
}

double RuleErrors::balanced_accuracy() const {
  const auto share = [](std::uint64_t right, std::uint64_t wrong) {
    return static_cast<double>(right) / static_cast<double>(right + wrong);
  };
  if (true_positive + false_negative == 0) {
    return true_negative + false_positive == 0 ? 1 : share(true_negative, false_positive);
  }
  if (true_negative + false_positive == 0) return share(true_positive, false_negative);
  return (share(true_positive, false_negative) + share(true_negative, false_positive)) / 2;
}

namespace {

/// Atoms in the first round, if a predicate has more.
constexpr std::size_t many_atoms = 500;

/// Chooses the states of the first round: some at random, and for each atom some where it holds.
std::vector<std::uint32_t> first_states(const FactWorld& all, const std::vector<PlayAtom>& atoms,
                                        const RoundOptions& options) {
  std::vector<std::uint32_t> order(all.states());
  std::iota(order.begin(), order.end(), 0U);
  runtime::Rng rng(options.cover.seed, 1);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<std::size_t>(rng.below(i))]);
  }
  if (order.size() <= options.states) return order;
  std::set<std::uint32_t> chosen(order.begin(),
                                 order.begin() + static_cast<std::ptrdiff_t>(options.states));
  constexpr std::size_t atoms_with_own_states = 64;
  constexpr std::size_t own_states = 100;
  if (atoms.size() <= atoms_with_own_states) {
    const std::vector<Word> labels = all.labels(atoms);
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      std::size_t count = 0;
      for (const std::uint32_t state : order) {
        if (count == own_states) break;
        if ((labels[i * all.words() + state / 64] >> state % 64 & 1) == 0) continue;
        chosen.insert(state);
        ++count;
      }
    }
  }
  return {chosen.begin(), chosen.end()};
}

/// Of many atoms, chooses those that hold in one of the states, and some others.
std::vector<bool> first_atoms(const FactWorld& all, const std::vector<PlayAtom>& atoms,
                              const std::vector<std::uint32_t>& states,
                              const RoundOptions& options) {
  if (atoms.size() <= many_atoms) return std::vector<bool>(atoms.size(), true);
  const std::vector<Word> labels = all.labels(atoms);
  runtime::Rng rng(options.cover.seed, 2);
  std::vector<bool> with(atoms.size());
  const std::uint64_t others = many_atoms;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    with[i] = rng.below(atoms.size()) < others ||
              std::any_of(
                  states.begin(), states.end(),
                  [&](std::uint32_t state) {
                    return (labels[i * all.words() + state / 64] >> state % 64 & 1) != 0;
                  });
  }
  return with;
}

/// Adds atoms for which the rules were wrong; returns false if all of them were there.
bool add_atoms(const FactWorld& all, const std::vector<Word>& wrong, std::vector<bool>& with) {
  std::size_t added = 0;
  for (std::size_t i = 0; i < with.size() && added < many_atoms; ++i) {
    const auto row = wrong.begin() + static_cast<std::ptrdiff_t>(i * all.words());
    if (with[i] || std::all_of(row, row + all.words(), [](Word word) { return word == 0; })) {
      continue;
    }
    with[i] = true;
    ++added;
  }
  return added > 0;
}

/// Adds states in which the rules were wrong; returns false if all of them were there.
bool add_states(const FactWorld& all, const std::vector<Word>& wrong,
                std::vector<std::uint32_t>& chosen) {
  constexpr std::size_t most_added = 150;
  std::vector<Word> where(all.words());
  for (std::size_t i = 0; i < wrong.size(); ++i) where[i % all.words()] |= wrong[i];
  std::set<std::uint32_t> states(chosen.begin(), chosen.end());
  const std::size_t before = states.size();
  for (std::uint32_t state = 0; state < all.states(); ++state) {
    if (states.size() >= before + most_added) break;
    if ((where[state / 64] >> state % 64 & 1) != 0) states.insert(state);
  }
  chosen.assign(states.begin(), states.end());
  return states.size() > before;
}

/// Returns the bits for which rules are wrong, and counts them; leaves the world unchanged.
std::vector<Word> errors_of(FactWorld& world, PlayPredicate predicate,
                            const std::vector<PlayAtom>& atoms, const RuleDefinitions& definitions,
                            std::size_t most_words, RuleErrors& errors) {
  for (const RuleDefinition& definition : definitions) {
    (void)define(world, definition, most_words * 64);
  }
  std::vector<Word> wrong = compare(world, atoms, answers(world, predicate, atoms), errors);
  for (const RuleDefinition& definition : definitions) world.undefine(definition.predicate);
  return wrong;
}

}  // namespace

RoundsResult learn_in_rounds(const PlayPart& part, PlayPredicate predicate,
                             const std::vector<PlayAtom>& atoms, FactWorld& all,
                             const std::function<void(FactWorld&)>& give,
                             PlayVocabulary& vocabulary, const RoundOptions& options) {
  using Clock = std::chrono::steady_clock;
  const runtime::TimedStop timed(options.seconds, options.cover.stop);
  CoverOptions cover_options = options.cover;
  cover_options.stop = timed.flag();
  std::vector<std::uint32_t> chosen = first_states(all, atoms, options);
  std::vector<bool> with = first_atoms(all, atoms, chosen, options);
  RoundsResult best;
  bool any = false;
  double search_seconds = 0;
  BeamStatistics statistics;
  constexpr int most_rounds = 6;
  for (int round = 0; round < most_rounds; ++round) {
    FactWorld world(part, chosen, vocabulary);
    give(world);
    std::vector<PlayAtom> some;
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if (with[i]) some.push_back(atoms[i]);
    }
    const auto begin = Clock::now();
    CoverResult found = cover(world, vocabulary, predicate, some, cover_options);
    search_seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    statistics.clauses += found.statistics.clauses;
    statistics.skipped += found.statistics.skipped;
    statistics.sampled += found.statistics.sampled;
    for (RuleDefinition& definition : found.definitions) {
      if (!definition.atoms.empty() && !definition.atoms[0].args.empty()) definition.atoms = atoms;
    }
    RuleErrors errors;
    const std::vector<Word> wrong =
        errors_of(all, predicate, atoms, found.definitions, options.cover.most_words, errors);
    if (!any || errors.wrong() < best.errors.wrong()) {
      any = true;
      best.errors = errors;
      best.definitions = std::move(found.definitions);
      best.cost = found.cost;
      best.limited = found.limited;
      best.uncovered.clear();
      for (const RuleSeed& seed : found.uncovered) {
        if (best.uncovered.size() == 3) break;
        best.uncovered.push_back({some[seed.atom], world.example(seed.state)});
      }
    }
    if (best.errors.wrong() == 0 || timed.flag()->load(std::memory_order_relaxed)) break;
    const bool more_atoms = add_atoms(all, wrong, with);
    if (!add_states(all, wrong, chosen) && !more_atoms) break;
  }
  best.stopped = timed.flag()->load(std::memory_order_relaxed);
  best.limited = best.limited && best.errors.wrong() > 0;
  best.search_seconds = search_seconds;
  best.statistics = statistics;
  return best;
}

}  // namespace tesuji::learner
