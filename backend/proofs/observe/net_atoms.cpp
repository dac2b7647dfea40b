#include "backend/proofs/observe/net_atoms.h"

#include "backend/proofs/observe/observer.h"
#include "ir/nets/net_term.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tesuji::proofs {

namespace {

/// Returns the net with a node for each fluent, even if no gate reads it; `nodes`: by position.
std::shared_ptr<const ir::Net> with_all_fluents(const ir::Net& net,
                                                std::vector<ir::NodeId>& nodes) {
  auto copy = std::make_shared<ir::Net>(net);
  nodes.assign(net.fluents.size(), ir::no_id);
  for (ir::NodeId node = 0; node < net.nodes.size(); ++node) {
    if (net.nodes[node].kind == ir::NetNode::Kind::fluent) nodes[net.nodes[node].first] = node;
  }
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i] != ir::no_id) continue;
    nodes[i] = static_cast<ir::NodeId>(copy->nodes.size());
    copy->nodes.push_back({ir::NetNode::Kind::fluent, i, 0});
  }
  return copy;
}

}  // namespace

std::optional<NetAtoms> NetAtoms::make(const ir::Module& lowered, const Circuit& circuit,
                                       std::span<const std::uint32_t> relations,
                                       std::span<const ir::Facts> facts) {
  for (const ir::NetQuestion question : circuit.net->unanswered) {
    if (question != ir::NetQuestion::sees) return std::nullopt;
  }
  NetAtoms atoms;
  atoms.lowered_ = &lowered;
  atoms.roles_ = lowered.roles.size();
  std::vector<ir::NodeId> nodes;
  atoms.net_ = with_all_fluents(*circuit.net, nodes);
  const ir::Net& net = *atoms.net_;
  for (std::size_t i = 0; i < net.fluents.size(); ++i) {
    const ir::NetAtom& atom = net.fluents[i].atom;
    std::string name = atom.relation == ir::no_id ? "" : ir::term_of(*circuit.module, atom);
    atoms.fluents_.emplace(name, ir::signal_of(nodes[i]));
    atoms.fluent_names_.push_back(std::move(name));
  }
  atoms.legal_.resize(atoms.roles_);
  atoms.goals_.resize(atoms.roles_);
  for (const ir::NetMove& move : net.moves) {
    std::string name = ir::term_of(*circuit.module, move.atom);
    atoms.legal_.at(move.role).emplace(name, move.legal);
    atoms.move_names_.push_back(std::move(name));
  }
  for (const ir::NetAnswer& goal : net.goals) {
    atoms.goals_.at(goal.role).emplace(ir::term_of(*circuit.module, goal.atom), goal.holds);
    atoms.shown_goals_.push_back(
        is_observed_goal(lowered, ir::term_of(*circuit.module, goal.atom)));
  }
  atoms.shows_percepts_ = net.knows(ir::NetQuestion::sees) && has_percepts(lowered);
  const std::vector<Sight> sights = find_sights(lowered);
  for (std::size_t i = 0; i < relations.size(); ++i) {
    if (!atoms.show(relations[i], sights[relations[i]], facts[i])) return std::nullopt;
  }
  atoms.list_possible();
  return atoms;
}

void NetAtoms::list_possible() {
  const auto among = [&](Sight sight, runtime::TermIndex& index) {
    std::vector<ir::RelationId> relations;
    for (const auto& [relation, shown] : shown_) {
      if (shown.sight != sight) continue;
      index.add(*shown.shape, relations.size());
      relations.push_back(relation);
    }
    return relations;
  };
  for (const Sight sight : {Sight::fluents, Sight::legal, Sight::goal, Sight::observed}) {
    runtime::TermIndex index;
    const std::vector<ir::RelationId> relations = among(sight, index);
    if (relations.empty()) continue;
    if (sight == Sight::fluents) {
      add_possible(index, relations, fluents_, std::nullopt);
    } else if (sight == Sight::observed) {
      add_possible(index, relations, goals_.front(), std::nullopt);
    } else {
      for (std::size_t role = 0; role < roles_; ++role) {
        add_possible(index, relations, (sight == Sight::legal ? legal_ : goals_)[role],
                     lowered_->roles[role]);
      }
    }
  }
}

void NetAtoms::add_possible(const runtime::TermIndex& index,
                            const std::vector<ir::RelationId>& relations, const Names& names,
                            std::optional<ir::Symbol> role) {
  for (const auto& [name, signal] : names) {
    if (signal == ir::false_signal) continue;
    const runtime::TermTokens tokens = runtime::tokenize_term(name);
    static_cast<void>(index.find(tokens, [&](std::size_t i) {
      Shown& shown = shown_.at(relations[i]);
      const std::vector<ir::DomainId>& columns = lowered_->relations[relations[i]].columns;
      std::vector<std::uint32_t> row(shown.shape->arity());
      if (!shown.shape->match(tokens, row.data())) return false;
      std::vector<ir::Symbol>& tuple = shown.possible.emplace_back();
      if (role) tuple.push_back(*role);
      for (const std::uint32_t position : row) {
        tuple.push_back(lowered_->domains[columns[tuple.size()]].values[position]);
      }
      return true;
    }));
  }
  // Names are unordered, so sort.
  for (const ir::RelationId relation : relations) {
    std::vector<std::vector<ir::Symbol>>& tuples = shown_.at(relation).possible;
    std::sort(tuples.begin(), tuples.end());
  }
}

std::optional<ir::Formula> NetAtoms::fluent_atom(std::uint32_t position) const {
  const runtime::TermTokens tokens = runtime::tokenize_term(fluent_names_[position]);
  for (const auto& [relation, shown] : shown_) {
    if (shown.sight != Sight::fluents) continue;
    std::vector<std::uint32_t> row(shown.shape->arity());
    if (!shown.shape->match(tokens, row.data())) continue;
    const std::vector<ir::DomainId>& columns = lowered_->relations[relation].columns;
    std::vector<ir::Argument> args;
    for (std::size_t c = 0; c < row.size(); ++c) {
      args.push_back(ir::Argument::constant(lowered_->domains[columns[c]].values[row[c]]));
    }
    return ir::atom_of(relation, std::move(args));
  }
  return std::nullopt;
}

std::vector<std::shared_ptr<const ir::Invariant>> NetAtoms::fixed_fluents() const {
  std::vector<std::shared_ptr<const ir::Invariant>> result;
  for (std::uint32_t i = 0; i < net_->fluents.size(); ++i) {
    if (!ir::is_fixed(net_->fluents[i])) continue;
    std::optional<ir::Formula> atom = fluent_atom(i);
    if (!atom) continue;
    const bool always = net_->fluents[i].initially;
    auto fixed = std::make_shared<ir::Invariant>();
    fixed->name = (always ? "always_" : "never_") + std::to_string(result.size() + 1);
    fixed->formula = always ? std::move(*atom) : ir::negation_of(std::move(*atom));
    result.push_back(std::move(fixed));
  }
  return result;
}

std::vector<std::uint32_t> NetAtoms::goals_of(std::uint32_t role) const {
  std::vector<std::uint32_t> goals;
  for (std::uint32_t i = 0; i < net_->goals.size(); ++i) {
    if (net_->goals[i].role == role && !shown_goals_[i]) goals.push_back(i);
  }
  return goals;
}

const std::vector<std::vector<ir::Symbol>>* NetAtoms::possible(ir::RelationId relation) const {
  const Shown& shown = shown_.at(relation);
  if (shown.sight == Sight::fixed || shown.sight == Sight::terminal) return nullptr;
  return &shown.possible;
}

bool NetAtoms::show(ir::RelationId relation, Sight sight, const ir::Facts& facts) {
  if (sight == Sight::never) return false;
  const ir::Relation& some = lowered_->relations[relation];
  Shown shown;
  shown.sight = sight;
  switch (sight) {
    case Sight::fixed: {
      std::vector<std::uint32_t> sizes;
      for (const ir::DomainId column : some.columns) {
        sizes.push_back(static_cast<std::uint32_t>(lowered_->domains[column].values.size()));
      }
      try {
        shown.radix = runtime::MixedRadix(std::move(sizes));
      } catch (const std::length_error&) {
        return false;
      }
      for (std::size_t row = 0; row < facts.rows; ++row) {
        std::uint64_t number = 0;
        bool inside = true;
        for (std::size_t c = 0; c < some.columns.size(); ++c) {
          const std::int32_t position = lowered_->domains[some.columns[c]].position(
              facts.cells[row * some.columns.size() + c]);
          inside = inside && position >= 0;
          if (position >= 0) number += static_cast<std::uint64_t>(position) * shown.radix.stride(c);
        }
        if (inside) shown.tuples.insert(number);
      }
      break;
    }
    case Sight::fluents:
      shown.shape = shape_of(*lowered_, relation, ir::term_of(some));
      break;
    case Sight::legal:
    case Sight::goal:
      shown.first = 1;
      shown.shape = shape_of(*lowered_, relation, ir::term_of(some), 1);
      break;
    case Sight::observed: {
      std::string term = "(" + observed_functor(*lowered_, relation);
      for (std::size_t c = 0; c < some.columns.size(); ++c) term += " ?";
      shown.shape = shape_of(*lowered_, relation, term + ")");
      break;
    }
    case Sight::terminal:
    case Sight::never:
      break;
  }
  shown_.emplace(relation, std::move(shown));
  return true;
}

ir::Signal NetAtoms::signal(ir::RelationId relation, std::span<const ir::Symbol> tuple) const {
  const Shown& shown = shown_.at(relation);
  const ir::Relation& some = lowered_->relations[relation];
  if (shown.sight == Sight::terminal) return net_->terminal;
  std::vector<std::uint32_t> row;
  for (std::size_t c = 0; c < tuple.size(); ++c) {
    const std::int32_t position = lowered_->domains[some.columns[c]].position(tuple[c]);
    if (position < 0) return ir::false_signal;
    row.push_back(static_cast<std::uint32_t>(position));
  }
  if (shown.sight == Sight::fixed) {
    std::uint64_t number = 0;
    for (std::size_t c = 0; c < row.size(); ++c) number += row[c] * shown.radix.stride(c);
    return shown.tuples.contains(number) ? ir::true_signal : ir::false_signal;
  }
  const Names* names = &fluents_;
  if (shown.sight == Sight::observed) {
    names = &goals_.front();
  } else if (shown.sight != Sight::fluents) {
    const auto role = std::find(lowered_->roles.begin(), lowered_->roles.end(), tuple[0]);
    if (role == lowered_->roles.end()) return ir::false_signal;
    names = &(shown.sight == Sight::legal
                  ? legal_
                  : goals_)[static_cast<std::size_t>(role - lowered_->roles.begin())];
  }
  const auto found = names->find(shown.shape->name(row.data() + shown.first));
  return found == names->end() ? ir::false_signal : found->second;
}

}  // namespace tesuji::proofs
