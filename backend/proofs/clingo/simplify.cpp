#include "backend/proofs/clingo/simplify.h"

#include "backend/proofs/clingo/program.h"
#include "ir/core/counted.h"
#include "ir/core/source.h"
#include "passes/core/pipeline.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>

namespace tesuji::proofs {
namespace {

// Makes an answer set program a unit of passes.

/// The program must outlive it.
class ProgramUnit final : public passes::PassUnit {
 public:
  explicit ProgramUnit(Program& program)
      : PassUnit(passes::UnitKind::answer_sets), program_(program) {}

  [[nodiscard]] Program& get() { return program_; }
  /// Returns the text that clingo reads.
  [[nodiscard]] std::string text(ir::PrintedPlaces places) const override;
  [[nodiscard]] std::string size() const override;
  /// Whether rules use existing predicates and variables, with an argument for each column.
  [[nodiscard]] bool verify(ir::Diagnostics& diagnostics) const override;

 private:
  Program& program_;
};

/// Adapts a function over programs for the table of passes.
template <bool (*run)(Program&)>
bool on_program(passes::PassUnit& unit, passes::PassContext& /*context*/) {
  return run(static_cast<ProgramUnit&>(unit).get());
}

/// Returns what is wrong with a rule; nothing if it is valid.
std::optional<std::string> fault_of(const Rule& rule, const Program& program) {
  std::optional<std::string> fault;
  const auto look = [&](const Atom& atom) {
    if (atom.predicate >= program.predicates().size()) {
      fault = "an atom is of no predicate";
      return;
    }
    const Predicate& predicate = program.predicates()[atom.predicate];
    if (!predicate.columns.empty() && predicate.columns.size() != atom.args.size()) {
      fault = "an atom of `" + predicate.name + "` needs one argument for each column";
    }
  };
  for_head_atoms(rule, look);
  for_choice_conditions(rule, look);
  for_body_atoms(rule, look);
  for_arguments(rule, [&](const ir::Argument& argument) {
    if (is_variable(argument) && argument.id >= rule.variables.size()) {
      fault = "an argument is not a variable of the rule";
    }
  });
  for (const Literal& literal : rule.body) {
    if (literal.left.size() != literal.right.size()) fault = "tuples of different lengths";
  }
  return fault;
}

std::string ProgramUnit::text(ir::PrintedPlaces /*places*/) const {
  return to_text(program_);
}

std::string ProgramUnit::size() const {
  return ir::counted(program_.predicates().size(), "predicate") + ", " +
         ir::counted(program_.rules.size(), "rule");
}

bool ProgramUnit::verify(ir::Diagnostics& diagnostics) const {
  bool fine = true;
  for (const Rule& rule : program_.rules) {
    const std::optional<std::string> fault = fault_of(rule, program_);
    if (!fault) continue;
    fine = false;
    diagnostics.error({}, "ir", "a rule of an answer set program is in disorder: " + *fault);
  }
  return fine;
}

constexpr passes::UnitKind kind = passes::UnitKind::answer_sets;

constexpr std::array<passes::Pass, 6> table{{
    {"untime-static", "no time for predicates that never change", kind, on_program<untime_static>},
    {"split-moves", "read parts of moves apart", kind, on_program<split_moves>},
    {"bind-constants", "rules for constants that all uses of a predicate have", kind,
     on_program<bind_constants>},
    {"cut-indirections", "bodies in the place of predicates with one rule", kind,
     on_program<cut_indirections>},
    {"drop-unneeded", "drops rules that no question needs", kind, on_program<drop_unneeded>},
    {"split-existential", "rules of their own for variables of parts of bodies", kind,
     on_program<split_existential>},
}};

}  // namespace

std::span<const passes::Pass> simplifications() {
  return table;
}

void simplify(Program& program, const passes::PipelineOptions& options) {
  const ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  passes::PassContext context{diagnostics, {}};
  ProgramUnit unit(program);
  std::string fault;
  const auto pipeline = passes::parse_pipeline(simplification_pipeline, fault);
  if (!pipeline ||
      passes::run_steps(unit, *pipeline, table, options, context) == passes::PipelineEnd::failed) {
    throw std::logic_error(diagnostics.has_errors() ? diagnostics.all().back().message : fault);
  }
}

}  // namespace tesuji::proofs
