// Verifies domains, relations, facts and roles: ids in range, names unique, shapes agree.
#include "ir/core/counted.h"
#include "ir/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <unordered_set>

namespace tesuji::ir {
namespace {

void verify_domains(Verification& run) {
  std::unordered_set<std::string_view> names;
  for (const Domain& domain : run.module.domains) {
    if (!names.insert(domain.name).second) {
      run.fault({}, fmt::format("there are two domains named {}", domain.name));
    }
    if (domain.positions.size() != domain.values.size()) {
      run.fault({}, fmt::format("domain {} has a value twice", domain.name));
      continue;
    }
    for (std::size_t i = 0; i < domain.values.size(); ++i) {
      if (domain.values[i] < run.module.symbols->size() &&
          domain.position(domain.values[i]) == static_cast<std::int32_t>(i)) {
        continue;
      }
      run.fault({}, fmt::format("domain {} has a wrong value at {}", domain.name, i));
      break;
    }
  }
}

bool verify_columns(Verification& run, const Relation& relation) {
  for (const DomainId column : relation.columns) {
    // Domains are inferred while the module is at level clauses.
    if (column == no_id && run.module.level == Level::clauses) continue;
    if (column < run.module.domains.size()) continue;
    run.fault_at(relation, fmt::format("{} has a column without a domain", relation.name));
    return false;
  }
  return true;
}

void verify_call(Verification& run, const Relation& relation) {
  if (relation.indexes.size() != 1 || relation.indexes[0].empty()) {
    run.fault_at(relation, fmt::format("{} is computed in calls, and its one index, the columns "
                                       "that are given, is missing",
                                       relation.name));
  } else if (run.module.level == Level::plans &&
             run.module.tuples_per_call(relation) > max_call_tuples) {
    run.fault_at(relation, fmt::format("a call of {} can have more than {} tuples", relation.name,
                                       max_call_tuples));
  }
}

void verify_indexes(Verification& run, const Relation& relation) {
  for (const Index& index : relation.indexes) {
    const bool ascending = std::is_sorted(index.begin(), index.end(), std::less_equal<>());
    if (!ascending || (!index.empty() && index.back() >= relation.columns.size())) {
      run.fault_at(
          relation,
          fmt::format("{} has an index over ({}), which are not columns in ascending order",
                      relation.name, fmt::join(index, ", ")));
    }
  }
  if (relation.storage == Storage::call) return verify_call(run, relation);
  if (relation.storage != Storage::table) return;
  Index all(relation.columns.size());
  std::iota(all.begin(), all.end(), 0U);
  if (relation.indexes.empty() || relation.indexes[0] != all) {
    run.fault_at(relation, fmt::format("{} is a table, but its first index is not over all columns",
                                       relation.name));
  }
}

bool storage_fits(const Relation& relation) {
  switch (relation.kind) {
    case RelationKind::fixed:
      return relation.storage != Storage::list && relation.storage != Storage::call;
    case RelationKind::input:
      return relation.storage == Storage::list || relation.storage == Storage::unset;
    case RelationKind::memory:  // stored in order of arrival, by the engines
      return relation.storage == Storage::unset;
    case RelationKind::derived:
      if (relation.storage == Storage::call) return relation.answer == Answer::none;
      break;
    case RelationKind::state:
      if (relation.storage == Storage::call) return false;
      break;
  }
  return relation.storage != Storage::list && relation.storage != Storage::rows;
}

/// `init.*` may have facts, whatever its kind.
bool may_have_facts(const Module& module, RelationId id) {
  const Relation& relation = module.relations[id];
  if (relation.kind == RelationKind::fixed || relation.kind == RelationKind::memory) return true;
  return relation.kind == RelationKind::derived &&
         std::any_of(module.relations.begin(), module.relations.end(),
                     [&](const Relation& state) { return state.init == id; });
}

void verify_facts(Verification& run, RelationId id) {
  const Relation& relation = run.module.relations[id];
  const Facts& facts = relation.facts;
  if (facts.rows > 0 && !may_have_facts(run.module, id)) {
    run.fault_at(relation, fmt::format("{} has facts and is not static", relation.name));
  }
  if (facts.cells.size() != facts.rows * relation.columns.size()) {
    run.fault_at(relation,
                 fmt::format("{} has {} with {}", relation.name, counted(facts.rows, "fact"),
                             counted(facts.cells.size(), "constant")));
    return;
  }
  for (std::size_t i = 0; i < facts.cells.size(); ++i) {
    const DomainId column = relation.columns[i % relation.columns.size()];
    if (facts.cells[i] >= run.module.symbols->size()) {
      run.fault_at(relation, fmt::format("{} has a fact without meaning", relation.name));
      return;
    }
    if (column == no_id || run.module.domains[column].position(facts.cells[i]) >= 0) continue;
    run.fault_at(relation, fmt::format("{} has a fact with {}, which is not in domain {}",
                                       relation.name, run.module.symbols->text(facts.cells[i]),
                                       run.module.domains[column].name));
    return;
  }
}

void verify_link(Verification& run, const Relation& relation, RelationId linked,
                 std::string_view word, RelationKind kind) {
  if (linked == no_id) return;
  if (linked >= run.module.relations.size() || relation.kind != kind) {
    run.fault_at(relation, fmt::format("{} cannot have a relation `{}`", relation.name, word));
  } else if (run.module.relations[linked].columns.size() != relation.columns.size()) {
    run.fault_at(relation, fmt::format("{} and its relation {} have different numbers of columns",
                                       relation.name, run.module.relations[linked].name));
  }
}

/// `next.*` is written directly into the next state, so it must have the same shape.
void verify_next(Verification& run, const Relation& state) {
  if (state.next >= run.module.relations.size()) return;
  const Relation& next = run.module.relations[state.next];
  if (next.kind != RelationKind::derived) {
    run.fault_at(next, fmt::format("{} must be derived", next.name));
  } else if (next.columns != state.columns && run.module.level == Level::plans) {
    run.fault_at(next, fmt::format("{} and {} have different domains", state.name, next.name));
  } else if (next.storage != state.storage) {
    run.fault_at(next, fmt::format("{} and {} have different storage", state.name, next.name));
  }
}

void verify_relations(Verification& run) {
  std::unordered_set<std::string_view> names;
  for (RelationId id = 0; id < run.module.relations.size(); ++id) {
    const Relation& relation = run.module.relations[id];
    if (!names.insert(relation.name).second) {
      run.fault_at(relation, fmt::format("there are two relations named {}", relation.name));
    }
    if (!verify_columns(run, relation)) continue;
    verify_indexes(run, relation);
    if (!storage_fits(relation)) {
      run.fault_at(relation, fmt::format("{} cannot be stored that way", relation.name));
    }
    verify_facts(run, id);
    verify_link(run, relation, relation.next, "next", RelationKind::state);
    verify_link(run, relation, relation.init, "init", RelationKind::state);
    verify_link(run, relation, relation.legal, "legal", RelationKind::input);
    verify_next(run, relation);
    if (std::isnan(relation.expected_rows) || relation.expected_rows < 0) {
      run.fault_at(relation,
                   fmt::format("{} is expected to have {} rows, which is not a number of rows",
                               relation.name, relation.expected_rows));
    }
    if (relation.origin_of != no_id &&
        (relation.origin_of >= run.module.relations.size() || relation.origin == Origin::source)) {
      run.fault_at(relation, fmt::format("{} cannot have this origin", relation.name));
    }
  }
}

void find_strata(Verification& run) {
  run.stratum_of.assign(run.module.relations.size(), no_id);
  for (std::size_t i = 0; i < run.module.strata.size(); ++i) {
    for (const RelationId id : run.module.strata[i].relations) {
      if (id >= run.module.relations.size()) {
        run.fault({}, fmt::format("stratum {} has no relation {}", i, id));
        continue;
      }
      const Relation& relation = run.module.relations[id];
      if (relation.kind != RelationKind::derived) {
        run.fault_at(relation,
                     fmt::format("{} is in a stratum, but it is not derived", relation.name));
      } else if (run.stratum_of[id] != no_id) {
        run.fault_at(relation, fmt::format("{} is in two strata", relation.name));
      }
      run.stratum_of[id] = static_cast<std::uint32_t>(i);
    }
  }
}

}  // namespace

void verify_declarations(Verification& run) {
  for (const Symbol role : run.module.roles) {
    if (role >= run.module.symbols->size()) run.fault({}, fmt::format("unknown role {}", role));
  }
  verify_domains(run);
  verify_relations(run);
  find_strata(run);
}

}  // namespace tesuji::ir
