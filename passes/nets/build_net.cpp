#include "passes/nets/build_net.h"

#include "passes/clauses/leave_out.h"
#include "passes/nets/ground.h"
#include "passes/nets/net_builder.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Signal;

class Building {
 public:
  Building(const GroundProgram& program, const RulesByAtom& rules, std::size_t max_nodes,
           std::size_t most_flattened)
      : program_(program),
        module_(program.possible),
        max_nodes_(max_nodes),
        builder_(most_flattened),
        signals_(program.first_atom.back(), ir::false_signal),
        rules_(rules) {}

  std::optional<ir::Net> run() {
    add_fluents();
    add_moves();
    for (const auto& component : rules_.components()) {
      if (!define(component)) return std::nullopt;
    }
    connect();
    return std::move(builder_.net());
  }

 private:
  [[nodiscard]] std::vector<ir::Symbol> row(ir::RelationId relation, std::size_t number) const {
    const std::size_t width = module_.relations[relation].columns.size();
    const ir::Symbol* first = module_.relations[relation].facts.cells.data() + number * width;
    return {first, first + width};
  }

  [[nodiscard]] ir::NetAtom atom(ir::RelationId relation, std::size_t number) const {
    return {relation, row(relation, number)};
  }

  [[nodiscard]] std::uint32_t role_of(const ir::NetAtom& atom) const {
    const auto found = std::find(module_.roles.begin(), module_.roles.end(), atom.args[0]);
    return static_cast<std::uint32_t>(found - module_.roles.begin());
  }

  void add_fluents() {
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const ir::Relation& relation = module_.relations[id];
      if (relation.kind != ir::RelationKind::state) continue;
      std::set<std::vector<ir::Symbol>> initial;
      if (relation.init != ir::no_id) {
        for (std::size_t r = 0; r < module_.relations[relation.init].facts.rows; ++r) {
          initial.insert(row(relation.init, r));
        }
      }
      for (std::size_t r = 0; r < relation.facts.rows; ++r) {
        const auto position = static_cast<std::uint32_t>(builder_.net().fluents.size());
        builder_.net().fluents.push_back({atom(id, r), false, ir::false_signal});
        builder_.net().fluents.back().initially = initial.contains(row(id, r));
        signals_[program_.first_atom[id] + r] = builder_.add_fluent(position);
      }
    }
  }

  /// Adds every move that may be legal, by role, whether a rule reads it or not.
  void add_moves() {
    struct Found {
      std::uint32_t role;
      ir::RelationId legal;
      std::size_t row;
    };
    std::vector<Found> found;
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      if (module_.relations[id].answer != ir::Answer::legal) continue;
      for (std::size_t r = 0; r < module_.relations[id].facts.rows; ++r) {
        found.push_back({role_of(atom(id, r)), id, r});
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.role < b.role; });
    std::vector<ir::RelationId> does(module_.relations.size(), ir::no_id);
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const ir::Relation& relation = module_.relations[id];
      if (relation.kind == ir::RelationKind::input) does[relation.legal] = id;
    }
    for (const Found& move : found) {
      if (move.role == module_.roles.size()) continue;  // not a move of a role
      const auto position = static_cast<std::uint32_t>(builder_.net().moves.size());
      builder_.net().moves.push_back({atom(move.legal, move.row), move.role, ir::false_signal});
      const Signal signal = builder_.add_move(position, move.role);
      legal_atoms_.push_back(program_.first_atom[move.legal] + static_cast<GroundAtom>(move.row));
      if (does[move.legal] == ir::no_id) continue;
      // Both have the same rows: moves come only from `legal`.
      const std::vector<ir::Symbol> wanted = row(move.legal, move.row);
      made_.emplace(std::pair(does[move.legal], wanted), signal);
    }
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      if (module_.relations[id].kind != ir::RelationKind::input) continue;
      for (std::size_t r = 0; r < module_.relations[id].facts.rows; ++r) {
        const auto signal = made_.find({id, row(id, r)});
        if (signal != made_.end()) signals_[program_.first_atom[id] + r] = signal->second;
      }
    }
  }

  [[nodiscard]] Signal value(GroundAtom atom) {
    std::vector<std::vector<Signal>> ways;
    for (const GroundRule& rule : rules_.of(atom)) {
      std::vector<Signal>& body = ways.emplace_back();
      for (const GroundLiteral literal : program_.body(rule)) {
        body.push_back(signals_[literal / 2] ^ (literal & 1U));
      }
    }
    return builder_.any_way(ways);
  }

  /// Unrolls recursion: starts from false and iterates until nothing changes. An atom that does not
  /// depend on itself needs one round.
  bool define(const std::vector<GroundAtom>& component) {
    for (std::size_t round = 0; round <= component.size(); ++round) {
      bool changed = false;
      std::vector<Signal> values;
      for (const GroundAtom atom : component) {
        values.push_back(value(atom));
        changed |= values.back() != signals_[atom];
        if (builder_.size() > max_nodes_) return false;
      }
      for (std::size_t i = 0; i < component.size(); ++i) signals_[component[i]] = values[i];
      if (!changed || (component.size() == 1 && !rules_.reads_itself(component[0]))) break;
    }
    return true;
  }

  /// Returns the questions with an unknown relation.
  [[nodiscard]] std::vector<ir::NetQuestion> unanswered() const {
    std::vector<ir::NetQuestion> result;
    for (const ir::NetQuestion question : ir::net_questions) {
      // Only other rules read the helper relations after those of the module.
      for (ir::RelationId id = 0; id < program_.unknown.size(); ++id) {
        if (!program_.unknown[id]) continue;
        if (ir::name_of(module_.relations[id].answer) != ir::name_of(question)) continue;
        result.push_back(question);
        break;
      }
    }
    return result;
  }

  void connect() {
    ir::Net& net = builder_.net();
    net.unanswered = unanswered();
    for (std::size_t i = 0; i < net.moves.size(); ++i)
      net.moves[i].legal = signals_[legal_atoms_[i]];
    std::map<std::pair<ir::RelationId, std::vector<ir::Symbol>>, Signal> next;
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const ir::Relation& relation = module_.relations[id];
      const ir::Answer answer = relation.answer;
      for (std::size_t r = 0; r < relation.facts.rows; ++r) {
        if (answer == ir::Answer::none || relation.kind == ir::RelationKind::state) continue;
        const Signal signal = signals_[program_.first_atom[id] + r];
        if (answer == ir::Answer::terminal) net.terminal = signal;
        if (answer == ir::Answer::next) next.emplace(std::pair(id, row(id, r)), signal);
        if (answer != ir::Answer::goal && answer != ir::Answer::sees) continue;
        ir::NetAnswer found{atom(id, r), 0, signal};
        found.role = role_of(found.atom);
        if (found.role < module_.roles.size()) {
          (answer == ir::Answer::goal ? net.goals : net.percepts).push_back(std::move(found));
        }
      }
    }
    for (ir::NetFluent& fluent : net.fluents) {
      const ir::RelationId source = module_.relations[fluent.atom.relation].next;
      const auto found = next.find({source, fluent.atom.args});
      if (found != next.end()) fluent.next = found->second;
      if (!net.knows(ir::NetQuestion::next)) fluent.next = ir::unknown_next(fluent);
    }
  }

  const GroundProgram& program_;
  const ir::Module& module_;
  std::size_t max_nodes_;
  NetBuilder builder_;
  std::vector<Signal> signals_;  ///< by atom
  const RulesByAtom& rules_;
  std::vector<GroundAtom> legal_atoms_;  ///< by move
  std::map<std::pair<ir::RelationId, std::vector<ir::Symbol>>, Signal> made_;
};

}  // namespace

std::optional<ir::RelationId> too_recursive(const GroundProgram& program,
                                            std::uint64_t most_unrolled) {
  const RulesByAtom rules(program);
  std::uint64_t most = most_unrolled;
  std::vector<GroundAtom> largest;
  for (const auto& component : rules.components()) {
    if (component.size() < 2) continue;
    std::uint64_t literals = 0;
    for (const GroundAtom atom : component) {
      for (const GroundRule& rule : rules.of(atom)) literals += rule.count;
    }
    if (literals * component.size() <= most) continue;
    most = literals * component.size();
    largest = component;
  }
  if (largest.empty()) return std::nullopt;
  std::vector<std::size_t> atoms(program.unknown.size(), 0);
  for (const GroundAtom atom : largest) {
    const auto next = std::upper_bound(program.first_atom.begin(), program.first_atom.end(), atom);
    const auto relation = static_cast<std::size_t>(next - program.first_atom.begin()) - 1;
    // The program also contains helpers, after the module's relations.
    if (relation < atoms.size()) ++atoms[relation];
  }
  ir::RelationId found = ir::no_id;
  for (ir::RelationId id = 0; id < atoms.size(); ++id) {
    const bool more = atoms[id] > (found == ir::no_id ? 0 : atoms[found]);
    if (more && may_be_left_out(program.possible, id)) found = id;
  }
  return found;
}

std::optional<ir::Net> build_net(const GroundProgram& program, const RulesByAtom& rules,
                                 std::size_t max_nodes, std::size_t most_flattened) {
  return Building(program, rules, max_nodes, most_flattened).run();
}

std::optional<ir::Net> build_net(const GroundProgram& program, std::size_t max_nodes,
                                 std::size_t most_flattened) {
  return build_net(program, RulesByAtom(program), max_nodes, most_flattened);
}

}  // namespace tesuji::passes
