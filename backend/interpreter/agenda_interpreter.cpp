#include "backend/interpreter/agenda_interpreter.h"

#include "backend/agenda/agenda_program.h"

#include <algorithm>
#include <utility>

namespace tesuji::interpreter {
namespace {

using agenda::AgendaCode;
using agenda::AgendaProgram;
using agenda::AgendaStep;
using agenda::BoundColumn;
using agenda::ComparedValue;
using agenda::GivenColumn;
using Kind = ir::Operation::Kind;

/// Number of trials between two checks whether to stop.
constexpr std::uint64_t trials_unwatched = 4096;

/// Runs one rule once.
class Matcher {
 public:
  Matcher(const AgendaCode& code, runtime::WorkingMemory& memory, runtime::AgendaCounts& counts,
          std::size_t rule, const AdditionObserver& observer)
      : code_(code),
        memory_(*memory.abi()),
        counts_(counts),
        rule_(rule),
        observer_(observer),
        variables_(code.variables) {
    row_.reserve(16);
  }

  void run() { static_cast<void>(match(code_.steps.data(), code_.premises, false)); }

 private:
  /// Runs `count` steps. At the end of a rule's premises, adds the conclusions and continues; at
  /// the end of an existence test, returns true, which stops all loops.
  bool match(const AgendaStep* step, std::size_t count, bool in_test) {
    if (count == 0) {
      return in_test || !conclude();
    }
    if (memory_.nodes == 0) {
      memory_.status = TSJ_LIMIT;
      return true;
    }
    if (memory_.nodes % trials_unwatched == 0 && tsj_memory_is_stopped(&memory_) != 0) {
      memory_.status = TSJ_STOPPED;
      return true;
    }
    --memory_.nodes;
    ++counts_.trials[step->place];
    const auto go_on = [&] { return match(step + 1, count - 1, in_test); };
    switch (step->kind) {
      case Kind::scan:
        return scan(*step, go_on);
      case Kind::probe:
        return probe(*step, go_on);
      case Kind::test:
        return any(*step) && go_on();
      case Kind::absent:
        return !any(*step) && go_on();
      case Kind::compare:
        return holds(*step) && go_on();
      case Kind::compute:
        return compute(*step) ? go_on() : memory_.status != TSJ_OK;
      case Kind::unless_derived:
        return !derived() && go_on();
      case Kind::unless: {
        const bool found = match(step->body.data(), step->body.size(), true);
        if (memory_.status != TSJ_OK) return true;
        return !found && go_on();
      }
      case Kind::exists: {
        const bool found = match(step->body.data(), step->body.size(), true);
        if (memory_.status != TSJ_OK) return true;
        return found && go_on();
      }
      case Kind::insert:
      case Kind::remove:
        break;  // conclusions are not matched
      case Kind::different:
      case Kind::same:
      case Kind::given:
        break;  // only in plans
    }
    return false;
  }

  /// Returns the value that a column must have; negative if no value is possible.
  std::int64_t value(const GivenColumn& given) const {
    if (given.constant) return given.value;
    const std::uint32_t position = variables_[given.value];
    if (given.translation == nullptr) return position;
    // Computed numbers have no position in other domains.
    return position < given.translation->size() ? (*given.translation)[position] : -1;
  }

  /// Reads the given columns into `values`; returns false if no fact can match.
  bool read(const AgendaStep& step, std::vector<std::uint32_t>& values) const {
    if (step.impossible) return false;
    values.clear();
    for (const GivenColumn& given : step.given) {
      const std::int64_t wanted = value(given);
      if (wanted < 0) return false;
      values.push_back(static_cast<std::uint32_t>(wanted));
    }
    return true;
  }

  static bool agrees(const AgendaStep& step, const std::vector<std::uint32_t>& values,
                     const std::uint32_t* row) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (row[step.given[i].column] != values[i]) return false;
    }
    return true;
  }

  void bind(const AgendaStep& step, const std::uint32_t* row) {
    for (const BoundColumn& bound : step.bound) variables_[bound.variable] = row[bound.column];
  }

  template <typename GoOn>
  bool scan(const AgendaStep& step, const GoOn& go_on) {
    std::vector<std::uint32_t> values;
    if (!read(step, values)) return false;
    const tsj_facts& facts = memory_.relations[step.relation];
    // Reads `count` and `cells` anew each time: the loop may add facts.
    for (std::uint32_t r = 0; r < facts.count; ++r) {
      if (facts.gone[r] != 0) continue;
      const std::uint32_t* row = facts.cells + std::size_t{r} * facts.arity;
      if (!agrees(step, values, row)) continue;
      bind(step, row);
      if (go_on()) return true;
    }
    return false;
  }

  template <typename GoOn>
  bool probe(const AgendaStep& step, const GoOn& go_on) {
    std::vector<std::uint32_t> values;
    if (!read(step, values)) return false;
    const tsj_facts& facts = memory_.relations[step.relation];
    const tsj_fact_index& index = facts.indexes[step.index];
    for (std::uint32_t at = tsj_fact_index_first(&index, values.data()); at != 0;
         at = index.next[at - 1]) {
      if (facts.gone[at - 1] != 0) continue;
      const std::uint32_t* row = facts.cells + std::size_t{at - 1} * facts.arity;
      if (!agrees(step, values, row)) continue;
      bind(step, row);
      if (go_on()) return true;
    }
    return false;
  }

  bool any(const AgendaStep& step) {
    if (!read(step, row_)) return false;
    const tsj_facts& facts = memory_.relations[step.relation];
    if (step.whole) return tsj_facts_contain(&facts, row_.data()) != 0;
    const tsj_fact_index& index = facts.indexes[step.index];
    for (std::uint32_t at = tsj_fact_index_first(&index, row_.data()); at != 0;
         at = index.next[at - 1]) {
      const std::uint32_t* row = facts.cells + std::size_t{at - 1} * facts.arity;
      if (facts.gone[at - 1] == 0 && agrees(step, row_, row)) return true;
    }
    return false;
  }

  /// Computes the function; returns whether it has a value and whether that value fits; binds it.
  bool compute(const AgendaStep& step) {
    if (!read(step, row_)) return false;
    const bool binds = !step.bound.empty();
    const std::uint32_t found = tsj_compute(&memory_, step.computation.data(),
                                            static_cast<std::uint32_t>(step.computation.size()),
                                            step.computation_number, row_.data(), binds ? 1 : 0);
    if (found == 0) return false;
    if (!binds) return value(step.result) == std::int64_t{found} - 1;
    variables_[step.bound.front().variable] = found - 1;
    return true;
  }

  /// Compares two values, either of which may have been computed.
  bool computed_hold(const AgendaStep& step) {
    if (!read(step, row_)) return false;
    if (step.comparison == ir::Comparison::same) return row_[0] == row_[1];
    if (step.comparison == ir::Comparison::different) return row_[0] != row_[1];
    const int order = tsj_numbers_compare(memory_.numbers, row_[0], row_[1]);
    if (order == 2) return false;
    switch (step.comparison) {
      case ir::Comparison::less:
        return order < 0;
      case ir::Comparison::less_or_equal:
        return order <= 0;
      case ir::Comparison::greater:
        return order > 0;
      default:
        return order >= 0;
    }
  }

  [[nodiscard]] ir::Symbol symbol(const ComparedValue& side) const {
    return side.constant ? side.symbol : (*side.symbols)[variables_[side.variable]];
  }

  [[nodiscard]] double number(const ComparedValue& side) const {
    return side.constant ? side.number : (*side.numbers)[variables_[side.variable]];
  }

  [[nodiscard]] bool holds(const AgendaStep& step) {
    if (step.of_computed) return computed_hold(step);
    switch (step.comparison) {
      case ir::Comparison::different:
        return symbol(step.left) != symbol(step.right);
      case ir::Comparison::same:
        return symbol(step.left) == symbol(step.right);
      case ir::Comparison::less:
        return number(step.left) < number(step.right);
      case ir::Comparison::less_or_equal:
        return number(step.left) <= number(step.right);
      case ir::Comparison::greater:
        return number(step.left) > number(step.right);
      case ir::Comparison::greater_or_equal:
        return number(step.left) >= number(step.right);
    }
    return false;
  }

  bool derived() {
    for (std::size_t i = code_.premises; i < code_.steps.size(); ++i) {
      const AgendaStep& step = code_.steps[i];
      if (!read(step, row_)) return false;
      if (tsj_facts_contain(&memory_.relations[step.relation], row_.data()) == 0) return false;
    }
    return true;
  }

  /// Returns false if a limit stops the rule.
  bool conclude() {
    ++counts_.firings;
    bool productive = false;
    for (std::size_t i = code_.premises; i < code_.steps.size(); ++i) {
      const AgendaStep& step = code_.steps[i];
      ++counts_.trials[step.place];
      if (!read(step, row_)) continue;
      tsj_facts& facts = memory_.relations[step.relation];
      const bool adds = step.kind == Kind::insert;
      const bool changed =
          (adds ? tsj_facts_add(&facts, row_.data()) : tsj_facts_remove(&facts, row_.data())) != 0;
      if (memory_.status != TSJ_OK) return false;
      (adds ? counts_.added : counts_.removed) += changed ? 1 : 0;
      productive |= changed;
      if (changed && adds && observer_) observer_({rule_, step.relation, row_, variables_});
    }
    counts_.productive += productive ? 1 : 0;
    return true;
  }

  const AgendaCode& code_;
  tsj_memory& memory_;
  runtime::AgendaCounts& counts_;
  std::size_t rule_;
  const AdditionObserver& observer_;
  std::vector<std::uint32_t> variables_;
  std::vector<std::uint32_t> row_;
};

class InterpretedRules final : public agenda::RuleRunner {
 public:
  InterpretedRules(std::shared_ptr<const ir::Module> module, AdditionObserver observer)
      : program_(std::move(module)), observer_(std::move(observer)) {}

  [[nodiscard]] const AgendaProgram& program() const override { return program_; }

  void run(std::size_t rule, runtime::WorkingMemory& memory,
           runtime::AgendaCounts& counts) const override {
    Matcher(program_.agendas()[rule], memory, counts, rule, observer_).run();
  }

 private:
  AgendaProgram program_;
  AdditionObserver observer_;
};

}  // namespace

std::unique_ptr<agenda::RuleRunner> make_rule_interpreter(
    std::shared_ptr<const ir::Module> module) {
  return std::make_unique<InterpretedRules>(std::move(module), nullptr);
}

std::unique_ptr<runtime::ProductionSystem> make_agenda_interpreter(
    std::shared_ptr<const ir::Module> module, AdditionObserver observer) {
  return agenda::make_production_system(
      std::make_unique<InterpretedRules>(std::move(module), std::move(observer)));
}

}  // namespace tesuji::interpreter
