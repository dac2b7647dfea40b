#include "backend/proofs/sat/unrolling.h"

#include <algorithm>

namespace tesuji::sat {

Unrolling::Unrolling(Workspace& workspace, const ir::Net& net, std::size_t roles, Start start,
                     bool nonplayable)
    : net_(net),
      roles_(roles),
      start_(start),
      nonplayable_(nonplayable),
      solver_(workspace.solver),
      gates_(workspace.gates) {}

Unrolling::Moment& Unrolling::moment(std::uint32_t time) {
  while (moments_.size() <= time) {
    Moment& some = moments_.emplace_back();
    some.nodes.assign(net_.nodes.size(), 0);
    some.nodes[0] = gates_.falsity();
  }
  return moments_[time];
}

Literal Unrolling::literal(ir::Signal signal, std::uint32_t time) {
  // Depth first with an explicit stack: nets and chains of states are deep.
  std::vector<std::pair<ir::NodeId, std::uint32_t>> open{{ir::node_of(signal), time}};
  while (!open.empty()) {
    const auto [node, at] = open.back();
    if (moment(at).nodes[node] != 0) {
      open.pop_back();
      continue;
    }
    const ir::NetNode& some = net_.nodes[node];
    if (some.kind == ir::NetNode::Kind::conjunction) {
      std::vector<Literal> parts;
      bool ready = true;
      for (const ir::Signal part : net_.inputs_of(node)) {
        const Literal known = moments_[at].nodes[ir::node_of(part)];
        if (known == 0) {
          open.emplace_back(ir::node_of(part), at);
          ready = false;
        } else {
          parts.push_back(ir::is_complemented(part) ? -known : known);
        }
      }
      if (!ready) continue;
      moments_[at].nodes[node] = gates_.all_of(std::move(parts));
    } else if (some.kind == ir::NetNode::Kind::fluent && at > 0) {
      const ir::Signal before = net_.fluents[some.first].next;
      const Literal known = moments_[at - 1].nodes[ir::node_of(before)];
      if (known == 0) {
        open.emplace_back(ir::node_of(before), at - 1);
        continue;
      }
      moments_[at].nodes[node] = ir::is_complemented(before) ? -known : known;
    } else {
      moments_[at].nodes[node] = input(node, at);
    }
    open.pop_back();
  }
  const Literal found = moments_[time].nodes[ir::node_of(signal)];
  return ir::is_complemented(signal) ? -found : found;
}

Literal Unrolling::input(ir::NodeId node, std::uint32_t time) {
  const ir::NetNode& some = net_.nodes[node];
  return some.kind == ir::NetNode::Kind::move ? move(some.first, time) : fluent(some.first, time);
}

Literal Unrolling::fluent(std::uint32_t position, std::uint32_t time) {
  const ir::NetFluent& some = net_.fluents[position];
  if (time > 0) return literal(some.next, time - 1);
  if (start_ == Start::initial || ir::is_fixed(some)) {
    return some.initially ? gates_.truth() : gates_.falsity();
  }
  if (first_.empty()) first_.assign(net_.fluents.size(), 0);
  if (first_[position] == 0) first_[position] = solver_.new_variable();
  return first_[position];
}

Literal Unrolling::move(std::uint32_t position, std::uint32_t time) {
  if (moment(time).moves.empty()) make_moves(time);
  return moments_[time].moves[position];
}

void Unrolling::make_moves(std::uint32_t time) {
  std::vector<Literal> moves;
  std::vector<std::vector<Literal>> by_role(roles_);
  for (const ir::NetMove& some : net_.moves) {
    moves.push_back(solver_.new_variable());
    by_role[some.role].push_back(moves.back());
  }
  // A role without any move makes none; moves_made() excludes such plays.
  for (const std::vector<Literal>& some : by_role) {
    if (!some.empty()) gates_.assert_exactly_one(some);
  }
  moment(time).moves = std::move(moves);
}

Literal Unrolling::moves_made(std::uint32_t time) {
  if (moment(time).made != 0) return moments_[time].made;
  const Literal made = solver_.new_variable();
  // Moves after the end are arbitrary, and there may be no legal ones.
  const Literal over = -alive(time + 1);
  std::vector<bool> has_moves(roles_, false);
  for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
    has_moves[net_.moves[i].role] = true;
    const Literal chosen = move(i, time);
    const Literal legal = literal(net_.moves[i].legal, time);
    if (legal != gates_.truth()) solver_.add({-made, over, -chosen, legal});
  }
  for (const bool some : has_moves) {
    if (!some) solver_.add({-made, over});
  }
  // Stored at the end, since a limit of the gates may interrupt the code above.
  return moments_[time].made = made;
}

Literal Unrolling::ended(std::uint32_t time) {
  if (moment(time).ended != 0) return moments_[time].ended;
  std::vector<Literal> ways{literal(net_.terminal, time)};
  if (nonplayable_) {
    std::vector<std::vector<Literal>> legal(roles_);
    for (const ir::NetMove& some : net_.moves) {
      legal[some.role].push_back(literal(some.legal, time));
    }
    for (std::vector<Literal>& some : legal) ways.push_back(-gates_.any_of(std::move(some)));
  }
  return moments_[time].ended = gates_.any_of(std::move(ways));
}

Literal Unrolling::alive(std::uint32_t time) {
  if (moment(time).alive != 0) return moments_[time].alive;
  Literal result = gates_.truth();
  for (std::uint32_t t = 0; t < time; ++t) result = gates_.all_of({result, -ended(t)});
  return moments_[time].alive = result;
}

Literal Unrolling::states_differ(std::uint32_t a, std::uint32_t b) {
  std::vector<Literal> ways;
  for (std::uint32_t i = 0; i < net_.fluents.size(); ++i) {
    ways.push_back(gates_.differ(fluent(i, a), fluent(i, b)));
  }
  return gates_.any_of(std::move(ways));
}

bool Unrolling::ends(const Simulation& simulation) const {
  if (simulation.value(net_.terminal)) return true;
  if (!nonplayable_) return false;
  std::vector<bool> has_moves(roles_, false);
  for (const ir::NetMove& some : net_.moves) {
    if (simulation.value(some.legal)) has_moves[some.role] = true;
  }
  return std::find(has_moves.begin(), has_moves.end(), false) != has_moves.end();
}

NetState Unrolling::first_state() const {
  NetState state(net_.fluents.size(), false);
  for (std::uint32_t i = 0; i < state.size(); ++i) {
    const bool free = start_ == Start::any && !ir::is_fixed(net_.fluents[i]);
    if (!free) state[i] = net_.fluents[i].initially;
    if (free && !first_.empty() && first_[i] != 0) state[i] = solver_.value(first_[i]);
  }
  return state;
}

NetMoves Unrolling::moves_at(std::uint32_t time) const {
  NetMoves moves(roles_, ir::no_id);
  if (time >= moments_.size()) return moves;
  const std::vector<Literal>& made = moments_[time].moves;
  for (std::uint32_t i = 0; i < made.size(); ++i) {
    if (solver_.value(made[i])) moves[net_.moves[i].role] = i;
  }
  return moves;
}

AlikeUnrolling::AlikeUnrolling(const ir::Net& net, std::size_t roles,
                               std::vector<std::uint32_t> witnesses, Unrolling::Start start)
    : net_(net), witnesses_(std::move(witnesses)) {
  for (std::size_t i = 0; i <= witnesses_.size(); ++i) {
    plays_.emplace_back(space_, net, roles, start);
  }
}

Literal AlikeUnrolling::goes_on(std::uint32_t time) {
  while (goes_on_.size() <= time) goes_on_.push_back(0);
  if (goes_on_[time] != 0) return goes_on_[time];
  const Literal on = solver().new_variable();
  for (Unrolling& play : plays_) {
    solver().add({-on, -play.ended(time)});
    solver().add({-on, play.moves_made(time)});
  }
  for (std::size_t i = 1; i < plays_.size(); ++i) make_alike(on, i, time);
  // Stored at the end, since a limit of the gates may interrupt the code above.
  return goes_on_[time] = on;
}

void AlikeUnrolling::make_alike(Literal on, std::size_t play, std::uint32_t time) {
  const std::uint32_t role = role_of(play);
  for (std::uint32_t i = 0; i < net_.moves.size(); ++i) {
    if (net_.moves[i].role == role) {
      make_same(on, plays_[0].move(i, time), plays_[play].move(i, time));
    }
  }
  for (const ir::NetAnswer& percept : net_.percepts) {
    if (percept.role != role) continue;
    make_same(on, plays_[0].literal(percept.holds, time),
              plays_[play].literal(percept.holds, time));
  }
}

Literal AlikeUnrolling::same(ir::Signal signal, std::uint32_t time, std::size_t a, std::size_t b) {
  return -gates().differ(plays_[a].literal(signal, time), plays_[b].literal(signal, time));
}

void AlikeUnrolling::make_same(Literal on, Literal a, Literal b) {
  solver().add({-on, -a, b});
  solver().add({-on, a, -b});
}

Trace trace_of(const Unrolling& unrolling, std::uint32_t last) {
  Trace trace;
  Simulation simulation(unrolling.net());
  trace.states.push_back(unrolling.first_state());
  for (std::uint32_t t = 0; t < last; ++t) {
    NetMoves moves = unrolling.moves_at(t);
    simulation.evaluate(trace.states.back(), moves);
    if (unrolling.ends(simulation)) break;
    trace.states.push_back(simulation.next());
    trace.moves.push_back(std::move(moves));
  }
  return trace;
}

Literal NetLiterals::of(ir::Signal signal, Gates& gates) {
  if (nodes_.empty()) nodes_.assign(net_->nodes.size(), 0);
  std::vector<ir::NodeId> open{ir::node_of(signal)};
  while (!open.empty()) {
    const ir::NodeId node = open.back();
    if (nodes_[node] != 0) {
      open.pop_back();
      continue;
    }
    const ir::NetNode& some = net_->nodes[node];
    if (some.kind == ir::NetNode::Kind::conjunction) {
      std::vector<Literal> parts;
      bool ready = true;
      for (const ir::Signal part : net_->inputs_of(node)) {
        const Literal known = nodes_[ir::node_of(part)];
        if (known == 0) open.push_back(ir::node_of(part));
        ready = ready && known != 0;
        parts.push_back(ir::is_complemented(part) ? -known : known);
      }
      if (!ready) continue;
      nodes_[node] = gates.all_of(std::move(parts));
    } else {
      nodes_[node] =
          some.kind == ir::NetNode::Kind::fluent ? fluents_[some.first] : gates.falsity();
    }
    open.pop_back();
  }
  const Literal found = nodes_[ir::node_of(signal)];
  return ir::is_complemented(signal) ? -found : found;
}

}  // namespace tesuji::sat
