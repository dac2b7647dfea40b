#include "passes/lanes/lane_positions.h"

#include "ir/nets/lane_game.h"

#include <unordered_set>
#include <utility>

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

/// The state with these fluents, in which this role moves.
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

/// The other role has its waiting move and no other.
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

/// Who moves in a state with these fluents.
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

/// The same where this holds: fluents that it decides are constants.
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

/// Terminal, and this role has this goal and no other.
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

}  // namespace tesuji::passes
