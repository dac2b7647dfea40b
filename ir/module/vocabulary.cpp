#include "ir/module/vocabulary.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace tesuji::ir {
namespace {

/// Returns for each relation the rules that read it, with the literal.
std::vector<std::vector<Vocabulary::Step>> readers_of(const Module& module) {
  std::vector<std::vector<Vocabulary::Step>> readers(module.relations.size());
  for (const Rule& rule : module.rules) {
    for (const Literal& literal : rule.body) {
      if (literal.relation != no_id) readers[literal.relation].push_back({rule.head, &literal});
    }
  }
  return readers;
}

}  // namespace

Vocabulary::Vocabulary(const Module& module)
    : module_(&module),
      patterns_(module.relations.size()),
      dynamic_(module.relations.size()),
      towards_moves_(module.relations.size()) {
  const auto& relations = module.relations;
  const bool lowered = std::any_of(relations.begin(), relations.end(),
                                   [](const Relation& r) { return !r.atom.empty(); });
  for (RelationId id = 0; id < relations.size(); ++id) {
    if (lowered && relations[id].atom.empty()) continue;  // created by the lowering or a pass
    TermPattern atom = atom_pattern(module, id);
    const Symbol name = atom.functor;
    std::vector<Entry>& entries = entries_[name];
    if (entries.empty()) predicates_.push_back(name);
    entries.push_back({id, std::move(atom)});
  }
  for (const Symbol name : predicates_) {
    for (const Entry& entry : entries_.at(name)) patterns_[entry.relation] = &entry.atom;
  }
  for (const Symbol name : predicates_) {
    const std::string_view text = module.symbols->text(name);
    if (text == "init" || text == "next" || text == "does") continue;
    for (const Entry& entry : entries_.at(name)) index_places(entry);
  }
  find_dependencies();
}

void Vocabulary::index_places(const Entry& entry) {
  std::vector<Place> open = {{&entry, &entry.atom, 0}};
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    places_[place.part->functor].push_back(place);
    std::size_t column = place.first;
    for (const TermPattern& arg : place.part->args) {
      if (!arg.is_leaf()) open.push_back({&entry, &arg, column});
      column += leaves(arg);
    }
  }
}

bool Vocabulary::is_move(RelationId relation) const {
  // A `does` about a role that is not a constant is not an input relation.
  const TermPattern* const atom = patterns_[relation];
  return module_->relations[relation].kind == RelationKind::input ||
         (atom != nullptr && module_->symbols->text(atom->functor) == "does");
}

void Vocabulary::find_dependencies() {
  const auto readers = readers_of(*module_);
  std::deque<RelationId> moves;
  std::deque<RelationId> states;
  std::vector<bool> reached(module_->relations.size());
  for (RelationId id = 0; id < module_->relations.size(); ++id) {
    if (is_move(id)) {
      moves.push_back(id);
      reached[id] = true;
    }
    dynamic_[id] = reached[id] || module_->relations[id].kind == RelationKind::state;
    if (dynamic_[id]) states.push_back(id);
  }
  for (; !moves.empty(); moves.pop_front()) {
    for (const Step& step : readers[moves.front()]) {
      if (reached[step.head]) continue;
      reached[step.head] = true;
      towards_moves_[step.head] = step;
      moves.push_back(step.head);
    }
  }
  for (; !states.empty(); states.pop_front()) {
    for (const Step& step : readers[states.front()]) {
      if (dynamic_[step.head]) continue;
      dynamic_[step.head] = true;
      states.push_back(step.head);
    }
  }
}

std::vector<Vocabulary::Step> Vocabulary::way_to_moves(RelationId relation) const {
  std::vector<Step> way;
  while (towards_moves_[relation].literal != nullptr) {
    way.push_back(towards_moves_[relation]);
    relation = way.back().literal->relation;
  }
  return way;
}

std::span<const Vocabulary::Entry> Vocabulary::entries(Symbol predicate) const {
  const auto found = entries_.find(predicate);
  if (found == entries_.end()) return {};
  return found->second;
}

const TermPattern* Vocabulary::pattern(RelationId relation) const {
  return patterns_[relation];
}

std::vector<std::size_t> Vocabulary::arities(Symbol name) const {
  std::set<std::size_t> found;
  if (const auto places = places_.find(name); places != places_.end()) {
    for (const Place& place : places->second) found.insert(place.part->args.size());
  }
  return {found.begin(), found.end()};
}

std::vector<Symbol> Vocabulary::names() const {
  std::vector<Symbol> result;
  for (const auto& [name, places] : places_) result.push_back(name);
  return result;
}

std::vector<TermSet> Vocabulary::place(Symbol name, std::size_t arity, std::size_t argument) const {
  std::vector<TermSet> sets;
  const auto places = places_.find(name);
  if (places == places_.end()) return sets;
  for (const Place& place : places->second) {
    if (place.part->args.size() != arity || argument >= arity) continue;
    std::size_t first = place.first;
    for (std::size_t i = 0; i < argument; ++i) first += leaves(place.part->args[i]);
    unite(sets, values(*place.entry, place.part->args[argument], first));
  }
  return sets;
}

TermSet Vocabulary::values(const Entry& entry, const TermPattern& part, std::size_t first) const {
  TermSet set{part, {}};
  const std::vector<DomainId>& columns = module_->relations[entry.relation].columns;
  const std::size_t count = leaves(part);
  for (std::size_t i = 0; i < count; ++i) {
    const DomainId domain = columns[first + i];
    set.leaves.push_back(domain == no_id ? std::vector<Symbol>{} : module_->domains[domain].values);
  }
  return set;
}

void Vocabulary::unite(std::vector<TermSet>& sets, TermSet set) const {
  const auto same_shape = [&](const TermSet& other) { return other.shape == set.shape; };
  const auto found = std::find_if(sets.begin(), sets.end(), same_shape);
  if (found == sets.end()) {
    sets.push_back(std::move(set));
    return;
  }
  const auto less = [this](Symbol a, Symbol b) { return module_->symbols->domain_less(a, b); };
  for (std::size_t i = 0; i < set.leaves.size(); ++i) {
    std::vector<Symbol> united;
    std::set_union(found->leaves[i].begin(), found->leaves[i].end(), set.leaves[i].begin(),
                   set.leaves[i].end(), std::back_inserter(united), less);
    found->leaves[i] = std::move(united);
  }
}

}  // namespace tesuji::ir
