#include "backend/agenda/agenda_program.h"

#include "ir/core/number.h"
#include "runtime/host/production/working_memory.h"

#include <algorithm>
#include <limits>
#include <set>

namespace tesuji::agenda {
namespace {

using ir::Operation;

/// Returns whether an operation compares by size; adds the constants of such comparisons.
bool collect_constants(const std::vector<Operation>& ops, std::vector<ir::Symbol>& symbols) {
  bool any = false;
  for (const Operation& op : ops) {
    any |= collect_constants(op.body, symbols);
    if (op.kind != Operation::Kind::compare || op.comparison == ir::Comparison::different ||
        op.comparison == ir::Comparison::same) {
      continue;
    }
    any = true;
    for (const ir::Argument& argument : op.args) {
      if (argument.kind == ir::Argument::Kind::constant) symbols.push_back(argument.id);
    }
  }
  return any;
}

}  // namespace

NumberRanks::NumberRanks(const ir::Module& module) {
  std::vector<ir::Symbol> symbols;
  bool any = false;
  for (const ir::Agenda& agenda : module.agendas) any |= collect_constants(agenda.ops, symbols);
  if (!any) return;
  for (const ir::Domain& domain : module.domains) {
    symbols.insert(symbols.end(), domain.values.begin(), domain.values.end());
  }
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  std::vector<std::pair<ir::Decimal, ir::Symbol>> numbers;
  for (const ir::Symbol symbol : symbols) {
    auto number = ir::parse_decimal(module.symbols->text(symbol));
    if (number) numbers.emplace_back(std::move(*number), symbol);
  }
  std::sort(numbers.begin(), numbers.end());
  double rank = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0 && numbers[i].first != numbers[i - 1].first) ++rank;
    ranks_.emplace(numbers[i].second, rank);
  }
}

double NumberRanks::of(ir::Symbol symbol) const {
  const auto found = ranks_.find(symbol);
  return found == ranks_.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

using ir::Argument;

/// Compiles one agenda.
class AgendaCompiler {
 public:
  AgendaCompiler(AgendaProgram& program, std::size_t rule, const NumberRanks& ranks)
      : program_(program),
        module_(*program.module_),
        agenda_(module_.agendas[rule]),
        rule_(rule),
        open_(module_.open_domain()),
        ranks_(ranks),
        domains_(agenda_.variables.size(), ir::no_id) {}

  AgendaCode compile(runtime::AgendaReads& reads) {
    AgendaCode code;
    code.variables = agenda_.variables.size();
    code.steps = compile(agenda_.ops);
    code.places = places_;
    code.premises = static_cast<std::size_t>(
        std::find_if(agenda_.ops.begin(), agenda_.ops.end(), ir::concludes) - agenda_.ops.begin());
    reads.present.assign(present_.begin(), present_.end());
    reads.absent.assign(absent_.begin(), absent_.end());
    return code;
  }

 private:
  std::vector<AgendaStep> compile(const std::vector<Operation>& ops) {
    std::vector<AgendaStep> steps;
    for (const Operation& op : ops) steps.push_back(compile(op));
    return steps;
  }

  AgendaStep compile(const Operation& op) {
    AgendaStep step;
    step.kind = op.kind;
    step.place = places_++;
    switch (op.kind) {
      case Operation::Kind::unless_derived:
      case Operation::Kind::given:  // only in plans
        return step;
      case Operation::Kind::exists:
        step.body = compile(op.body);
        return step;
      case Operation::Kind::unless:
        in_unless_ = true;
        step.body = compile(op.body);
        in_unless_ = false;
        return step;
      case Operation::Kind::compare:
        compile_comparison(op, step);
        return step;
      case Operation::Kind::compute:
        compile_computation(op, step);
        return step;
      case Operation::Kind::absent:
        absent_.insert(op.relation);
        break;
      case Operation::Kind::scan:
      case Operation::Kind::probe:
      case Operation::Kind::test:
        (in_unless_ ? absent_ : present_).insert(op.relation);
        break;
      case Operation::Kind::insert:
        break;
      case Operation::Kind::different:
      case Operation::Kind::same:
        return step;  // only in plans
      case Operation::Kind::remove:
        program_.shapes_[op.relation].removable = true;
        break;
    }
    step.relation = op.relation;
    columns(op, step);
    find_index(op, step);
    return step;
  }

  [[nodiscard]] bool is_open(const Argument& argument) const {
    return argument.kind == Argument::Kind::variable && domains_[argument.id] == open_ &&
           open_ != ir::no_id;
  }

  /// Converts a variable or constant to a position in the open domain.
  GivenColumn in_open_domain(const Argument& argument, AgendaStep& step) {
    GivenColumn given;
    if (argument.kind == Argument::Kind::constant) {
      const std::int32_t position = module_.domains[open_].position(argument.id);
      step.impossible |= position < 0;
      given.constant = true;
      given.value = static_cast<std::uint32_t>(position);
    } else {
      given.value = argument.id;
      given.translation = translation(domains_[argument.id], open_);
    }
    return given;
  }

  void compile_comparison(const Operation& op, AgendaStep& step) {
    step.comparison = op.comparison;
    if (is_open(op.args[0]) || is_open(op.args[1])) {
      step.of_computed = true;
      for (const Argument& argument : op.args) {
        step.given.push_back(in_open_domain(argument, step));
      }
      return;
    }
    step.left = compared(op.args[0]);
    step.right = compared(op.args[1]);
  }

  void compile_computation(const Operation& op, AgendaStep& step) {
    for (std::size_t i = 1; i < op.args.size(); ++i) {
      step.given.push_back(in_open_domain(op.args[i], step));
    }
    for (const ir::ComputationStep& part : op.computation) {
      step.computation.push_back(part.is_function
                                     ? tsj_step{static_cast<std::uint32_t>(part.function), 0}
                                     : tsj_step{TSJ_OPERAND, part.argument - 1});
    }
    step.computation_number = static_cast<std::uint32_t>(program_.computations_.size());
    program_.computations_.push_back({rule_, step.place});
    const Argument& result = op.args.front();
    if (result.kind == Argument::Kind::binder) {
      domains_[result.id] = open_;
      step.bound.push_back({0, result.id});
    } else {
      step.result = in_open_domain(result, step);
    }
  }

  void columns(const Operation& op, AgendaStep& step) {
    const std::vector<ir::DomainId>& domains = module_.relations[op.relation].columns;
    for (std::uint32_t c = 0; c < op.args.size(); ++c) {
      const Argument& argument = op.args[c];
      GivenColumn given;
      given.column = c;
      switch (argument.kind) {
        case Argument::Kind::ignore:
          break;
        case Argument::Kind::binder:
          domains_[argument.id] = domains[c];
          step.bound.push_back({c, argument.id});
          break;
        case Argument::Kind::constant: {
          const std::int32_t position = module_.domains[domains[c]].position(argument.id);
          step.impossible |= position < 0;
          given.constant = true;
          given.value = static_cast<std::uint32_t>(position);
          step.given.push_back(given);
          break;
        }
        case Argument::Kind::variable:
          given.value = argument.id;
          given.translation = translation(domains_[argument.id], domains[c]);
          step.given.push_back(given);
          break;
      }
    }
    step.whole = step.given.size() == op.args.size();
  }

  /// Tests and absences that give only some columns use an index, too.
  void find_index(const Operation& op, AgendaStep& step) {
    ir::Index columns;
    for (const GivenColumn& given : step.given) columns.push_back(given.column);
    const bool asks = op.kind == Operation::Kind::test || op.kind == Operation::Kind::absent;
    if (op.kind == Operation::Kind::probe) {
      columns = module_.relations[op.relation].indexes[op.index];
    } else if (!asks || step.whole) {
      return;
    }
    auto& indexes = program_.shapes_[op.relation].indexes;
    const auto found = std::find(indexes.begin(), indexes.end(), columns);
    step.index = static_cast<std::uint32_t>(found - indexes.begin());
    if (found == indexes.end()) indexes.push_back(columns);
    // Puts the columns of the index first, in its order; the others are compared.
    std::stable_partition(step.given.begin(), step.given.end(), [&](const GivenColumn& given) {
      return std::find(columns.begin(), columns.end(), given.column) != columns.end();
    });
  }

  const Translation* translation(ir::DomainId from, ir::DomainId to) {
    if (from == to) return nullptr;
    const auto [found, is_new] = program_.translations_.try_emplace({from, to});
    if (is_new) {
      for (const ir::Symbol value : module_.domains[from].values) {
        found->second.push_back(module_.domains[to].position(value));
      }
    }
    return &found->second;
  }

  ComparedValue compared(const Argument& argument) {
    ComparedValue value;
    if (argument.kind == Argument::Kind::constant) {
      value.constant = true;
      value.symbol = argument.id;
      value.number = ranks_.of(argument.id);
      return value;
    }
    const ir::DomainId domain = domains_[argument.id];
    value.variable = argument.id;
    value.symbols = &module_.domains[domain].values;
    const auto [found, is_new] = program_.numbers_.try_emplace(domain);
    if (is_new) {
      for (const ir::Symbol symbol : module_.domains[domain].values) {
        found->second.push_back(ranks_.of(symbol));
      }
    }
    value.numbers = &found->second;
    return value;
  }

  AgendaProgram& program_;
  const ir::Module& module_;
  const ir::Agenda& agenda_;
  std::size_t rule_;
  ir::DomainId open_;
  const NumberRanks& ranks_;
  std::vector<ir::DomainId> domains_;  ///< of each variable, once it is bound
  std::uint32_t places_ = 0;
  bool in_unless_ = false;
  std::set<std::uint32_t> present_;
  std::set<std::uint32_t> absent_;
};

void AgendaProgram::forget_fixed(ir::RelationId relation) {
  fixed_[relation] = {};
  shapes_[relation] = {};
}

void AgendaProgram::find_numbers(const NumberRanks& ranks) {
  const ir::DomainId open = module_->open_domain();
  if (open == ir::no_id) return;
  // Facts may contain numbers computed earlier, even if these rules compute none.
  given_numbers_.computations = std::max<std::size_t>(computations_.size(), 1);
  for (const ir::Symbol symbol : module_->domains[open].values) {
    const std::string& text = module_->symbols->text(symbol);
    tsj_number constant{};
    constant.rank = ranks.of(symbol);
    if (const auto number = ir::parse_number(text)) {
      constant.kind = number->is_whole ? TSJ_WHOLE : TSJ_REAL;
      constant.whole = number->whole;
      constant.real = number->real;
      if (ir::number_text(*number) == text) {
        given_numbers_.results.push_back(
            static_cast<std::uint32_t>(given_numbers_.constants.size()));
      }
    }
    given_numbers_.constants.push_back(constant);
  }
}

AgendaProgram::AgendaProgram(std::shared_ptr<const ir::Module> module)
    : module_(std::move(module)), reads_(module_->agendas.size()) {
  for (const ir::Relation& relation : module_->relations) {
    runtime::FactsShape shape;
    runtime::FactRows rows;
    const std::size_t width = relation.columns.size();
    for (const ir::DomainId domain : relation.columns) {
      shape.domain_sizes.push_back(
          module_->domains[domain].open
              ? runtime::unbounded
              : static_cast<std::uint32_t>(module_->domains[domain].values.size()));
    }
    if (relation.kind == ir::RelationKind::fixed) {
      shape.fixed = true;
      rows.rows = relation.facts.rows;
      for (std::size_t i = 0; i < relation.facts.cells.size(); ++i) {
        const ir::Domain& domain = module_->domains[relation.columns[i % width]];
        rows.cells.push_back(static_cast<std::uint32_t>(domain.position(relation.facts.cells[i])));
      }
    }
    shapes_.push_back(std::move(shape));
    fixed_.push_back(std::move(rows));
  }
  const NumberRanks ranks(*module_);
  for (std::size_t i = 0; i < module_->agendas.size(); ++i) {
    agendas_.push_back(AgendaCompiler(*this, i, ranks).compile(reads_[i]));
  }
  find_numbers(ranks);
  std::vector<std::uint64_t> rows;
  for (const runtime::FactRows& fixed : fixed_) rows.push_back(fixed.rows);
  share_room(shapes_, rows);
}

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
