#include "backend/proofs/clingo/program.h"

#include "backend/proofs/formulas/names.h"

#include <algorithm>

namespace tesuji::proofs {

PredicateId Program::add_predicate(std::string_view wish, std::vector<DomainIndex> columns,
                                   bool changes) {
  const std::string base = predicate_name(wish);
  std::string name = base;
  for (std::size_t number = 2; !names_.insert(name).second; ++number) {
    name = base + '_' + std::to_string(number);
  }
  predicates_.push_back({std::move(name), std::move(columns), changes});
  return static_cast<PredicateId>(predicates_.size() - 1);
}

DomainIndex Program::intern_domain(const std::vector<ir::Symbol>& values, std::string_view wish) {
  const auto [place, is_new] = domain_of_.try_emplace(values, domains_.size());
  if (!is_new) return place->second;
  const auto index = static_cast<DomainIndex>(domains_.size());
  domains_.push_back({add_predicate(wish, {index}), values});
  return index;
}

Literal positive(Atom atom) {
  Literal result;
  result.atom = std::move(atom);
  return result;
}

Literal negative(Atom atom) {
  Literal result = positive(std::move(atom));
  result.kind = Literal::Kind::negative;
  return result;
}

}  // namespace tesuji::proofs
