#include "learner/lookahead/property_search.h"

#include "runtime/host/game/stop.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tesuji::learner {

namespace {

constexpr std::size_t won_number = 1;
constexpr std::size_t drawn_number = 2;
constexpr double visit = 1;      ///< the cost of making a move and visiting the next state
constexpr double judging = 0.5;  ///< of checking how a game ended

bool is_monadic(std::size_t candidate) {
  return candidate == won_number || candidate == drawn_number;
}

}  // namespace

PropertySearch::PropertySearch(const StateSample& sample, const PropertySearchOptions& options,
                               std::vector<Truth> primitives)
    : sample_(sample), options_(options), by_clauses_(1) {
  using Kind = Callee::Kind;
  know({Kind::move, 0}, std::move(primitives[0]), 0);
  know({Kind::won, 0}, std::move(primitives[won_number]), judging);
  know({Kind::drawn, 0}, std::move(primitives[drawn_number]), judging);
}

void PropertySearch::know(const Callee& callee, Truth truth, double cost) {
  add({std::move(truth), 0, none, none, Test::property, callee, cost});
}

void PropertySearch::add(Candidate candidate) {
  const std::size_t number = candidates_.size();
  // `won` is not a predicate of two states: one with the same truth is new.
  if (!is_monadic(number)) by_hash_.emplace(candidate.truth.hash(), number);
  by_clauses_[candidate.clauses].push_back(number);
  candidates_.push_back(std::move(candidate));
}

const Truth& PropertySearch::some_of(std::size_t candidate) {
  std::optional<Truth>& some = candidates_[candidate].some;
  if (!some) some = some_successor(sample_, candidates_[candidate].truth);
  return *some;
}

std::vector<PropertyDefinition> PropertySearch::of_size(std::uint32_t clauses,
                                                        const PropertyExamples& examples,
                                                        PropertySearchReport& report) {
  by_clauses_.resize(clauses + std::size_t{1});
  const std::size_t before = candidates_.size();
  for (std::uint32_t of_base = 0; of_base < clauses && !report.cut; ++of_base) {
    const std::vector<std::size_t> bases = by_clauses_[of_base];
    const std::vector<std::size_t> conditions = by_clauses_[clauses - 1 - of_base];
    for (const std::size_t base : bases) {
      if (is_monadic(base)) continue;
      if (options_.stop && options_.stop->load(std::memory_order_relaxed)) {
        throw runtime::Stopped();
      }
      if (candidates_.size() >= options_.max_candidates) {
        report.cut = true;
        break;
      }
      for (const std::size_t condition : conditions) {
        if (is_monadic(condition)) {
          consider(base, Test::property, condition, clauses);
          report.candidates += 1;
        } else {
          consider(base, Test::none, condition, clauses);
          consider(base, Test::some, condition, clauses);
          report.candidates += 2;
        }
      }
    }
  }
  std::vector<PropertyDefinition> found;
  for (std::size_t i = before; i < candidates_.size(); ++i) {
    if (!examples.agree_with(candidates_[i].truth)) continue;
    candidates_[i].cost = cost_of(candidates_[i]);
    found.push_back(definition_of({i}));
  }
  return found;
}

void PropertySearch::consider(std::size_t base, Test test, std::size_t condition,
                              std::uint32_t clauses) {
  Truth truth = test == Test::property ? candidates_[condition].truth
                : test == Test::some   ? some_of(condition)
                                       : negation(some_of(condition));
  truth = both(candidates_[base].truth, truth);
  if (truth.yes.empty()) return;  // useless for every definition
  const auto [begin, end] = by_hash_.equal_range(truth.hash());
  if (std::any_of(begin, end,
                  [&](const auto& entry) { return candidates_[entry.second].truth == truth; })) {
    return;
  }
  add({std::move(truth), clauses, base, condition, test, {}, -1});
}

/// Returns the cost of a clause, as Prolog proves it: the base, and if that holds the condition.
double PropertySearch::cost_of(const Candidate& candidate) const {
  if (candidate.cost >= 0) return candidate.cost;
  const Candidate& base = candidates_[candidate.base];
  const Candidate& condition = candidates_[candidate.condition];
  const double share = static_cast<double>(base.truth.yes.count()) /
                       static_cast<double>(std::max<std::size_t>(1, sample_.size()));
  if (candidate.test == Test::property) return cost_of(base) + share * cost_of(condition);
  // Successors are visited until one satisfies the condition.
  std::size_t states = 0;
  std::size_t visits = 0;
  for (std::size_t state = 0; state < sample_.size(); ++state) {
    if (!sample_.expanded(state) || !base.truth.yes.has(state)) continue;
    ++states;
    for (const std::uint32_t next : sample_.successors(state)) {
      ++visits;
      if (condition.truth.yes.has(next)) break;
    }
  }
  const double mean = states == 0 ? 0 : static_cast<double>(visits) / static_cast<double>(states);
  return cost_of(base) + share * mean * (visit + cost_of(condition));
}

std::optional<PropertyDefinition> PropertySearch::disjunction(
    const PropertyExamples& examples) const {
  StateSet left = examples.positive;
  left.add(examples.likely);
  std::vector<std::size_t> parts;
  std::uint32_t clauses = 0;
  while (!left.empty()) {
    std::size_t best = none;
    std::size_t most = 0;
    const std::size_t uncovered = left.count();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const Candidate& candidate = candidates_[i];
      if (candidate.base == none || clauses + candidate.clauses > options_.max_clauses) continue;
      if (candidate.truth.yes.meets(examples.negative)) continue;
      StateSet rest = left;
      rest.remove(candidate.truth.yes);
      const std::size_t covered = uncovered - rest.count();
      if (covered > most) {
        most = covered;
        best = i;
      }
    }
    if (best == none) return std::nullopt;
    parts.push_back(best);
    clauses += candidates_[best].clauses;
    left.remove(candidates_[best].truth.yes);
  }
  return definition_of(parts);
}

PropertyDefinition PropertySearch::definition_of(const std::vector<std::size_t>& clauses) const {
  PropertyDefinition result;
  std::map<std::size_t, std::size_t> places;  // of candidates among the terms
  const auto place = [&](const auto& self, std::size_t candidate) -> std::size_t {
    const auto known = places.find(candidate);
    if (known != places.end()) return known->second;
    const Candidate& its = candidates_[candidate];
    PropertyDefinition::Term term;
    if (its.base == none) {
      term.known = its.callee;
    } else {
      term.base = self(self, its.base);
      term.condition = self(self, its.condition);
      term.test = its.test;
      ++result.size;
    }
    result.terms.push_back(term);
    return places[candidate] = result.terms.size() - 1;
  };
  for (const std::size_t clause : clauses) {
    result.clauses.push_back(place(place, clause));
    result.cost += cost_of(candidates_[clause]);
  }
  return result;
}

}  // namespace tesuji::learner
