#include "learner/lookahead/definition_search.h"

#include "learner/lookahead/next_level.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tesuji::learner {

namespace {

constexpr std::size_t first_examples = 8;  ///< of each kind, at the start of enumeration
constexpr std::size_t joining = 4;         ///< counterexamples of each kind that are added at a
                                           ///< time
constexpr std::uint32_t surroundings = 3;  ///< plies
constexpr std::size_t most_states = 4000;  ///< of a part
constexpr std::size_t most_rounds = 60;
/// Candidates when a definition was found; with more, longer definitions take too long.
constexpr std::size_t most_before_longer = 600;

/// Chooses states with the fewest moves, because their surroundings are the smallest, and some from
/// everywhere.
void choose(const StateSample& sample, const StateSet& from, std::size_t count,
            std::vector<std::size_t>& chosen) {
  std::vector<std::size_t> all;
  for (std::size_t state = 0; state < sample.size(); ++state) {
    if (from.has(state)) all.push_back(state);
  }
  const auto moves = [&](std::size_t state) {
    return sample.expanded(state) ? sample.successors(state).size() : sample.size();
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](std::size_t a, std::size_t b) { return moves(a) < moves(b); });
  const std::size_t small = std::min(all.size(), (count + 1) / 2);
  chosen.insert(chosen.end(), all.begin(), all.begin() + static_cast<std::ptrdiff_t>(small));
  const std::size_t spread = std::min(all.size() - small, count - small);
  for (std::size_t i = 0; i < spread; ++i) {
    chosen.push_back(all[small + i * (all.size() - small) / spread]);
  }
}

/// Restricts the sample's truths to the states of a part.
Truth part_of(const Truth& truth, const StateSample& part, const std::vector<std::size_t>& here) {
  Truth result(part.size());
  for (std::size_t state = 0; state < part.size(); ++state) {
    if (truth.yes.has(here[state])) result.yes.insert(state);
    if (truth.no.has(here[state])) result.no.insert(state);
  }
  return result;
}

std::vector<std::size_t> numbers_in(const StateSample& sample, const StateSample& part) {
  std::vector<std::size_t> here;
  for (std::size_t state = 0; state < part.size(); ++state) {
    here.push_back(sample.find(part.node(state)));
  }
  return here;
}

}  // namespace

PropertySearch DefinitionSearch::search_around(const StateSample& part,
                                               const LearnedProgram& program) const {
  const std::vector<std::size_t> here = numbers_in(sample_, part);
  using Kind = Callee::Kind;
  std::vector<Truth> primitives;
  for (const Kind kind : {Kind::move, Kind::won, Kind::drawn}) {
    primitives.push_back(part_of(truths_.of({kind, 0}), part, here));
  }
  PropertySearch search(part, options_, std::move(primitives));
  for (std::size_t number = 0; number < program.predicates.size(); ++number) {
    const Callee callee{Kind::learned, number};
    search.know(callee, part_of(truths_.of(callee), part, here), costs_[number]);
  }
  return search;
}

/// Returns definitions that agree with the examples in the part: the shortest, and if cheap ones
/// are wanted those with one clause more; cheap ones first.
std::vector<PropertyDefinition> DefinitionSearch::fitting(const StateSample& part,
                                                          const PropertyExamples& examples,
                                                          std::uint32_t max_clauses,
                                                          const LearnedProgram& program,
                                                          PropertySearchReport& report) const {
  const std::vector<std::size_t> here = numbers_in(sample_, part);
  PropertyExamples near(part.size());
  for (std::size_t state = 0; state < part.size(); ++state) {
    if (examples.positive.has(here[state])) near.positive.insert(state);
    if (examples.likely.has(here[state])) near.likely.insert(state);
    if (examples.negative.has(here[state])) near.negative.insert(state);
  }
  // Near the border of the part, a clause may need states outside it, so its truth there is
  // unknown: such states are not used as positive examples.
  StateSet whole(part.size());
  for (std::size_t state = 0; state < part.size(); ++state) whole.insert(state);
  for (std::uint32_t ply = 0; ply < surroundings; ++ply) {
    StateSet next(part.size());
    for (std::size_t state = 0; state < part.size(); ++state) {
      const auto is_whole = [&](std::uint32_t successor) { return whole.has(successor); };
      if (!sample_.expanded(here[state]) ||
          (part.expanded(state) && std::ranges::all_of(part.successors(state), is_whole))) {
        next.insert(state);
      }
    }
    whole = std::move(next);
  }
  for (std::size_t state = 0; state < part.size(); ++state) {
    if (!whole.has(state)) near.positive.erase(state);
  }
  PropertySearch search = search_around(part, program);
  std::vector<PropertyDefinition> found;
  for (std::uint32_t clauses = 1; clauses <= max_clauses; ++clauses) {
    if (!found.empty() && (!options_.cheap || clauses > found.front().size + 1 ||
                           search.candidates() > most_before_longer)) {
      break;
    }
    std::vector<PropertyDefinition> more = search.of_size(clauses, near, report);
    std::move(more.begin(), more.end(), std::back_inserter(found));
    if (report.cut) break;
  }
  if (found.empty()) {
    if (auto one = search.disjunction(near)) found.push_back(std::move(*one));
  }
  std::stable_sort(
      found.begin(), found.end(),
      [](const PropertyDefinition& a, const PropertyDefinition& b) { return a.cost < b.cost; });
  return found;
}

Truth DefinitionSearch::truth_of(const PropertyDefinition& definition) {
  using Test = StateProperties::Test;
  std::vector<Truth> terms;
  for (const PropertyDefinition::Term& term : definition.terms) {
    if (term.known) {
      terms.push_back(truths_.of(*term.known));
      continue;
    }
    const Truth& condition = terms[term.condition];
    const Truth tested = term.test == Test::property ? condition
                         : term.test == Test::some   ? some_successor(sample_, condition)
                                                     : negation(some_successor(sample_, condition));
    terms.push_back(both(terms[term.base], tested));
  }
  Truth none = negation(terms[definition.clauses.front()]);
  for (const std::size_t clause : definition.clauses) none = both(none, negation(terms[clause]));
  return negation(none);
}

/// Adds a predicate with the definition of an existing one.
void DefinitionSearch::take_name(LearnedPredicate predicate, std::size_t same,
                                 LearnedProgram& program) {
  predicate.clauses = program.predicates[same].clauses;
  predicate.definition = program.predicates[same].definition;
  costs_.push_back(costs_[same]);
  program.predicates.push_back(std::move(predicate));
  truths_.extend(program);
}

bool DefinitionSearch::define(const std::string& name, Goal goal, std::uint32_t level,
                              const PropertyExamples& examples, bool best_effort,
                              LearnedProgram& program, PropertySearchReport& report) {
  LearnedPredicate predicate{name, goal, level, false, {}, StateProperties::move};
  for (std::size_t number = 0; !examples.empty() && number < program.predicates.size(); ++number) {
    if (!examples.agree_with(truths_.of({.kind = Callee::Kind::learned, .number = number}))) {
      continue;
    }
    take_name(std::move(predicate), number, program);
    return true;
  }
  constexpr std::uint32_t few = 2;
  bool whole = false;
  std::optional<PropertyDefinition> best = conjunction(examples, program, whole);
  if (!whole || !best || best->size > few) {
    const std::uint32_t less = whole ? best->size - 1 : options_.max_clauses;
    if (examples.empty()) {
      // Enumeration would find a predicate that never holds.
    } else if (auto other = by_counterexamples(examples, less, program, report)) {
      best = std::move(other);
    } else if (!whole) {
      best.reset();
    }
  }
  if (!best && best_effort) {
    // Treats positive examples as likely only: some may be wrong, and rules may be unable to
    // express others.
    PropertyExamples certain(sample_.size());
    certain.likely = examples.positive;
    certain.negative = examples.negative;
    best = conjunction(certain, program, whole);
  }
  if (!best) return false;
  if (best->size == 0) {
    // A known predicate needs no further conditions.
    const Callee& same = *best->terms.front().known;
    if (same.kind != Callee::Kind::learned) return false;
    take_name(std::move(predicate), same.number, program);
    return true;
  }
  add(*best, std::move(predicate), program);
  return true;
}

std::optional<PropertyDefinition> DefinitionSearch::conjunction(const PropertyExamples& examples,
                                                                const LearnedProgram& program,
                                                                bool& whole) {
  using Kind = Callee::Kind;
  using Test = StateProperties::Test;
  std::vector<Callee> dyadic{{Kind::move, 0}};
  for (std::size_t number = 0; number < program.predicates.size(); ++number) {
    dyadic.push_back({Kind::learned, number});
  }
  // Considers only tests that keep all positive examples. Without positive examples, considers only
  // moves that must not be allowed: else `won` would be enough.
  const bool blind = examples.empty();
  std::optional<Callee> base;
  std::size_t least = sample_.size() + 1;
  const auto left_by = [&](const Truth& truth) {
    StateSet left = examples.negative;
    StateSet excluded = left;
    excluded.remove(truth.yes);
    left.remove(excluded);
    return left;
  };
  for (const Callee& callee : dyadic) {
    if (blind && callee.kind != Kind::move) continue;
    if (!examples.covered_by(truths_.of(callee))) continue;
    const std::size_t left = left_by(truths_.of(callee)).count();
    if (left < least) {
      least = left;
      base = callee;
    }
  }
  if (!base) return std::nullopt;
  PropertyDefinition result;
  result.terms.push_back({*base});
  StateSet left = left_by(truths_.of(*base));
  while (!left.empty() && result.size < options_.max_clauses) {
    std::optional<PropertyDefinition::Term> best;
    Callee condition;
    StateSet after;
    const auto consider = [&](const Callee& callee, Test test, const Truth& truth) {
      if (!examples.covered_by(truth)) return;
      StateSet excluded = left;
      excluded.remove(truth.yes);
      StateSet rest = left;
      rest.remove(excluded);
      if (rest.count() >= (best ? after : left).count()) return;
      best = PropertyDefinition::Term{std::nullopt, 0, 0, test};
      condition = callee;
      after = std::move(rest);
    };
    for (const Callee& callee : dyadic) {
      if (!blind) consider(callee, Test::some, truths_.some(callee));
      consider(callee, Test::none, negation(truths_.some(callee)));
    }
    for (const Kind kind : {Kind::won, Kind::drawn}) {
      if (blind) break;
      consider({kind, 0}, Test::property, truths_.of({kind, 0}));
    }
    if (!best) break;
    best->base = result.terms.size() - 1;
    result.terms.push_back({condition});
    best->condition = result.terms.size() - 1;
    result.terms.push_back(*best);
    ++result.size;
    left = std::move(after);
  }
  whole = left.empty() && result.size > 0;
  if (result.size > 0) result.clauses = {result.terms.size() - 1};
  for (const PropertyDefinition::Term& term : result.terms) {
    if (term.known && term.known->kind == Kind::learned) result.cost += costs_[term.known->number];
  }
  return result;
}

std::optional<PropertyDefinition> DefinitionSearch::by_counterexamples(
    const PropertyExamples& examples, std::uint32_t max_clauses, const LearnedProgram& program,
    PropertySearchReport& report) {
  std::vector<std::size_t> core;
  choose(sample_, examples.positive, first_examples, core);
  choose(sample_, examples.likely, first_examples, core);
  choose(sample_, examples.negative, first_examples, core);
  for (std::size_t round = 0; round < most_rounds; ++round) {
    std::sort(core.begin(), core.end());
    core.erase(std::unique(core.begin(), core.end()), core.end());
    const StateSample part = sample_.around(core, surroundings, most_states);
    const std::vector<std::size_t> before = core;
    for (const PropertyDefinition& definition :
         fitting(part, examples, max_clauses, program, report)) {
      const Truth truth = truth_of(definition);
      if (examples.agree_with(truth)) return definition;
      StateSet missed = examples.positive;
      missed.remove(truth.yes);
      StateSet unlikely = examples.likely;
      StateSet not_refused = unlikely;
      not_refused.remove(truth.no);
      unlikely.remove(not_refused);
      missed.add(unlikely);
      choose(sample_, missed, joining, core);
      StateSet not_covered = examples.negative;
      not_covered.remove(truth.yes);
      StateSet wrong = examples.negative;
      wrong.remove(not_covered);
      choose(sample_, wrong, joining, core);
      break;  // the others are likely to be wrong in the same states
    }
    if (std::all_of(core.begin(), core.end(), [&](std::size_t state) {
          return std::binary_search(before.begin(), before.end(), state);
        })) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

void DefinitionSearch::add(const PropertyDefinition& definition, LearnedPredicate predicate,
                           LearnedProgram& program) {
  std::vector<Callee> callees(definition.terms.size());
  std::vector<StateProperties::Clause> own;
  for (std::size_t i = 0; i < definition.terms.size(); ++i) {
    const PropertyDefinition::Term& term = definition.terms[i];
    if (term.known) {
      callees[i] = *term.known;
      continue;
    }
    const LearnedClause clause{callees[term.base], callees[term.condition], term.test};
    const StateProperties::Clause property = property_of(program, clause);
    const bool is_own = std::find(definition.clauses.begin(), definition.clauses.end(), i) !=
                        definition.clauses.end();
    if (is_own) {
      predicate.clauses.push_back(clause);
      own.push_back(property);
    }
    // A clause of a predicate that another one calls is a helper, too.
    const bool is_called =
        std::any_of(definition.terms.begin(), definition.terms.end(),
                    [&](const PropertyDefinition::Term& other) {
                      return !other.known && (other.base == i || other.condition == i);
                    });
    if (!is_called) continue;
    const StateProperties::Id defined = properties_.define({property});
    const auto same =
        std::find_if(program.predicates.begin(), program.predicates.end(),
                     [&](const LearnedPredicate& one) { return one.definition == defined; });
    if (same != program.predicates.end()) {
      callees[i] = {Callee::Kind::learned,
                    static_cast<std::size_t>(same - program.predicates.begin())};
      continue;
    }
    LearnedPredicate helper = predicate;
    helper.name = helper_name(program, predicate.name);
    helper.helper = true;
    helper.clauses = {clause};
    helper.definition = defined;
    callees[i] = {Callee::Kind::learned, program.predicates.size()};
    program.predicates.push_back(std::move(helper));
    costs_.push_back(definition.cost);
  }
  predicate.definition = properties_.define(own);
  program.predicates.push_back(std::move(predicate));
  costs_.push_back(definition.cost);
  truths_.extend(program);
}

bool DefinitionSearch::continue_series(std::size_t before, std::size_t last,
                                       const std::string& name, const PropertyExamples& examples,
                                       LearnedProgram& program) {
  const std::size_t size = program.predicates.size();
  if (!add_next_level(before, last, name, properties_, program)) return false;
  ProgramTruths truths = truths_;
  truths.extend(program);
  const std::size_t next = program.predicates.size() - 1;
  if (!examples.agree_with(truths.of({.kind = Callee::Kind::learned, .number = next}))) {
    program.predicates.resize(size);
    return false;
  }
  truths_ = std::move(truths);
  costs_.resize(program.predicates.size(), costs_[last]);
  return true;
}

void DefinitionSearch::exclude(std::size_t other, const PropertyExamples& examples,
                               LearnedProgram& program) {
  using Kind = Callee::Kind;
  const std::size_t number = program.predicates.size() - 1;
  const Callee last{.kind = Kind::learned, .number = number};
  const Callee excluded{.kind = Kind::learned, .number = other};
  const LearnedClause clause{last, excluded, StateProperties::Test::none};
  const Truth truth = truths_.of_clause(clause);
  if (truth == truths_.of(last) && program.predicates[number].clauses.size() == 1 &&
      program.predicates[number].clauses.front().condition == excluded) {
    return;  // it is excluded already
  }
  // The sample may not show how far the other predicate looks.
  if (truth.no.meets(examples.positive)) return;
  LearnedPredicate whole = program.predicates[number];
  LearnedPredicate& helper = program.predicates[number];
  helper.helper = true;
  helper.name = helper_name(program, whole.name);
  whole.clauses = {clause};
  whole.definition = properties_.define({property_of(program, clause)});
  program.predicates.push_back(std::move(whole));
  costs_.push_back(costs_.back() + costs_[other]);
  truths_.extend(program);
}

bool DefinitionSearch::take_over(const LearnedProgram& from, std::size_t predicate,
                                 LearnedProgram& program) {
  const std::size_t before = program.predicates.size();
  const auto place = [&](const auto& self, std::size_t number) -> std::optional<std::size_t> {
    LearnedPredicate copy = from.predicates[number];
    const auto same = std::find_if(
        program.predicates.begin(), program.predicates.end(), [&](const LearnedPredicate& one) {
          return one.definition == copy.definition && (copy.helper || one.name == copy.name);
        });
    if (same != program.predicates.end()) {
      return static_cast<std::size_t>(same - program.predicates.begin());
    }
    if (number != predicate && !copy.helper) return std::nullopt;
    for (LearnedClause& clause : copy.clauses) {
      for (Callee* callee : {&clause.base, &clause.condition}) {
        if (callee->kind != Callee::Kind::learned) continue;
        const auto called = self(self, callee->number);
        if (!called) return std::nullopt;
        callee->number = *called;
      }
    }
    if (number != predicate) copy.name = helper_name(program, from.predicates[predicate].name);
    program.predicates.push_back(std::move(copy));
    return program.predicates.size() - 1;
  };
  if (!place(place, predicate)) {
    program.predicates.resize(before);
    return false;
  }
  costs_.resize(program.predicates.size(), 1);
  truths_.extend(program);
  return true;
}

}  // namespace tesuji::learner
