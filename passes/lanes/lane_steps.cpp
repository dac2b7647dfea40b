#include "passes/lanes/lane_steps.h"

#include "passes/lanes/lane_step.h"
#include "passes/lanes/map_luts.h"
#include "passes/lanes/xag_builder.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

namespace tesuji::passes {
namespace {

namespace step_array = ir::lane_step_array;
using ir::complement;
using ir::false_signal;
using ir::Net;
using ir::Signal;
using ir::true_signal;

/// Returns by role the positions of its moves in the net.
std::vector<std::vector<std::uint32_t>> moves_of_roles(const Net& net, std::uint32_t roles) {
  std::vector<std::vector<std::uint32_t>> moves(roles);
  for (std::uint32_t i = 0; i < net.moves.size(); ++i) moves[net.moves[i].role].push_back(i);
  return moves;
}

/// Sets the net's fluents to words of the state, constant ones to constants.
std::vector<Signal> set_state(const Net& net, XagBuilder& build, NetTranslator& values) {
  std::vector<Signal> state;
  for (std::uint32_t i = 0; i < net.fluents.size(); ++i) {
    Signal value = net.fluents[i].initially ? true_signal : false_signal;
    if (!ir::is_fixed(net.fluents[i])) value = build.input(step_array::state, i);
    state.push_back(value);
    values.set_fluent(i, value);
  }
  return state;
}

/// Returns whether at least one of these holds, and whether at least two do.
std::pair<Signal, Signal> some_and_several(XagBuilder& build, std::span<const Signal> signals) {
  Signal some = false_signal;
  Signal several = false_signal;
  for (const Signal signal : signals) {
    several = build.either(several, build.both(some, signal));
    some = build.either(some, signal);
  }
  return {some, several};
}

/// Assigns the seats and the positions of words.
class Layout {
 public:
  Layout(const Net& net, const std::vector<LaneTurn>& turns, std::uint32_t roles,
         ir::LaneSteps& steps)
      : turns(turns), roles(roles), moves(moves_of_roles(net, roles)), steps_(steps) {
    steps.control_words = 1;
    auto words = static_cast<std::uint32_t>(net.moves.size());
    if (turns.empty()) {
      std::uint32_t first = 0;
      for (std::uint32_t role = 0; role < roles; ++role) {
        add_seat(role, static_cast<std::uint32_t>(moves[role].size()), first);
        first += static_cast<std::uint32_t>(moves[role].size());
      }
    } else {
      std::size_t width = 0;
      for (const LaneTurn& turn : turns) width = std::max(width, moves[turn.mover].size());
      add_seat(ir::no_id, static_cast<std::uint32_t>(width), words);
      words += static_cast<std::uint32_t>(width);
    }
    steps.terminal = words++;
    steps.stuck = words++;
    steps.mover = words;
    if (!turns.empty()) {
      steps.mover_bits = static_cast<std::uint32_t>(std::bit_width(std::max(roles, 2U) - 1U));
    }
    steps.position_words = words + steps.mover_bits;
  }

  [[nodiscard]] const std::vector<ir::LaneSeat>& seats() const { return steps_.seats; }

  /// Whether it is the role's turn; `fluent(number)` is a fluent of the state.
  template <typename Fluent>
  Signal moves_now(XagBuilder& build, std::uint32_t role, const Fluent& fluent) const {
    std::vector<Signal> some;
    for (const LaneTurn& turn : turns) {
      if (turn.mover == role) some.push_back(fluent(turn.fluent));
    }
    return some.size() == turns.size() ? true_signal : build.any_of(some);
  }

  const std::vector<LaneTurn>& turns;
  std::uint32_t roles;
  std::vector<std::vector<std::uint32_t>> moves;  ///< by role

 private:
  void add_seat(std::uint32_t role, std::uint32_t width, std::uint32_t first_plane) {
    ir::LaneSeat seat;
    seat.role = role;
    seat.width = width;
    seat.first_plane = first_plane;
    seat.first_index = steps_.control_words;
    // Enough bits that no move has the number with all bits set.
    seat.index_bits = static_cast<std::uint32_t>(std::bit_width(width));
    steps_.control_words += seat.index_bits;
    steps_.seats.push_back(seat);
  }

  ir::LaneSteps& steps_;
};

/// Decodes the index planes: a signal for each of the seat's moves.
class Decoder {
 public:
  Decoder(XagBuilder& build, const ir::LaneSeat& seat) : build_(build) {
    for (std::uint32_t bit = 0; bit < seat.index_bits; ++bit) {
      bits_.push_back(build.input(step_array::control, seat.first_index + bit));
    }
    all_ = numbers(0, bits_.size());
  }

  [[nodiscard]] Signal is(std::uint32_t number) const { return all_[number]; }
  [[nodiscard]] Signal none() const { return all_.back(); }

 private:
  /// Returns all combinations of bits [first, end), halves first: two gates for each.
  std::vector<Signal> numbers(std::size_t first, std::size_t end) {
    if (first == end) return {true_signal};
    if (end - first == 1) return {complement(bits_[first]), bits_[first]};
    const std::size_t middle = first + (end - first) / 2;
    const std::vector<Signal> low = numbers(first, middle);
    std::vector<Signal> all;
    for (const Signal high : numbers(middle, end)) {
      for (const Signal one : low) all.push_back(build_.both(high, one));
    }
    return all;
  }

  XagBuilder& build_;
  std::vector<Signal> bits_;
  std::vector<Signal> all_;
};

/// The moves made, in the graph of a step.
class MadeMoves {
 public:
  MadeMoves(const Layout& layout, XagBuilder& build, NetTranslator& values) : build_(build) {
    if (layout.turns.empty()) {
      for (const ir::LaneSeat& seat : layout.seats()) {
        add_role(seat, layout.moves[seat.role], values);
      }
    } else {
      add_turn(layout, values);
    }
  }

  /// Returns the lanes where every role has made a legal move.
  [[nodiscard]] Signal fine() const { return fine_; }

 private:
  Signal legal(std::uint32_t plane) { return build_.input(step_array::position, plane); }

  /// Adds a role with its own seat.
  void add_role(const ir::LaneSeat& seat, const std::vector<std::uint32_t>& moves,
                NetTranslator& values) {
    const Decoder decoder(build_, seat);
    std::vector<Signal> planes;
    for (std::uint32_t i = 0; i < seat.width; ++i) planes.push_back(legal(seat.first_plane + i));
    const auto [some, several] = some_and_several(build_, planes);
    const Signal implied = build_.both(decoder.none(), build_.both(some, complement(several)));
    std::vector<Signal> made{implied};
    for (std::uint32_t i = 0; i < seat.width; ++i) {
      made.push_back(build_.both(decoder.is(i), planes[i]));
      values.set_move(moves[i], build_.either(decoder.is(i), build_.both(implied, planes[i])));
    }
    fine_ = build_.both(fine_, build_.any_of(made));
  }

  /// Adds the single seat.
  void add_turn(const Layout& layout, NetTranslator& values) {
    const ir::LaneSeat& seat = layout.seats().front();
    const Decoder decoder(build_, seat);
    std::vector<Signal> made;
    for (std::uint32_t i = 0; i < seat.width; ++i) {
      made.push_back(build_.both(decoder.is(i), legal(seat.first_plane + i)));
    }
    fine_ = build_.any_of(made);
    const auto fluent = [&](std::uint32_t number) {
      return build_.input(step_array::state, number);
    };
    for (std::uint32_t role = 0; role < layout.roles; ++role) {
      const Signal moves_now = layout.moves_now(build_, role, fluent);
      for (std::uint32_t i = 0; i < layout.moves[role].size(); ++i) {
        const std::uint32_t move = layout.moves[role][i];
        std::vector<Signal> some;
        if (moves_now != false_signal) some.push_back(build_.both(moves_now, decoder.is(i)));
        for (const LaneTurn& turn : layout.turns) {
          if (turn.waiting[role] == move) some.push_back(fluent(turn.fluent));
        }
        values.set_move(move, build_.any_of(some));
      }
    }
  }

  XagBuilder& build_;
  Signal fine_ = true_signal;
};

ir::LutProgram make_advance(const Net& net, const Layout& layout) {
  XagBuilder build;
  NetTranslator values(net, build);
  const std::vector<Signal> state = set_state(net, build, values);
  const MadeMoves made(layout, build, values);
  for (std::uint32_t i = 0; i < net.fluents.size(); ++i) {
    if (ir::is_fixed(net.fluents[i])) continue;
    build.output(step_array::state, i,
                 build.choose(made.fine(), values.translate(net.fluents[i].next), state[i]));
  }
  build.output(step_array::control, 0, complement(made.fine()));
  return map_luts(build.graph());
}

ir::LutProgram make_position(const Net& net, const Layout& layout, const ir::LaneSteps& steps) {
  XagBuilder build;
  NetTranslator values(net, build);
  const std::vector<Signal> state = set_state(net, build, values);
  std::vector<Signal> legal;
  for (std::uint32_t i = 0; i < net.moves.size(); ++i) {
    legal.push_back(values.translate(net.moves[i].legal));
    build.output(step_array::position, i, legal.back());
  }
  Signal stuck = false_signal;
  for (const auto& moves : layout.moves) {
    std::vector<Signal> some;
    for (const std::uint32_t move : moves) some.push_back(legal[move]);
    stuck = build.either(stuck, complement(build.any_of(some)));
  }
  const Signal terminal = values.translate(net.terminal);
  build.output(step_array::position, steps.terminal, terminal);
  build.output(step_array::position, steps.stuck, build.both(stuck, complement(terminal)));
  if (!layout.turns.empty()) {
    const auto fluent = [&](std::uint32_t number) { return state[number]; };
    std::vector<std::vector<Signal>> planes(steps.seats.front().width);
    std::vector<std::vector<Signal>> numbers(steps.mover_bits);
    for (std::uint32_t role = 0; role < layout.roles; ++role) {
      const Signal moves_now = layout.moves_now(build, role, fluent);
      if (moves_now == false_signal) continue;
      for (std::size_t i = 0; i < layout.moves[role].size(); ++i) {
        planes[i].push_back(build.both(moves_now, legal[layout.moves[role][i]]));
      }
      for (std::uint32_t bit = 0; bit < steps.mover_bits; ++bit) {
        if ((role >> bit & 1U) != 0) numbers[bit].push_back(moves_now);
      }
    }
    for (std::uint32_t i = 0; i < planes.size(); ++i) {
      build.output(step_array::position, steps.seats.front().first_plane + i,
                   build.any_of(planes[i]));
    }
    for (std::uint32_t bit = 0; bit < steps.mover_bits; ++bit) {
      build.output(step_array::position, steps.mover + bit, build.any_of(numbers[bit]));
    }
  }
  return map_luts(build.graph());
}

ir::LutProgram make_percepts(const Net& net, const Layout& layout) {
  XagBuilder build;
  NetTranslator values(net, build);
  set_state(net, build, values);
  const MadeMoves made(layout, build, values);
  for (std::uint32_t i = 0; i < net.percepts.size(); ++i) {
    build.output(step_array::percepts, i,
                 build.both(made.fine(), values.translate(net.percepts[i].holds)));
  }
  return map_luts(build.graph());
}

}  // namespace

std::vector<LaneTurn> find_turns(const Net& net, const FluentList& control, std::uint32_t roles) {
  std::vector<LaneTurn> turns;
  if (roles < 2) return turns;
  const auto moves = moves_of_roles(net, roles);
  for (const std::uint32_t fluent : control) {
    XagBuilder build;
    NetTranslator values(net, build);
    set_state(net, build, values);
    for (const std::uint32_t other : control) {
      values.set_fluent(other, other == fluent ? true_signal : false_signal);
    }
    LaneTurn turn;
    turn.fluent = fluent;
    turn.waiting.assign(roles, ir::no_id);
    std::vector<std::uint32_t> choosing;
    for (std::uint32_t role = 0; role < roles; ++role) {
      std::vector<std::uint32_t> possible;
      for (const std::uint32_t move : moves[role]) {
        if (values.translate(net.moves[move].legal) != false_signal) possible.push_back(move);
      }
      if (possible.size() > 1) {
        choosing.push_back(role);
      } else if (!possible.empty()) {
        turn.waiting[role] = possible.front();
      }
    }
    if (choosing.size() > 1) return {};
    turn.mover = choosing.empty() ? 0 : choosing.front();
    turn.waiting[turn.mover] = ir::no_id;
    turns.push_back(std::move(turn));
  }
  return turns;
}

ir::LaneSteps make_lane_steps(const Net& net, const std::vector<LaneTurn>& turns,
                              std::uint32_t roles) {
  ir::LaneSteps steps;
  const Layout layout(net, turns, roles, steps);
  steps.advance = make_advance(net, layout);
  steps.position = make_position(net, layout, steps);
  if (net.knows(ir::NetQuestion::goal)) {
    LaneGoalGraph goals = make_lane_goals(net, roles);
    steps.goals = map_luts(goals.graph);
    steps.answers = std::move(goals.answers);
  }
  if (net.knows(ir::NetQuestion::sees)) steps.percepts = make_percepts(net, layout);
  return steps;
}

}  // namespace tesuji::passes
