#include "backend/proofs/observe/term_reader.h"

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

}  // namespace tesuji::proofs
