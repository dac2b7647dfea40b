#include "backend/agenda/agenda_run.h"

#include <utility>

namespace tesuji::agenda {
namespace {

constexpr std::uint32_t no_operand = ~std::uint32_t{0};

class AgendaSystem final : public runtime::ProductionSystem {
 public:
  explicit AgendaSystem(std::unique_ptr<RuleRunner> runner) : runner_(std::move(runner)) {}

  runtime::ProductionResult run_with(const runtime::Facts& initial,
                                     const runtime::ComputedNumbers& computed,
                                     const runtime::ProductionLimits& limits) const override {
    const AgendaProgram& program = runner_->program();
    const ir::Relations& relations = program.module().relations;
    const auto fixed = [&](std::size_t r) { return relations[r].kind == ir::RelationKind::fixed; };
    runtime::WorkingMemory memory(program.shapes(), program.numbers(), limits.bytes);
    if (memory.numbers() != nullptr) memory.numbers()->load(computed);
    for (std::size_t r = 0; r < relations.size(); ++r) {
      memory.load(r, fixed(r) ? program.fixed()[r] : initial[r]);
    }
    runtime::ProductionResult result;
    for (const AgendaCode& code : program.agendas()) {
      result.counts.emplace_back().trials.resize(code.places);
    }
    run_agenda_loop(
        program.reads(), limits, memory,
        [&](std::size_t rule, runtime::WorkingMemory& facts, runtime::AgendaCounts& counts) {
          runner_->run(rule, facts, counts);
        },
        result);
    add_numbers(memory, result);
    for (std::size_t r = 0; r < relations.size(); ++r) {
      result.deduced.push_back(fixed(r) ? runtime::FactRows{} : memory.added_rows(r));
      result.memory.push_back(fixed(r) ? runtime::FactRows{} : memory.rows(r));
    }
    return result;
  }

 private:
  /// Adds the numbers computed, and the computations that failed, to the result.
  void add_numbers(runtime::WorkingMemory& memory, runtime::ProductionResult& result) const {
    runtime::NumberTable* numbers = memory.numbers();
    if (numbers == nullptr) return;
    result.computed = numbers->computed();
    const std::vector<ComputationPlace>& places = runner_->program().computations();
    for (std::size_t i = 0; i < places.size(); ++i) {
      const tsj_failure& failure = numbers->failures()[i];
      if (failure.count == 0) continue;
      runtime::ComputationFailure& one = result.failures.emplace_back();
      one = {places[i].rule, places[i].place, failure.count, failure.reason, {}};
      if (failure.operand != no_operand) one.operand = failure.operand;
    }
  }

  std::unique_ptr<RuleRunner> runner_;
};

}  // namespace

std::unique_ptr<runtime::ProductionSystem> make_production_system(
    std::unique_ptr<RuleRunner> runner) {
  return std::make_unique<AgendaSystem>(std::move(runner));
}

}  // namespace tesuji::agenda
