// Proves goals for a clause search. Goals, bindings and alternatives lie on stacks that
// backtracking cuts, so that neither a proof nor the search uses the host's stack. clause_search.h
// describes the order in which alternatives are tried.
#pragma once

#include "ir/formulas/clause_metarule.h"
#include "learner/search/background.h"
#include "learner/search/clause_search.h"
#include "learner/search/hypothesis.h"
#include "learner/search/tuple_set.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace tesuji::learner {

/// The implementation of ClauseSearch, which documents the methods.
class ProofMachine {
 public:
  ProofMachine(std::span<const ir::ClauseMetarule> metarules, Background& background);

  SearchResult learn(std::span<const Example> positive, std::span<const Example> negative,
                     const SearchOptions& options, std::span<const std::uint32_t> types);

  std::optional<bool> covers(const Hypothesis& hypothesis, const Example& example,
                             const SearchOptions& options);

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint64_t steps_between_looks = 1024;  // between checks of the stop flag
  static constexpr std::uint64_t steps_between_reports = 64 * steps_between_looks;
  static constexpr std::size_t bucket_count = std::size_t{1} << 16;  // for frames
  static constexpr std::size_t most_seen_bytes = std::size_t{256} << 20;

  /// Thrown to leave a search from any depth.
  struct Ended {
    SearchResult::End end;
  };

  struct Goal {
    std::uint32_t clause;  ///< of the program, that contains the literal; none: the target itself
    std::uint32_t slot;    ///< of that clause's predicates
    std::uint32_t args;    ///< index into arg_cells_
    std::uint32_t arity;
    std::uint32_t frame;  ///< of the goal it comes from; or none
    std::uint32_t next;   ///< the goal after it; or none
    bool negated;
  };
  /// A goal for which a clause was entered.
  struct Frame {
    PredicateId predicate;
    std::uint32_t args;
    std::uint32_t arity;
    std::uint32_t parent;
    std::uint32_t depth = 0;    ///< number of frames above it
    std::uint32_t jump = none;  ///< a frame far above it (is_above)
    /// Bucket of the frames with equal current arguments: in buckets_ if all had values when it was
    /// entered, otherwise in open_buckets_.
    std::uint32_t bucket = none;
    std::uint32_t older = none;  ///< the previous frame in its bucket
    std::uint32_t newer = none;  ///< in open_buckets_: the next frame
    bool open = false;           ///< whether it had an argument without a value
  };
  /// An argument of an open frame that had no value: the frames of a cell form a list.
  struct OpenArgument {
    std::uint32_t cell;
    std::uint32_t frame;
    std::uint32_t next;  ///< of the same cell; or none
  };
  struct Clause {
    std::uint32_t metarule = 0;
    std::uint32_t unset = 0;  ///< predicates that are not known yet
    std::vector<PredicateId> predicates;
    std::vector<std::uint32_t> constant_cells;  ///< by variable; or none
  };
  struct Change {
    enum class Kind : std::uint8_t { value, type, predicate };
    Kind kind;
    std::uint32_t cell;  ///< or clause
    std::uint32_t slot;
  };
  /// Heights of the stacks, for backtracking.
  struct Marks {
    std::size_t goals, frames, args, cells, trail, solutions, missed;
    std::uint32_t program, invented;
  };
  struct Choice {
    enum class Kind : std::uint8_t {
      known,      ///< a free predicate: one of the background
      existing,   ///< a free predicate or an own one: an existing clause
      fresh,      ///< a free predicate or an own one: a new clause
      solutions,  ///< of a predicate of the background
      refuted,    ///< a free predicate under `not`
      missed,     ///< a positive example: skip it
    };
    Kind kind;
    std::uint32_t goal;
    std::uint32_t cursor;  ///< the next alternative of this kind; solutions: index into solutions_
    std::uint32_t end;     ///< solutions: the end of them; fresh: the own predicate that is tried
    std::size_t example;
    Marks marks;
  };

  // ----- setting up

  std::vector<PredicateId> named_predicates(const ir::ClauseMetarule& metarule) const;

  void begin(const SearchOptions& options);

  void clear();

  void load(const Hypothesis& hypothesis);

  [[nodiscard]] Hypothesis hypothesis() const;

  // ----- examples

  /// Searches for a program within limit_ and literal_limit_.
  bool search(std::span<const Example> positive, std::span<const Example> negative,
              SearchResult& result);

  /// Whether the program is new with these examples proved. The continuation depends on nothing
  /// else, so another proof of them with the same clauses is redundant.
  bool is_new();

  // ----- noise

  void begin_noise(std::size_t positive, std::size_t negative);

  [[nodiscard]] double program_bits() const;
  [[nodiscard]] double exception_bits(std::size_t count) const;

  /// Whether a program with one more clause, of this metarule, can be shorter than the best.
  [[nodiscard]] bool pays(std::uint32_t metarule) const;

  /// Whether the program, or one with more clauses, can be shorter than the best.
  bool may_be_best(std::span<const Example> negative);

  /// Keeps the program if its description is shorter than the best.
  void consider(std::span<const Example> positive, std::span<const Example> negative,
                SearchResult& result);

  /// Tries the next alternative of a positive example: skipping it.
  bool next_missed(std::uint32_t& goal);

  /// Returns the first negative example that the program covers; records whether a proof was too
  /// deep.
  std::optional<std::size_t> first_covered(std::span<const Example> negative, SearchResult& result);

  std::uint32_t target_goal(const Example& example);

  /// Whether the program, without new clauses, proves the example. Restores the state.
  bool deduce(const Example& example);

  // ----- stacks

  [[nodiscard]] Marks here() const {
    return {goals_.size(),     frames_.size(), arg_cells_.size(), cells_.size(), trail_.size(),
            solutions_.size(), missed_.size(), program_size_,     invented_};
  }

  void undo(std::size_t trail) {
    while (trail_.size() > trail) {
      const Change change = trail_.back();
      trail_.pop_back();
      switch (change.kind) {
        case Change::Kind::value:
          cells_[change.cell] = unbound;
          if (open_of_cell_[change.cell] != none) note_unbound(change.cell);
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
    open_of_cell_.resize(marks.cells);
    solutions_.resize(marks.solutions);
    missed_.resize(marks.missed);
    program_size_ = marks.program;
    invented_ = marks.invented;
  }

  std::uint32_t new_cell(Value value) {
    cells_.push_back(value);
    types_.push_back(0);
    open_of_cell_.push_back(none);
    return static_cast<std::uint32_t>(cells_.size() - 1);
  }

  void count_step() {
    if (++steps_ > options_.max_steps) throw Ended{SearchResult::End::steps};
    if (steps_ % steps_between_looks == 0) look();
  }

  void look();

  void choose(Choice::Kind kind, std::uint32_t goal) {
    choices_.push_back({kind, goal, 0, 0, example_, here()});
  }

  /// Takes the newest alternative above `base`; sets `goal` to what remains to be proved then.
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

  /// Makes one step in the proof of the first goal, opening alternatives; sets `goal` to what
  /// remains. Returns false if it fails.
  bool step(std::uint32_t& goal);

  /// Calls a predicate of the background for a goal.
  bool ask(std::uint32_t predicate, const Goal& asked, std::uint32_t& goal);

  /// Whether a predicate's call of itself makes no step towards an end (only_steps).
  [[nodiscard]] bool stands_still(const Goal& goal, PredicateId predicate) const;

  // ----- recursion in circles

  /// Whether the goal equals an ancestor, so that proving it would be circular.
  [[nodiscard]] bool repeats(const Goal& goal, PredicateId predicate);

  /// Whether one frame equals the other or is above it.
  [[nodiscard]] bool is_above(std::uint32_t above, std::uint32_t frame);

  [[nodiscard]] std::size_t bucket_of(const Frame& frame) const;

  void push_frame(Frame frame);
  void pop_frames(std::size_t size);

  void put_into_bucket(std::uint32_t open_frame);
  void take_from_bucket(std::uint32_t open_frame);

  /// Records that the cell of an open frame has got a value, or lost it; the frame's bucket is
  /// corrected later.
  void note_bound(std::uint32_t cell) { moved_.push_back(cell); }
  void note_unbound(std::uint32_t cell) {
    if (!moved_.empty() && moved_.back() == cell) {
      moved_.pop_back();  // nothing has used the value
    } else {
      moved_.push_back(cell);
    }
  }

  [[nodiscard]] bool are_equal(const Frame& a, const Frame& b) const {
    if (a.predicate != b.predicate || a.arity != b.arity) return false;
    for (std::uint32_t i = 0; i < a.arity; ++i) {
      if (cells_[arg_cells_[a.args + i]] != cells_[arg_cells_[b.args + i]]) return false;
    }
    return true;
  }

  [[nodiscard]] bool has_values(const Frame& frame) const {
    for (std::uint32_t i = 0; i < frame.arity; ++i) {
      if (cells_[arg_cells_[frame.args + i]] == unbound) return false;
    }
    return true;
  }

  // ----- alternatives

  /// Takes the next alternative of the newest choice, from whose marks the stacks start; pops the
  /// choice if none exists.
  bool next_alternative(std::uint32_t& goal);

  bool next_of_background(std::uint32_t& goal);
  bool next_known(std::uint32_t& goal);

  bool next_refuted(std::uint32_t& goal);

  /// `cursor` counts from the newest clause.
  bool next_existing(std::uint32_t& goal);

  bool next_fresh(std::uint32_t& goal);

  bool next_solution(std::uint32_t& goal);

  // ----- clauses

  /// Returns the own predicate in whose clause the goal occurs.
  [[nodiscard]] std::uint32_t caller(const Goal& goal) const {
    return goal.clause == none ? 0 : program_[goal.clause].predicates[0].number();
  }

  /// Whether the goal's predicate, which is free, may be this own one.
  [[nodiscard]] bool may_call(const Goal& goal, std::uint32_t own) const;

  /// Whether the own predicate calls the other one, directly or indirectly, or equals it.
  [[nodiscard]] bool depends(std::uint32_t own, std::uint32_t other) const;

  /// Whether a clause of this metarule exceeds a limit, or would leave no room for a clause that
  /// ends the recursion. Records which limit.
  [[nodiscard]] bool is_too_large(std::uint32_t metarule, std::uint32_t own);

  [[nodiscard]] bool has_metarule(std::uint32_t arity) const;

  /// Whether the own predicate can have a clause that the program does not have.
  [[nodiscard]] bool has_more_clauses(std::uint32_t arity, std::uint32_t own);

  /// Returns how many clauses of this metarule there are for one head, at most `most`; more than
  /// that if it has constants or may call own predicates.
  [[nodiscard]] std::size_t instances(std::uint32_t metarule, std::size_t most);

  std::uint32_t add_clause(std::uint32_t metarule, std::uint32_t own);

  /// Replaces the goal by the clause's body. Returns false if that makes too many goals.
  bool enter(const Goal& asked, std::uint32_t number, std::uint32_t& goal);

  /// Binds the goal's predicate; returns false if its clause then is a duplicate, or its literal is
  /// and must not be.
  bool bind(const Goal& goal, PredicateId predicate) {
    count_step();
    Clause& clause = program_[goal.clause];
    clause.predicates[goal.slot] = predicate;
    trail_.push_back({Change::Kind::predicate, goal.clause, goal.slot});
    --clause.unset;
    if (!options_.repeat_literals && stands_twice(clause, goal.slot)) return false;
    return clause.unset > 0 || !is_double(goal.clause);
  }

  [[nodiscard]] bool is_double(std::uint32_t number) const;

  /// Whether another literal of the clause equals the one with this predicate.
  [[nodiscard]] bool stands_twice(const Clause& clause, std::uint32_t slot) const;

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
    if (open_of_cell_[cell] != none) note_bound(cell);
    trail_.push_back({Change::Kind::value, cell, 0});
    return true;
  }

  std::span<const ir::ClauseMetarule> metarules_;
  Background& background_;
  std::vector<std::vector<PredicateId>> named_;  ///< by metarule: the predicates that it names
                                                 ///< itself
  bool recursive_ = false;

  SearchOptions options_;
  SearchResult* result_ = nullptr;  ///< of the current search
  std::uint64_t steps_ = 0;
  std::uint64_t frames_seen_ = 0;  ///< in repeats, and when frames are put into buckets
  bool too_deep_ = false;        ///< whether a proof reached max_depth
  bool too_many_goals_ = false;  ///< whether a proof reached max_goals
  bool typed_ = false;
  bool extend_ = true;                  ///< whether new clauses are allowed
  bool clauses_cut_ = false;            ///< whether limit_ prevented any
  bool literals_cut_ = false;           ///< whether only literal_limit_ did
  std::uint32_t limit_ = 0;             ///< of clauses
  std::uint32_t literal_limit_ = none;  ///< of literals in bodies, over all clauses
  std::size_t example_ = 0;             ///< number of examples that are proved, or being proved
  std::vector<std::uint32_t> target_types_;

  std::vector<std::size_t> instances_;  ///< by metarule, 0: not computed; up to max_clauses + 1

  std::vector<Clause> program_;  ///< the first program_size_ are in use
  std::uint32_t program_size_ = 0;
  std::uint32_t invented_ = 0;  ///< own predicates besides the target
  std::vector<std::uint32_t> own_arity_;

  std::vector<Goal> goals_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> buckets_;       ///< by hash: the newest frame, or none
  std::vector<std::uint32_t> open_buckets_;  ///< by hash, for open frames
  std::vector<OpenArgument> open_arguments_;
  std::vector<std::uint32_t> open_of_cell_;  ///< by cell: index into open_arguments_, or none
  std::vector<std::uint32_t> moved_;         ///< cells whose open frames are in outdated buckets
  std::vector<std::uint32_t> arg_cells_;
  std::vector<Value> cells_;
  std::vector<std::uint32_t> types_;  ///< by cell
  std::vector<Change> trail_;
  std::vector<Value> solutions_;
  std::vector<Choice> choices_;

  std::vector<std::size_t> missed_;  ///< with noise: positive examples that are skipped
  std::vector<double> clause_bits_;  ///< with noise: by metarule
  double best_bits_ = 0;             ///< with noise: of the shortest description
  std::size_t example_count_ = 0;    ///< with noise: of both kinds

  TupleSet seen_;                              ///< programs together with the examples proved for
                                               ///< them
  std::vector<std::uint32_t> key_;             ///< buffer for seen_
  std::vector<Value> args_;                    ///< of the current goal
  std::vector<std::uint32_t> variable_cells_;  ///< of the entered clause
};

}  // namespace tesuji::learner
