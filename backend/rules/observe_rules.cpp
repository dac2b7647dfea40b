#include "backend/rules/observe_rules.h"

#include "backend/rules/production.h"
#include "ir/module/agenda_premises.h"
#include "passes/core/pass.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace tesuji::driver {
namespace {

using ir::Operation;

/// Converts rows of domain positions to constants.
ir::Facts as_symbols(const ir::Module& module, const ir::Relation& relation,
                     const runtime::FactRows& rows) {
  ir::Facts facts;
  facts.rows = rows.rows;
  for (std::size_t i = 0; i < rows.cells.size(); ++i) {
    const ir::Domain& domain = module.domains[relation.columns[i % relation.columns.size()]];
    facts.cells.push_back(domain.values[rows.cells[i]]);
  }
  return facts;
}

/// Returns the module with only this rule; the conclusions of other rules are given.
std::shared_ptr<ir::Module> isolate(const ir::Module& module, std::size_t agenda,
                                    const runtime::Facts& memory,
                                    const std::set<ir::RelationId>& concluded) {
  auto alone = std::make_shared<ir::Module>(module);
  alone->agendas = {module.agendas[agenda]};
  for (ir::RelationId id = 0; id < alone->relations.size(); ++id) {
    ir::Relation& relation = alone->relations[id];
    relation.indexes.clear();
    if (relation.kind != ir::RelationKind::memory || concluded.contains(id)) continue;
    relation.facts = as_symbols(module, relation, memory[id]);
    relation.kind = ir::RelationKind::fixed;
  }
  return alone;
}

std::set<ir::RelationId> concluded_relations(const ir::Agenda& agenda) {
  std::set<ir::RelationId> relations;
  for (const Operation& op : ir::conclusions_of(agenda)) relations.insert(op.relation);
  return relations;
}

/// Returns an agenda that counts how often all its premises hold.
ir::Agenda counting(const ir::Agenda& agenda, ir::RelationId counted) {
  ir::Agenda result = agenda;
  Operation add;
  add.kind = Operation::Kind::insert;
  add.relation = counted;
  result.ops = {std::move(add)};
  return result;
}

void reset(ir::Module& module, const ir::Agenda& agenda, const std::vector<Operation>& premises) {
  for (ir::Relation& relation : module.relations) relation.indexes.clear();
  module.agendas[0] = agenda;
  ir::set_premises(module, module.agendas[0], premises);
}

runtime::ProductionLimits limit_of(double nodes) {
  runtime::ProductionLimits limits;
  // From 2^53 on, not every number is representable, and the limit is meaningless.
  if (nodes < 0x1p53) limits.nodes = static_cast<std::uint64_t>(std::max(0.0, std::ceil(nodes)));
  return limits;
}

void add_nodes(const std::vector<Operation>& ops, const runtime::AgendaCounts& counts,
               std::size_t& place, std::uint64_t& sum) {
  for (const Operation& op : ops) {
    if (!concludes(op)) sum += counts.trials[place];
    ++place;
    add_nodes(op.body, counts, place, sum);
  }
}

/// Binds the premise's variables. Returns the number of copies that it binds; a following
/// comparison equates each of them (ir/module/agenda_premises.h).
std::size_t bind(const Operation& premise, std::vector<bool>& bound) {
  if (premise.kind == Operation::Kind::compute) {
    const ir::Argument& result = premise.args.front();
    if (result.kind == ir::Argument::Kind::variable) bound[result.id] = true;
  }
  if (premise.kind != Operation::Kind::scan) return 0;
  std::size_t copies = 0;
  std::set<ir::VariableId> fresh;
  for (const ir::Argument& argument : premise.args) {
    if (argument.kind != ir::Argument::Kind::variable || bound[argument.id]) continue;
    copies += fresh.insert(argument.id).second ? 0 : 1;
  }
  for (const ir::VariableId variable : fresh) bound[variable] = true;
  return copies;
}

}  // namespace

RuleObservation::RuleObservation(const ir::Module& module, std::size_t agenda,
                                 const runtime::Facts& memory)
    : plain_(isolate(module, agenda, memory, {})),
      whole_(isolate(module, agenda, memory, concluded_relations(module.agendas[agenda]))),
      whole_agenda_(module.agendas[agenda]) {
  ir::Relation counted;
  counted.kind = ir::RelationKind::memory;
  plain_agenda_ = counting(whole_agenda_, plain_->add_helper(ir::Origin::change, ir::no_id,
                                                             std::move(counted), "bindings"));
}

std::optional<std::vector<double>> RuleObservation::prefix_trials(
    const std::vector<Operation>& premises, double limit) {
  reset(*plain_, plain_agenda_, premises);
  const auto system = compile_rules(plain_, ProductionEngine::interpreter);
  // Bindings that pass the last premise are not trials.
  const runtime::ProductionResult result = system->run(initial_facts(*plain_), limit_of(2 * limit));
  if (result.end != runtime::ProductionEnd::fixpoint) return std::nullopt;
  const std::vector<std::uint64_t>& trials = result.counts[0].trials;
  std::vector<double> found;
  std::vector<bool> bound(plain_->agendas[0].variables.size());
  std::size_t place = 0;
  std::size_t op = 0;
  for (const Operation& premise : premises) {
    // The premise, its nested operations, and the following comparisons.
    std::size_t places = 1 + count_operations(plain_->agendas[0].ops[op].body);
    const std::size_t copies = bind(premise, bound);
    places += copies;
    op += 1 + copies;
    found.push_back(0);
    for (; places > 0; --places) found.back() += static_cast<double>(trials[place++]);
  }
  found.push_back(static_cast<double>(trials[place]));
  double sum = 0;
  for (std::size_t i = 0; i + 1 < found.size(); ++i) sum += found[i];
  if (sum > limit) return std::nullopt;
  return found;
}

std::optional<double> RuleObservation::nodes(const std::vector<Operation>& premises,
                                             const std::vector<std::string_view>& passes,
                                             double limit) {
  reset(*whole_, whole_agenda_, premises);
  ir::Diagnostics diagnostics(*whole_->sources);
  passes::PassContext context{diagnostics, {}};
  if (!passes::run_pipeline(*whole_, passes, {}, context)) return std::nullopt;
  const auto system = compile_rules(whole_, ProductionEngine::interpreter);
  const runtime::ProductionResult result = system->run(initial_facts(*whole_), limit_of(limit));
  if (result.end != runtime::ProductionEnd::fixpoint) return std::nullopt;
  return static_cast<double>(count_nodes(whole_->agendas[0], result.counts[0]));
}

std::uint64_t count_nodes(const ir::Agenda& agenda, const runtime::AgendaCounts& counts) {
  std::size_t place = 0;
  std::uint64_t sum = 0;
  add_nodes(agenda.ops, counts, place, sum);
  return sum;
}

}  // namespace tesuji::driver
