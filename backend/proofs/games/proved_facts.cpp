#include "backend/proofs/games/proved_facts.h"

#include "backend/proofs/observe/checker.h"
#include "backend/proofs/observe/observer.h"

#include <algorithm>

namespace tesuji::driver {

void Evidence::add(const Evidence& other) {
  induction = std::max(induction, other.induction);
  lemmas += other.lemmas;
  states = std::max(states, other.states);
}

ProvedFacts::ProvedFacts(const ir::Module& module, const proofs::VerificationReport& report)
    : module_(module), report_(report) {
  for (const proofs::SetReport& set : report.sets) {
    for (const proofs::InvariantReport& some : set.invariants) {
      if (const auto form = proofs::persistence_of(*some.invariant)) {
        persistence_[form->holds ? 1 : 0].emplace(form->relation, &some);
      }
    }
  }
  read_start();
}

void ProvedFacts::read_start() {
  for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
    const ir::Relation& relation = module_.relations[id];
    if (relation.kind != ir::RelationKind::state) continue;
    const runtime::TermShape shape = proofs::shape_of(module_, id, relation.term);
    std::vector<std::uint32_t> row(shape.arity());
    for (const std::string& fluent : report_.initial) {
      if (!shape.match(runtime::tokenize_term(fluent), row.data())) continue;
      Tuple& tuple = initial_[id].emplace_back();
      for (std::size_t i = 0; i < row.size(); ++i) {
        tuple.push_back(module_.domains[relation.columns[i]].values[row[i]]);
      }
    }
    if (const auto found = initial_.find(id); found != initial_.end()) {
      std::sort(found->second.begin(), found->second.end());
    }
  }
}

std::optional<Evidence> ProvedFacts::proof(const proofs::InvariantReport& report,
                                           std::uint64_t instance) {
  Evidence evidence;
  switch (report.verdicts[instance]) {
    case proofs::Verdict::proved:
      evidence.induction = report.induction;
      evidence.lemmas = report.lemmas;
      return evidence;
    case proofs::Verdict::enumerated:
      evidence.states = report.states;
      return evidence;
    case proofs::Verdict::refuted:
    case proofs::Verdict::step_fails:
    case proofs::Verdict::unknown:
      break;
  }
  return std::nullopt;
}

std::optional<Evidence> ProvedFacts::proof(const proofs::InvariantReport& report,
                                           std::span<const ir::Symbol> constants) {
  const auto number = ir::instance_of(*report.invariant, constants);
  return number ? proof(report, *number) : std::nullopt;
}

const std::vector<Tuple>& ProvedFacts::initial(ir::RelationId relation) const {
  static const std::vector<Tuple> none;
  const auto found = initial_.find(relation);
  return found == initial_.end() ? none : found->second;
}

bool ProvedFacts::initially(ir::RelationId relation, std::span<const ir::Symbol> tuple) const {
  const std::vector<Tuple>& some = initial(relation);
  return std::binary_search(some.begin(), some.end(), Tuple(tuple.begin(), tuple.end()));
}

const proofs::InvariantReport* ProvedFacts::persistence(ir::RelationId relation, bool holds) const {
  const auto& families = persistence_[holds ? 1 : 0];
  const auto found = families.find(relation);
  return found == families.end() ? nullptr : found->second;
}

std::optional<Evidence> ProvedFacts::stays(ir::RelationId relation,
                                           std::span<const ir::Symbol> tuple, bool holds) const {
  const proofs::InvariantReport* const family = persistence(relation, holds);
  return family == nullptr ? std::nullopt : proof(*family, tuple);
}

std::optional<Evidence> ProvedFacts::never(ir::RelationId relation,
                                           std::span<const ir::Symbol> tuple) const {
  if (!knows_start() || initially(relation, tuple)) return std::nullopt;
  return stays(relation, tuple, false);
}

std::optional<Evidence> ProvedFacts::always(ir::RelationId relation,
                                            std::span<const ir::Symbol> tuple) const {
  if (!initially(relation, tuple)) return std::nullopt;
  return stays(relation, tuple, true);
}

std::vector<ProvedFacts::Functional> ProvedFacts::functionals(ir::RelationId relation) const {
  std::vector<Functional> result;
  for (const proofs::SetReport& set : report_.sets) {
    for (const proofs::InvariantReport& some : set.invariants) {
      if (!some.invariant->parameters.empty()) continue;
      const auto atoms = proofs::counted_atoms(some.invariant->formula);
      if (!atoms || atoms->count->parts.size() != 1 ||
          atoms->count->parts.front().relation != relation) {
        continue;
      }
      if (const auto evidence = proof(some)) result.push_back({*atoms, *evidence});
    }
  }
  return result;
}

std::vector<Tuple> all_tuples(const ir::Module& module, ir::RelationId relation) {
  std::vector<Tuple> tuples{{}};
  for (const ir::DomainId column : module.relations[relation].columns) {
    std::vector<Tuple> longer;
    for (const Tuple& tuple : tuples) {
      for (const ir::Symbol value : module.domains[column].values) {
        longer.push_back(tuple);
        longer.back().push_back(value);
      }
    }
    tuples = std::move(longer);
  }
  return tuples;
}

}  // namespace tesuji::driver
