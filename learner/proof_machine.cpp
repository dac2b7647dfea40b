#include "learner/proof_machine.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace tesuji::learner {

ProofMachine::ProofMachine(std::span<const ir::ClauseMetarule> metarules, Background& background)
    : metarules_(metarules), background_(background) {
  for (const ir::ClauseMetarule& metarule : metarules) {
    recursive_ |= metarule.recursive();
    named_.push_back(named_predicates(metarule));
  }
}

std::vector<PredicateId> ProofMachine::named_predicates(const ir::ClauseMetarule& metarule) const {
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

void ProofMachine::begin(const SearchOptions& options) {
  options_ = options;
  result_ = nullptr;
  steps_ = 0;
  too_deep_ = false;
  typed_ = std::any_of(background_.predicates().begin(), background_.predicates().end(),
                       [](const BackgroundPredicate& one) { return !one.types.empty(); });
  own_arity_.assign(std::size_t{options.max_clauses} + 1, 0);
  clear();
}

void ProofMachine::clear() {
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

void ProofMachine::load(const Hypothesis& hypothesis) {
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

Hypothesis ProofMachine::hypothesis() const {
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

void ProofMachine::undo(std::size_t trail) {
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

void ProofMachine::back_to(const Marks& marks) {
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

void ProofMachine::look() {
  if (options_.stop && options_.stop->load(std::memory_order_relaxed)) {
    throw Ended{SearchResult::End::stopped};
  }
  if (options_.progress && result_ && steps_ % steps_between_reports == 0) {
    result_->steps = steps_;
    options_.progress(*result_);
  }
}

void ProofMachine::choose(Choice::Kind kind, std::uint32_t goal) {
  choices_.push_back({kind, goal, 0, 0, example_, here()});
}

bool ProofMachine::backtrack(std::size_t base, std::uint32_t& goal) {
  while (choices_.size() > base) {
    back_to(choices_.back().marks);
    example_ = choices_.back().example;
    if (next_alternative(goal)) return true;
  }
  return false;
}

bool ProofMachine::step(std::uint32_t& goal) {
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

bool ProofMachine::ask(std::uint32_t predicate, const Goal& asked, std::uint32_t& goal) {
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

bool ProofMachine::repeats(const Goal& goal, PredicateId predicate) const {
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

std::size_t ProofMachine::bucket_of(const Frame& frame) const {
  std::uint64_t hash = frame.predicate.bits();
  for (std::uint32_t i = 0; i < frame.arity; ++i) {
    hash = (hash ^ cells_[arg_cells_[frame.args + i]]) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32;
  }
  return hash & (bucket_count - 1);
}

void ProofMachine::push_frame(Frame frame) {
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

void ProofMachine::pop_frames(std::size_t size) {
  while (frames_.size() > size) {
    const Frame& frame = frames_.back();
    if (frame.bucket != none) buckets_[frame.bucket] = frame.same_bucket;
    frames_.pop_back();
  }
}

}  // namespace tesuji::learner
