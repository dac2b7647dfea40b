#include "runtime/host/mcts/lane_expansion.h"

#include "runtime/core/lane_transpose.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace tesuji::runtime {
namespace {

constexpr std::uint32_t no_place = UINT32_MAX;

}  // namespace

LaneExpander::LaneExpander(std::shared_ptr<const LaneExpansion> code) : code_(std::move(code)) {
  for (const std::vector<Move>& moves : code_->moves) {
    first_.push_back(move_count_);
    std::vector<std::uint32_t>& places = places_.emplace_back();
    if (!moves.empty()) places.assign(moves.back() + 1, no_place);
    for (const Move move : moves) places[move] = static_cast<std::uint32_t>(move_count_++);
  }
  move_words_ = (move_count_ + 63) / 64;
  state_.resize(code_->fluents);
  joint_.resize(move_count_);
  answers_.resize(std::max<std::size_t>(move_count_, 1));
  scratch_.resize(code_->scratch_words);
  states_.resize(lanes * code_->state_words);
}

void LaneExpander::next(std::span<const std::uint64_t> before,
                        std::span<const std::span<const Move>> joints,
                        std::span<std::uint64_t> after) {
  const std::size_t words = code_->state_words;
  for (std::size_t begin = 0; begin < joints.size(); begin += lanes) {
    const std::size_t count = std::min(lanes, joints.size() - begin);
    tsj_states_to_lanes(before.data() + begin * words, count, words, code_->fluents, 1,
                        state_.data());
    std::fill(joint_.begin(), joint_.end(), 0);
    for (std::size_t lane = 0; lane < count; ++lane) {
      const std::span<const Move> joint = joints[begin + lane];
      for (std::size_t role = 0; role < joint.size(); ++role) {
        const std::vector<std::uint32_t>& places = places_[role];
        const std::uint32_t place = joint[role] < places.size() ? places[joint[role]] : no_place;
        if (place != no_place) joint_[place] |= std::uint64_t{1} << lane;
      }
    }
    if (code_->next != nullptr) {
      code_->next(state_.data(), nullptr, joint_.data(), nullptr, scratch_.data());
    }
    tsj_lanes_to_states(state_.data(), 1, code_->fluents, words, states_.data());
    std::copy_n(states_.begin(), count * words,
                after.begin() + static_cast<std::ptrdiff_t>(begin * words));
  }
}

void LaneExpander::evaluate_moves(tsj_lane_function question, std::uint64_t* rows) {
  question(state_.data(), nullptr, nullptr, answers_.data(), scratch_.data());
  tsj_lanes_to_states(answers_.data(), 1, move_count_, move_words_, rows);
}

void LaneExpander::evaluate(std::span<const std::uint64_t> states) {
  const std::size_t words = code_->state_words;
  const std::size_t all = states.size() / words;
  const std::size_t blocks = (all + lanes - 1) / lanes;
  terminal_.assign(blocks, 0);
  legal_.resize(blocks * lanes * move_words_);
  if (has_tactics()) tactical_.resize(legal_.size());
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t begin = block * lanes;
    tsj_states_to_lanes(states.data() + begin * words, std::min(lanes, all - begin), words,
                        code_->fluents, 1, state_.data());
    if (code_->terminal != nullptr) {
      code_->terminal(state_.data(), nullptr, nullptr, &terminal_[block], scratch_.data());
    }
    evaluate_moves(code_->legal, &legal_[begin * move_words_]);
    if (has_tactics()) evaluate_moves(code_->tactical, &tactical_[begin * move_words_]);
  }
}

bool LaneExpander::is_terminal(std::size_t state) const {
  return bit(terminal_.data(), state);
}

void LaneExpander::legal(std::size_t state, std::vector<std::vector<Move>>& moves) const {
  const std::uint64_t* const row = &legal_[state * move_words_];
  moves.resize(code_->moves.size());
  for (std::size_t role = 0; role < moves.size(); ++role) {
    const std::vector<Move>& all = code_->moves[role];
    const std::size_t begin = first_[role];
    const std::size_t end = begin + all.size();
    moves[role].clear();
    for (std::size_t place = begin; place < end;) {
      const std::uint64_t rest = row[place / 64] >> (place % 64);
      if (rest == 0) {
        place = (place / 64 + 1) * 64;
        continue;
      }
      place += static_cast<std::size_t>(std::countr_zero(rest));
      if (place < end) moves[role].push_back(all[place - begin]);
      ++place;
    }
  }
}

void LaneExpander::devalue(std::size_t state, Role role, std::span<const Move> moves,
                           std::span<float> values) const {
  const std::uint64_t* const row = &tactical_[state * move_words_];
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!bit(row, places_[role][moves[i]])) values[i] = 0;
  }
}

}  // namespace tesuji::runtime
