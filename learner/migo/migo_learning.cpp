#include "learner/migo/migo_learning.h"

#include "ir/core/prolog_term.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace tesuji::learner {

/// The predicates that clauses may call at the moment: learned predicates, newest first, and the
/// primitives.
class MigoLearning::Known : public Background {
 public:
  explicit Known(StateProperties& properties) : properties_(properties) { clear(); }

  /// Removes all but the primitives.
  void clear() {
    predicates_ = {{"move", 2, {}}, {"drawn", 1, {}}, {"won", 1, {}}};
    ids_ = {StateProperties::move, StateProperties::drawn, StateProperties::won};
    callees_ = {{Callee::Kind::move, 0}, {Callee::Kind::drawn, 0}, {Callee::Kind::won, 0}};
    offered_ = 0;
  }

  /// Adds fluents, after all others; they replace those offered before.
  void offer(std::span<const std::string> fluents) {
    const std::size_t others = predicates_.size() - offered_;
    predicates_.resize(others);
    ids_.resize(others);
    callees_.resize(others);
    for (const std::string& fluent : fluents) {
      const std::optional<StateProperties::Id> id = properties_.fluent(fluent);
      if (!id) continue;
      predicates_.push_back({fluent, 1, {}});
      ids_.push_back(*id);
      callees_.push_back({Callee::Kind::fluent, 0, fluent});
    }
    offered_ = predicates_.size() - others;
  }
  [[nodiscard]] bool offers_fluents() const { return offered_ > 0; }

  void add(const LearnedPredicate& predicate, std::size_t number) {
    predicates_.insert(predicates_.begin(), {predicate.name, 2, {}});
    ids_.insert(ids_.begin(), predicate.definition);
    callees_.insert(callees_.begin(), {Callee::Kind::learned, number});
  }

  [[nodiscard]] const std::vector<StateProperties::Id>& ids() const { return ids_; }
  [[nodiscard]] const Callee& callee(std::uint32_t predicate) const { return callees_[predicate]; }

  [[nodiscard]] std::span<const BackgroundPredicate> predicates() const override {
    return predicates_;
  }

  [[nodiscard]] bool holds(std::uint32_t predicate, std::span<const Value> args) override {
    if (args.size() == 2 && !is_move(args[0], args[1])) return false;
    return properties_.holds(ids_[predicate], properties_.node(args.back()));
  }

  [[nodiscard]] bool any(std::uint32_t predicate, std::span<const Value> args) override {
    if (args.size() == 1) return holds(predicate, args);
    return properties_.any(ids_[predicate], properties_.node(known_state(args)));
  }

  void solve(std::uint32_t predicate, std::span<const Value> args,
             std::vector<Value>& solutions) override {
    runtime::StateSpace& space = properties_.space();
    runtime::Node& from = properties_.node(known_state(args));
    space.expand(from);
    for (std::uint32_t edge = 0; edge < from.edge_count; ++edge) {
      runtime::Node& next = *space.successor(from, edge);
      if (!properties_.holds(ids_[predicate], next)) continue;
      solutions.push_back(args[0]);
      solutions.push_back(properties_.value(next));
      return;  // metarules only require that the state exists
    }
  }

  [[nodiscard]] std::string text(Value value) const override {
    return "state_" + std::to_string(value);
  }

 private:
  /// MIGO's metarules never search for predecessors of a state.
  static Value known_state(std::span<const Value> args) {
    if (args[0] == unbound)
      throw std::logic_error("a state is unbound where an earlier one must bind it");
    return args[0];
  }

  /// The same pair occurs again and again: an example.
  bool is_move(Value from, Value to) {
    if (from != from_ || to != to_) {
      from_ = from;
      to_ = to;
      is_move_ = properties_.is_move(properties_.node(from), properties_.node(to));
    }
    return is_move_;
  }

  StateProperties& properties_;
  std::vector<BackgroundPredicate> predicates_;
  std::vector<StateProperties::Id> ids_;
  std::vector<Callee> callees_;
  std::size_t offered_ = 0;  ///< fluents, the last predicates
  Value from_ = unbound;
  Value to_ = unbound;
  bool is_move_ = false;
};

namespace {

/// Returns the first level without examples.
std::uint32_t first_empty(const LevelExamples::Row& row) {
  std::uint32_t level = 1;
  while (level < row.size() && !row[level].empty()) ++level;
  return level;
}

std::string name_of_level(Goal goal, std::uint32_t level) {
  return std::string(name_of(goal)) + "_" + std::to_string(level);
}

/// Reports the first level of each goal that has examples, but exceeds the number of levels. A game
/// of depth k has examples of all levels up to k.
void report_cut_levels(const LevelExamples& examples, LearningReport& report) {
  const std::uint32_t levels = examples.levels();
  const bool wins_cut = first_empty(examples.of(Goal::win)) == levels;
  const bool draws_cut =
      first_empty(examples.of(Goal::draw)) == levels && examples.deepest(Goal::draw) >= levels;
  using Reason = LearningReport::Missing::Reason;
  if (wins_cut) report.missing.push_back({name_of_level(Goal::win, levels - 1), Reason::levels});
  if (draws_cut) report.missing.push_back({name_of_level(Goal::draw, levels), Reason::levels});
}

std::vector<ir::ClauseMetarule> metarules_of(const MigoLearningOptions& options) {
  std::vector<ir::ClauseMetarule> metarules = ir::migo_metarules();
  if (options.refute) metarules.push_back(ir::continuation_metarule());
  if (options.fluents) metarules.push_back(ir::lack_metarule());
  return metarules;
}

}  // namespace

void LevelExamples::add(Goal goal, std::uint32_t level, MoveExample example) {
  std::uint32_t& deepest = deepest_[static_cast<std::size_t>(goal)];
  deepest = std::max(deepest, level);
  if (level < levels()) of(goal)[level].push_back(example);
}

MigoLearning::MigoLearning(StateProperties& properties, MigoLearningOptions options)
    : properties_(properties),
      options_(options),
      metarules_(metarules_of(options)),
      known_(std::make_unique<Known>(properties)),
      search_(std::span(metarules_).first(metarules_.size() - (options.fluents ? 1 : 0)), *known_),
      fluent_search_(metarules_, *known_) {}

MigoLearning::~MigoLearning() = default;

LearnedProgram MigoLearning::learn(const LevelExamples& examples, Refutations* refutations,
                                   LearningReport& report) {
  known_->clear();
  refuting_ = refutations != nullptr;
  if (refutations) {
    for (const Goal goal : {Goal::win, Goal::draw}) {
      Refuted& refuted = refuted_[static_cast<std::size_t>(goal)];
      if (refuted.version == refutations->version(goal)) continue;
      refuted = {refutations->refuted(goal), refutations->version(goal)};
    }
  }
  LearnedProgram program;
  // Draws must not be deeper than wins: else the learner would always draw and never win. The
  // deepest level is for draws only, once everything else has examples.
  const std::uint32_t levels = examples.levels();
  const std::uint32_t wins = std::min(first_empty(examples.of(Goal::win)), levels - 1);
  const std::uint32_t drawn = first_empty(examples.of(Goal::draw));
  const std::uint32_t draws =
      wins == levels - 1 && drawn == levels ? levels : std::min(wins, drawn);
  for (const Goal goal : {Goal::win, Goal::draw}) {
    for (std::uint32_t level = 1; level < (goal == Goal::win ? wins : draws); ++level) {
      const std::vector<MoveExample>& all = examples.of(goal)[level];
      learn_level(goal, level, {all.rbegin(), all.rend()}, program, report);
    }
  }
  report_cut_levels(examples, report);
  return program;
}

void MigoLearning::learn_level(Goal goal, std::uint32_t level,
                               const std::vector<MoveExample>& newest_first,
                               LearnedProgram& program, LearningReport& report) {
  const std::string name = name_of_level(goal, level);
  std::vector<MoveExample> rest = newest_first;
  for (std::uint32_t round = 1; round <= options_.rounds && !rest.empty(); ++round) {
    const std::size_t before = program.predicates.size();
    std::vector<std::size_t> helpers;
    std::vector<MoveExample> failed;
    while (!rest.empty()) {
      LearnedPredicate helper{
          name + "_" + std::to_string(round) + "_" + std::to_string(rest.size()),
          goal,
          level,
          true,
          {},
          StateProperties::move};
      const MoveExample example = rest.front();
      if (learn_predicate(std::move(helper), {&example, 1}, nullptr, program, report) ==
          SearchResult::End::found) {
        helpers.push_back(program.predicates.size() - 1);
        const StateProperties::Id learned = program.predicates.back().definition;
        std::erase_if(rest, [&](const MoveExample& one) {
          return properties_.holds(learned, properties_.node(one.to));
        });
      } else {
        failed.push_back(example);
        rest.erase(rest.begin());
      }
    }
    for (const std::size_t helper : helpers) known_->add(program.predicates[helper], helper);
    rest = std::move(failed);
    if (program.predicates.size() == before) break;  // the next round would be the same
  }
  const LearnedPredicate predicate{name, goal, level, false, {}, StateProperties::move};
  const Refuted* refuted = refuting_ ? &refuted_[static_cast<std::size_t>(goal)] : nullptr;
  SearchResult::End end = learn_predicate(predicate, newest_first, refuted, program, report);
  if (end != SearchResult::End::found && options_.fluents) {
    offer_fluents(newest_first, refuted);
    end = learn_predicate(predicate, newest_first, refuted, program, report);
    known_->offer({});
  }
  if (end != SearchResult::End::found && refuted) {
    end = learn_predicate(predicate, newest_first, nullptr, program, report);
  }
  if (end == SearchResult::End::found) {
    known_->add(program.predicates.back(), program.predicates.size() - 1);
  } else {
    using Reason = LearningReport::Missing::Reason;
    report.missing.push_back(
        {name, end == SearchResult::End::steps ? Reason::steps : Reason::clauses});
  }
}

/// Offers fluents that hold in some, but not all, boards after examples and refuted moves.
void MigoLearning::offer_fluents(std::span<const MoveExample> examples, const Refuted* refuted) {
  std::map<std::string, std::size_t> boards_with;
  const auto count = [&](const runtime::Node& node) {
    const runtime::StateSpace& space = properties_.space();
    for (std::string& fluent : space.game().fluents(space.state(node))) {
      // Strategies test only fluents with arguments.
      if (ir::fluent_term(fluent).kind != ir::PrologTerm::Kind::compound) continue;
      ++boards_with[std::move(fluent)];
    }
  };
  for (const MoveExample& example : examples) count(properties_.node(example.to));
  std::size_t boards = examples.size();
  if (refuted) {
    for (const runtime::Node* node : refuted->nodes) count(*node);
    boards += refuted->nodes.size();
  }
  std::vector<std::string> fluents;
  for (const auto& [fluent, with] : boards_with) {
    if (with < boards) fluents.push_back(fluent);
  }
  known_->offer(fluents);
}

SearchResult::End MigoLearning::learn_predicate(LearnedPredicate predicate,
                                                std::span<const MoveExample> examples,
                                                const Refuted* refuted, LearnedProgram& program,
                                                LearningReport& report) {
  const SearchResult& result = search(examples, refuted, report);
  if (result.end != SearchResult::End::found) {
    ++report.failed;
    return result.end;
  }
  add(std::move(predicate), result.hypothesis, program);
  return SearchResult::End::found;
}

const SearchResult& MigoLearning::search(std::span<const MoveExample> examples,
                                         const Refuted* refuted, LearningReport& report) {
  std::vector<std::uint32_t> question = known_->ids();
  question.push_back(refuted ? refuted->version : 0);
  for (const MoveExample& example : examples) {
    question.push_back(example.from);
    question.push_back(example.to);
  }
  const auto [place, fresh] = remembered_.try_emplace(std::move(question));
  if (!fresh) return place->second;
  std::vector<Example> positive;
  for (const MoveExample& example : examples) positive.push_back({example.from, example.to});
  SearchOptions options;
  options.max_clauses = options_.max_clauses;
  options.max_steps = options_.max_steps;
  options.stop = options_.stop;
  if (refuted) {
    options.accept = [&](const Hypothesis& hypothesis) {
      return std::none_of(refuted->nodes.begin(), refuted->nodes.end(),
                          [&](runtime::Node* node) { return holds(hypothesis, 0, *node); });
    };
  }
  try {
    ClauseSearch& search = known_->offers_fluents() ? fluent_search_ : search_;
    place->second = search.learn(positive, {}, options);
  } catch (...) {
    remembered_.erase(place);
    throw;
  }
  ++report.searches;
  report.steps += place->second.steps;
  if (place->second.end == SearchResult::End::stopped) {
    remembered_.erase(place);
    throw runtime::Stopped();
  }
  return place->second;
}

StateProperties::Test MigoLearning::test_of(const HypothesisClause& clause) const {
  const ir::ClauseMetarule::Literal& literal = metarules_[clause.metarule].body[1];
  if (literal.negated) {
    return literal.args.size() == 2 ? StateProperties::Test::none : StateProperties::Test::lacks;
  }
  return literal.args.size() == 2 ? StateProperties::Test::some : StateProperties::Test::property;
}

/// Evaluates F of an own predicate of a hypothesis that is not a definition yet.
bool MigoLearning::holds(const Hypothesis& hypothesis, std::uint32_t own, runtime::Node& node) {
  const auto has = [&](PredicateId id, runtime::Node& at) {
    return id.is_own() ? holds(hypothesis, id.number(), at)
                       : properties_.holds(known_->ids()[id.number()], at);
  };
  for (const HypothesisClause& clause : hypothesis) {
    if (clause.predicates[0].number() != own || !has(clause.predicates[1], node)) continue;
    const PredicateId condition = clause.predicates[2];
    const StateProperties::Test test = test_of(clause);
    bool good = false;
    if (test == StateProperties::Test::property) {
      good = has(condition, node);
    } else if (test == StateProperties::Test::lacks) {
      good = !has(condition, node);
    } else {
      bool any = false;
      if (!condition.is_own()) {
        any = properties_.any(known_->ids()[condition.number()], node);
      } else {
        runtime::StateSpace& space = properties_.space();
        space.expand(node);
        for (std::uint32_t edge = 0; edge < node.edge_count && !any; ++edge) {
          any = has(condition, *space.successor(node, edge));
        }
      }
      good = any == (test == StateProperties::Test::some);
    }
    if (good) return true;
  }
  return false;
}

/// Appends the predicate, after those that its hypothesis invents.
void MigoLearning::add(LearnedPredicate predicate, const Hypothesis& hypothesis,
                       LearnedProgram& program) {
  std::uint32_t last = 0;
  for (const HypothesisClause& clause : hypothesis) {
    last = std::max(last, clause.predicates[0].number());
  }
  // Own predicates call only those of higher numbers.
  std::vector<std::size_t> places(last + 1);
  for (std::uint32_t own = last + 1; own-- > 0;) {
    LearnedPredicate one = predicate;
    if (own > 0) {
      one.name += "_" + std::to_string(own);
      one.helper = true;
    }
    const auto callee = [&](PredicateId id) -> Callee {
      if (id.is_own()) return {Callee::Kind::learned, places[id.number()]};
      return known_->callee(id.number());
    };
    const auto definition = [&](PredicateId id) {
      if (id.is_own()) return program.predicates[places[id.number()]].definition;
      return known_->ids()[id.number()];
    };
    std::vector<StateProperties::Clause> clauses;
    for (const HypothesisClause& clause : hypothesis) {
      if (clause.predicates[0].number() != own) continue;
      const StateProperties::Test test = test_of(clause);
      const PredicateId base = clause.predicates[1];
      const PredicateId condition = clause.predicates[2];
      one.clauses.push_back({callee(base), callee(condition), test});
      clauses.push_back({definition(base), definition(condition), test});
    }
    one.definition = properties_.define(clauses);
    places[own] = program.predicates.size();
    program.predicates.push_back(std::move(one));
  }
}

}  // namespace tesuji::learner
