#include "backend/reference/program.h"

namespace tesuji::reference {

ClauseId Program::add(Clause clause) {
  const auto id = static_cast<ClauseId>(clauses_.size());
  by_relation_[relation_of(clause.head)].push_back(id);
  clauses_.push_back(std::move(clause));
  return id;
}

std::span<const ClauseId> Program::clauses_for(RelationKey relation) const {
  const auto found = by_relation_.find(relation);
  if (found == by_relation_.end()) return {};
  return found->second;
}

RelationKey Program::relation_of(TermId atom) const {
  return {terms_.name(atom), static_cast<std::uint32_t>(terms_.args(atom).size())};
}

}  // namespace tesuji::reference
