// Verifies nets: nodes follow their inputs, atoms are valid, answers depend only on permitted
// inputs. Engines and host rely on this without checking.
#include "ir/nets/net.h"
#include "ir/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::ir {
namespace {

class NetVerifier {
 public:
  NetVerifier(Verification& run, const Net& net) : run_(run), module_(run.module), net_(net) {}

  void verify() {
    verify_nodes();
    for (const NetFluent& fluent : net_.fluents) verify_fluent(fluent);
    for (const NetMove& move : net_.moves) verify_move(move);
    for (const NetAnswer& goal : net_.goals) verify_answer(goal, Answer::goal);
    for (const NetAnswer& percept : net_.percepts) verify_answer(percept, Answer::sees);
    if (net_.terminal / 2 >= net_.nodes.size()) run_.fault({}, "terminal is not a node");
    if (!run_.good()) return;
    verify_order();
    verify_reads();
  }

 private:
  void verify_nodes() {
    if (net_.nodes.empty() || net_.nodes[0].kind != NetNode::Kind::constant) {
      run_.fault({}, "a net begins with the constant");
    }
    std::vector<std::uint32_t> fluents(net_.fluents.size(), 0);
    std::vector<std::uint32_t> moves(net_.moves.size(), 0);
    for (NodeId number = 0; number < net_.nodes.size(); ++number) {
      const NetNode& node = net_.nodes[number];
      switch (node.kind) {
        case NetNode::Kind::constant:
          if (number != 0) run_.fault({}, fmt::format("node {} is a second constant", number));
          break;
        case NetNode::Kind::fluent:
          count(fluents, node, number);
          break;
        case NetNode::Kind::move:
          count(moves, node, number);
          break;
        case NetNode::Kind::conjunction:
          verify_conjunction(node, number);
          break;
      }
    }
    const auto once = [](std::uint32_t nodes) { return nodes == 1; };
    if (!std::all_of(fluents.begin(), fluents.end(), once) ||
        !std::all_of(moves.begin(), moves.end(), once)) {
      run_.fault({}, "each fluent and each move has one node");
    }
  }

  void count(std::vector<std::uint32_t>& nodes, const NetNode& node, NodeId number) {
    if (node.first < nodes.size()) {
      ++nodes[node.first];
    } else {
      run_.fault({}, fmt::format("node {} represents no fluent or move", number));
    }
  }

  void verify_conjunction(const NetNode& node, NodeId number) {
    if (node.count < 2 || node.first > net_.inputs.size() ||
        node.count > net_.inputs.size() - node.first) {
      run_.fault({}, fmt::format("node {} has fewer than two inputs", number));
      return;
    }
    const auto inputs = net_.inputs_of(number);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (node_of(inputs[i]) >= number) {
        run_.fault({}, fmt::format("node {} does not come after its inputs", number));
        return;
      }
      if (i > 0 && node_of(inputs[i - 1]) >= node_of(inputs[i])) {
        run_.fault({}, fmt::format("the inputs of node {} do not ascend", number));
        return;
      }
    }
  }

  /// Whether the atom is valid and the signal exists; reports faults.
  bool verify_atom(const NetAtom& atom, Signal signal, Span span) {
    if (node_of(signal) >= net_.nodes.size()) {
      run_.fault(span, fmt::format("unknown node {}", node_of(signal)));
      return false;
    }
    return run_.check_atom(atom.relation, atom.args, span);
  }

  void verify_fluent(const NetFluent& fluent) {
    if (!verify_atom(fluent.atom, fluent.next, fluent.declaration)) return;
    const Relation& relation = module_.relations[fluent.atom.relation];
    if (relation.kind != RelationKind::state) {
      run_.fault(fluent.declaration, fmt::format("{} holds no fluents", relation.name));
    }
    verify_once(fluent.atom, fluent.declaration);
  }

  void verify_move(const NetMove& move) {
    if (!verify_atom(move.atom, move.legal, move.declaration)) return;
    verify_family(move.atom, Answer::legal, move.declaration);
    verify_role(move.atom, move.role, move.declaration);
  }

  void verify_answer(const NetAnswer& answer, Answer family) {
    if (!verify_atom(answer.atom, answer.holds, answer.declaration)) return;
    verify_family(answer.atom, family, answer.declaration);
    verify_role(answer.atom, answer.role, answer.declaration);
    verify_once(answer.atom, answer.declaration);
  }

  void verify_family(const NetAtom& atom, Answer family, Span span) {
    const Relation& relation = module_.relations[atom.relation];
    if (relation.answer == family) return;
    run_.fault(span, fmt::format("{} is not a relation `{}`", relation.name, name_of(family)));
  }

  void verify_role(const NetAtom& atom, std::uint32_t role, Span span) {
    if (role < module_.roles.size() && !atom.args.empty() && atom.args[0] == module_.roles[role]) {
      return;
    }
    run_.fault(span, fmt::format("an atom of {} is of another role",
                                 module_.relations[atom.relation].name));
  }

  void verify_once(const NetAtom& atom, Span span) {
    if (atoms_.emplace(atom.relation, atom.args).second) return;
    run_.fault(span, fmt::format("duplicate atom of {}", module_.relations[atom.relation].name));
  }

  /// Returns the sort key of atoms: role, relation, positions of the constants after the role.
  [[nodiscard]] std::vector<std::uint32_t> key(const NetAtom& atom, std::uint32_t role) const {
    std::vector<std::uint32_t> key{role, atom.relation};
    const Relation& relation = module_.relations[atom.relation];
    for (std::size_t i = 1; i < atom.args.size(); ++i) {
      const Domain& domain = module_.domains[relation.columns[i]];
      key.push_back(static_cast<std::uint32_t>(domain.position(atom.args[i])));
    }
    return key;
  }

  void verify_order() {
    std::vector<std::uint32_t> before;
    for (const NetMove& move : net_.moves) {
      std::vector<std::uint32_t> next = key(move.atom, move.role);
      if (!before.empty() && before >= next) {
        run_.fault(move.declaration, "moves are not in order of role, relation and domains");
        return;
      }
      before = std::move(next);
    }
    std::vector<std::vector<std::uint32_t>> goals(module_.roles.size());
    for (const NetAnswer& goal : net_.goals) {
      std::vector<std::uint32_t> next = key(goal.atom, goal.role);
      if (!goals[goal.role].empty() && goals[goal.role] >= next) {
        run_.fault(goal.declaration, "the goals of a role are not in order of their domain");
        return;
      }
      goals[goal.role] = std::move(next);
    }
  }

  /// Moves are made after these answers, so these must not depend on moves.
  void verify_reads() {
    std::vector<bool> reads_moves(net_.nodes.size(), false);
    for (NodeId number = 0; number < net_.nodes.size(); ++number) {
      const NetNode& node = net_.nodes[number];
      if (node.kind == NetNode::Kind::move) reads_moves[number] = true;
      if (node.kind != NetNode::Kind::conjunction) continue;
      const auto inputs = net_.inputs_of(number);
      reads_moves[number] = std::any_of(inputs.begin(), inputs.end(),
                                        [&](Signal input) { return reads_moves[node_of(input)]; });
    }
    const auto check = [&](Signal signal, std::string_view word, Span span) {
      if (!reads_moves[node_of(signal)]) return;
      run_.fault(span, fmt::format("`{}` depends on the moves that are made", word));
    };
    for (const NetMove& move : net_.moves) check(move.legal, "legal", move.declaration);
    for (const NetAnswer& goal : net_.goals) check(goal.holds, "goal", goal.declaration);
    check(net_.terminal, "terminal", {});
  }

  Verification& run_;
  const Module& module_;
  const Net& net_;
  std::set<std::pair<RelationId, std::vector<Symbol>>> atoms_;
};

}  // namespace

void verify_net(Verification& run) {
  const Module& module = run.module;
  if (module.level != Level::nets) {
    if (module.net) run.fault({}, "only a module at level nets has a net");
    return;
  }
  if (!module.net) {
    run.fault({}, "a module at level nets has a net");
    return;
  }
  run.check_alone("nets");
  NetVerifier(run, *module.net).verify();
}

}  // namespace tesuji::ir
