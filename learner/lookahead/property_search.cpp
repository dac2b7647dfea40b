#include "learner/lookahead/property_search.h"

#include "runtime/host/game/stop.h"

#include <algorithm>
#include <utility>

namespace tesuji::learner {

namespace {

// What a search begins with.
constexpr std::size_t move_number = 0;
constexpr std::size_t won_number = 1;
constexpr std::size_t drawn_number = 2;
constexpr double visit = 1;  ///< the cost of looking at a state, in states

Truth truth_of(const StateSample& sample, StateProperties& properties, StateProperties::Id id) {
  Truth truth(sample.size());
  for (std::size_t state = 0; state < sample.size(); ++state) {
    (properties.holds(id, sample.node(state)) ? truth.yes : truth.no).insert(state);
  }
  return truth;
}

}  // namespace

PropertySearch::PropertySearch(const StateSample& sample, StateProperties& properties,
                               PropertySearchOptions options)
    : sample_(sample), properties_(properties), options_(options) {
  using Kind = Callee::Kind;
  add_known({Kind::move, 0}, StateProperties::move,
            truth_of(sample, properties, StateProperties::move), 0);
  add_known({Kind::won, 0}, StateProperties::won,
            truth_of(sample, properties, StateProperties::won), visit);
  add_known({Kind::drawn, 0}, StateProperties::drawn,
            truth_of(sample, properties, StateProperties::drawn), visit);
}

std::size_t PropertySearch::add_known(Callee callee, StateProperties::Id id, Truth truth,
                                      double cost) {
  clear();
  Candidate known{std::move(truth), 0, none, none, Test::property, callee, id, cost};
  candidates_.push_back(std::move(known));
  known_ = candidates_.size();
  clear();
  return known_ - 1;
}

/// Forgets all but what is known.
void PropertySearch::clear() {
  candidates_.erase(candidates_.begin() + static_cast<std::ptrdiff_t>(known_), candidates_.end());
  by_clauses_.assign(1, {});
  by_hash_.clear();
  for (std::size_t i = 0; i < known_; ++i) {
    by_clauses_[0].push_back(i);
    // `won` is no predicate of two states: one that is the same is new.
    if (i != won_number && i != drawn_number) by_hash_.emplace(candidates_[i].truth.hash(), i);
  }
}

const Truth& PropertySearch::some_of(std::size_t candidate) {
  std::optional<Truth>& some = candidates_[candidate].some;
  if (!some) some = some_successor(sample_, candidates_[candidate].truth);
  return *some;
}

/// All clauses whose parts are defined by so many clauses together, and one more.
void PropertySearch::enumerate(std::uint32_t clauses, PropertySearchReport& report) {
  by_clauses_.resize(clauses + std::size_t{1});
  for (std::uint32_t of_base = 0; of_base < clauses; ++of_base) {
    const std::uint32_t of_condition = clauses - 1 - of_base;
    for (const std::size_t base : by_clauses_[of_base]) {
      if (base == won_number || base == drawn_number) continue;
      if (options_.stop && options_.stop->load(std::memory_order_relaxed)) {
        throw runtime::Stopped();
      }
      for (const std::size_t condition : by_clauses_[of_condition]) {
        if (candidates_.size() >= options_.max_candidates) {
          report.cut = true;
          return;
        }
        if (condition == won_number || condition == drawn_number) {
          consider(base, Test::property, condition, clauses, report);
        } else {
          consider(base, Test::none, condition, clauses, report);
          consider(base, Test::some, condition, clauses, report);
        }
      }
    }
  }
}

void PropertySearch::consider(std::size_t base, Test test, std::size_t condition,
                              std::uint32_t clauses, PropertySearchReport& report) {
  ++report.candidates;
  Truth truth = test == Test::property ? candidates_[condition].truth
                : test == Test::some   ? some_of(condition)
                                       : negation(some_of(condition));
  truth = both(candidates_[base].truth, truth);
  if (truth.yes.empty()) return;  // nothing that it could be used for
  const std::uint64_t hash = truth.hash();
  const auto [begin, end] = by_hash_.equal_range(hash);
  if (std::any_of(begin, end,
                  [&](const auto& entry) { return candidates_[entry.second].truth == truth; })) {
    return;
  }
  by_hash_.emplace(hash, candidates_.size());
  by_clauses_[clauses].push_back(candidates_.size());
  candidates_.push_back({std::move(truth), clauses, base, condition, test, {}, {}, 0});
  candidates_.back().cost = cost_of(candidates_.back());
}

/// Of a clause, as Prolog proves it: the base, and where that holds the condition.
double PropertySearch::cost_of(const Candidate& candidate) const {
  const Candidate& base = candidates_[candidate.base];
  const Candidate& condition = candidates_[candidate.condition];
  const double share = static_cast<double>(base.truth.yes.count()) /
                       static_cast<double>(std::max<std::size_t>(1, sample_.size()));
  if (candidate.test == Test::property) return base.cost + share * condition.cost;
  // Successors are visited until one has the condition.
  std::size_t states = 0;
  std::size_t visits = 0;
  // Some of the states tell enough.
  const std::size_t step = std::max<std::size_t>(1, sample_.size() / 256);
  for (std::size_t state = 0; state < sample_.size(); state += step) {
    if (!sample_.expanded(state) || !base.truth.yes.has(state)) continue;
    ++states;
    for (const std::uint32_t next : sample_.successors(state)) {
      ++visits;
      if (condition.truth.yes.has(next)) break;
    }
  }
  const double mean = states == 0 ? 0 : static_cast<double>(visits) / static_cast<double>(states);
  return base.cost + share * mean * (visit + condition.cost);
}

bool PropertySearch::is_solution(std::size_t candidate, const PropertyExamples& examples) const {
  const Truth& truth = candidates_[candidate].truth;
  return examples.positive.is_within(truth.yes) && !truth.yes.meets(examples.negative);
}

/// Candidates that together cover all positive examples, each time the one that covers most of
/// those that are left; empty where there are none of so few clauses.
std::vector<std::size_t> PropertySearch::cover(const PropertyExamples& examples) const {
  StateSet left = examples.positive;
  std::vector<std::size_t> parts;
  std::uint32_t clauses = 0;
  while (!left.empty()) {
    std::size_t best = none;
    std::size_t most = 0;
    const std::size_t uncovered = left.count();
    for (std::size_t i = known_; i < candidates_.size(); ++i) {
      const Candidate& candidate = candidates_[i];
      if (clauses + candidate.clauses > options_.max_clauses) continue;
      if (candidate.truth.yes.meets(examples.negative)) continue;
      StateSet rest = left;
      rest.remove(candidate.truth.yes);
      const std::size_t covered = uncovered - rest.count();
      if (covered > most) {
        most = covered;
        best = i;
      }
    }
    if (best == none) return {};
    parts.push_back(best);
    clauses += candidates_[best].clauses;
    left.remove(candidates_[best].truth.yes);
  }
  return parts;
}

std::vector<std::size_t> PropertySearch::find(const PropertyExamples& examples,
                                              PropertySearchReport& report) {
  std::vector<std::size_t> solutions;
  std::uint32_t shortest = 0;
  for (std::uint32_t clauses = 1; clauses <= options_.max_clauses; ++clauses) {
    if (!solutions.empty() && (!options_.cheap || clauses > shortest + 1)) break;
    enumerate(clauses, report);
    for (const std::size_t candidate : by_clauses_[clauses]) {
      if (is_solution(candidate, examples)) solutions.push_back(candidate);
    }
    if (!solutions.empty() && shortest == 0) shortest = clauses;
    if (report.cut) break;
  }
  if (solutions.empty()) return cover(examples);
  if (!options_.cheap) return {solutions.front()};
  return {*std::min_element(solutions.begin(), solutions.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(candidates_[a].cost, candidates_[a].clauses) <
           std::pair(candidates_[b].cost, candidates_[b].clauses);
  })};
}

bool PropertySearch::define(const std::string& name, Goal goal, std::uint32_t level,
                            const PropertyExamples& examples, LearnedProgram& program,
                            PropertySearchReport& report) {
  if (examples.positive.empty()) return false;
  clear();
  helpers_ = 0;
  LearnedPredicate predicate{name, goal, level, false, {}, StateProperties::move};
  // What is known already may be it: its definition under another name.
  for (std::size_t i = drawn_number + 1; i < known_; ++i) {
    if (!is_solution(i, examples)) continue;
    const LearnedPredicate& same = program.predicates[candidates_[i].callee.number];
    predicate.clauses = same.clauses;
    predicate.definition = same.definition;
    program.predicates.push_back(std::move(predicate));
    return true;
  }
  const std::vector<std::size_t> parts = find(examples, report);
  if (parts.empty()) return false;
  std::vector<StateProperties::Clause> definition;
  Truth truth = candidates_[parts.front()].truth;
  double cost = 0;
  for (const std::size_t part : parts) {
    LearnedClause clause;
    definition.push_back(clause_of(part, predicate, program, clause));
    predicate.clauses.push_back(clause);
    // A or B is not (not A and not B).
    truth = negation(both(negation(truth), negation(candidates_[part].truth)));
    cost += candidates_[part].cost;
  }
  predicate.definition = properties_.define(definition);
  // Helpers are known from now on, too.
  std::vector<Candidate> helpers;
  for (std::size_t i = known_; i < candidates_.size(); ++i) {
    if (candidates_[i].predicate != none) helpers.push_back(candidates_[i]);
  }
  std::sort(helpers.begin(), helpers.end(),
            [](const Candidate& a, const Candidate& b) { return a.predicate < b.predicate; });
  for (const Candidate& helper : helpers) {
    add_known({Callee::Kind::learned, helper.predicate},
              program.predicates[helper.predicate].definition, helper.truth, helper.cost);
  }
  add_known({Callee::Kind::learned, program.predicates.size()}, predicate.definition,
            std::move(truth), cost);
  program.predicates.push_back(std::move(predicate));
  return true;
}

StateProperties::Clause PropertySearch::clause_of(std::size_t candidate,
                                                  const LearnedPredicate& predicate,
                                                  LearnedProgram& program, LearnedClause& clause) {
  const Candidate its = candidates_[candidate];
  for (const std::size_t part : {its.base, its.condition}) {
    if (candidates_[part].base != none && candidates_[part].predicate == none) {
      make_helper(part, predicate, program);
    }
  }
  const auto callee = [&](std::size_t part) -> Callee {
    const Candidate& called = candidates_[part];
    if (called.base == none) return called.callee;
    return {Callee::Kind::learned, called.predicate};
  };
  const auto id = [&](std::size_t part) {
    const Candidate& called = candidates_[part];
    return called.base == none ? called.id : program.predicates[called.predicate].definition;
  };
  clause = {callee(its.base), callee(its.condition), its.test};
  return {id(its.base), id(its.condition), its.test};
}

void PropertySearch::make_helper(std::size_t candidate, const LearnedPredicate& predicate,
                                 LearnedProgram& program) {
  LearnedPredicate helper = predicate;
  helper.clauses.clear();
  helper.helper = true;
  LearnedClause clause;
  const StateProperties::Clause definition = clause_of(candidate, predicate, program, clause);
  helper.name = predicate.name + "_" + std::to_string(++helpers_);
  helper.clauses.push_back(clause);
  helper.definition = properties_.define({definition});
  candidates_[candidate].predicate = program.predicates.size();
  program.predicates.push_back(std::move(helper));
}

}  // namespace tesuji::learner
