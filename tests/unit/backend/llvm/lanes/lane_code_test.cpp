// Native code over lanes does what the net says, whatever the net and however wide the words.
#include "backend/interpreter/net_evaluator.h"
#include "backend/llvm/lanes/lane_jit.h"
#include "ir/verify/verify_lanes.h"
#include "passes/lanes/lane_step.h"
#include "runtime/host/game/lane_answers.h"
#include "tests/unit/support/random_net.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

using namespace tesuji;
using llvm_backend::LaneJitShape;
using tests::random_net;
using tests::RandomNetShape;
using Bits = std::vector<std::uint64_t>;

namespace {

constexpr std::uint32_t widths[] = {1, 4, 8};

bool bit(const Bits& bits, std::size_t number) {
  return (bits[number / 64] >> (number % 64) & 1U) != 0;
}

/// The net, node by node.
class Evaluated {
 public:
  explicit Evaluated(const ir::Net& net)
      : net_(interpreter::evaluate_net(std::make_shared<const ir::Net>(net))),
        scratch_(net_.scratch_words) {}

  Bits ask(runtime::NetFunction runtime::NetCode::* question, std::size_t bits, const Bits& state,
           const std::uint32_t* moves) {
    Bits answer((bits + 63) / 64);
    (net_.code.*question)(net_.code.self, state.data(), moves, scratch_.data(), answer.data());
    return answer;
  }

 private:
  interpreter::EvaluatedNet net_;
  Bits scratch_;
};

Bits random_state(std::size_t fluents, std::mt19937& random) {
  Bits state((fluents + 63) / 64);
  for (std::size_t f = 0; f < fluents; ++f) {
    state[f / 64] |= std::uint64_t{random() % 2} << (f % 64);
  }
  return state;
}

void check_questions(const RandomNetShape& shape, const LaneJitShape& code, std::uint32_t seed) {
  CAPTURE(shape.fluents, code.blocks, code.operations_per_function, seed);
  CAPTURE(code.most_optimised_operations);
  std::mt19937 random(seed);
  const ir::Net net = random_net(shape, random);
  const ir::LaneQuestions programs = passes::make_lane_questions(net);
  for (const ir::LutProgram* program :
       {&programs.legal, &programs.next, &programs.terminal, &programs.goals, &programs.percepts}) {
    REQUIRE(ir::fault_of(*program).value_or("") == "");
  }
  llvm_backend::CompiledLaneQuestions compiled =
      llvm_backend::compile_lane_questions(programs, {.verify = true}, code);
  runtime::LaneQuestionCode questions = runtime::questions_of(compiled.code);
  questions.fluents = shape.fluents;
  questions.moves.assign(shape.moves.begin(), shape.moves.end());
  questions.goal_count = net.goals.size();
  questions.percept_count = net.percepts.size();
  questions.keep = compiled.keep;
  std::size_t words = 0;
  const runtime::NetCode lanes = runtime::answer_in_lanes(questions, words);
  Bits scratch(words);
  Evaluated evaluated(net);
  std::size_t wrong = 0;
  const auto compare = [&](runtime::NetFunction runtime::NetCode::* question, std::size_t bits,
                           const Bits& state, const std::uint32_t* moves) {
    Bits got((bits + 63) / 64, ~std::uint64_t{0});
    (lanes.*question)(lanes.self, state.data(), moves, scratch.data(), got.data());
    wrong += got == evaluated.ask(question, bits, state, moves) ? 0 : 1;
  };
  for (int round = 0; round < 100; ++round) {
    const Bits state = random_state(shape.fluents, random);
    std::vector<std::uint32_t> moves;  // the last number: none of the role's
    for (const std::uint32_t count : shape.moves) {
      moves.push_back(static_cast<std::uint32_t>(random() % (count + 1)));
    }
    using runtime::NetCode;
    compare(&NetCode::legal, net.moves.size(), state, nullptr);
    compare(&NetCode::terminal, 1, state, nullptr);
    compare(&NetCode::goals, net.goals.size(), state, nullptr);
    compare(&NetCode::percepts, net.percepts.size(), state, moves.data());
    compare(&NetCode::next, shape.fluents, state, moves.data());
  }
  CHECK(wrong == 0);
}

/// Arrays of words of some blocks.
class Lanes {
 public:
  Lanes(std::size_t words, std::uint32_t blocks)
      : blocks_(blocks), memory_((words + 1) * blocks + 8) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    first_ = memory_.data() + (64 - address % 64) % 64 / sizeof(std::uint64_t);
  }

  [[nodiscard]] std::uint64_t* data() { return first_; }
  [[nodiscard]] bool get(std::size_t word, std::size_t lane) const {
    return (first_[word * blocks_ + lane / 64] >> (lane % 64) & 1U) != 0;
  }
  void set(std::size_t word, std::size_t lane, bool value) {
    std::uint64_t& place = first_[word * blocks_ + lane / 64];
    const std::uint64_t mask = std::uint64_t{1} << (lane % 64);
    place = value ? place | mask : place & ~mask;
  }

 private:
  std::uint32_t blocks_;
  Bits memory_;
  std::uint64_t* first_;
};

/// All joint moves of legal moves lead to these states.
std::vector<Bits> successors(const ir::Net& net, const RandomNetShape& shape, Evaluated& evaluated,
                             const Bits& state) {
  const Bits legal = evaluated.ask(&runtime::NetCode::legal, net.moves.size(), state, nullptr);
  std::vector<std::vector<std::uint32_t>> joints{{}};
  std::size_t first = 0;
  for (const std::uint32_t count : shape.moves) {
    std::vector<std::vector<std::uint32_t>> longer;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!bit(legal, first + i)) continue;
      for (std::vector<std::uint32_t> joint : joints) {
        joint.push_back(i);
        longer.push_back(std::move(joint));
      }
    }
    joints = std::move(longer);
    first += count;
  }
  std::vector<Bits> states;
  for (const auto& joint : joints) {
    states.push_back(evaluated.ask(&runtime::NetCode::next, shape.fluents, state, joint.data()));
  }
  return states;
}

/// One tick of a phase. How many lanes have moved.
std::size_t check_phase(const ir::Net& net, const RandomNetShape& shape, const LaneJitShape& code,
                        const passes::FluentList& turns, const ir::LaneGame& game,
                        const llvm_backend::CompiledLanes& compiled, std::size_t phase,
                        std::mt19937& random) {
  CAPTURE(phase);
  const std::uint32_t turn = game.phases[phase].fluent;
  Evaluated evaluated(net);
  const std::size_t lanes = std::size_t{64} * code.blocks;
  Lanes state(shape.fluents + TSJ_LANES_COUNTER, code.blocks);
  Lanes control(TSJ_LANES_CONTROL, code.blocks);
  Lanes random_words(compiled.code.random_words, code.blocks);
  Lanes scratch(compiled.code.scratch_words, code.blocks);
  std::vector<Bits> before;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    before.push_back(random_state(shape.fluents, random));
    for (std::size_t f = 0; f < shape.fluents; ++f) {
      // Those that never change are what they are.
      if (ir::is_fixed(net.fluents[f])) before[lane][f / 64] &= ~(std::uint64_t{1} << (f % 64));
    }
    // One of the turns' fluents holds.
    for (const std::uint32_t f : turns) before[lane][f / 64] &= ~(std::uint64_t{1} << (f % 64));
    if (!turns.empty()) {
      const std::uint32_t f = turns[random() % turns.size()];
      before[lane][f / 64] |= std::uint64_t{1} << (f % 64);
    }
    for (std::size_t f = 0; f < shape.fluents; ++f) state.set(f, lane, bit(before[lane], f));
    for (std::size_t i = 0; i < TSJ_LANES_COUNTER; ++i) state.set(shape.fluents + i, lane, true);
    control.set(TSJ_LANES_RUNNING, lane, random() % 8 != 0);
    control.set(TSJ_LANES_HELD, lane, random() % 8 == 0);
    for (std::size_t i = 0; i < 4; ++i) {
      control.set(TSJ_LANES_GENERATOR + i, lane, random() % 2 == 0);
    }
  }
  std::vector<bool> runs;
  std::vector<bool> ran;  // and it is the turn of the phase
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    runs.push_back(control.get(TSJ_LANES_RUNNING, lane));
    ran.push_back(runs.back() && (turn == ir::no_id || bit(before[lane], turn)));
  }
  compiled.code.ticks[phase](state.data(), control.data(), random_words.data(), nullptr,
                             scratch.data());
  std::size_t wrong = 0;
  std::size_t moved = 0;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    Bits after(before[lane].size());
    for (std::size_t f = 0; f < shape.fluents; ++f) {
      after[f / 64] |= std::uint64_t{state.get(f, lane)} << (f % 64);
    }
    const bool has_moved = control.get(TSJ_LANES_CARRY, lane);  // the counter was full
    const bool ended = control.get(TSJ_LANES_ENDED, lane);
    const bool stuck = control.get(TSJ_LANES_STUCK, lane);
    const bool cut = control.get(TSJ_LANES_CUT, lane);
    const bool running = ran[lane];
    const bool held = control.get(TSJ_LANES_HELD, lane);
    const auto is_terminal = [&](const Bits& of) {
      return bit(evaluated.ask(&runtime::NetCode::terminal, 1, of, nullptr), 0);
    };
    const std::vector<Bits> next = successors(net, shape, evaluated, before[lane]);
    moved += has_moved;
    for (std::size_t i = 0; i < TSJ_LANES_COUNTER; ++i) {
      wrong += state.get(shape.fluents + i, lane) == has_moved;
    }
    // Some nets ask for terminal before a move, others after it.
    const bool over = ended && !has_moved;
    if (over) wrong += !is_terminal(before[lane]);
    wrong += has_moved && (!running || held || stuck || cut);
    wrong += has_moved && std::find(next.begin(), next.end(), after) == next.end();
    wrong += has_moved && ended && !is_terminal(after);
    wrong += !has_moved && after != before[lane];
    wrong += ended && !running;
    wrong += control.get(TSJ_LANES_RUNNING, lane) != (runs[lane] && !ended && !stuck && !cut);
    wrong += stuck != (running && !held && !over && next.empty());
    wrong += cut != (running && held && !over);
  }
  CHECK(wrong == 0);
  return moved;
}

/// A tick of each phase, from random states of which some lanes do not run, or are held. `phases`:
/// as many of the fluents say whose turn it is; 0: none. How many lanes have moved.
std::size_t check_tick(const RandomNetShape& shape, const LaneJitShape& code, std::uint32_t seed,
                       std::size_t phases = 0) {
  CAPTURE(shape.fluents, code.blocks, code.operations_per_function, seed, phases);
  CAPTURE(code.most_optimised_operations);
  std::mt19937 random(seed);
  const ir::Net net = random_net(shape, random);
  passes::FluentList turns;
  for (std::uint32_t f = 0; f < shape.fluents && turns.size() < phases; f += 2) {
    if (!ir::is_fixed(net.fluents[f])) turns.push_back(f);
  }
  passes::LaneOptions options;
  options.roles = static_cast<std::uint32_t>(shape.moves.size());
  const ir::LaneGame game = passes::make_lane_game(net, turns, options);
  REQUIRE(ir::fault_of(game).value_or("") == "");
  REQUIRE(game.phases.size() == std::max<std::size_t>(1, turns.size()));
  const llvm_backend::CompiledLanes compiled =
      llvm_backend::compile_lanes(game, {.verify = true}, code);
  std::size_t moved = 0;
  for (std::size_t phase = 0; phase < game.phases.size(); ++phase) {
    moved += check_phase(net, shape, code, turns, game, compiled, phase, random);
  }
  return moved;
}

}  // namespace

TEST_CASE("Random nets' questions in lanes", "[lanes][llvm]") {
  for (const std::uint32_t blocks : widths) {
    for (std::uint32_t seed = 0; seed < 3; ++seed) {
      check_questions({7, {3}, 20}, {blocks, 120}, seed);
      check_questions({64, {64, 2}, 40}, {blocks, 10}, seed);
      check_questions({130, {5, 70, 129}, 150}, {blocks, 120}, seed);
      check_questions({130, {5, 70, 129}, 150}, {blocks, 40, 0}, seed);  // not optimised
    }
  }
}

TEST_CASE("Ticks of random nets", "[lanes][llvm]") {
  for (const std::uint32_t blocks : widths) {
    std::size_t moved = 0;
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
      moved += check_tick({7, {3}, 20}, {blocks, 120}, seed);
      moved += check_tick({64, {12, 2}, 40}, {blocks, 10}, seed);
      moved += check_tick({130, {5, 7, 9}, 150}, {blocks, 40}, seed);
    }
    CHECK(moved > 100);
  }
}

TEST_CASE("Ticks of random nets with phases", "[lanes][llvm][slow]") {
  for (const std::uint32_t blocks : widths) {
    std::size_t moved = 0;
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
      moved += check_tick({7, {3}, 20}, {blocks, 120}, seed, 2);
      moved += check_tick({64, {12, 2}, 40}, {blocks, 10}, seed, 3);
      moved += check_tick({130, {5, 7, 9}, 150}, {blocks, 40}, seed, 5);
      moved += check_tick({130, {5, 7, 9}, 150}, {blocks, 40, 0}, seed, 5);
    }
    CHECK(moved > 100);
  }
}
