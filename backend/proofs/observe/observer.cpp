#include "backend/proofs/observe/observer.h"

#include <fmt/format.h>

#include <utility>

namespace tesuji::proofs {

runtime::TermShape shape_of(const ir::Module& module, ir::RelationId relation,
                            std::string_view term, std::size_t first) {
  std::vector<std::vector<std::string>> columns;
  for (std::size_t c = first; c < module.relations[relation].columns.size(); ++c) {
    std::vector<std::string>& names = columns.emplace_back();
    for (const ir::Symbol value : module.domains[module.relations[relation].columns[c]].values) {
      names.push_back(module.symbols->text(value));
    }
  }
  return {term, std::move(columns)};
}

TermReader::TermReader(const ir::Module& module, std::vector<ReadRelation> relations)
    : relations_(std::move(relations)) {
  for (const ReadRelation& read : relations_) {
    shapes_.push_back(shape_of(module, read.relation, read.term, read.skipped));
  }
  for (std::size_t i = 0; i < shapes_.size(); ++i) index_.add(shapes_[i], i);
}

const SeenAtom* TermReader::read(const std::string& term) {
  const auto found = known_.find(term);
  if (found != known_.end()) return &found->second;
  const std::optional<SeenAtom> atom = parse(term);
  if (!atom) return nullptr;
  return &known_.emplace(term, *atom).first->second;
}

std::optional<SeenAtom> TermReader::parse(const std::string& term) const {
  const runtime::TermTokens tokens = runtime::tokenize_term(term);
  SeenAtom atom;
  const bool found = index_.find(tokens, [&](std::size_t i) {
    std::vector<std::uint32_t> row(shapes_[i].arity());
    if (!shapes_[i].match(tokens, row.data())) return false;
    const ReadRelation& read = relations_[i];
    atom = SeenAtom{read.slot, 0, 0};
    if (read.slot == no_slot) return true;
    // The goal of an observed relation has a column for the role, which the relation itself lacks.
    const std::size_t first = read.radix.arity() - row.size();
    for (std::size_t c = 0; c < row.size(); ++c) {
      atom.number += row[c] * read.radix.stride(first + c);
    }
    if (read.with_role) atom.role_stride = read.radix.stride(0);
    return true;
  });
  if (!found) return std::nullopt;
  return atom;
}

namespace {

/// Fluents read by bits are compared with their names in the first states, then at intervals.
constexpr std::uint64_t always_checked = 64;
constexpr std::uint64_t checked_every = 4096;
/// Games with more fluents are read by name.
constexpr std::uint64_t most_fluents = 300'000;

std::optional<runtime::MixedRadix> radix_of(const ir::Module& module, ir::RelationId id) {
  std::vector<std::uint32_t> sizes;
  for (const ir::DomainId column : module.relations[id].columns) {
    sizes.push_back(static_cast<std::uint32_t>(module.domains[column].values.size()));
  }
  try {
    return runtime::MixedRadix(std::move(sizes));
  } catch (const std::length_error&) {
    return std::nullopt;
  }
}

AtomSet tuples_of(const ir::Module& module, ir::RelationId id, const ir::Facts& facts,
                  const runtime::MixedRadix& radix) {
  const std::vector<ir::DomainId>& columns = module.relations[id].columns;
  std::vector<std::uint64_t> numbers;
  for (std::size_t row = 0; row < facts.rows; ++row) {
    std::uint64_t number = 0;
    bool inside = true;
    for (std::size_t c = 0; c < columns.size() && inside; ++c) {
      const std::int32_t position =
          module.domains[columns[c]].position(facts.cells[row * columns.size() + c]);
      inside = position >= 0;
      if (inside) number += static_cast<std::uint64_t>(position) * radix.stride(c);
    }
    if (inside) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  AtomSet set(radix.count());
  for (const std::uint64_t number : numbers) set.add(number);
  return set;
}

}  // namespace

std::optional<Observer> Observer::make(const ir::Module& lowered, const runtime::Game& game,
                                       std::span<const std::uint32_t> relations,
                                       std::span<const ir::Facts> facts,
                                       ir::Diagnostics& diagnostics) {
  Observer observer;
  observer.module_ = &lowered;
  observer.game_ = &game;
  observer.sights_ = find_sights(lowered);
  for (std::size_t i = 0; i < relations.size(); ++i) {
    const ir::RelationId id = relations[i];
    const ir::Relation& relation = lowered.relations[id];
    if (observer.slot_of_.contains(id)) continue;
    const Sight sight = observer.sights_[id];
    std::optional<runtime::MixedRadix> radix = radix_of(lowered, id);
    if (sight == Sight::never || !radix) {
      const std::string& name = ir::written_name(relation);
      diagnostics.error(
          relation.span, "invariant",
          radix ? fmt::format("`{}` cannot be seen in a state: it depends on moves", name)
                : fmt::format("`{}` has too many tuples to be observed", name));
      return std::nullopt;
    }
    observer.slot_of_.emplace(id, static_cast<Slot>(observer.slots_.size()));
    Observed& slot = observer.slots_.emplace_back();
    slot = {id, sight, std::move(*radix), {}, {}};
    if (sight == Sight::legal || sight == Sight::goal) {
      const ir::Domain& first = lowered.domains[relation.columns[0]];
      for (const ir::Symbol role : lowered.roles) slot.roles.push_back(first.position(role));
    }
    if (sight == Sight::fixed) slot.fixed = tuples_of(lowered, id, facts[i], slot.radix);
    observer.needs_fluents_ |= sight == Sight::fluents;
    observer.needs_legal_ |= sight == Sight::legal;
    observer.needs_goals_ |= sight == Sight::goal || sight == Sight::observed;
  }
  observer.learn_bits();
  return observer;
}

Slot Observer::slot_of(ir::RelationId relation) const {
  const auto found = slot_of_.find(relation);
  return found == slot_of_.end() ? no_slot : found->second;
}

Observation Observer::make_observation() const {
  Observation seen;
  for (const Observed& slot : slots_) {
    seen.sets.push_back(slot.sight == Sight::fixed ? slot.fixed : AtomSet(slot.radix.count()));
  }
  return seen;
}

TermReader Observer::make_reader(Sight family) const {
  std::vector<ReadRelation> relations;
  const auto add = [&](ir::RelationId id, Slot slot, std::string term, bool with_role) {
    ReadRelation& read = relations.emplace_back();
    read.relation = id;
    read.slot = slot;
    read.term = std::move(term);
    read.with_role = with_role;
    read.skipped = with_role ? 1 : 0;
    if (slot != no_slot) read.radix = slots_[slot].radix;
  };
  for (ir::RelationId id = 0; id < sights_.size(); ++id) {
    const ir::Relation& relation = module_->relations[id];
    const ir::Answer answer = relation.answer;
    if (sights_[id] == family) {
      add(id, slot_of(id), ir::term_of(relation), family != Sight::fluents);
    } else if ((family == Sight::legal && answer == ir::Answer::legal) ||
               (family == Sight::goal && answer == ir::Answer::goal)) {
      // It exists, but is visible in other ways or, since it depends on moves, not at all.
      add(id, no_slot, ir::term_of(relation), true);
    }
    if (family != Sight::goal || sights_[id] != Sight::observed) continue;
    std::string term = "(" + observed_functor(*module_, id);
    for (std::size_t c = 0; c < relation.columns.size(); ++c) term += " ?";
    add(id, slot_of(id), term + ")", false);
  }
  return {*module_, std::move(relations)};
}

void Observer::learn_bits() {
  std::vector<std::string> names;
  std::vector<SeenAtom> atoms;
  std::uint64_t total = 0;
  for (Slot slot = 0; slot < slots_.size(); ++slot) {
    const runtime::MixedRadix& radix = slots_[slot].radix;
    if (slots_[slot].sight != Sight::fluents) continue;
    total += radix.count();
    if (total > most_fluents) return;
    const runtime::TermShape shape =
        shape_of(*module_, slots_[slot].relation, ir::term_of(module_->relations[relation(slot)]));
    std::vector<std::uint32_t> row(radix.arity());
    for (std::uint64_t number = 0; number < radix.count(); ++number) {
      radix.unpack(number, row.data());
      names.push_back(shape.name(row.data()));
      atoms.push_back({slot, number, 0});
    }
  }
  const auto bits = runtime::bits_of(*game_, names);
  if (!bits) return;
  bits_.emplace();
  bits_->masks.resize(game_->state_words());
  bits_->atoms.resize(game_->state_words() * 64);
  for (std::size_t f = 0; f < names.size(); ++f) {
    const std::uint64_t bit = (*bits)[f];
    if (bit == runtime::always_holds) bits_->always.push_back(atoms[f]);
    if (bit >= bits_->atoms.size()) continue;
    bits_->masks[bit / 64] |= std::uint64_t{1} << (bit % 64);
    bits_->atoms[bit] = atoms[f];
  }
}

Watcher::Watcher(const Observer& observer)
    : observer_(observer),
      scratch_(observer.game().make_scratch()),
      fluents_(observer.make_reader(Sight::fluents)),
      moves_(observer.make_reader(Sight::legal)),
      goals_(observer.make_reader(Sight::goal)),
      check_(observer.make_observation().sets) {}

void Watcher::look(runtime::StateView state, Observation& seen) {
  for (Slot slot = 0; slot < seen.sets.size(); ++slot) {
    if (observer_.slots_[slot].sight != Sight::fixed) seen.sets[slot].clear();
  }
  seen.terminal = observer_.game().terminal(state, *scratch_);
  if (observer_.needs_legal_) {
    observer_.game().legal(state, *scratch_, legal_);
    see_legal(seen);
  }
  if (observer_.needs_goals_) see_goals(state, seen);
  if (observer_.needs_fluents_) see_fluents(state, seen);
  for (Slot slot = 0; slot < seen.sets.size(); ++slot) {
    if (observer_.slots_[slot].sight == Sight::terminal && seen.terminal) seen.sets[slot].add(0);
    seen.sets[slot].sort();
  }
}

void Watcher::see_fluents(runtime::StateView state, Observation& seen) {
  if (!observer_.bits_) {
    see_names(state, seen.sets);
    return;
  }
  const auto& [masks, atoms, always] = *observer_.bits_;
  for (const SeenAtom& atom : always) seen.sets[atom.slot].add(atom.number);
  for (std::size_t word = 0; word < masks.size(); ++word) {
    for (std::uint64_t rest = state[word] & masks[word]; rest != 0; rest &= rest - 1) {
      const SeenAtom& atom = atoms[word * 64 + static_cast<std::size_t>(std::countr_zero(rest))];
      seen.sets[atom.slot].add(atom.number);
    }
  }
  if (++looks_ > always_checked && looks_ % checked_every != 0) return;
  for (AtomSet& set : check_) set.clear();
  see_names(state, check_);
  for (Slot slot = 0; slot < check_.size(); ++slot) {
    if (observer_.slots_[slot].sight != Sight::fluents) continue;
    check_[slot].sort();
    seen.sets[slot].sort();
    if (check_[slot] == seen.sets[slot]) continue;
    throw ObservationError("fluents of `" +
                           observer_.module().relations[observer_.relation(slot)].name +
                           "` read from a state bit by bit are not those that the game names");
  }
}

void Watcher::see_names(runtime::StateView state, std::vector<AtomSet>& sets) {
  for (const std::string& fluent : observer_.game().fluents(state)) {
    const SeenAtom* atom = fluents_.read(fluent);
    if (atom == nullptr)
      throw ObservationError("`" + fluent + "` is not a fluent of the rulesheet");
    if (atom->slot != no_slot) sets[atom->slot].add(atom->number);
  }
}

const SeenAtom& Watcher::atom_of(runtime::Move move) {
  const SeenAtom*& known = known_moves_[move];
  if (known != nullptr) return *known;
  const std::string name = observer_.game().move_name(move);
  known = moves_.read(name);
  if (known == nullptr) throw ObservationError("`" + name + "` is not a move of the rulesheet");
  return *known;
}

void Watcher::see_legal(Observation& seen) {
  for (std::size_t role = 0; role < legal_.size(); ++role) {
    for (const runtime::Move move : legal_[role]) add(atom_of(move), role, seen.sets);
  }
}

void Watcher::see_goals(runtime::StateView state, Observation& seen) {
  observer_.game().goal(state, *scratch_, values_);
  for (std::size_t role = 0; role < values_.size(); ++role) {
    for (const std::string& value : values_[role]) {
      const SeenAtom* atom = goals_.read(value);
      if (atom == nullptr) throw ObservationError("`" + value + "` is not a goal of the rulesheet");
      add(*atom, role, seen.sets);
    }
  }
}

void Watcher::add(const SeenAtom& atom, std::size_t role, std::vector<AtomSet>& sets) const {
  if (atom.slot == no_slot) return;
  std::uint64_t number = atom.number;
  if (atom.role_stride != 0) {
    const std::int32_t position = observer_.slots_[atom.slot].roles.at(role);
    if (position < 0)
      throw ObservationError("a role has a move or goal that its rules do not give");
    number += static_cast<std::uint64_t>(position) * atom.role_stride;
  }
  sets[atom.slot].add(number);
}

}  // namespace tesuji::proofs
