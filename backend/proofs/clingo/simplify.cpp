#include "backend/proofs/clingo/simplify.h"

#include "backend/proofs/clingo/program_unit.h"
#include "ir/core/source.h"
#include "passes/core/pipeline.h"

#include <array>
#include <stdexcept>
#include <string>

namespace tesuji::proofs {
namespace {

constexpr passes::UnitKind kind = passes::UnitKind::answer_sets;

constexpr std::array<passes::Pass, 6> table{{
    {"untime-static", "no time for predicates that never change", kind, on_program<untime_static>},
    {"split-moves", "read parts of moves apart", kind, on_program<split_moves>},
    {"bind-constants", "rules for constants that all uses of a predicate have", kind,
     on_program<bind_constants>},
    {"cut-indirections", "bodies in the place of predicates with one rule", kind,
     on_program<cut_indirections>},
    {"drop-unneeded", "no rules for what nobody asks for", kind, on_program<drop_unneeded>},
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
