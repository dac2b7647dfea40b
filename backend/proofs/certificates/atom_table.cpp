#include "backend/proofs/certificates/atom_table.h"

#include <algorithm>

namespace tesuji::certificates {

namespace {

constexpr std::size_t most_columns = 64;

std::uint64_t hash_of_atom(PredicateId predicate, std::span<const TermId> args) {
  std::uint64_t hash = mixed(3, predicate);
  for (const TermId arg : args) hash = mixed(hash, arg);
  return hash;
}

/// Mixes a value into the hash if its column is among `columns`.
void add_column(std::uint64_t& hash, std::size_t& column, std::uint64_t columns, TermId value) {
  if (column < most_columns && ((columns >> column) & 1U) != 0) hash = mixed(hash, value);
  ++column;
}

}  // namespace

AtomId AtomTable::find(PredicateId predicate, std::span<const TermId> args) const {
  return by_hash_.find(hash_of_atom(predicate, args), [&](AtomId atom) {
    return atoms_[atom].predicate == predicate && std::ranges::equal(this->args(atom), args);
  });
}

AtomId AtomTable::intern(PredicateId predicate, std::span<const TermId> args) {
  const AtomId known = find(predicate, args);
  if (known != no_atom) return known;
  const auto id = static_cast<AtomId>(atoms_.size());
  const std::vector<TermId> own(args.begin(), args.end());
  by_hash_.insert(hash_of_atom(predicate, args), id);
  atoms_.push_back({predicate, static_cast<std::uint32_t>(own.size()), args_.size()});
  args_.insert(args_.end(), own.begin(), own.end());
  return id;
}

std::uint64_t AtomTable::key(AtomId atom, std::uint64_t columns) const {
  std::uint64_t hash = columns;
  std::size_t column = 0;
  for (const TermId arg : args(atom)) {
    if (!terms_.is_compound(arg)) {
      add_column(hash, column, columns, arg);
      continue;
    }
    for (const TermId part : terms_.args(arg)) add_column(hash, column, columns, part);
  }
  return hash;
}

void AtomTable::list(AtomId atom) {
  const PredicateId predicate = atoms_[atom].predicate;
  if (shapes_.size() <= predicate) shapes_.resize(predicate + 1);
  std::vector<Functor> functors;
  for (const TermId arg : args(atom)) {
    const bool compound = terms_.is_compound(arg);
    functors.push_back(compound ? Functor{true, terms_.name_of(arg), terms_.args(arg).size()}
                                : Functor{});
  }
  std::vector<Shape>& shapes = shapes_[predicate];
  auto shape = std::ranges::find(shapes, functors, &Shape::functors);
  if (shape == shapes.end()) {
    shapes.emplace_back();
    shape = std::prev(shapes.end());
    shape->functors = std::move(functors);
  }
  shape->atoms.push_back(atom);
  for (const auto& index : shape->indexes) {
    index->atoms[key(atom, index->columns)].push_back(atom);
  }
}

/// Computes the columns that the binding determines, and the hash of their values; returns false if
/// no atom of the shape can match.
bool AtomTable::key(const PatternAtom& pattern, const Shape& shape, const Binding& binding,
                    std::uint64_t& columns, std::uint64_t& hash) {
  std::vector<TermId> values;
  for (std::size_t i = 0; i < shape.functors.size(); ++i) {
    const Functor& functor = shape.functors[i];
    const Pattern& arg = pattern.args[i];
    TermId whole = no_term;
    if (arg.kind == Pattern::Kind::ground) whole = arg.id;
    if (arg.kind == Pattern::Kind::variable) whole = binding[arg.id];
    if (whole != no_term) {
      if (terms_.is_compound(whole) != functor.compound) return false;
      if (!functor.compound) {
        values.push_back(whole);
        continue;
      }
      const auto parts = terms_.args(whole);
      if (terms_.name_of(whole) != functor.name || parts.size() != functor.arity) return false;
      values.insert(values.end(), parts.begin(), parts.end());
    } else if (arg.kind == Pattern::Kind::compound) {
      if (!functor.compound || arg.id != functor.name || arg.args.size() != functor.arity) {
        return false;
      }
      for (const Pattern& part : arg.args) values.push_back(instantiate(part, binding, terms_));
    } else {
      values.insert(values.end(), functor.compound ? functor.arity : 1, no_term);
    }
  }
  columns = 0;
  for (std::size_t i = 0; i < std::min(values.size(), most_columns); ++i) {
    if (values[i] != no_term) columns |= std::uint64_t{1} << i;
  }
  hash = columns;
  std::size_t column = 0;
  for (const TermId value : values) add_column(hash, column, columns, value);
  return true;
}

const std::vector<AtomId>& AtomTable::found(Shape& shape, std::uint64_t columns,
                                            std::uint64_t hash) {
  static const std::vector<AtomId> none;
  if (columns == 0) return shape.atoms;
  auto index = std::ranges::find_if(shape.indexes,
                                    [&](const auto& some) { return some->columns == columns; });
  if (index == shape.indexes.end()) {
    shape.indexes.push_back(std::make_unique<Index>());
    index = std::prev(shape.indexes.end());
    (*index)->columns = columns;
    for (const AtomId atom : shape.atoms) (*index)->atoms[key(atom, columns)].push_back(atom);
  }
  const auto place = (*index)->atoms.find(hash);
  return place == (*index)->atoms.end() ? none : place->second;
}

std::size_t AtomTable::candidates(const PatternAtom& pattern, const Binding& binding,
                                  Candidates& lists) {
  lists.clear();
  if (pattern.predicate >= shapes_.size()) return 0;
  std::size_t sum = 0;
  for (Shape& shape : shapes_[pattern.predicate]) {
    std::uint64_t columns = 0;
    std::uint64_t hash = 0;
    if (!key(pattern, shape, binding, columns, hash)) continue;
    const std::vector<AtomId>& atoms = found(shape, columns, hash);
    if (atoms.empty()) continue;
    lists.push_back(&atoms);
    sum += atoms.size();
  }
  return sum;
}

bool match(const Pattern& pattern, TermId term, const Terms& terms, Binding& binding,
           std::vector<std::uint32_t>& bound) {
  switch (pattern.kind) {
    case Pattern::Kind::ground:
      return pattern.id == term;
    case Pattern::Kind::variable:
      if (binding[pattern.id] != no_term) return binding[pattern.id] == term;
      binding[pattern.id] = term;
      bound.push_back(pattern.id);
      return true;
    case Pattern::Kind::compound:
      break;
  }
  if (!terms.is_compound(term) || terms.name_of(term) != pattern.id) return false;
  const auto args = terms.args(term);
  if (args.size() != pattern.args.size()) return false;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!match(pattern.args[i], args[i], terms, binding, bound)) return false;
  }
  return true;
}

}  // namespace tesuji::certificates
