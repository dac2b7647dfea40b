#include "learner/search/proof_machine.h"

#include "learner/search/description_length.h"

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
  steps_ = frames_seen_ = 0;
  too_deep_ = too_many_goals_ = false;
  typed_ = std::any_of(background_.predicates().begin(), background_.predicates().end(),
                       [](const BackgroundPredicate& one) { return !one.types.empty(); });
  own_arity_.assign(std::size_t{options.max_clauses} + 1, 0);
  instances_.assign(metarules_.size(), 0);
  clear();
}

void ProofMachine::clear() {
  goals_.clear();
  frames_.clear();
  if (recursive_) {
    buckets_.assign(bucket_count, none);
    open_buckets_.assign(bucket_count, none);
  }
  open_arguments_.clear();
  open_of_cell_.clear();
  moved_.clear();
  arg_cells_.clear();
  cells_.clear();
  types_.clear();
  trail_.clear();
  solutions_.clear();
  choices_.clear();
  missed_.clear();
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

void ProofMachine::look() {
  if (options_.stop && options_.stop->load(std::memory_order_relaxed)) {
    throw Ended{SearchResult::End::stopped};
  }
  if (options_.progress && result_ && steps_ % steps_between_reports == 0) {
    result_->steps = steps_;
    options_.progress(*result_);
  }
}

// --- Circular recursion
//
// Detects circular recursion: a goal that equals one of its ancestors.
//
// Goals for which a clause was entered are frames, and the frames above a goal are its ancestors. A
// goal equals a frame if their predicate and current arguments are equal, including arguments
// without a value. All frames lie in buckets by these, so that a step costs about the same however
// deep the recursion is:
//
// * Of frames that had values at all arguments when they were entered, only the newest equal one
//   needs checking. If it is not above the goal, its proof was complete before the goal's began,
//   and no older equal one was above it (it would have been rejected), so none is above the goal.
// * Frames with an argument without a value ("open") change their bucket when it gets one, and when
//   that is undone. The change is made at the next call of an own predicate, because most values
//   are undone before that.

bool ProofMachine::repeats(const Goal& goal, PredicateId predicate) {
  if (!recursive_ || goal.frame == none) return false;
  const Frame asked{predicate, goal.args, goal.arity, goal.frame};
  const std::size_t bucket = bucket_of(asked);
  if (has_values(asked)) {
    for (std::uint32_t f = buckets_[bucket]; f != none; f = frames_[f].older) {
      ++frames_seen_;
      if (!are_equal(asked, frames_[f])) continue;
      if (is_above(f, goal.frame)) return true;
      break;
    }
  }
  for (const std::uint32_t cell : moved_) {
    if (cell >= open_of_cell_.size()) continue;  // gone meanwhile, with its frames
    for (std::uint32_t a = open_of_cell_[cell]; a != none; a = open_arguments_[a].next) {
      take_from_bucket(open_arguments_[a].frame);
      put_into_bucket(open_arguments_[a].frame);
    }
  }
  moved_.clear();
  for (std::uint32_t f = open_buckets_[bucket]; f != none; f = frames_[f].older) {
    ++frames_seen_;
    if (are_equal(asked, frames_[f]) && is_above(f, goal.frame)) return true;
  }
  return false;
}

/// Each frame has a jump: to its parent or, if two jumps from there have the same length, as far as
/// both together. So the way up takes a logarithmic number of steps. Source: Myers (1983), "An
/// applicative random-access stack".
bool ProofMachine::is_above(std::uint32_t above, std::uint32_t frame) {
  const std::uint32_t depth = frames_[above].depth;
  while (frames_[frame].depth > depth) {
    ++frames_seen_;
    const std::uint32_t jump = frames_[frame].jump;
    frame = frames_[jump].depth >= depth ? jump : frames_[frame].parent;
  }
  return frame == above;
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
    if (frame.parent != none) {
      const Frame& parent = frames_[frame.parent];
      const std::uint32_t jump = parent.jump;
      const std::uint32_t second = jump == none ? none : frames_[jump].jump;
      const bool equal = second != none && parent.depth - frames_[jump].depth ==
                                               frames_[jump].depth - frames_[second].depth;
      frame.jump = equal ? second : frame.parent;
    }
    frame.open = !has_values(frame);
    if (!frame.open) {
      frame.bucket = static_cast<std::uint32_t>(bucket_of(frame));
      frame.older = std::exchange(buckets_[frame.bucket], number);
    }
  }
  frames_.push_back(frame);
  if (!frame.open) return;
  put_into_bucket(number);
  for (std::uint32_t i = 0; i < frame.arity; ++i) {
    const std::uint32_t cell = arg_cells_[frame.args + i];
    if (cells_[cell] != unbound) continue;
    open_arguments_.push_back({cell, number, open_of_cell_[cell]});
    open_of_cell_[cell] = static_cast<std::uint32_t>(open_arguments_.size() - 1);
  }
}

void ProofMachine::pop_frames(std::size_t size) {
  while (frames_.size() > size) {
    const Frame& frame = frames_.back();
    const auto number = static_cast<std::uint32_t>(frames_.size() - 1);
    if (frame.open) {
      while (!open_arguments_.empty() && open_arguments_.back().frame == number) {
        open_of_cell_[open_arguments_.back().cell] = open_arguments_.back().next;
        open_arguments_.pop_back();
      }
      take_from_bucket(number);
    } else if (frame.bucket != none) {
      buckets_[frame.bucket] = frame.older;
    }
    frames_.pop_back();
  }
}

void ProofMachine::put_into_bucket(std::uint32_t open_frame) {
  ++frames_seen_;
  Frame& frame = frames_[open_frame];
  frame.bucket = static_cast<std::uint32_t>(bucket_of(frame));
  frame.newer = none;
  frame.older = std::exchange(open_buckets_[frame.bucket], open_frame);
  if (frame.older != none) frames_[frame.older].newer = open_frame;
}

void ProofMachine::take_from_bucket(std::uint32_t open_frame) {
  const Frame& frame = frames_[open_frame];
  if (frame.newer != none) {
    frames_[frame.newer].older = frame.older;
  } else {
    open_buckets_[frame.bucket] = frame.older;
  }
  if (frame.older != none) frames_[frame.older].newer = frame.newer;
}

// --- Noise

void ProofMachine::begin_noise(std::size_t positive, std::size_t negative) {
  clause_bits_.clear();
  for (const ir::ClauseMetarule& metarule : metarules_) {
    clause_bits_.push_back(clause_bits(metarule, metarules_.size(),
                                       background_.predicates().size() + 1,
                                       background_.value_count()));
  }
  example_count_ = positive + negative;
  best_bits_ = exception_bits(positive);
}

double ProofMachine::program_bits() const {
  double bits = 0;
  for (std::uint32_t c = 0; c < program_size_; ++c) bits += clause_bits_[program_[c].metarule];
  return bits;
}

double ProofMachine::exception_bits(std::size_t count) const {
  return listing_bits(static_cast<double>(count), static_cast<double>(example_count_));
}

bool ProofMachine::pays(std::uint32_t metarule) const {
  return program_bits() + clause_bits_[metarule] + exception_bits(missed_.size()) < best_bits_;
}

bool ProofMachine::may_be_best(std::span<const Example> negative) {
  const double bits = program_bits();
  std::size_t exceptions = missed_.size();
  if (bits + exception_bits(exceptions) >= best_bits_) return false;
  for (const Example& example : negative) {
    if (!deduce(example)) continue;
    if (bits + exception_bits(++exceptions) >= best_bits_) return false;
  }
  return true;
}

void ProofMachine::consider(std::span<const Example> positive, std::span<const Example> negative,
                            SearchResult& result) {
  std::vector<std::size_t> missed;
  std::vector<std::size_t> covered;
  for (const std::size_t example : missed_) {
    if (!deduce(positive[example])) missed.push_back(example);
  }
  for (std::size_t i = 0; i < negative.size(); ++i) {
    if (deduce(negative[i])) covered.push_back(i);
  }
  const double bits = program_bits() + exception_bits(missed.size() + covered.size());
  if (bits >= best_bits_) return;
  best_bits_ = result.bits = bits;
  result.hypothesis = hypothesis();
  result.missed = std::move(missed);
  result.wrongly_covered = std::move(covered);
}

bool ProofMachine::next_missed(std::uint32_t& goal) {
  missed_.push_back(choices_.back().example);
  choices_.pop_back();
  ++example_;
  goal = none;
  return true;
}

}  // namespace tesuji::learner
