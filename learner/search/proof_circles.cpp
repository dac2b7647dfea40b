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
#include "learner/search/proof_machine.h"

#include <utility>

namespace tesuji::learner {

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

}  // namespace tesuji::learner
