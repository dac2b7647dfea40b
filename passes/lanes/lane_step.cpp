#include "passes/lanes/lane_step.h"

#include "ir/nets/net.h"
#include "passes/lanes/lane_choice.h"
#include "passes/lanes/map_luts.h"
#include "passes/lanes/xag_builder.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <utility>

namespace tesuji::passes {

// --- Steps

namespace {

namespace array = ir::lane_array;
namespace control_word = ir::lane_control;
using ir::complement;
using ir::false_signal;
using ir::is_complemented;
using ir::Net;
using ir::Signal;
using ir::true_signal;

/// A phase as a graph.
struct PhaseGraph {
  ir::Xag graph;
  std::uint32_t random_words = 0;
  /// The control fluent that holds afterwards, if it is always the same.
  std::optional<std::uint32_t> successor;
};

class PhaseBuilder {
 public:
  PhaseBuilder(const Net& net, const FluentList& control, std::uint32_t fluent,
               const LaneOptions& options)
      : net_(net), control_(control), fluent_(fluent), options_(options), now_(net, build_) {}

  PhaseGraph run(bool position_together) {
    const auto fluents = static_cast<std::uint32_t>(net_.fluents.size());
    for (std::uint32_t i = 0; i < fluents; ++i) {
      state_.push_back(value_of(i));
      now_.set_fluent(i, state_[i]);
    }
    const Signal running = build_.input(array::control, control_word::running);
    Signal playing = running;
    if (fluent_ != ir::no_id) playing = build_.both(playing, build_.input(array::state, fluent_));
    Signal ended = false_signal;
    if (position_together) {
      ended = build_.both(playing, now_.translate(net_.terminal));
      playing = build_.both(playing, complement(ended));
    }
    const Signal held = build_.input(array::control, control_word::held);
    const Signal cut = build_.both(playing, held);
    Signal stuck = false_signal;
    const Signal moves = choose_moves(build_.both(playing, complement(held)), stuck);
    write_state(moves);
    if (!position_together) {
      NetTranslator after(net_, build_);
      for (std::uint32_t i = 0; i < fluents; ++i) after.set_fluent(i, after_move_[i]);
      ended = build_.both(moves, after.translate(net_.terminal));
    }
    add_to_control(control_word::ended, ended);
    add_to_control(control_word::cut, cut);
    add_to_control(control_word::stuck, stuck);
    const Signal over = build_.either(ended, build_.either(cut, stuck));
    build_.output(array::control, control_word::running, build_.both(running, complement(over)));
    count(moves);
    PhaseGraph phase;
    phase.successor = find_successor();
    phase.graph = build_.take();
    phase.random_words = random_words_;
    return phase;
  }

 private:
  Signal value_of(std::uint32_t fluent) {
    if (std::binary_search(control_.begin(), control_.end(), fluent)) {
      return fluent == fluent_ ? true_signal : false_signal;
    }
    if (ir::is_fixed(net_.fluents[fluent])) {
      return net_.fluents[fluent].initially ? true_signal : false_signal;
    }
    return build_.input(array::state, fluent);
  }

  void add_to_control(std::uint32_t word, Signal lanes) {
    build_.output(array::control, word, build_.either(build_.input(array::control, word), lanes));
  }

  /// Sets the net's moves; returns the lanes where every role has made one. `stuck`: where a role
  /// has none.
  Signal choose_moves(Signal playing, Signal& stuck) {
    std::vector<std::vector<XagNumber>> weights(options_.roles);
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      weights[net_.moves[i].role].push_back(number_where(
          now_.translate(net_.moves[i].legal), options_.weights.empty() ? 1 : options_.weights[i]));
    }
    const auto choosing =
        static_cast<std::size_t>(std::count_if(weights.begin(), weights.end(), has_choice));
    const std::size_t rounds =
        options_.rounds + std::bit_width(std::max<std::size_t>(1, choosing) - 1);
    Signal moves = playing;
    std::uint32_t first = 0;
    for (const std::vector<XagNumber>& of_role : weights) {
      const LaneChoice choice = choose_in_lanes(
          build_, of_role, rounds, [&] { return build_.input(array::random, random_words_++); });
      for (const Signal chosen : choice.chosen) now_.set_move(first++, chosen);
      moves = build_.both(moves, choice.made);
      stuck = build_.either(stuck, choice.none);
    }
    stuck = build_.both(playing, stuck);
    return moves;
  }

  /// Whether at least two moves may be legal.
  static bool has_choice(const std::vector<XagNumber>& weights) {
    return std::count_if(weights.begin(), weights.end(),
                         [](const XagNumber& weight) { return !weight.empty(); }) > 1;
  }

  void write_state(Signal moves) {
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      const bool is_control = std::binary_search(control_.begin(), control_.end(), i);
      if (ir::is_fixed(net_.fluents[i])) {
        next_.push_back(state_[i]);
        after_move_.push_back(state_[i]);
        continue;
      }
      // The current value, also in lanes that are not in the phase.
      const Signal before = is_control ? build_.input(array::state, i) : state_[i];
      const Signal then = now_.translate(net_.fluents[i].next);
      const Signal written = build_.choose(moves, then, before);
      next_.push_back(then);
      // Terminal is evaluated for lanes that have moved, where the written word is the next value;
      // reading it avoids a second live word. Constants fold, so they are kept.
      after_move_.push_back(ir::node_of(then) == ir::node_of(false_signal) ? then : written);
      build_.output(array::state, i, written);
    }
  }

  void count(Signal moves) {
    const auto fluents = static_cast<std::uint32_t>(net_.fluents.size());
    Signal carry = moves;
    for (std::uint32_t bit = 0; bit < ir::lane_counter_bits; ++bit) {
      const Signal counter = build_.input(array::state, fluents + bit);
      build_.output(array::state, fluents + bit, build_.differ(counter, carry));
      carry = build_.both(carry, counter);
    }
    build_.output(array::control, control_word::carry, carry);
  }

  [[nodiscard]] std::optional<std::uint32_t> find_successor() const {
    std::optional<std::uint32_t> holds;
    for (const std::uint32_t fluent : control_) {
      if (next_[fluent] == false_signal) continue;
      if (next_[fluent] != true_signal || holds) return std::nullopt;
      holds = fluent;
    }
    return holds;
  }

  const Net& net_;
  const FluentList& control_;
  std::uint32_t fluent_;
  const LaneOptions& options_;
  XagBuilder build_;
  NetTranslator now_;
  std::vector<Signal> state_;  ///< by fluent, as known in the phase
  std::vector<Signal> next_;
  std::vector<Signal> after_move_;  ///< by fluent: valid in lanes that have moved
  std::uint32_t random_words_ = 0;
};

class GoalBuilder {
 public:
  explicit GoalBuilder(const Net& net) : net_(net), state_(net, build_) {}

  LaneGoalGraph run(std::uint32_t roles) {
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      state_.set_fluent(i, build_.input(array::state, i));
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> of_role;
    for (std::uint32_t role = 0; role < roles; ++role) of_role[role];
    for (std::uint32_t i = 0; i < net_.goals.size(); ++i) {
      of_role[net_.goals[i].role].push_back(i);
    }
    for (const auto& [role, goals] : of_role) add_role(role, goals);
    made_.graph = build_.take();
    return std::move(made_);
  }

 private:
  void add_role(std::uint32_t role, const std::vector<std::uint32_t>& goals) {
    Signal some = false_signal;
    Signal several = false_signal;
    std::vector<Signal> holds;
    for (const std::uint32_t goal : goals) {
      holds.push_back(state_.translate(net_.goals[goal].holds));
      several = build_.either(several, build_.both(some, holds.back()));
      some = build_.either(some, holds.back());
    }
    for (std::size_t i = 0; i < goals.size(); ++i) {
      add({role, ir::LaneGoal::Kind::value, goals[i]}, build_.both(holds[i], complement(several)));
    }
    add({role, ir::LaneGoal::Kind::missing}, complement(some));
    add({role, ir::LaneGoal::Kind::several}, several);
  }

  void add(const ir::LaneGoal& goal, Signal signal) {
    build_.output(array::answers, static_cast<std::uint32_t>(made_.answers.size()), signal);
    made_.answers.push_back(goal);
  }

  const Net& net_;
  LaneGoalGraph made_;
  XagBuilder build_;
  NetTranslator state_;
};

/// Returns the phases in order: starts with `first`; after each phase comes its successor, if that
/// is known and not listed yet, else the next phase that is not listed yet.
std::vector<std::size_t> order_of(const std::vector<PhaseGraph>& phases, const FluentList& control,
                                  std::size_t first) {
  std::vector<std::size_t> order;
  std::vector<bool> taken(phases.size(), false);
  std::size_t at = first;
  while (order.size() < phases.size()) {
    order.push_back(at);
    taken[at] = true;
    std::optional<std::size_t> next;
    if (phases[at].successor) {
      const auto place = std::lower_bound(control.begin(), control.end(), *phases[at].successor);
      next = static_cast<std::size_t>(place - control.begin());
    }
    for (std::size_t i = 1; (!next || taken[*next]) && i < phases.size(); ++i) {
      next = (at + i) % phases.size();
    }
    at = next.value_or(0);
  }
  return order;
}

}  // namespace

ir::LaneGraphs make_lane_graphs(const Net& net, const FluentList& control,
                                const LaneOptions& options) {
  ir::LaneGraphs game;
  game.fluents = static_cast<std::uint32_t>(net.fluents.size());
  const bool together = ir::shares_position(net);
  std::vector<PhaseGraph> phases;
  const FluentList whole{ir::no_id};
  std::size_t first = 0;
  for (const std::uint32_t fluent : control.empty() ? whole : control) {
    if (fluent != ir::no_id && net.fluents[fluent].initially) first = phases.size();
    phases.push_back(PhaseBuilder(net, control, fluent, options).run(together));
  }
  for (const std::size_t i : order_of(phases, control, first)) {
    game.phases.push_back({control.empty() ? ir::no_id : control[i], std::move(phases[i].graph),
                           phases[i].random_words});
  }
  if (net.knows(ir::NetQuestion::goal)) {
    LaneGoalGraph goals = make_lane_goals(net, options.roles);
    game.goals = std::move(goals.graph);
    game.answers = std::move(goals.answers);
  }
  return game;
}

LaneGoalGraph make_lane_goals(const Net& net, std::uint32_t roles) {
  return GoalBuilder(net).run(roles);
}

ir::LaneGame map_lanes(const ir::LaneGraphs& graphs) {
  ir::LaneGame game;
  game.fluents = graphs.fluents;
  for (const ir::LaneGraphPhase& phase : graphs.phases) {
    game.phases.push_back({phase.fluent, map_luts(phase.tick), phase.random_words});
  }
  // A net that does not answer goals has a graph without nodes.
  if (!graphs.goals.nodes.empty()) game.goals = map_luts(graphs.goals);
  game.answers = graphs.answers;
  return game;
}

ir::LaneGame make_lane_game(const Net& net, const FluentList& control, const LaneOptions& options) {
  return map_lanes(make_lane_graphs(net, control, options));
}

// --- Questions

ir::LutProgram make_lane_question(const ir::Net& net, ir::NetQuestion question) {
  XagBuilder build;
  NetTranslator values(net, build);
  for (std::uint32_t i = 0; i < net.fluents.size(); ++i) {
    values.set_fluent(i, build.input(ir::lane_array::state, i));
  }
  for (std::uint32_t i = 0; i < net.moves.size(); ++i) {
    values.set_move(i, build.input(ir::lane_array::moves, i));
  }
  const bool is_next = question == ir::NetQuestion::next;
  const std::uint32_t array = is_next ? ir::lane_array::state : ir::lane_array::answers;
  std::uint32_t number = 0;
  for (const ir::Signal answer : ir::net_answers(net, question)) {
    build.output(array, number++, values.translate(answer));
  }
  return map_luts(build.graph());
}

ir::LaneQuestions make_lane_questions(const ir::Net& net) {
  const auto program = [&](ir::NetQuestion question) {
    return net.knows(question) ? make_lane_question(net, question) : ir::LutProgram{};
  };
  return {program(ir::NetQuestion::legal), program(ir::NetQuestion::next),
          program(ir::NetQuestion::terminal), program(ir::NetQuestion::goal),
          program(ir::NetQuestion::sees)};
}

}  // namespace tesuji::passes
