#include "passes/lanes/strategy_lanes.h"

#include "ir/nets/lane_game.h"
#include "passes/lanes/map_luts.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::passes {

using ir::complement;
using ir::false_signal;
using ir::Signal;
using ir::true_signal;

LanePositions::LanePositions(const ir::Net& net, const NetTurns& turns,
                             const std::vector<int>& goal_values, std::uint64_t most_gates)
    : net_(net), turns_(turns), goal_values_(goal_values), most_gates_(most_gates) {
  for (std::uint32_t i = 0; i < net.moves.size(); ++i) moves_.at(net.moves[i].role).push_back(i);
}

LanePosition& LanePositions::start(std::uint32_t mover) {
  std::vector<Signal> fluents;
  for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
    fluents.push_back(given_fluent(i, mover));
  }
  return position(std::move(fluents), mover);
}

Signal LanePositions::given_fluent(std::uint32_t fluent, std::uint32_t mover) {
  if (fluent == turns_.control[mover]) return true_signal;
  if (fluent == turns_.control[1 - mover]) return false_signal;
  if (ir::is_fixed(net_.fluents[fluent])) {
    return net_.fluents[fluent].initially ? true_signal : false_signal;
  }
  return build_.input(ir::lane_array::state, fluent);
}

/// Returns the state with these fluents, in which this role moves.
LanePosition& LanePositions::position(std::vector<Signal> fluents, std::uint32_t mover) {
  const auto found = positions_.find(fluents);
  if (found != positions_.end()) return *found->second;
  require_gates();
  LanePosition& made = all_.emplace_back();
  positions_.emplace(fluents, &made);
  made.number = all_.size() - 1;
  made.fluents = std::move(fluents);
  made.mover = mover;
  NetTranslator state = translator(made.fluents);
  made.terminal = state.translate(net_.terminal);
  for (const std::uint32_t move : moves_[mover]) {
    const Signal legal = state.translate(net_.moves[move].legal);
    made.legal.push_back(build_.both(legal, complement(made.terminal)));
  }
  require_waiting(state, 1 - mover, made);
  made.after_.resize(made.legal.size());
  return made;
}

/// Requires that the other role has only its waiting move.
void LanePositions::require_waiting(NetTranslator& state, std::uint32_t role,
                                    const LanePosition& position) {
  if (position.terminal == true_signal) return;
  for (const std::uint32_t move : moves_[role]) {
    const Signal expected = move == turns_.waiting[role] ? true_signal : false_signal;
    if (state.translate(net_.moves[move].legal) != expected) {
      throw LaneRefusal{"its rules do not make it plain that one role waits while the other moves"};
    }
  }
}

NetTranslator LanePositions::translator(const std::vector<Signal>& fluents) {
  NetTranslator state(net_, build_);
  for (std::uint32_t i = 0; i < fluents.size(); ++i) state.set_fluent(i, fluents[i]);
  return state;
}

/// Returns the role that moves in a state with these fluents.
std::uint32_t LanePositions::mover_of(const std::vector<Signal>& fluents) const {
  std::optional<std::uint32_t> mover;
  for (std::uint32_t role = 0; role < 2; ++role) {
    if (fluents[turns_.control[role]] == true_signal &&
        fluents[turns_.control[1 - role]] == false_signal) {
      mover = role;
    }
  }
  if (!mover) throw LaneRefusal{"whose turn it is after a move depends on more than who has moved"};
  return *mover;
}

LanePosition& LanePositions::after(LanePosition& from, std::size_t move) {
  if (from.after_[move] != nullptr) return *from.after_[move];
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
  const std::uint32_t mover = mover_of(fluents);
  if (mover == from.mover) throw LaneRefusal{"a role may move twice in turn"};
  from.after_[move] = &position(std::move(fluents), mover);
  return *from.after_[move];
}

/// Returns the fluents under the condition: those that it decides are constants.
std::vector<Signal> LanePositions::where(std::vector<Signal> fluents, Signal condition) const {
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

/// Whether the state is terminal, and this role has only this goal.
Signal LanePositions::ends_with(const LanePosition& at, std::uint32_t role, int value) {
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
Signal LanePositions::won(LanePosition& at) {
  if (!at.won_) at.won_ = ends_with(at, 1 - at.mover, 100);
  return *at.won_;
}
Signal LanePositions::drawn(LanePosition& at) {
  if (!at.drawn_) {
    at.drawn_ = build_.both(ends_with(at, 0, 50), ends_with(at, 1, 50));
    at.drawn_ = build_.both(*at.drawn_, complement(won(at)));
  }
  return *at.drawn_;
}

void LanePositions::require_gates() const {
  if (build_.graph().nodes.size() > most_gates_) {
    throw LaneRefusal{"it takes more than " + std::to_string(most_gates_) +
                      " gates to look as many moves ahead"};
  }
}

namespace {

using ir::ProcStep;

/// Builds the move that the first predicate with a solution chooses.
class StrategyBuilder {
 public:
  StrategyBuilder(const ir::Net& net, const NetTurns& turns, const std::vector<int>& goal_values,
                  const ir::ProcProgram& procs, const StrategyLaneLimits& limits)
      : procs_(procs), limits_(limits), positions_(net, turns, goal_values, limits.gates) {}

  /// Returns the program for states in which this role moves: predicates [begin, end) of the order.
  /// `sizes`, unless null, receives the number of gates after each of them.
  ir::Xag run(std::uint32_t mover, std::span<const std::uint32_t> order, std::size_t begin,
              std::size_t end, const ir::LaneStrategy& shape,
              std::vector<std::size_t>* sizes = nullptr) {
    LanePosition& start = positions_.start(mover);
    const std::vector<std::uint32_t>& moves = positions_.moves(mover);
    Signal open = true_signal;  // no predicate so far has a solution
    std::vector<Signal> bits(1 + shape.predicate_bits + shape.move_bits, false_signal);
    MoveSignals chosen(moves.size(), false_signal);
    for (std::size_t place = begin; place < end; ++place) {
      for (const MoveSignals& solutions : solutions_of(start, order[place])) {
        const Signal fires = build().both(open, build().any_of(solutions));
        add_number(bits, 1, shape.predicate_bits, static_cast<std::uint32_t>(place), fires);
        for (std::size_t m = 0; m < chosen.size(); ++m) {
          chosen[m] = build().either(chosen[m], build().both(fires, solutions[m]));
        }
        open = build().both(open, complement(fires));
      }
      if (sizes != nullptr) sizes->push_back(build().graph().nodes.size());
    }
    bits[0] = complement(open);
    Signal none_before = true_signal;
    for (std::size_t m = 0; m < chosen.size(); ++m) {
      const Signal first = build().both(chosen[m], none_before);
      add_number(bits, 1 + shape.predicate_bits, shape.move_bits, moves[m], first);
      none_before = build().both(none_before, complement(chosen[m]));
    }
    positions_.require_gates();
    for (std::uint32_t i = 0; i < bits.size(); ++i) {
      build().output(ir::lane_array::answers, i, bits[i]);
    }
    return build().take();
  }

 private:
  void add_number(std::vector<Signal>& bits, std::uint32_t first, std::uint32_t count,
                  std::uint32_t number, Signal where) {
    for (std::uint32_t bit = 0; bit < count; ++bit) {
      if ((number >> bit & 1U) != 0) {
        bits[first + bit] = build().either(bits[first + bit], where);
      }
    }
  }

  // --- Procs ---

  /// Whether the proc has a solution.
  Signal holds(LanePosition& at, std::uint32_t proc) {
    if (!of(at).holds[proc]) {
      Signal any = false_signal;
      for (const MoveSignals& solutions : solutions_of(at, proc)) {
        any = build().either(any, build().any_of(solutions));
      }
      of(at).holds[proc] = any;
    }
    return *of(at).holds[proc];
  }

  const std::vector<MoveSignals>& solutions_of(LanePosition& at, std::uint32_t proc) {
    if (!of(at).solutions[proc]) {
      std::vector<MoveSignals> all;
      for (const ir::ProcBody& clause : procs_.procs[proc].clauses) {
        add(at, proc, clause, all);
        require_limits(proc, all.size());
      }
      of(at).solutions[proc] = std::move(all);
    }
    return *of(at).solutions[proc];
  }

  void require_limits(std::uint32_t proc, std::size_t elements) const {
    if (elements > limits_.elements) {
      throw LaneRefusal{"`" + procs_.procs[proc].name + "` has more than " +
                        std::to_string(limits_.elements) + " ways to find a move"};
    }
    positions_.require_gates();
  }
  /// Adds the solutions of a clause. For one with a single argument, only whether it holds matters,
  /// stored as its first move's.
  void add(LanePosition& at, std::uint32_t proc, const ir::ProcBody& clause,
           std::vector<MoveSignals>& all) {
    Signal required = true_signal;  // conditions on the state itself so far
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
        required = build().both(required, refuse ? complement(value) : value);
        continue;
      }
      if (!variable || step.in != *variable) not_one_move(proc);
      for (MoveSignals& solutions : found) {
        for (std::size_t m = 0; m < solutions.size(); ++m) {
          solutions[m] = build().both(solutions[m], required);
          if (solutions[m] == false_signal) continue;
          const Signal value = truth(positions_.after(at, m), step);
          solutions[m] = build().both(solutions[m], refuse ? complement(value) : value);
        }
      }
    }
  }

  /// Whether a later step reads the state that a step binds; otherwise the step is a test.
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
        any = build().either(any, build().any_of(solutions));
      }
      all.push_back({build().both(required, any)});
      return;
    }
    if (!variable || yield.in != *variable) not_one_move(proc);
    for (MoveSignals& solutions : found) {
      for (Signal& solution : solutions) solution = build().both(solution, required);
      // An empty or repeated element never comes first.
      const bool none = std::all_of(solutions.begin(), solutions.end(),
                                    [](Signal solution) { return solution == false_signal; });
      if (none || std::find(all.begin(), all.end(), solutions) != all.end()) continue;
      all.push_back(std::move(solutions));
    }
  }

  /// Evaluates a step that tests a state.
  Signal truth(LanePosition& at, const ProcStep& step) {
    switch (step.callee) {
      case ProcStep::Callee::won:
        return positions_.won(at);
      case ProcStep::Callee::drawn:
        return positions_.drawn(at);
      case ProcStep::Callee::move:
        return build().any_of(at.legal);
      case ProcStep::Callee::fluent:
        throw LaneRefusal{"it tests the fluent " + procs_.fluents[step.proc].name};
      case ProcStep::Callee::proc:
        return holds(at, step.proc);
      case ProcStep::Callee::none:
        break;
    }
    return true_signal;
  }

  [[noreturn]] void not_one_move(std::uint32_t proc) const {
    throw LaneRefusal{"`" + procs_.procs[proc].name + "` looks for more than one move"};
  }

  /// Cached results for a position.
  struct Answers {
    /// By proc: its solutions in Prolog's order, first by element, then by move.
    std::vector<std::optional<std::vector<MoveSignals>>> solutions;
    std::vector<std::optional<Signal>> holds;  ///< by proc: whether it has a solution
  };

  Answers& of(const LanePosition& at) {
    while (answers_.size() <= at.number) {
      Answers& made = answers_.emplace_back();
      made.solutions.resize(procs_.procs.size());
      made.holds.resize(procs_.procs.size());
    }
    return answers_[at.number];
  }

  XagBuilder& build() { return positions_.graph(); }

  const ir::ProcProgram& procs_;
  const StrategyLaneLimits& limits_;
  LanePositions positions_;
  std::deque<Answers> answers_;  ///< by the position's number
};

/// Returns the first predicates of each stage, given the number of gates after each predicate: a
/// stage ends before a predicate that needs many times the gates of all earlier ones.
std::vector<std::size_t> stages_of(const std::vector<std::size_t>& sizes) {
  constexpr std::size_t many_times = 4;
  constexpr std::size_t cheap = 1'000;  // gates: less than the overhead of a stage
  std::vector<std::size_t> begins{0};
  for (std::size_t place = 1; place < sizes.size(); ++place) {
    const std::size_t before = std::max(sizes[place - 1], cheap);
    if (sizes[place] > many_times * before) begins.push_back(place);
  }
  return begins;
}

}  // namespace

std::optional<ir::LaneStrategy> make_strategy_lanes(const ir::Net& net, const NetTurns& turns,
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
  const auto run = [&](std::uint32_t role, std::size_t begin, std::size_t end,
                       std::vector<std::size_t>* sizes = nullptr) {
    return StrategyBuilder(net, turns, goal_values, procs, limits)
        .run(role, order, begin, end, made, sizes);
  };
  try {
    for (std::uint32_t role = 0; role < 2; ++role) {
      std::vector<std::size_t> sizes;
      ir::Xag whole = run(role, 0, order.size(), &sizes);
      std::vector<std::size_t> begins = stages_of(sizes);
      std::vector<ir::LutProgram>& stages = made.choose.at(role);
      if (begins.size() == 1) {
        stages.push_back(map_luts(whole));
        continue;
      }
      begins.push_back(order.size());
      for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
        stages.push_back(map_luts(run(role, begins[i], begins[i + 1])));
      }
    }
  } catch (const LaneRefusal& refusal) {
    reason = refusal.reason;
    return std::nullopt;
  }
  return made;
}

}  // namespace tesuji::passes
