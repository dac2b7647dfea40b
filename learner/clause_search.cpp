#include "learner/clause_search.h"

#include "learner/tuple_set.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace tesuji::learner {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t steps_between_looks = 1024;  // at the request to stop
constexpr std::uint64_t steps_between_reports = 64 * steps_between_looks;
constexpr std::size_t bucket_count = std::size_t{1} << 16;  // of frames
constexpr std::size_t most_seen_bytes = std::size_t{256} << 20;

/// Leaves a search from wherever it is.
struct Ended {
  SearchResult::End end;
};

}  // namespace

/// The prover: goals, bindings and alternatives lie on stacks that backtracking cuts, so that
/// neither a proof nor the search needs the host's stack.
class ClauseSearch::Machine {
 public:
  Machine(std::span<const ir::ClauseMetarule> metarules, Background& background)
      : metarules_(metarules), background_(background) {
    for (const ir::ClauseMetarule& metarule : metarules) {
      recursive_ |= metarule.recursive();
      named_.push_back(named_predicates(metarule));
    }
  }

  SearchResult learn(std::span<const Example> positive, std::span<const Example> negative,
                     const SearchOptions& options, std::span<const std::uint32_t> types) {
    begin(options);
    target_types_.assign(types.begin(), types.end());
    SearchResult result;
    result_ = &result;
    try {
      result.end = SearchResult::End::exhausted;
      for (limit_ = options.min_clauses; limit_ <= options.max_clauses; ++limit_) {
        result.clauses = limit_;
        cut_ = false;
        if (search(positive, negative, result)) {
          result.end = SearchResult::End::found;
          result.hypothesis = hypothesis();
          break;
        }
        if (!cut_) break;  // more clauses would not help
      }
    } catch (const Ended& ended) {
      result.end = ended.end;
    }
    result.steps = steps_;
    result.too_deep = too_deep_;
    result_ = nullptr;
    return result;
  }

  std::optional<bool> covers(const Hypothesis& hypothesis, const Example& example,
                             const SearchOptions& options) {
    begin(options);
    target_types_.clear();
    load(hypothesis);
    limit_ = program_size_;
    try {
      return deduce(example);
    } catch (const Ended&) {
      return std::nullopt;
    }
  }

 private:
  struct Goal {
    std::uint32_t clause;  ///< of the program, whose literal this is; none: the target itself
    std::uint32_t slot;    ///< of that clause's predicates
    std::uint32_t args;    ///< into arg_cells_
    std::uint32_t arity;
    std::uint32_t frame;  ///< of the goal it comes from; none
    std::uint32_t next;   ///< the goal after it; none
    bool negated;
  };
  /// A goal that a clause was entered for.
  struct Frame {
    PredicateId predicate;
    std::uint32_t args;
    std::uint32_t arity;
    std::uint32_t parent;
    /// The nearest on the way up, this one included, that had an argument without value when it
    /// was entered; none.
    std::uint32_t open = none;
    std::uint32_t same_bucket = none;  ///< the frame before it there
    std::uint32_t bucket = none;       ///< of those without such an argument
  };
  struct Clause {
    std::uint32_t metarule = 0;
    std::uint32_t unset = 0;  ///< predicates that are not known yet
    std::vector<PredicateId> predicates;
    std::vector<std::uint32_t> constant_cells;  ///< by variable; none
  };
  struct Change {
    enum class Kind : std::uint8_t { value, type, predicate };
    Kind kind;
    std::uint32_t cell;  ///< or clause
    std::uint32_t slot;
  };
  /// How far the stacks reached, to go back to.
  struct Marks {
    std::size_t goals, frames, args, cells, trail, solutions;
    std::uint32_t program, invented;
  };
  struct Choice {
    enum class Kind : std::uint8_t {
      known,      ///< a free predicate: one of the background
      existing,   ///< a free predicate or an own one: a clause that is there
      fresh,      ///< the same: a new clause
      solutions,  ///< of a predicate of the background
      refuted,    ///< a free predicate under `not`
    };
    Kind kind;
    std::uint32_t goal;
    std::uint32_t cursor;  ///< the next alternative of this kind; solutions: into solutions_
    std::uint32_t end;     ///< solutions: of theirs; fresh: the own predicate that is tried
    std::size_t example;
    Marks marks;
  };

  // ----- setting up

  std::vector<PredicateId> named_predicates(const ir::ClauseMetarule& metarule) const {
    std::vector<PredicateId> result(metarule.predicates.size());
    for (const ir::ClauseMetarule::Literal& literal : metarule.body) {
      const auto& predicate = metarule.predicates[literal.predicate];
      if (predicate.variable) continue;
      const auto all = background_.predicates();
      const auto found = std::find_if(all.begin(), all.end(), [&](const auto& known) {
        return known.name == predicate.name && known.arity == literal.args.size();
      });
      if (found == all.end()) {
        throw std::invalid_argument("the metarule " + metarule.name + " names " + predicate.name +
                                    "/" + std::to_string(literal.args.size()) +
                                    ", which the background does not have");
      }
      result[literal.predicate] =
          PredicateId::background(static_cast<std::uint32_t>(found - all.begin()));
    }
    return result;
  }

  void begin(const SearchOptions& options) {
    options_ = options;
    result_ = nullptr;
    steps_ = 0;
    too_deep_ = false;
    typed_ = std::any_of(background_.predicates().begin(), background_.predicates().end(),
                         [](const BackgroundPredicate& one) { return !one.types.empty(); });
    own_arity_.assign(std::size_t{options.max_clauses} + 1, 0);
    clear();
  }

  void clear() {
    goals_.clear();
    frames_.clear();
    if (recursive_) buckets_.assign(bucket_count, none);
    arg_cells_.clear();
    cells_.clear();
    types_.clear();
    trail_.clear();
    solutions_.clear();
    choices_.clear();
    program_size_ = 0;
    invented_ = 0;
    example_ = 0;
    extend_ = true;
  }

  void load(const Hypothesis& hypothesis) {
    if (program_.size() < hypothesis.size()) program_.resize(hypothesis.size());
    for (const HypothesisClause& given : hypothesis) {
      Clause& clause = program_[program_size_++];
      clause.metarule = given.metarule;
      clause.unset = 0;
      clause.predicates = given.predicates;
      clause.constant_cells.assign(given.constants.size(), none);
      for (std::size_t v = 0; v < given.constants.size(); ++v) {
        if (given.constants[v] != unbound) clause.constant_cells[v] = new_cell(given.constants[v]);
      }
    }
  }

  [[nodiscard]] Hypothesis hypothesis() const {
    Hypothesis result;
    for (std::uint32_t c = 0; c < program_size_; ++c) {
      const Clause& clause = program_[c];
      HypothesisClause one{clause.metarule, clause.predicates, {}};
      for (const std::uint32_t cell : clause.constant_cells) {
        one.constants.push_back(cell == none ? unbound : cells_[cell]);
      }
      result.push_back(std::move(one));
    }
    return result;
  }

  // ----- examples

  /// Looks for a program of at most limit_ clauses.
  bool search(std::span<const Example> positive, std::span<const Example> negative,
              SearchResult& result) {
    clear();
    seen_.clear();
    std::uint32_t goal = none;
    for (;;) {
      // All goals of the examples before example_ are proved.
      while (goal == none) {
        if (!is_new()) {
          if (!backtrack(0, goal)) return false;
          continue;
        }
        while (example_ < positive.size() && deduce(positive[example_])) ++example_;
        result.covered = std::max(result.covered, example_);
        if (example_ < positive.size()) {
          goal = target_goal(positive[example_]);
          ++example_;  // once its goals are gone
        } else if (const std::optional<std::size_t> covered = first_covered(negative)) {
          ++result.refused;
          result.refusing = covered;
          if (!backtrack(0, goal)) return false;
        } else if (options_.accept && !options_.accept(hypothesis())) {
          ++result.refused;
          if (!backtrack(0, goal)) return false;
        } else {
          return true;
        }
      }
      if (!step(goal) && !backtrack(0, goal)) return false;
    }
  }

  /// Whether the program was not there before with these examples proved. What follows depends on
  /// nothing else, so that another proof of them that makes the same clauses leads nowhere new.
  bool is_new() {
    if (seen_.bytes() > most_seen_bytes) return true;
    key_.assign({static_cast<std::uint32_t>(example_)});
    for (std::uint32_t c = 0; c < program_size_; ++c) {
      const Clause& clause = program_[c];
      key_.push_back(clause.metarule);
      for (const PredicateId predicate : clause.predicates) key_.push_back(predicate.bits());
      for (const std::uint32_t cell : clause.constant_cells) {
        if (cell != none) key_.push_back(cells_[cell]);
      }
    }
    return seen_.insert(key_);
  }

  std::optional<std::size_t> first_covered(std::span<const Example> negative) {
    for (std::size_t i = 0; i < negative.size(); ++i) {
      if (deduce(negative[i])) return i;
    }
    return std::nullopt;
  }

  std::uint32_t target_goal(const Example& example) {
    const auto args = static_cast<std::uint32_t>(arg_cells_.size());
    for (std::size_t i = 0; i < example.size(); ++i) {
      arg_cells_.push_back(new_cell(example[i]));
      if (i < target_types_.size()) types_.back() = target_types_[i];
    }
    goals_.push_back(
        {none, 0, args, static_cast<std::uint32_t>(example.size()), none, none, false});
    return static_cast<std::uint32_t>(goals_.size() - 1);
  }

  /// Whether the program as it is proves the example. Leaves nothing behind.
  bool deduce(const Example& example) {
    if (program_size_ == 0) return false;
    const Marks marks = here();
    const std::size_t base = choices_.size();
    const bool could_extend = extend_;
    extend_ = false;
    std::uint32_t goal = target_goal(example);
    bool proved = true;
    while (goal != none) {
      if (step(goal) || backtrack(base, goal)) continue;
      proved = false;
      break;
    }
    choices_.resize(base);
    back_to(marks);
    extend_ = could_extend;
    return proved;
  }

  // ----- stacks

  [[nodiscard]] Marks here() const {
    return {goals_.size(), frames_.size(),    arg_cells_.size(), cells_.size(),
            trail_.size(), solutions_.size(), program_size_,     invented_};
  }

  void undo(std::size_t trail) {
    while (trail_.size() > trail) {
      const Change change = trail_.back();
      trail_.pop_back();
      switch (change.kind) {
        case Change::Kind::value:
          cells_[change.cell] = unbound;
          break;
        case Change::Kind::type:
          types_[change.cell] = 0;
          break;
        case Change::Kind::predicate:
          program_[change.cell].predicates[change.slot] = PredicateId();
          ++program_[change.cell].unset;
          break;
      }
    }
  }

  void back_to(const Marks& marks) {
    undo(marks.trail);
    goals_.resize(marks.goals);
    pop_frames(marks.frames);
    arg_cells_.resize(marks.args);
    cells_.resize(marks.cells);
    types_.resize(marks.cells);
    solutions_.resize(marks.solutions);
    program_size_ = marks.program;
    invented_ = marks.invented;
  }

  std::uint32_t new_cell(Value value) {
    cells_.push_back(value);
    types_.push_back(0);
    return static_cast<std::uint32_t>(cells_.size() - 1);
  }

  void count_step() {
    if (++steps_ > options_.max_steps) throw Ended{SearchResult::End::steps};
    if (steps_ % steps_between_looks == 0) look();
  }

  void look() {
    if (options_.stop && options_.stop->load(std::memory_order_relaxed)) {
      throw Ended{SearchResult::End::stopped};
    }
    if (options_.progress && result_ && steps_ % steps_between_reports == 0) {
      result_->steps = steps_;
      options_.progress(*result_);
    }
  }

  void choose(Choice::Kind kind, std::uint32_t goal) {
    choices_.push_back({kind, goal, 0, 0, example_, here()});
  }

  /// Takes the newest alternative above `base`; `goal` becomes what is to be proved then.
  bool backtrack(std::size_t base, std::uint32_t& goal) {
    while (choices_.size() > base) {
      back_to(choices_.back().marks);
      example_ = choices_.back().example;
      if (next_alternative(goal)) return true;
    }
    return false;
  }

  // ----- one goal

  [[nodiscard]] PredicateId predicate_of(const Goal& goal) const {
    return goal.clause == none ? PredicateId::own(0) : program_[goal.clause].predicates[goal.slot];
  }

  /// Proves the first goal as far as one step goes, opening alternatives; `goal` becomes what
  /// remains. False: it fails.
  bool step(std::uint32_t& goal) {
    const Goal now = goals_[goal];
    const PredicateId predicate = predicate_of(now);
    if (!predicate.known()) {
      choose(now.negated ? Choice::Kind::refuted : Choice::Kind::known, goal);
      return backtrack(choices_.size() - 1, goal);
    }
    if (predicate.is_own()) {
      // What such a predicate does not prove now it may prove when it gets more clauses.
      if (now.negated) return false;
      if (repeats(now, predicate)) return false;
      choose(Choice::Kind::existing, goal);
      return backtrack(choices_.size() - 1, goal);
    }
    return ask(predicate.number(), now, goal);
  }

  /// Puts a goal with a predicate of the background to it.
  bool ask(std::uint32_t predicate, const Goal& asked, std::uint32_t& goal) {
    count_step();
    const std::uint32_t number = goal;
    bool bound = true;
    args_.clear();
    for (std::uint32_t i = 0; i < asked.arity; ++i) {
      const std::uint32_t cell = arg_cells_[asked.args + i];
      args_.push_back(cell == ir::ClauseMetarule::any ? unbound : cells_[cell]);
      bound &= args_.back() != unbound;
    }
    goal = asked.next;
    if (asked.negated) {
      return bound ? !background_.holds(predicate, args_) : !background_.any(predicate, args_);
    }
    if (bound) return background_.holds(predicate, args_);
    const std::size_t first = solutions_.size();
    background_.solve(predicate, args_, solutions_);
    if (solutions_.size() == first) return false;
    choices_.push_back({Choice::Kind::solutions, number, static_cast<std::uint32_t>(first),
                        static_cast<std::uint32_t>(solutions_.size()), example_, here()});
    return next_solution(goal);
  }

  /// Whether the goal comes from one like itself, so that proving it would go round in circles.
  /// Frames whose arguments were all known when they were entered are found by these; only the
  /// others, whose arguments may have become known since, are gone through one by one.
  [[nodiscard]] bool repeats(const Goal& goal, PredicateId predicate) const {
    if (!recursive_ || goal.frame == none) return false;
    const Frame asked{predicate, goal.args, goal.arity, goal.frame};
    if (is_ground(asked)) {
      std::uint32_t above = goal.frame;  // numbers fall on the way up, and in buckets
      for (std::uint32_t f = buckets_[bucket_of(asked)]; f != none; f = frames_[f].same_bucket) {
        if (!are_equal(asked, frames_[f])) continue;
        while (above != none && above > f) above = frames_[above].parent;
        if (above == f) return true;
        if (above == none) break;
      }
    }
    for (std::uint32_t f = frames_[goal.frame].open; f != none;) {
      if (are_equal(asked, frames_[f])) return true;
      const std::uint32_t parent = frames_[f].parent;
      f = parent == none ? none : frames_[parent].open;
    }
    return false;
  }

  [[nodiscard]] bool are_equal(const Frame& a, const Frame& b) const {
    if (a.predicate != b.predicate || a.arity != b.arity) return false;
    for (std::uint32_t i = 0; i < a.arity; ++i) {
      if (cells_[arg_cells_[a.args + i]] != cells_[arg_cells_[b.args + i]]) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_ground(const Frame& frame) const {
    for (std::uint32_t i = 0; i < frame.arity; ++i) {
      if (cells_[arg_cells_[frame.args + i]] == unbound) return false;
    }
    return true;
  }

  [[nodiscard]] std::size_t bucket_of(const Frame& frame) const {
    std::uint64_t hash = frame.predicate.bits();
    for (std::uint32_t i = 0; i < frame.arity; ++i) {
      hash = (hash ^ cells_[arg_cells_[frame.args + i]]) * 0x9E3779B97F4A7C15U;
      hash ^= hash >> 32;
    }
    return hash & (bucket_count - 1);
  }

  void push_frame(Frame frame) {
    const auto number = static_cast<std::uint32_t>(frames_.size());
    if (recursive_) {
      if (is_ground(frame)) {
        frame.open = frame.parent == none ? none : frames_[frame.parent].open;
        frame.bucket = static_cast<std::uint32_t>(bucket_of(frame));
        frame.same_bucket = std::exchange(buckets_[frame.bucket], number);
      } else {
        frame.open = number;
      }
    }
    frames_.push_back(frame);
  }

  void pop_frames(std::size_t size) {
    while (frames_.size() > size) {
      const Frame& frame = frames_.back();
      if (frame.bucket != none) buckets_[frame.bucket] = frame.same_bucket;
      frames_.pop_back();
    }
  }

  // ----- alternatives

  /// The next alternative of the newest choice, from whose marks the stacks start; pops it when
  /// there is none.
  bool next_alternative(std::uint32_t& goal) {
    switch (choices_.back().kind) {
      case Choice::Kind::known:
        return next_known(goal);
      case Choice::Kind::existing:
        return next_existing(goal);
      case Choice::Kind::fresh:
        return next_fresh(goal);
      case Choice::Kind::solutions:
        return next_solution(goal);
      case Choice::Kind::refuted:
        return next_refuted(goal);
    }
    return false;
  }

  bool next_known(std::uint32_t& goal) {
    const std::size_t place = choices_.size() - 1;
    const std::uint32_t number = choices_[place].goal;
    const Goal asked = goals_[number];
    const auto known = background_.predicates();
    while (choices_[place].cursor < known.size()) {
      const std::uint32_t predicate = choices_[place].cursor++;
      if (known[predicate].arity != asked.arity) continue;
      goal = number;
      if (takes_types(known[predicate], asked) && bind(asked, PredicateId::background(predicate)) &&
          ask(predicate, asked, goal)) {
        return true;
      }
      choices_.resize(place + 1);
      back_to(choices_[place].marks);
    }
    choices_[place].kind = Choice::Kind::existing;
    choices_[place].cursor = 0;
    return next_existing(goal);
  }

  bool next_refuted(std::uint32_t& goal) {
    Choice& choice = choices_.back();
    const std::uint32_t number = choice.goal;
    const Goal asked = goals_[number];
    const auto known = background_.predicates();
    while (choice.cursor < known.size()) {
      const std::uint32_t predicate = choice.cursor++;
      if (known[predicate].arity != asked.arity) continue;
      goal = number;
      if (takes_types(known[predicate], asked) && bind(asked, PredicateId::background(predicate)) &&
          ask(predicate, asked, goal)) {
        return true;
      }
      back_to(choice.marks);
    }
    choices_.pop_back();
    return false;
  }

  /// `cursor` counts from the newest clause.
  bool next_existing(std::uint32_t& goal) {
    const std::size_t place = choices_.size() - 1;
    const std::uint32_t number = choices_[place].goal;
    const Goal asked = goals_[number];
    const PredicateId predicate = predicate_of(asked);
    while (choices_[place].cursor < program_size_) {
      const std::uint32_t clause = program_size_ - 1 - choices_[place].cursor++;
      const PredicateId head = program_[clause].predicates[0];
      if (metarules_[program_[clause].metarule].arity != asked.arity) continue;
      if (predicate.known() ? head != predicate : !may_call(asked, head.number())) continue;
      if ((predicate.known() || bind(asked, head)) && enter(asked, clause, goal)) return true;
      back_to(choices_[place].marks);
    }
    Choice& choice = choices_[place];
    choice.kind = Choice::Kind::fresh;
    choice.cursor = 0;
    choice.end = predicate.known() ? predicate.number() : 1;
    return next_fresh(goal);
  }

  bool next_fresh(std::uint32_t& goal) {
    const std::size_t place = choices_.size() - 1;
    const Goal asked = goals_[choices_[place].goal];
    const bool free = !predicate_of(asked).known();
    cut_ |= extend_ && program_size_ == limit_;
    if (extend_ && program_size_ < limit_) {
      const std::uint32_t last = free ? std::min(invented_ + 1, limit_ - 1) : choices_[place].end;
      for (; choices_[place].end <= last; ++choices_[place].end, choices_[place].cursor = 0) {
        const std::uint32_t own = choices_[place].end;
        // Without clauses yet it takes the arity of its first goal.
        if (free && !may_call(asked, own)) continue;
        if (own > 0 && own <= invented_ && own_arity_[own] != asked.arity) continue;
        while (choices_[place].cursor < metarules_.size()) {
          const std::uint32_t metarule = choices_[place].cursor++;
          if (metarules_[metarule].arity != asked.arity) continue;
          if (own > invented_) {
            invented_ = own;
            own_arity_[own] = asked.arity;
          }
          if (!free || bind(asked, PredicateId::own(own))) {
            const std::uint32_t clause = add_clause(metarule, own);
            // One whose predicates all stand in the metarule may be there already.
            const bool twice = program_[clause].unset == 0 && is_double(clause);
            if (!twice && enter(asked, clause, goal)) return true;
          }
          back_to(choices_[place].marks);
        }
      }
    }
    choices_.pop_back();
    return false;
  }

  bool next_solution(std::uint32_t& goal) {
    Choice& choice = choices_.back();
    const Goal asked = goals_[choice.goal];
    while (choice.cursor < choice.end) {
      const Value* const solution = solutions_.data() + choice.cursor;
      choice.cursor += asked.arity;
      bool agrees = true;
      for (std::uint32_t i = 0; i < asked.arity && agrees; ++i) {
        agrees = unify(arg_cells_[asked.args + i], solution[i]);
      }
      if (agrees) {
        count_step();
        goal = asked.next;
        return true;
      }
      undo(choice.marks.trail);
    }
    choices_.pop_back();
    return false;
  }

  // ----- clauses

  /// The own predicate in whose clause the goal stands.
  [[nodiscard]] std::uint32_t caller(const Goal& goal) const {
    return goal.clause == none ? 0 : program_[goal.clause].predicates[0].number();
  }

  /// Whether the goal's predicate, which is free, may be this own one.
  [[nodiscard]] bool may_call(const Goal& goal, std::uint32_t own) const {
    const std::uint32_t from = caller(goal);
    return options_.any_order ? !depends(own, from) : own > from;
  }

  /// Whether the own predicate calls the other one, itself or through others, or is it.
  [[nodiscard]] bool depends(std::uint32_t own, std::uint32_t other) const {
    if (own == other) return true;
    for (std::uint32_t c = 0; c < program_size_; ++c) {
      const std::vector<PredicateId>& predicates = program_[c].predicates;
      if (predicates[0] != PredicateId::own(own)) continue;
      for (std::size_t i = 1; i < predicates.size(); ++i) {
        if (predicates[i].is_own() && depends(predicates[i].number(), other)) return true;
      }
    }
    return false;
  }

  std::uint32_t add_clause(std::uint32_t metarule, std::uint32_t own) {
    if (program_.size() == program_size_) program_.emplace_back();
    Clause& clause = program_[program_size_];
    const ir::ClauseMetarule& shape = metarules_[metarule];
    clause.metarule = metarule;
    clause.predicates = named_[metarule];
    clause.predicates[0] = PredicateId::own(own);
    clause.unset = static_cast<std::uint32_t>(
        std::count(clause.predicates.begin(), clause.predicates.end(), PredicateId()));
    clause.constant_cells.assign(shape.variables.size(), none);
    for (std::size_t v = shape.arity; v < shape.variables.size(); ++v) {
      if (shape.constant[v]) clause.constant_cells[v] = new_cell(unbound);
    }
    return program_size_++;
  }

  /// The goal becomes the clause's body. False where that is a goal too many.
  bool enter(const Goal& asked, std::uint32_t number, std::uint32_t& goal) {
    count_step();
    const Clause& clause = program_[number];
    const ir::ClauseMetarule& shape = metarules_[clause.metarule];
    if (goals_.size() + shape.body.size() > options_.max_goals) {
      too_deep_ = true;
      return false;
    }
    const auto frame = static_cast<std::uint32_t>(frames_.size());
    push_frame({clause.predicates[0], asked.args, asked.arity, asked.frame});
    variable_cells_.clear();
    for (std::uint32_t v = 0; v < shape.variables.size(); ++v) {
      if (v < shape.arity) {
        variable_cells_.push_back(arg_cells_[asked.args + v]);
      } else {
        variable_cells_.push_back(clause.constant_cells[v] != none ? clause.constant_cells[v]
                                                                   : new_cell(unbound));
      }
    }
    std::uint32_t next = asked.next;
    for (std::size_t i = shape.body.size(); i-- > 0;) {
      const ir::ClauseMetarule::Literal& literal = shape.body[i];
      const auto args = static_cast<std::uint32_t>(arg_cells_.size());
      for (const std::uint32_t v : literal.args) {
        arg_cells_.push_back(v == ir::ClauseMetarule::any ? v : variable_cells_[v]);
      }
      goals_.push_back({number, literal.predicate, args,
                        static_cast<std::uint32_t>(literal.args.size()), frame, next,
                        literal.negated});
      next = static_cast<std::uint32_t>(goals_.size() - 1);
    }
    goal = next;
    return true;
  }

  /// Binds the goal's predicate; false where its clause then is there twice.
  bool bind(const Goal& goal, PredicateId predicate) {
    count_step();
    Clause& clause = program_[goal.clause];
    clause.predicates[goal.slot] = predicate;
    trail_.push_back({Change::Kind::predicate, goal.clause, goal.slot});
    return --clause.unset > 0 || !is_double(goal.clause);
  }

  [[nodiscard]] bool is_double(std::uint32_t number) const {
    const Clause& clause = program_[number];
    if (has_constants(clause)) return false;
    for (std::uint32_t other = 0; other < program_size_; ++other) {
      if (other != number && program_[other].metarule == clause.metarule &&
          program_[other].predicates == clause.predicates) {
        return true;
      }
    }
    return false;
  }

  static bool has_constants(const Clause& clause) {
    return std::any_of(clause.constant_cells.begin(), clause.constant_cells.end(),
                       [](std::uint32_t cell) { return cell != none; });
  }

  bool takes_types(const BackgroundPredicate& predicate, const Goal& goal) {
    if (!typed_ || predicate.types.empty()) return true;
    for (std::uint32_t i = 0; i < goal.arity; ++i) {
      const std::uint32_t cell = arg_cells_[goal.args + i];
      const std::uint32_t type = predicate.types[i];
      if (cell == ir::ClauseMetarule::any || type == 0 || types_[cell] == type) continue;
      if (types_[cell] != 0) return false;
      types_[cell] = type;
      trail_.push_back({Change::Kind::type, cell, 0});
    }
    return true;
  }

  bool unify(std::uint32_t cell, Value value) {
    if (cells_[cell] != unbound) return cells_[cell] == value;
    cells_[cell] = value;
    trail_.push_back({Change::Kind::value, cell, 0});
    return true;
  }

  std::span<const ir::ClauseMetarule> metarules_;
  Background& background_;
  std::vector<std::vector<PredicateId>> named_;  ///< by metarule: what it names itself
  bool recursive_ = false;

  SearchOptions options_;
  SearchResult* result_ = nullptr;  ///< of the search that runs
  std::uint64_t steps_ = 0;
  bool too_deep_ = false;
  bool typed_ = false;
  bool extend_ = true;       ///< whether there may be new clauses
  bool cut_ = false;         ///< whether limit_ kept any from being made
  std::uint32_t limit_ = 0;  ///< of clauses
  std::size_t example_ = 0;  ///< examples that are proved, or being proved
  std::vector<std::uint32_t> target_types_;

  std::vector<Clause> program_;  ///< the first program_size_ are in use
  std::uint32_t program_size_ = 0;
  std::uint32_t invented_ = 0;  ///< own predicates but for the target
  std::vector<std::uint32_t> own_arity_;

  std::vector<Goal> goals_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> buckets_;  ///< by hash the newest frame; none
  std::vector<std::uint32_t> arg_cells_;
  std::vector<Value> cells_;
  std::vector<std::uint32_t> types_;  ///< by cell
  std::vector<Change> trail_;
  std::vector<Value> solutions_;
  std::vector<Choice> choices_;

  TupleSet seen_;                              ///< programs with the examples they were made for
  std::vector<std::uint32_t> key_;             ///< of seen_
  std::vector<Value> args_;                    ///< of the goal that is asked
  std::vector<std::uint32_t> variable_cells_;  ///< of the clause that is entered
};

ClauseSearch::ClauseSearch(std::span<const ir::ClauseMetarule> metarules, Background& background)
    : machine_(std::make_unique<Machine>(metarules, background)) {}

ClauseSearch::~ClauseSearch() = default;

SearchResult ClauseSearch::learn(std::span<const Example> positive,
                                 std::span<const Example> negative, const SearchOptions& options,
                                 std::span<const std::uint32_t> types) {
  return machine_->learn(positive, negative, options, types);
}

std::optional<bool> ClauseSearch::covers(const Hypothesis& hypothesis, const Example& example,
                                         const SearchOptions& options) {
  return machine_->covers(hypothesis, example, options);
}

}  // namespace tesuji::learner
