// Steps with given moves as programs over lanes: what they say of nets, by seats of roles and of
// turns.
#include "passes/lanes/lane_steps.h"
#include "backend/interpreter/net_evaluator.h"
#include "ir/verify/verify_lanes.h"
#include "passes/nets/net_builder.h"
#include "tests/unit/support/lane_values.h"
#include "tests/unit/support/random_net.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

using namespace tesuji;
using tests::LaneWords;

namespace {

namespace words = ir::lane_step_array;
using Bits = std::vector<std::uint64_t>;

/// The net, node by node.
class Evaluated {
 public:
  explicit Evaluated(const ir::Net& net)
      : net_(interpreter::evaluate_net(std::make_shared<const ir::Net>(net))),
        scratch_(net_.scratch_words) {}

  std::vector<bool> ask(runtime::NetFunction runtime::NetCode::* question, std::size_t bits,
                        const std::vector<bool>& state, const std::uint32_t* moves = nullptr) {
    Bits packed((state.size() + 63) / 64);
    for (std::size_t i = 0; i < state.size(); ++i) {
      packed[i / 64] |= std::uint64_t{state[i]} << i % 64;
    }
    Bits out((bits + 63) / 64);
    (net_.code.*question)(net_.code.self, packed.data(), moves, scratch_.data(), out.data());
    std::vector<bool> answer;
    for (std::size_t i = 0; i < bits; ++i) answer.push_back((out[i / 64] >> i % 64 & 1U) != 0);
    return answer;
  }

 private:
  interpreter::EvaluatedNet net_;
  Bits scratch_;
};

/// In one lane: what a program writes there.
bool lane(const LaneWords& written, std::uint32_t array, std::uint32_t index) {
  return (written.at({array, index}) & 1U) != 0;
}

/// Words that a program reads and nobody has set are zeros.
LaneWords run(const ir::LutProgram& program, LaneWords given) {
  REQUIRE(ir::fault_of(program).value_or("") == "");
  for (const ir::LaneWord& word : program.inputs) given.insert({{word.array, word.index}, 0});
  return tests::evaluate(program, given);
}

}  // namespace

TEST_CASE("Steps of random nets are what the nets say", "[steps]") {
  std::mt19937 random(5);
  std::size_t moved = 0;
  std::size_t implied = 0;
  for (int round = 0; round < 60; ++round) {
    const tests::RandomNetShape shape{12, {1, 5, 3}, 25};
    const ir::Net net = tests::random_net(shape, random);
    const ir::LaneSteps steps = passes::make_lane_steps(net, {}, 3);
    REQUIRE(steps.seats.size() == 3);
    REQUIRE(steps.mover_bits == 0);
    Evaluated evaluated(net);
    for (int attempt = 0; attempt < 20; ++attempt) {
      LaneWords given;
      std::vector<bool> state;
      for (std::uint32_t f = 0; f < shape.fluents; ++f) {
        // What never changes is what it is initially.
        const bool holds =
            !ir::is_fixed(net.fluents[f]) ? random() % 2 == 0 : net.fluents[f].initially;
        state.push_back(holds);
        given[{words::state, f}] = holds ? 1 : 0;
      }
      const auto legal = evaluated.ask(&runtime::NetCode::legal, net.moves.size(), state);
      const LaneWords position = run(steps.position, given);
      std::size_t wrong = 0;
      bool stuck = false;
      std::uint32_t first = 0;
      bool fine = true;
      std::vector<std::uint32_t> joint;
      for (std::size_t role = 0; role < shape.moves.size(); ++role) {
        const ir::LaneSeat& seat = steps.seats[role];
        CHECK(seat.width == shape.moves[role]);
        std::vector<std::uint32_t> possible;
        for (std::uint32_t i = 0; i < seat.width; ++i) {
          wrong +=
              lane(position, words::position, seat.first_plane + i) == legal[first + i] ? 0 : 1;
          if (legal[first + i]) possible.push_back(i);
        }
        stuck = stuck || possible.empty();
        // A legal move, any number, or none.
        const std::uint32_t none = (1U << seat.index_bits) - 1;
        std::uint32_t number =
            random() % 3 == 0 ? none : static_cast<std::uint32_t>(random() % none);
        if (!possible.empty() && random() % 2 == 0) number = possible[random() % possible.size()];
        for (std::uint32_t bit = 0; bit < seat.index_bits; ++bit) {
          given[{words::control, seat.first_index + bit}] = number >> bit & 1U;
        }
        if (number == none && possible.size() == 1) {
          number = possible.front();
          ++implied;
        }
        fine = fine && number < seat.width && legal[first + number];
        joint.push_back(number);
        first += seat.width;
      }
      const bool terminal = evaluated.ask(&runtime::NetCode::terminal, 1, state)[0];
      wrong += lane(position, words::position, steps.terminal) == terminal ? 0 : 1;
      wrong += lane(position, words::position, steps.stuck) == (stuck && !terminal) ? 0 : 1;
      for (const auto& [word, value] : position) given[word] = value;
      const LaneWords after = run(steps.advance, given);
      wrong += lane(after, words::control, 0) == !fine ? 0 : 1;
      moved += fine ? 1 : 0;
      const auto next =
          fine ? evaluated.ask(&runtime::NetCode::next, state.size(), state, joint.data()) : state;
      for (std::uint32_t f = 0; f < shape.fluents; ++f) {
        const auto found = after.find({words::state, f});
        wrong += (found == after.end() ? state[f] : (found->second & 1U) != 0) == next[f] ? 0 : 1;
      }
      const LaneWords perceived = run(steps.percepts, given);
      if (fine) {
        const auto percepts =
            evaluated.ask(&runtime::NetCode::percepts, net.percepts.size(), state, joint.data());
        for (std::uint32_t i = 0; i < percepts.size(); ++i) {
          wrong += lane(perceived, words::percepts, i) == percepts[i] ? 0 : 1;
        }
      }
      CHECK(wrong == 0);
    }
  }
  CHECK(moved > 100);
  CHECK(implied > 100);
}

TEST_CASE("A turn is found where all others have one move", "[steps]") {
  // Three roles; fluents 0 to 2 say whose turn it is. Each has `wait` and two moves.
  passes::NetBuilder builder;
  std::vector<ir::Signal> turn;
  for (std::uint32_t f = 0; f < 3; ++f) turn.push_back(builder.add_fluent(f));
  std::vector<ir::NetMove> moves;
  for (std::uint32_t role = 0; role < 3; ++role) {
    for (int i = 0; i < 3; ++i) {
      static_cast<void>(builder.add_move(static_cast<std::uint32_t>(moves.size()), role));
      moves.push_back({{}, role, i == 0 ? ir::complement(turn[role]) : turn[role]});
    }
  }
  ir::Net net = builder.net();
  net.moves = moves;
  for (std::uint32_t f = 0; f < 3; ++f) net.fluents.push_back({{}, f == 0, turn[(f + 2) % 3]});
  const auto turns = passes::find_turns(net, {0, 1, 2}, 3);
  REQUIRE(turns.size() == 3);
  for (std::uint32_t t = 0; t < 3; ++t) {
    CHECK(turns[t].fluent == t);
    CHECK(turns[t].mover == t);
    for (std::uint32_t role = 0; role < 3; ++role) {
      CHECK(turns[t].waiting[role] == (role == t ? ir::no_id : 3 * role));
    }
  }
  const ir::LaneSteps steps = passes::make_lane_steps(net, turns, 3);
  REQUIRE(steps.seats.size() == 1);
  CHECK(steps.seats[0].role == ir::no_id);
  CHECK(steps.seats[0].width == 3);
  CHECK(steps.mover_bits == 2);
  // The third role's turn, as the position shows it.
  const LaneWords position = run(steps.position, {{{words::state, 2}, 1}});
  CHECK_FALSE(lane(position, words::position, steps.mover));
  CHECK(lane(position, words::position, steps.mover + 1));
  CHECK_FALSE(lane(position, words::position, steps.seats[0].first_plane));
  CHECK(lane(position, words::position, steps.seats[0].first_plane + 2));
  // Two roles may choose while fluent 0 holds: there are no turns.
  net.moves[4].legal = ir::true_signal;
  CHECK(passes::find_turns(net, {0, 1, 2}, 3).empty());
  CHECK(passes::find_turns(net, {}, 3).empty());
}
