#include "learner/search/rule_prover.h"

#include "ir/core/counted.h"

#include <algorithm>
#include <utility>

namespace tesuji::learner {

// --- One proof
//
// Proves one call of a background predicate (rule_prover.h): selective linear resolution with
// structure sharing (Boyer and Moore 1972, The sharing of structure in theorem proving programs).

class RuleProof {
 public:
  enum class End : std::uint8_t {
    complete,    ///< all answers were found
    incomplete,  ///< an answer, a test or a negation has a variable without a value
    steps,       ///< out of steps; there may be more answers
    stopped,     ///< on request
  };

  explicit RuleProof(RuleProver& prover);

  /// Appends the answers, each once; with `first` it ends at the first one, whose variables may
  /// have no value.
  [[nodiscard]] End run(const FactRelation& predicate, std::span<const Value> args, bool first,
                        std::vector<Value>& solutions);
  [[nodiscard]] bool found() const { return found_; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// A term: a value, or a pattern whose variables are in cells_ from `frame` on. Neither: no
  /// value.
  struct Ref {
    const RulePattern* pattern = nullptr;
    std::uint32_t frame = 0;
    Value value = unbound;
  };
  struct Goal {
    const RuleLiteral* literal;
    std::uint32_t frame;
    std::uint32_t next;  ///< the goal after it; or none
  };
  struct Marks {
    std::size_t goals, cells, trail, solutions;
  };
  struct Choice {
    const std::vector<CompiledRule>* rules;  ///< null: `cursor` counts solutions_
    std::uint32_t goal;
    std::uint32_t cursor;  ///< the next rule; or index into solutions_
    Marks marks;
  };

  bool step(std::uint32_t& goal);
  bool step_test(const Goal& now);
  bool step_negation(const Goal& now);
  bool backtrack(std::uint32_t& goal);
  bool next_rule(std::uint32_t& goal);
  bool next_solution(std::uint32_t& goal);
  void answer(std::vector<Value>& solutions);

  [[nodiscard]] static bool is_variable(const Ref& ref) {
    return ref.pattern != nullptr && ref.pattern->variable != RulePattern::no_variable;
  }
  [[nodiscard]] std::uint32_t cell_of(const Ref& ref) const {
    return ref.frame + ref.pattern->variable;
  }
  [[nodiscard]] Ref value_of(Ref ref) const;
  [[nodiscard]] Ref argument(const Ref& compound, std::size_t number) const;
  bool bind(std::uint32_t cell, const Ref& to);
  [[nodiscard]] bool occurs(std::uint32_t cell, const Ref& in);
  bool unify(const Ref& left, const Ref& right);
  bool unify_parts(const Ref& left, const Ref& right);
  /// Returns the value of the term; nothing if one of its variables has none, or the term must not
  /// be made.
  [[nodiscard]] std::optional<Value> build(const Ref& ref, std::uint32_t depth = 0);
  void undo(std::size_t trail);
  void back_to(const Marks& marks);
  [[nodiscard]] Marks here() const {
    return {goals_.size(), cells_.size(), trail_.size(), solutions_.size()};
  }
  void count_step();
  /// Collects a call's arguments that have values; unbound for the others.
  void known_arguments(const Goal& now);

  RuleProver& prover_;
  TermTable& terms_;
  std::vector<RulePattern> variables_;  ///< element i is variable i
  RuleLiteral call_;
  std::vector<Goal> goals_;
  std::vector<Ref> cells_;
  std::vector<std::uint32_t> trail_;
  std::vector<Value> solutions_;  ///< of facts and of cached calls
  std::vector<Choice> choices_;
  std::vector<Value> args_;                   ///< of known_arguments
  std::vector<std::pair<Ref, Ref>> pending_;  ///< of unify
  std::vector<Ref> visited_;                  ///< of occurs
  TupleSet seen_;
  /// During unification of a head: its first cell, as long as no older cell was bound, because
  /// older terms then contain no newer variables. Otherwise none.
  std::uint32_t head_ = none;
  std::uint64_t steps_ = 0;
  bool found_ = false;
};

namespace {

using TermKind = TermTable::Kind;

constexpr std::uint64_t steps_between_stops = 4096;

/// Thrown to leave a proof from any depth.
struct ProofEnded {
  RuleProof::End end;
};

}  // namespace

RuleProof::RuleProof(RuleProver& prover) : prover_(prover), terms_(prover.background_.terms()) {}

RuleProof::End RuleProof::run(const FactRelation& predicate, std::span<const Value> args,
                              bool first, std::vector<Value>& solutions) {
  goals_.clear();
  cells_.clear();
  trail_.clear();
  solutions_.clear();
  choices_.clear();
  seen_.clear();
  head_ = none;
  steps_ = 0;
  found_ = false;
  variables_.resize(args.size());
  for (std::uint32_t i = 0; i < args.size(); ++i) {
    variables_[i].variable = i;
    cells_.push_back({nullptr, 0, args[i]});
  }
  call_.relation = const_cast<FactRelation*>(&predicate);
  call_.args = variables_;
  goals_.push_back({&call_, 0, none});
  std::uint32_t goal = 0;
  try {
    for (;;) {
      if (goal == none) {
        found_ = true;
        if (first) return End::complete;
        answer(solutions);
        if (!backtrack(goal)) return End::complete;
      } else if (!step(goal) && !backtrack(goal)) {
        return End::complete;
      }
    }
  } catch (const ProofEnded& ended) {
    return ended.end;
  }
}

void RuleProof::answer(std::vector<Value>& solutions) {
  args_.clear();
  for (std::uint32_t i = 0; i < variables_.size(); ++i) {
    const auto value = build({&variables_[i], 0, unbound});
    if (!value) throw ProofEnded{End::incomplete};
    args_.push_back(*value);
  }
  if (seen_.insert(args_)) solutions.insert(solutions.end(), args_.begin(), args_.end());
}

// Goals -----------------------------------------------------------------------

void RuleProof::count_step() {
  if (++steps_ > prover_.limits_.max_call_steps) throw ProofEnded{End::steps};
  if (steps_ % steps_between_stops == 0 && prover_.limits_.stop && prover_.limits_.stop->load()) {
    throw ProofEnded{End::stopped};
  }
}

bool RuleProof::step(std::uint32_t& goal) {
  count_step();
  const Goal now = goals_[goal];
  if (!now.literal->relation || now.literal->negated) {
    const bool held = now.literal->relation ? step_negation(now) : step_test(now);
    goal = now.next;
    return held;
  }
  const FactRelation& relation = *now.literal->relation;
  const auto rules = prover_.rules_.find(&relation);
  if (rules != prover_.rules_.end()) choices_.push_back({&rules->second, goal, 0, here()});
  if (CalledRelations* const called = prover_.background_.called(relation)) {
    known_arguments(now);
    const auto first = static_cast<std::uint32_t>(solutions_.size());
    if (!called->solve(relation, args_, solutions_)) throw ProofEnded{End::incomplete};
    if (solutions_.size() > first) choices_.push_back({nullptr, goal, first, here()});
  }
  if (relation.size() > 0) {
    known_arguments(now);
    const auto first = static_cast<std::uint32_t>(solutions_.size());
    relation.each_match(args_, 0, relation.size(), [&](std::span<const Value> tuple) {
      solutions_.insert(solutions_.end(), tuple.begin(), tuple.end());
      if (tuple.empty()) solutions_.push_back(0);
      return true;
    });
    if (solutions_.size() > first) choices_.push_back({nullptr, goal, first, here()});
  }
  return backtrack(goal);
}

void RuleProof::known_arguments(const Goal& now) {
  args_.clear();
  for (const RulePattern& arg : now.literal->args) {
    args_.push_back(build({&arg, now.frame, unbound}).value_or(unbound));
  }
}

bool RuleProof::step_test(const Goal& now) {
  const RuleLiteral& literal = *now.literal;
  const Ref left{&literal.args[0], now.frame, unbound};
  const Ref right{&literal.args[1], now.frame, unbound};
  if (literal.test == BuiltIn::unifies && !literal.negated) return unify(left, right);
  const auto right_value = build(right);
  if (!right_value) throw ProofEnded{End::incomplete};
  if (literal.test == BuiltIn::is && !literal.negated) {
    const auto number = computed(*right_value, terms_);
    return number && unify(left, {nullptr, 0, *number});
  }
  const auto left_value = build(left);
  if (!left_value) throw ProofEnded{End::incomplete};
  return holds(literal.test, *left_value, *right_value, terms_) != literal.negated;
}

bool RuleProof::step_negation(const Goal& now) {
  known_arguments(now);
  for (std::size_t i = 0; i < args_.size(); ++i) {
    if (args_[i] == unbound && !now.literal->args[i].anonymous) throw ProofEnded{End::incomplete};
  }
  const FactRelation& relation = *now.literal->relation;
  if (CalledRelations* const called = prover_.background_.called(relation)) {
    std::vector<Value> found;
    if (!called->solve(relation, args_, found)) throw ProofEnded{End::incomplete};
    return found.empty();
  }
  if (!prover_.defines(relation)) {
    return relation.each_match(args_, 0, relation.size(),
                               [](std::span<const Value>) { return false; });
  }
  const std::vector<Value> args = args_;
  const auto answer = prover_.answer(relation, args);
  if (!answer) throw ProofEnded{End::steps};
  return !*answer;
}

bool RuleProof::backtrack(std::uint32_t& goal) {
  while (!choices_.empty()) {
    back_to(choices_.back().marks);
    if (choices_.back().rules ? next_rule(goal) : next_solution(goal)) return true;
  }
  return false;
}

bool RuleProof::next_rule(std::uint32_t& goal) {
  const std::uint32_t number = choices_.back().goal;
  const Goal asked = goals_[number];
  const std::vector<CompiledRule>& rules = *choices_.back().rules;
  while (choices_.back().cursor < rules.size()) {
    const CompiledRule& rule = rules[choices_.back().cursor++];
    const auto frame = static_cast<std::uint32_t>(cells_.size());
    cells_.resize(cells_.size() + rule.variables);
    bool agrees = true;
    head_ = frame;
    for (std::size_t i = 0; i < rule.args.size() && agrees; ++i) {
      agrees =
          unify({&rule.args[i], frame, unbound}, {&asked.literal->args[i], asked.frame, unbound});
    }
    head_ = none;
    if (!agrees) {
      back_to(choices_.back().marks);
      continue;
    }
    if (choices_.back().cursor == rules.size()) choices_.pop_back();
    std::uint32_t next = asked.next;
    for (std::size_t i = rule.body.size(); i-- > 0;) {
      goals_.push_back({&rule.body[i], frame, next});
      next = static_cast<std::uint32_t>(goals_.size() - 1);
    }
    goal = next;
    return true;
  }
  choices_.pop_back();
  return false;
}

bool RuleProof::next_solution(std::uint32_t& goal) {
  const Goal asked = goals_[choices_.back().goal];
  const std::size_t arity = asked.literal->args.size();
  while (choices_.back().cursor < choices_.back().marks.solutions) {
    const std::uint32_t first = choices_.back().cursor;
    choices_.back().cursor += static_cast<std::uint32_t>(std::max<std::size_t>(arity, 1));
    bool agrees = true;
    for (std::size_t i = 0; i < arity && agrees; ++i) {
      agrees = unify({&asked.literal->args[i], asked.frame, unbound},
                     {nullptr, 0, solutions_[first + i]});
    }
    if (agrees) {
      goal = asked.next;
      return true;
    }
    undo(choices_.back().marks.trail);
  }
  choices_.pop_back();
  return false;
}

// Terms -----------------------------------------------------------------------

RuleProof::Ref RuleProof::value_of(Ref ref) const {
  while (ref.pattern) {
    if (ref.pattern->ground != unbound) return {nullptr, 0, ref.pattern->ground};
    if (!is_variable(ref)) break;
    const Ref& cell = cells_[cell_of(ref)];
    if (!cell.pattern && cell.value == unbound) break;
    ref = cell;
  }
  return ref;
}

RuleProof::Ref RuleProof::argument(const Ref& compound, std::size_t number) const {
  if (compound.pattern) return {&compound.pattern->args[number], compound.frame, unbound};
  return {nullptr, 0, terms_.args(compound.value)[number]};
}

bool RuleProof::bind(std::uint32_t cell, const Ref& to) {
  const bool into_head = head_ != none && cell >= head_ && to.frame < head_;
  if (to.pattern && !is_variable(to) && !into_head && occurs(cell, to)) return false;
  if (head_ != none && cell < head_) head_ = none;
  cells_[cell] = to;
  trail_.push_back(cell);
  return true;
}

bool RuleProof::occurs(std::uint32_t cell, const Ref& in) {
  visited_.assign({in});
  while (!visited_.empty()) {
    count_step();
    const Ref ref = value_of(visited_.back());
    visited_.pop_back();
    if (!ref.pattern) continue;
    if (is_variable(ref)) {
      if (cell_of(ref) == cell) return true;
      continue;
    }
    for (std::size_t i = 0; i < ref.pattern->args.size(); ++i) visited_.push_back(argument(ref, i));
  }
  return false;
}

bool RuleProof::unify(const Ref& left, const Ref& right) {
  pending_.assign({{left, right}});
  while (!pending_.empty()) {
    const Ref a = value_of(pending_.back().first);
    const Ref b = value_of(pending_.back().second);
    pending_.pop_back();
    if (is_variable(a) && is_variable(b)) {
      const std::uint32_t x = cell_of(a);
      const std::uint32_t y = cell_of(b);
      if (x != y) (void)bind(std::max(x, y), x < y ? a : b);
    } else if (is_variable(a) || is_variable(b)) {
      const bool first = is_variable(a);
      if (!bind(cell_of(first ? a : b), first ? b : a)) return false;
    } else if (!a.pattern && !b.pattern) {
      if (a.value != b.value) return false;
    } else if (!unify_parts(a, b)) {
      return false;
    }
  }
  return true;
}

bool RuleProof::unify_parts(const Ref& left, const Ref& right) {
  count_step();
  const auto kind = [&](const Ref& ref) {
    return ref.pattern ? ref.pattern->kind : terms_.kind(ref.value);
  };
  const auto name = [&](const Ref& ref) {
    return ref.pattern ? ref.pattern->name : terms_.name(ref.value);
  };
  const auto arity = [&](const Ref& ref) {
    return ref.pattern ? ref.pattern->args.size() : terms_.args(ref.value).size();
  };
  if (kind(left) != kind(right) || name(left) != name(right) || arity(left) != arity(right)) {
    return false;
  }
  for (std::size_t i = arity(left); i-- > 0;) {
    pending_.emplace_back(argument(left, i), argument(right, i));
  }
  return true;
}

std::optional<Value> RuleProof::build(const Ref& ref, std::uint32_t depth) {
  Ref now = value_of(ref);
  if (!now.pattern) return now.value;
  if (is_variable(now) || depth > prover_.limits_.max_depth) return std::nullopt;
  std::vector<Value> args;
  const bool list = now.pattern->kind == TermKind::partial_list;
  const std::uint32_t name = now.pattern->name;
  if (!list) {
    for (std::size_t i = 0; i < now.pattern->args.size(); ++i) {
      const auto arg = build(argument(now, i), depth + 1);
      if (!arg) return std::nullopt;
      args.push_back(*arg);
    }
    const Value value = terms_.intern(now.pattern->kind, name, args);
    return terms_.depth(value) > prover_.limits_.max_depth ? std::nullopt : std::optional(value);
  }
  while (now.pattern && now.pattern->kind == TermKind::partial_list && !is_variable(now)) {
    count_step();
    const auto element = build(argument(now, 0), depth + 1);
    if (!element || terms_.depth(*element) > prover_.limits_.max_depth) return std::nullopt;
    args.push_back(*element);
    now = value_of(argument(now, 1));
  }
  if (now.pattern || !terms_.is_list(now.value)) return std::nullopt;
  if (terms_.length(now.value) + args.size() > prover_.limits_.max_length) return std::nullopt;
  Value value = now.value;
  for (auto arg = args.rbegin(); arg != args.rend(); ++arg) {
    const Value cell[] = {*arg, value};
    value = terms_.intern(TermKind::partial_list, name, cell);
  }
  return value;
}

void RuleProof::undo(std::size_t trail) {
  while (trail_.size() > trail) {
    cells_[trail_.back()] = {};
    trail_.pop_back();
  }
}

void RuleProof::back_to(const Marks& marks) {
  undo(marks.trail);
  goals_.resize(marks.goals);
  cells_.resize(marks.cells);
  solutions_.resize(marks.solutions);
}

// --- The prover

namespace {

constexpr std::size_t most_remembered_bytes = std::size_t{256} << 20;

std::string shortened_call_text(std::string text) {
  constexpr std::size_t longest = 40;
  if (text.size() > longest) text = text.substr(0, longest) + "..";
  return text;
}

}  // namespace

RuleProver::RuleProver(FactBackground& background, const RuleLimits& limits)
    : background_(background), limits_(limits) {}

RuleProver::~RuleProver() = default;

void RuleProver::add(const ir::LogicClause& clause) {
  CompiledRule rule = compile_rule(clause, background_);
  rules_[rule.head].push_back(std::move(rule));
}

/// Calls for any answer have keys of their own.
std::optional<RuleProver::Answers> RuleProver::remembered(const FactRelation& predicate,
                                                          std::span<const Value> args, bool any) {
  const auto next = static_cast<std::uint32_t>(numbers_.size());
  key_.assign({2 * numbers_.try_emplace(&predicate, next).first->second + (any ? 1 : 0)});
  key_.insert(key_.end(), args.begin(), args.end());
  const auto known = keys_.find(key_);
  return known ? std::optional(answers_[*known]) : std::nullopt;
}

void RuleProver::remember(const FactRelation& predicate, std::span<const Value> args, bool any,
                          std::span<const Value> values, std::size_t count) {
  if (keys_.bytes() + (values_.size() + 2 * answers_.size()) * sizeof(Value) >
      most_remembered_bytes) {
    keys_.clear();
    answers_.clear();
    values_.clear();
  }
  (void)remembered(predicate, args, any);  // creates the key
  keys_.insert(key_);
  answers_.push_back({values_.size(), values_.size() + values.size(), count});
  values_.insert(values_.end(), values.begin(), values.end());
}

RuleProof& RuleProver::next_proof() {
  if (proofs_.size() == running_) proofs_.push_back(std::make_unique<RuleProof>(*this));
  return *proofs_[running_];
}

void RuleProver::solve(const FactRelation& predicate, std::span<const Value> args,
                       std::vector<Value>& solutions) {
  if (const auto known = remembered(predicate, args, false)) {
    const auto begin = values_.begin();
    solutions.insert(solutions.end(), begin + static_cast<std::ptrdiff_t>(known->begin),
                     begin + static_cast<std::ptrdiff_t>(known->end));
    return;
  }
  const std::size_t first = solutions.size();
  RuleProof& proof = next_proof();
  ++running_;
  const RuleProof::End end = proof.run(predicate, args, false, solutions);
  --running_;
  if (end != RuleProof::End::complete) solutions.resize(first);
  if (end == RuleProof::End::stopped) return;
  if (end == RuleProof::End::steps) note_unfinished(predicate, args);
  const std::span<const Value> found = std::span(solutions).subspan(first);
  remember(predicate, args, false, found, found.size());
}

std::optional<bool> RuleProver::answer(const FactRelation& predicate, std::span<const Value> args) {
  if (const auto known = remembered(predicate, args, true)) {
    if (known->count == unanswered) return std::nullopt;
    return known->count > 0;
  }
  std::vector<Value> none;
  RuleProof& proof = next_proof();
  ++running_;
  const RuleProof::End end = proof.run(predicate, args, true, none);
  const bool found = proof.found();
  --running_;
  if (end == RuleProof::End::stopped) return std::nullopt;
  if (end == RuleProof::End::steps) note_unfinished(predicate, args);
  const bool known = end == RuleProof::End::complete;
  remember(predicate, args, true, {}, known ? (found ? 1 : 0) : unanswered);
  return known ? std::optional(found) : std::nullopt;
}

std::string RuleProver::unfinished_text() const {
  if (unfinished_ == 0) return {};
  return ir::counted(unfinished_, "call") + " of the background took more than " +
         std::to_string(limits_.max_call_steps) + " steps and had no answer, first " +
         first_unfinished_;
}

void RuleProver::note_unfinished(const FactRelation& predicate, std::span<const Value> args) {
  if (++unfinished_ > 1) return;
  first_unfinished_ = predicate.name() + "(";
  for (std::size_t i = 0; i < args.size(); ++i) {
    first_unfinished_ += i > 0 ? "," : "";
    first_unfinished_ += args[i] == unbound ? "_" : shortened_call_text(background_.text(args[i]));
  }
  first_unfinished_ += ")";
}

}  // namespace tesuji::learner
