#include "backend/agenda/maintainer.h"

#include "runtime/host/game/game.h"

#include <utility>

namespace tesuji::agenda {

Maintainer::Maintainer(std::unique_ptr<RuleRunner> runner, ir::MaintenanceRules rules)
    : runner_(std::move(runner)),
      relations_(std::move(rules.relations)),
      losing_(std::move(rules.losing)),
      dropping_(std::move(rules.dropping)),
      regaining_(std::move(rules.regaining)),
      gaining_(std::move(rules.gaining)),
      seen_(relations_.size()) {
  for (const AgendaCode& code : runner_->program().agendas()) {
    counts_.emplace_back().trials.resize(code.places);
  }
}

Maintainer::~Maintainer() = default;

tsj_facts& Maintainer::facts(ir::RelationId relation) const {
  return memory_->abi()->relations[relation];
}

void Maintainer::add(ir::RelationId relation, const std::uint32_t* row) {
  tsj_facts_add(&facts(relation), row);
  if (memory_->abi()->status != TSJ_OK) {
    throw runtime::LimitReached("a working memory has too many facts");
  }
}

void Maintainer::add(ir::RelationId relation, const runtime::FactRows& rows) {
  const std::uint32_t arity = facts(relation).arity;
  for (std::size_t r = 0; r < rows.rows; ++r) add(relation, rows.cells.data() + r * arity);
}

void Maintainer::remove(ir::RelationId relation, const runtime::FactRows& rows) {
  tsj_facts& from = facts(relation);
  for (std::size_t r = 0; r < rows.rows; ++r) {
    tsj_facts_remove(&from, rows.cells.data() + r * from.arity);
  }
}

void Maintainer::load(const runtime::Facts& base, const runtime::Facts& memory) {
  const AgendaProgram& program = runner_->program();
  std::vector<runtime::FactsShape> shapes = program.shapes();
  for (const ir::MaintainedRelation& relation : relations_) {
    if (relation.given != ir::no_id) shapes[relation.given].removable = true;
  }
  memory_ = std::make_unique<runtime::WorkingMemory>(shapes);
  for (std::size_t r = 0; r < program.fixed().size(); ++r) memory_->load(r, program.fixed()[r]);
  for (ir::RelationId r = 0; r < relations_.size(); ++r) {
    if (relations_[r].lost == ir::no_id) continue;
    memory_->load(r, memory[r]);
    if (relations_[r].given != ir::no_id) memory_->load(relations_[r].given, base[r]);
  }
}

void Maintainer::run(std::uint32_t agenda) {
  runner_->run(agenda, *memory_, counts_[agenda]);
  const tsj_memory& abi = *memory_->abi();
  if (abi.status == TSJ_OK) return;
  if (abi.nodes == 0) throw Stopped{};
  throw runtime::LimitReached("a working memory has too many facts");
}

bool Maintainer::update(const runtime::Facts& gone, const runtime::Facts& come,
                        std::uint64_t trials) {
  tsj_memory& abi = *memory_->abi();
  abi.nodes = trials;
  abi.removals = std::numeric_limits<std::uint64_t>::max();
  memory_->compact();
  bool finished = true;
  try {
    lose(gone, come);
    drop(come);
    gain(gone);
  } catch (const Stopped&) {
    finished = false;
  }
  nodes_ = trials - abi.nodes;
  return finished;
}

void Maintainer::lose(const runtime::Facts& gone, const runtime::Facts& come) {
  for (ir::RelationId r = 0; r < relations_.size(); ++r) {
    const ir::MaintainedRelation& relation = relations_[r];
    if (relation.lost == ir::no_id) continue;
    for (const ir::RelationId part : {relation.lost, relation.gone, relation.come}) {
      tsj_facts_clear(&facts(part));
    }
    if (relation.given != ir::no_id) {
      remove(relation.given, gone[r]);
      add(relation.given, come[r]);
    } else {
      add(relation.come, come[r]);
    }
    add(relation.lost, gone[r]);
    seen_[r] = 0;
  }
  for (const ir::MaintenanceRule& rule : losing_) {
    if (rule.absent && facts(relations_[rule.relation].come).count != 0) run(rule.agenda);
  }
  while (next_losses()) {
    for (const ir::MaintenanceRule& rule : losing_) {
      if (!rule.absent && facts(relations_[rule.relation].gone).count != 0) run(rule.agenda);
    }
  }
}

/// Moves the facts lost since the last round to the relations with which losing rules begin;
/// returns whether there were any.
bool Maintainer::next_losses() {
  bool any = false;
  for (ir::RelationId r = 0; r < relations_.size(); ++r) {
    const ir::MaintainedRelation& relation = relations_[r];
    if (relation.lost == ir::no_id) continue;
    tsj_facts_clear(&facts(relation.gone));
    const tsj_facts& lost = facts(relation.lost);
    for (; seen_[r] < lost.count; ++seen_[r]) {
      const std::uint32_t* row = lost.cells + std::size_t{seen_[r]} * lost.arity;
      const bool stays =
          relation.given != ir::no_id && tsj_facts_contain(&facts(relation.given), row) != 0;
      if (!stays) add(relation.gone, row);
    }
    any |= facts(relation.gone).count != 0;
  }
  return any;
}

void Maintainer::drop(const runtime::Facts& come) {
  for (const ir::MaintenanceRule& rule : dropping_) {
    if (facts(relations_[rule.relation].lost).count != 0) run(rule.agenda);
  }
  for (ir::RelationId r = 0; r < relations_.size(); ++r) {
    if (relations_[r].lost == ir::no_id) continue;
    seen_[r] = facts(r).count;
    add(r, come[r]);
  }
  for (const ir::MaintenanceRule& rule : regaining_) {
    if (facts(relations_[rule.relation].lost).count != 0) run(rule.agenda);
  }
}

void Maintainer::gain(const runtime::Facts& gone) {
  for (ir::RelationId r = 0; r < relations_.size(); ++r) {
    const ir::MaintainedRelation& relation = relations_[r];
    if (relation.lost == ir::no_id) continue;
    tsj_facts_clear(&facts(relation.gone));
    if (relation.given == ir::no_id) add(relation.gone, gone[r]);
  }
  for (const ir::MaintenanceRule& rule : gaining_) {
    if (rule.absent && facts(relations_[rule.relation].gone).count != 0) run(rule.agenda);
  }
  while (next_gains()) {
    for (const ir::MaintenanceRule& rule : gaining_) {
      if (!rule.absent && facts(relations_[rule.relation].come).count != 0) run(rule.agenda);
    }
  }
}

/// Moves the facts gained since the last round to the relations with which gaining rules begin;
/// returns whether there were any.
bool Maintainer::next_gains() {
  bool any = false;
  for (ir::RelationId r = 0; r < relations_.size(); ++r) {
    const ir::MaintainedRelation& relation = relations_[r];
    if (relation.lost == ir::no_id) continue;
    tsj_facts_clear(&facts(relation.come));
    const tsj_facts& all = facts(r);
    for (; seen_[r] < all.count; ++seen_[r]) {
      add(relation.come, all.cells + std::size_t{seen_[r]} * all.arity);
    }
    any |= facts(relation.come).count != 0;
  }
  return any;
}

runtime::Facts Maintainer::deduced() const {
  runtime::Facts deduced(relations_.size());
  for (ir::RelationId r = 0; r < relations_.size(); ++r) {
    if (relations_[r].given == ir::no_id) continue;
    const tsj_facts& given = facts(relations_[r].given);
    const tsj_facts& all = facts(r);
    for (std::uint32_t row = 0; row < all.count; ++row) {
      const std::uint32_t* cells = all.cells + std::size_t{row} * all.arity;
      if (all.gone[row] != 0 || tsj_facts_contain(&given, cells) != 0) continue;
      ++deduced[r].rows;
      deduced[r].cells.insert(deduced[r].cells.end(), cells, cells + all.arity);
    }
  }
  return deduced;
}

}  // namespace tesuji::agenda
