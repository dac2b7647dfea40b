#include "passes/strategy_lanes.h"

#include "ir/lane_game.h"
#include "passes/map_luts.h"
#include "passes/net_to_xag.h"
#include "passes/xag_builder.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::complement;
using ir::false_signal;
using ir::Net;
using ir::ProcStep;
using ir::Signal;
using ir::true_signal;

/// Why there is no program.
struct Refusal {
  std::string reason;
};

/// By move of the mover: where it is a solution.
using MoveSignals = std::vector<Signal>;

/// A state as functions of the state that is given.
struct Position {
  std::vector<Signal> fluents;
  std::uint32_t mover = 0;
  Signal terminal = false_signal;
  MoveSignals legal;             ///< and not terminal
  std::vector<Position*> after;  ///< by move of the mover; null: not asked for yet
  std::optional<Signal> won;     ///< by the role that moved here
  std::optional<Signal> drawn;
  /// By proc: its solutions in Prolog's order, first by element, then by move.
  std::vector<std::optional<std::vector<MoveSignals>>> solutions;
  std::vector<std::optional<Signal>> holds;  ///< by proc: it has a solution
};

class ChoiceBuilder {
 public:
  ChoiceBuilder(const Net& net, const NetTurns& turns, const std::vector<int>& goal_values,
                const ir::ProcProgram& procs, const StrategyLaneLimits& limits)
      : net_(net), turns_(turns), goal_values_(goal_values), procs_(procs), limits_(limits) {
    for (std::uint32_t i = 0; i < net.moves.size(); ++i) {
      moves_.at(net.moves[i].role).push_back(i);
    }
  }

  /// The program for states in which this role moves: predicates `begin` to before `end` of the
  /// order. `sizes`, unless null, becomes the gates after each of them.
  ir::Xag run(std::uint32_t mover, std::span<const std::uint32_t> order, std::size_t begin,
              std::size_t end, const ir::LaneStrategy& shape,
              std::vector<std::size_t>* sizes = nullptr) {
    std::vector<Signal> fluents;
    for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
      fluents.push_back(given_fluent(i, mover));
    }
    Position& start = position(std::move(fluents), mover);
    Signal open = true_signal;  // no predicate so far
    std::vector<Signal> bits(1 + shape.predicate_bits + shape.move_bits, false_signal);
    MoveSignals chosen(moves_[mover].size(), false_signal);
    for (std::size_t place = begin; place < end; ++place) {
      for (const MoveSignals& solutions : solutions_of(start, order[place])) {
        const Signal fires = build_.both(open, build_.any_of(solutions));
        add_number(bits, 1, shape.predicate_bits, static_cast<std::uint32_t>(place), fires);
        for (std::size_t m = 0; m < chosen.size(); ++m) {
          chosen[m] = build_.either(chosen[m], build_.both(fires, solutions[m]));
        }
        open = build_.both(open, complement(fires));
      }
      if (sizes != nullptr) sizes->push_back(build_.graph().nodes.size());
    }
    bits[0] = complement(open);
    Signal none_before = true_signal;
    for (std::size_t m = 0; m < chosen.size(); ++m) {
      const Signal first = build_.both(chosen[m], none_before);
      add_number(bits, 1 + shape.predicate_bits, shape.move_bits, moves_[mover][m], first);
      none_before = build_.both(none_before, complement(chosen[m]));
    }
    require_gates();
    for (std::uint32_t i = 0; i < bits.size(); ++i) {
      build_.output(ir::lane_array::answers, i, bits[i]);
    }
    return build_.take();
  }

 private:
  Signal given_fluent(std::uint32_t fluent, std::uint32_t mover) {
    if (fluent == turns_.control[mover]) return true_signal;
    if (fluent == turns_.control[1 - mover]) return false_signal;
    if (ir::is_fixed(net_.fluents[fluent])) {
      return net_.fluents[fluent].initially ? true_signal : false_signal;
    }
    return build_.input(ir::lane_array::state, fluent);
  }

  void add_number(std::vector<Signal>& bits, std::uint32_t first, std::uint32_t count,
                  std::uint32_t number, Signal where) {
    for (std::uint32_t bit = 0; bit < count; ++bit) {
      if ((number >> bit & 1U) != 0) {
        bits[first + bit] = build_.either(bits[first + bit], where);
      }
    }
  }

  /// The state with these fluents, in which this role moves.
  Position& position(std::vector<Signal> fluents, std::uint32_t mover) {
    const auto found = positions_.find(fluents);
    if (found != positions_.end()) return *found->second;
    require_gates();
    Position& made = all_.emplace_back();
    positions_.emplace(fluents, &made);
    made.fluents = std::move(fluents);
    made.mover = mover;
    made.solutions.resize(procs_.procs.size());
    made.holds.resize(procs_.procs.size());
    NetTranslator state = translator(made.fluents);
    made.terminal = state.translate(net_.terminal);
    for (const std::uint32_t move : moves_[mover]) {
      const Signal legal = state.translate(net_.moves[move].legal);
      made.legal.push_back(build_.both(legal, complement(made.terminal)));
    }
    require_waiting(state, 1 - mover, made);
    made.after.resize(made.legal.size());
    return made;
  }

  /// The other role has its waiting move and no other.
  void require_waiting(NetTranslator& state, std::uint32_t role, const Position& position) {
    if (position.terminal == true_signal) return;
    for (const std::uint32_t move : moves_[role]) {
      const Signal expected = move == turns_.waiting[role] ? true_signal : false_signal;
      if (state.translate(net_.moves[move].legal) != expected) {
        throw Refusal{"its rules do not make it plain that one role waits while the other moves"};
      }
    }
  }

  NetTranslator translator(const std::vector<Signal>& fluents) {
    NetTranslator state(net_, build_);
    for (std::uint32_t i = 0; i < fluents.size(); ++i) state.set_fluent(i, fluents[i]);
    return state;
  }

  /// The state after a move of the mover, right where that is legal.
  Position& after(Position& from, std::size_t move) {
    if (from.after[move] != nullptr) return *from.after[move];
    NetTranslator state = translator(where(from.fluents, from.legal[move]));
    for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
      const bool made = i == moves_[from.mover][move] || i == turns_.waiting[1 - from.mover];
      state.set_move(i, made ? true_signal : false_signal);
    }
    std::vector<Signal> fluents;
    for (const ir::NetFluent& fluent : net_.fluents) {
      fluents.push_back(ir::is_fixed(fluent) ? (fluent.initially ? true_signal : false_signal)
                                             : state.translate(fluent.next));
    }
    std::optional<std::uint32_t> mover;
    for (std::uint32_t role = 0; role < 2; ++role) {
      if (fluents[turns_.control[role]] == true_signal &&
          fluents[turns_.control[1 - role]] == false_signal) {
        mover = role;
      }
    }
    if (!mover) throw Refusal{"whose turn it is after a move depends on more than who has moved"};
    if (*mover == from.mover) throw Refusal{"a role may move twice in turn"};
    from.after[move] = &position(std::move(fluents), *mover);
    return *from.after[move];
  }

  /// The same where this holds: fluents that it decides are constants.
  std::vector<Signal> where(std::vector<Signal> fluents, Signal condition) const {
    std::unordered_set<Signal> holds{condition};
    std::vector<Signal> open{condition};
    while (!open.empty()) {
      const Signal signal = open.back();
      open.pop_back();
      const ir::XagNode& node = build_.graph().nodes[ir::node_of(signal)];
      if (ir::is_complemented(signal) || node.kind != ir::XagNode::Kind::conjunction) continue;
      for (const Signal part : {node.a, node.b}) {
        if (holds.insert(part).second) open.push_back(part);
      }
    }
    for (Signal& fluent : fluents) {
      if (holds.contains(fluent)) fluent = true_signal;
      if (holds.contains(complement(fluent))) fluent = false_signal;
    }
    return fluents;
  }

  // --- Outcomes ---

  /// Terminal, and this role has this goal and no other.
  Signal ends_with(const Position& at, std::uint32_t role, int value) {
    NetTranslator state = translator(at.fluents);
    Signal has = false_signal;
    Signal others = false_signal;
    for (std::size_t i = 0; i < net_.goals.size(); ++i) {
      if (net_.goals[i].role != role) continue;
      Signal& which = goal_values_[i] == value ? has : others;
      which = build_.either(which, state.translate(net_.goals[i].holds));
    }
    return build_.both(at.terminal, build_.both(has, complement(others)));
  }
  Signal won(Position& at) {
    if (!at.won) at.won = ends_with(at, 1 - at.mover, 100);
    return *at.won;
  }
  Signal drawn(Position& at) {
    if (!at.drawn) {
      at.drawn = build_.both(ends_with(at, 0, 50), ends_with(at, 1, 50));
      at.drawn = build_.both(*at.drawn, complement(won(at)));
    }
    return *at.drawn;
  }

  // --- Procs ---

  /// Whether the proc has a solution.
  Signal holds(Position& at, std::uint32_t proc) {
    if (!at.holds[proc]) {
      Signal any = false_signal;
      for (const MoveSignals& solutions : solutions_of(at, proc)) {
        any = build_.either(any, build_.any_of(solutions));
      }
      at.holds[proc] = any;
    }
    return *at.holds[proc];
  }

  const std::vector<MoveSignals>& solutions_of(Position& at, std::uint32_t proc) {
    if (!at.solutions[proc]) {
      std::vector<MoveSignals> all;
      for (const ir::ProcBody& clause : procs_.procs[proc].clauses) {
        add(at, proc, clause, all);
        require_limits(proc, all.size());
      }
      at.solutions[proc] = std::move(all);
    }
    return *at.solutions[proc];
  }

  void require_limits(std::uint32_t proc, std::size_t elements) const {
    if (elements > limits_.elements) {
      throw Refusal{"`" + procs_.procs[proc].name + "` has more than " +
                    std::to_string(limits_.elements) + " ways to find a move"};
    }
    require_gates();
  }
  void require_gates() const {
    if (build_.graph().nodes.size() > limits_.gates) {
      throw Refusal{"it takes more than " + std::to_string(limits_.gates) +
                    " gates to look as many moves ahead"};
    }
  }

  /// The solutions of a clause. One of a single argument holds by itself: that is its first move's.
  void add(Position& at, std::uint32_t proc, const ir::ProcBody& clause,
           std::vector<MoveSignals>& all) {
    Signal required = true_signal;  // of the state itself, so far
    std::optional<std::uint32_t> variable;
    std::vector<MoveSignals> found;
    for (const ProcStep& step : clause.steps) {
      if (step.kind == ProcStep::Kind::yield) {
        finish(proc, step, variable, required, std::move(found), all);
        return;
      }
      if (step.kind == ProcStep::Kind::each && is_read(clause, step.out)) {
        if (variable || step.in != 0) not_one_move(proc);
        variable = step.out;
        found = step.callee == ProcStep::Callee::move ? std::vector<MoveSignals>{at.legal}
                                                      : solutions_of(at, step.proc);
        continue;
      }
      const bool refuse = step.kind == ProcStep::Kind::refuse;
      if (step.out_kind == ProcStep::Out::given) not_one_move(proc);
      if (step.in == 0) {
        const Signal value = truth(at, step);
        required = build_.both(required, refuse ? complement(value) : value);
        continue;
      }
      if (!variable || step.in != *variable) not_one_move(proc);
      for (MoveSignals& solutions : found) {
        for (std::size_t m = 0; m < solutions.size(); ++m) {
          solutions[m] = build_.both(solutions[m], required);
          if (solutions[m] == false_signal) continue;
          const Signal value = truth(after(at, m), step);
          solutions[m] = build_.both(solutions[m], refuse ? complement(value) : value);
        }
      }
    }
  }

  /// Whether anything is said of the state that a step binds; otherwise it is a test.
  static bool is_read(const ir::ProcBody& clause, std::uint32_t variable) {
    return std::any_of(clause.steps.begin(), clause.steps.end(), [&](const ProcStep& step) {
      return step.in == variable || (step.out_kind == ProcStep::Out::given && step.out == variable);
    });
  }

  void finish(std::uint32_t proc, const ProcStep& yield, std::optional<std::uint32_t> variable,
              Signal required, std::vector<MoveSignals> found, std::vector<MoveSignals>& all) {
    if (procs_.procs[proc].arity == 1) {
      Signal any = variable ? false_signal : true_signal;
      for (const MoveSignals& solutions : found) {
        any = build_.either(any, build_.any_of(solutions));
      }
      all.push_back({build_.both(required, any)});
      return;
    }
    if (!variable || yield.in != *variable) not_one_move(proc);
    for (MoveSignals& solutions : found) {
      for (Signal& solution : solutions) solution = build_.both(solution, required);
      // None, or the same once more, never comes first.
      const bool none = std::all_of(solutions.begin(), solutions.end(),
                                    [](Signal solution) { return solution == false_signal; });
      if (none || std::find(all.begin(), all.end(), solutions) != all.end()) continue;
      all.push_back(std::move(solutions));
    }
  }

  /// Of a step that tests a state.
  Signal truth(Position& at, const ProcStep& step) {
    switch (step.callee) {
      case ProcStep::Callee::won:
        return won(at);
      case ProcStep::Callee::drawn:
        return drawn(at);
      case ProcStep::Callee::move:
        return build_.any_of(at.legal);
      case ProcStep::Callee::proc:
        return holds(at, step.proc);
      case ProcStep::Callee::none:
        break;
    }
    return true_signal;
  }

  [[noreturn]] void not_one_move(std::uint32_t proc) const {
    throw Refusal{"`" + procs_.procs[proc].name + "` looks for more than one move"};
  }

  const Net& net_;
  const NetTurns& turns_;
  const std::vector<int>& goal_values_;  ///< by Net::goals; -1: no number
  const ir::ProcProgram& procs_;
  const StrategyLaneLimits& limits_;
  XagBuilder build_;
  std::array<std::vector<std::uint32_t>, 2> moves_;  ///< of each role, into Net::moves
  std::deque<Position> all_;
  std::map<std::vector<Signal>, Position*> positions_;
};

/// The first predicates of each stage, given how many gates there are after each predicate: a stage
/// ends before one that takes many times what all before it take.
std::vector<std::size_t> stages_of(const std::vector<std::size_t>& sizes) {
  constexpr std::size_t many_times = 4;
  constexpr std::size_t cheap = 1'000;  // gates: less than what a stage costs by itself
  std::vector<std::size_t> begins{0};
  for (std::size_t place = 1; place < sizes.size(); ++place) {
    const std::size_t before = std::max(sizes[place - 1], cheap);
    if (sizes[place] > many_times * before) begins.push_back(place);
  }
  return begins;
}

}  // namespace

std::optional<ir::LaneStrategy> make_strategy_lanes(const Net& net, const NetTurns& turns,
                                                    const std::vector<int>& goal_values,
                                                    const ir::ProcProgram& procs,
                                                    std::span<const std::uint32_t> order,
                                                    const StrategyLaneLimits& limits,
                                                    std::string& reason) {
  ir::LaneStrategy made;
  made.fluents = static_cast<std::uint32_t>(net.fluents.size());
  made.control = turns.control;
  made.predicate_bits = static_cast<std::uint32_t>(std::bit_width(order.size()));
  made.move_bits = static_cast<std::uint32_t>(std::bit_width(net.moves.size()));
  const auto build = [&] { return ChoiceBuilder(net, turns, goal_values, procs, limits); };
  try {
    for (std::uint32_t role = 0; role < 2; ++role) {
      std::vector<std::size_t> sizes;
      ir::Xag whole = build().run(role, order, 0, order.size(), made, &sizes);
      std::vector<std::size_t> begins = stages_of(sizes);
      std::vector<ir::LutProgram>& stages = made.choose.at(role);
      if (begins.size() == 1) {
        stages.push_back(map_luts(whole));
        continue;
      }
      begins.push_back(order.size());
      for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
        stages.push_back(map_luts(build().run(role, order, begins[i], begins[i + 1], made)));
      }
    }
  } catch (const Refusal& refusal) {
    reason = refusal.reason;
    return std::nullopt;
  }
  return made;
}

}  // namespace tesuji::passes
