#include "runtime/host/game/lane_answers.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace tesuji::runtime {
namespace {

class Questions {
 public:
  explicit Questions(LaneQuestionCode code)
      : code_(std::move(code)),
        blocks_(code_.blocks),
        moves_(std::accumulate(code_.moves.begin(), code_.moves.end(), std::uint64_t{0})),
        answers_(std::max({moves_, code_.goal_count, code_.percept_count, std::uint64_t{1}})) {}

  [[nodiscard]] std::size_t scratch_words() const {
    return line_words + 2 * code_.fluents * blocks_ + (moves_ + answers_) * blocks_ +
           code_.scratch_words * blocks_ + 3 * line_words;
  }

  [[nodiscard]] NetCode code() const {
    NetCode code;
    code.self = this;
    code.legal = [](const void* self, const std::uint64_t* state, const std::uint32_t*,
                    std::uint64_t* scratch, std::uint64_t* out) {
      const auto& questions = *static_cast<const Questions*>(self);
      questions.answer(questions.code_.legal, questions.moves_, state, nullptr, scratch, out);
    };
    code.terminal = [](const void* self, const std::uint64_t* state, const std::uint32_t*,
                       std::uint64_t* scratch, std::uint64_t* out) {
      const auto& questions = *static_cast<const Questions*>(self);
      questions.answer(questions.code_.terminal, 1, state, nullptr, scratch, out);
    };
    code.goals = [](const void* self, const std::uint64_t* state, const std::uint32_t*,
                    std::uint64_t* scratch, std::uint64_t* out) {
      const auto& questions = *static_cast<const Questions*>(self);
      questions.answer(questions.code_.goals, questions.code_.goal_count, state, nullptr, scratch,
                       out);
    };
    code.percepts = [](const void* self, const std::uint64_t* state, const std::uint32_t* moves,
                       std::uint64_t* scratch, std::uint64_t* out) {
      const auto& questions = *static_cast<const Questions*>(self);
      questions.answer(questions.code_.percepts, questions.code_.percept_count, state, moves,
                       scratch, out);
    };
    code.next = [](const void* self, const std::uint64_t* state, const std::uint32_t* moves,
                   std::uint64_t* scratch, std::uint64_t* out) {
      static_cast<const Questions*>(self)->next(state, moves, scratch, out);
    };
    return code;
  }

 private:
  static constexpr std::size_t line_words = 8;

  /// Scratch memory as arrays. States stay from call to call.
  struct Arrays {
    std::uint64_t* state;
    std::uint64_t* copy;
    std::uint64_t* moves;
    std::uint64_t* answers;
    std::uint64_t* scratch;
    std::uint64_t lane;
  };

  /// With the state and the moves in a lane.
  Arrays place(const std::uint64_t* state, const std::uint32_t* moves,
               std::uint64_t* scratch) const {
    const auto next_line = [](std::uint64_t* place) {
      const auto address = reinterpret_cast<std::uintptr_t>(place);
      return place + (64 - address % 64) % 64 / sizeof *place;
    };
    Arrays arrays{};
    std::uint64_t* calls = scratch;
    arrays.state = next_line(calls + 1);
    arrays.copy = arrays.state + code_.fluents * blocks_;
    arrays.moves = arrays.copy + code_.fluents * blocks_;
    arrays.answers = arrays.moves + moves_ * blocks_;
    arrays.scratch = arrays.answers + answers_ * blocks_;
    std::uint64_t mix = ++*calls;
    arrays.lane = splitmix64(mix) % (64 * blocks_);
    for (std::uint64_t i = 0; i < code_.fluents; ++i) {
      set(arrays.state, i, arrays.lane, (state[i / 64] >> (i % 64) & 1U) != 0);
    }
    std::uint64_t first = 0;
    for (std::size_t role = 0; role < code_.moves.size(); ++role) {
      for (std::uint64_t i = 0; i < code_.moves[role]; ++i) {
        set(arrays.moves, first + i, arrays.lane, moves != nullptr && moves[role] == i);
      }
      first += code_.moves[role];
    }
    return arrays;
  }

  void set(std::uint64_t* array, std::uint64_t index, std::uint64_t lane, bool value) const {
    std::uint64_t& word = array[index * blocks_ + lane / 64];
    const std::uint64_t bit = std::uint64_t{1} << (lane % 64);
    word = value ? word | bit : word & ~bit;
  }

  void read(const std::uint64_t* array, std::uint64_t count, std::uint64_t lane,
            std::uint64_t* out) const {
    std::memset(out, 0, (count + 63) / 64 * sizeof *out);
    for (std::uint64_t i = 0; i < count; ++i) {
      out[i / 64] |= (array[i * blocks_ + lane / 64] >> (lane % 64) & 1U) << (i % 64);
    }
  }

  void answer(const LaneQuestion& function, std::uint64_t count, const std::uint64_t* state,
              const std::uint32_t* moves, std::uint64_t* scratch, std::uint64_t* out) const {
    const Arrays arrays = place(state, moves, scratch);
    if (!function) return;  // nothing is asked: of rules for percepts none may be left
    function(arrays.state, arrays.moves, arrays.answers, arrays.scratch);
    read(arrays.answers, count, arrays.lane, out);
  }

  void next(const std::uint64_t* state, const std::uint32_t* moves, std::uint64_t* scratch,
            std::uint64_t* out) const {
    const Arrays arrays = place(state, moves, scratch);
    std::memcpy(arrays.copy, arrays.state, code_.fluents * blocks_ * sizeof *arrays.copy);
    // Without a function, nothing ever changes.
    if (code_.next) code_.next(arrays.copy, arrays.moves, nullptr, arrays.scratch);
    read(arrays.copy, code_.fluents, arrays.lane, out);
  }

  LaneQuestionCode code_;
  std::uint64_t blocks_;
  std::uint64_t moves_;
  std::uint64_t answers_;
};

}  // namespace

LaneQuestionCode questions_of(const tsj_lane_questions& code) {
  const auto question = [](tsj_lane_function function) -> LaneQuestion {
    if (function == nullptr) return {};
    return
        [function](std::uint64_t* state, std::uint64_t* moves, std::uint64_t* answers,
                   std::uint64_t* scratch) { function(state, nullptr, moves, answers, scratch); };
  };
  LaneQuestionCode questions;
  questions.blocks = code.blocks;
  questions.legal = question(code.legal);
  questions.next = question(code.next);
  questions.terminal = question(code.terminal);
  questions.goals = question(code.goals);
  questions.percepts = question(code.percepts);
  questions.scratch_words = code.scratch_words;
  return questions;
}

NetCode answer_in_lanes(LaneQuestionCode questions, std::size_t& scratch_words) {
  auto asked = std::make_shared<const Questions>(std::move(questions));
  scratch_words = asked->scratch_words();
  NetCode code = asked->code();
  code.keep = std::move(asked);
  return code;
}

}  // namespace tesuji::runtime
