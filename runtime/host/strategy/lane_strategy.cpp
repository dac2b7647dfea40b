#include "runtime/host/strategy/lane_strategy.h"

#include "runtime/core/lane_transpose.h"
#include "runtime/core/tesuji/lane_start.h"

#include <algorithm>
#include <utility>

namespace tesuji::runtime {
namespace {

constexpr std::size_t lanes_of_block = 64;
constexpr std::size_t words_of_line = 8;  // arrays of lanes begin at cache lines

/// Returns the first place at a cache line in words that have room for it.
std::uint64_t* aligned(std::vector<std::uint64_t>& words) {
  const auto address = reinterpret_cast<std::uintptr_t>(words.data());
  const std::size_t over = address / sizeof(std::uint64_t) % words_of_line;
  return words.data() + (words_of_line - over) % words_of_line;
}

std::uint32_t number_at(std::uint64_t answer, std::uint32_t first, std::uint32_t bits) {
  return static_cast<std::uint32_t>(answer >> first & ((std::uint64_t{1} << bits) - 1));
}

}  // namespace

LaneStrategy::Memory::~Memory() = default;

LaneStrategy::LaneStrategy(std::shared_ptr<const Strategy> single, LaneStrategyCode code)
    : single_(std::move(single)), code_(std::move(code)) {}

std::unique_ptr<LaneStrategy::Memory> LaneStrategy::make_memory() const {
  std::unique_ptr<Memory> memory(new Memory());
  const std::size_t answers = 1 + code_.predicate_bits + code_.move_bits;
  memory->words_.resize((code_.fluents + answers + code_.scratch_words) * code_.blocks +
                        words_of_line);
  memory->states_.resize(lanes_of_block * single_->game().state_words());
  memory->single_ = single_->make_memory();
  return memory;
}

std::optional<Role> LaneStrategy::in_control(StateView state) const {
  const bool suits =
      tsj_lane_suits(state.data(), single_->game().initial().data(), code_.fixed.data(),
                     code_.fixed.size(), code_.control.data(), code_.control.size()) != 0;
  if (!suits) return std::nullopt;
  return tsj_lane_holds(state.data(), code_.control[0]) != 0 ? 0 : 1;
}

void LaneStrategy::choose(std::span<const std::uint64_t> states, Memory& memory,
                          std::span<std::optional<LaneChoice>> choices) const {
  const std::size_t words = single_->game().state_words();
  for (auto& numbers : memory.numbers_) numbers.clear();
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const StateView state = states.subspan(i * words, words);
    if (const std::optional<Role> mover = in_control(state)) {
      memory.numbers_.at(*mover).push_back(static_cast<std::uint32_t>(i));
    } else {
      const std::optional<Choice> choice = single_->choose(state, *memory.single_);
      choices[i] =
          choice ? std::optional(LaneChoice{choice->predicate, choice->move}) : std::nullopt;
    }
  }
  const std::size_t lanes = lanes_of_block * code_.blocks;
  for (Role mover = 0; mover < 2; ++mover) {
    std::vector<std::uint32_t>& numbers = memory.numbers_.at(mover);
    for (const tsj_lane_function program : code_.choose.at(mover)) {
      for (std::size_t first = 0; first < numbers.size(); first += lanes) {
        const std::size_t count = std::min(lanes, numbers.size() - first);
        choose_some(states, program, std::span(numbers).subspan(first, count), memory, choices);
      }
      std::erase_if(numbers, [&](std::uint32_t number) { return choices[number].has_value(); });
    }
  }
}

/// Handles at most as many states as there are lanes.
void LaneStrategy::choose_some(std::span<const std::uint64_t> states, tsj_lane_function program,
                               std::span<const std::uint32_t> numbers, Memory& memory,
                               std::span<std::optional<LaneChoice>> choices) const {
  const std::size_t words = single_->game().state_words();
  std::uint64_t* const state = aligned(memory.words_);
  std::uint64_t* const answers = state + code_.fluents * code_.blocks;
  const std::size_t answer_bits = 1 + code_.predicate_bits + code_.move_bits;
  std::uint64_t* const scratch = answers + answer_bits * code_.blocks;
  const auto of_block = [&](std::size_t block) {
    const std::size_t first = std::min(block * lanes_of_block, numbers.size());
    return numbers.subspan(first, std::min(lanes_of_block, numbers.size() - first));
  };
  for (std::size_t block = 0; block < code_.blocks; ++block) {
    const auto some = of_block(block);
    for (std::size_t i = 0; i < some.size(); ++i) {
      std::copy_n(&states[some[i] * words], words, &memory.states_[i * words]);
    }
    tsj_states_to_lanes(memory.states_.data(), some.size(), words, code_.fluents, code_.blocks,
                        state + block);
  }
  program(state, nullptr, nullptr, answers, scratch);
  std::array<std::uint64_t, lanes_of_block> found{};
  for (std::size_t block = 0; block < code_.blocks; ++block) {
    const auto some = of_block(block);
    if (some.empty()) break;
    tsj_lanes_to_states(answers + block, code_.blocks, answer_bits, 1, found.data());
    for (std::size_t i = 0; i < some.size(); ++i) {
      const std::uint64_t answer = found.at(i);
      if ((answer & 1U) == 0) {
        choices[some[i]] = std::nullopt;
        continue;
      }
      const std::uint32_t place = number_at(answer, 1, code_.predicate_bits);
      const std::uint32_t move = number_at(answer, 1 + code_.predicate_bits, code_.move_bits);
      choices[some[i]] = LaneChoice{single_->order()[place], code_.moves[move]};
    }
  }
}

}  // namespace tesuji::runtime
