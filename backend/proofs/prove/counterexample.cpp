#include "backend/proofs/prove/counterexample.h"

#include "backend/proofs/clingo/program.h"
#include "backend/proofs/clingo/proof_programs.h"
#include "backend/proofs/clingo/simplify.h"
#include "runtime/host/game/term_names.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace tesuji::proofs {

namespace {

/// Replaces the question marks of a relation's pattern by constants: `(cell 1 2 b)`.
std::string term_text(const std::string& pattern, std::span<const std::string> constants) {
  const std::vector<std::string> pieces = runtime::term_pieces(runtime::tokenize_term(pattern));
  std::string result = pieces.front();
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) result += constants[i] + pieces[i + 1];
  return result;
}

/// Returns the states and moves in an answer set.
Play read_play(const ir::Module& module, const ProofProgram& program,
               const std::vector<PrintedAtom>& atoms) {
  std::vector<PlayStep> steps(program.last + 1);
  for (const PrintedAtom& atom : atoms) {
    const auto place = program.shown.find(atom.predicate);
    if (place == program.shown.end() || atom.arguments.empty()) continue;
    std::uint32_t time = 0;
    const std::string& last = atom.arguments.back();
    std::from_chars(last.data(), last.data() + last.size(), time);
    if (time > program.last) continue;
    const ir::Relation& relation = module.relations[place->second];
    std::span<const std::string> constants(atom.arguments.data(), atom.arguments.size() - 1);
    if (relation.kind == ir::RelationKind::state) {
      steps[time].fluents.push_back(term_text(relation.term, constants));
      continue;
    }
    steps[time].joint.resize(module.roles.size());
    for (std::size_t role = 0; role < module.roles.size(); ++role) {
      if (module.symbols->text(module.roles[role]) == constants.front()) {
        steps[time].joint[role] = term_text(relation.term, constants.subspan(1));
      }
    }
  }
  Play play;
  for (PlayStep& step : steps) {
    std::sort(step.fluents.begin(), step.fluents.end());
    play.steps.push_back(std::move(step));
    if (play.steps.back().joint.empty()) break;  // later states are not part of the play
  }
  return play;
}

FoundPlay find(const ir::Module& module, const ir::Invariant& invariant,
               const std::vector<ir::Symbol>& instance, ProgramRequest request,
               const ProverOptions& options, const std::string& name) {
  ir::Invariant single = invariant;
  single.parameters.clear();
  request.violated->invariant = &single;
  request.show_states = true;
  request.nonplayable = options.nonplayable;
  request.title = fmt::format("{}: {}", module.game, name);
  ProofProgram program = make_program(module, request);
  simplify(program.program, options.pipeline);
  const std::string text = to_text(program.program);
  if (options.program) options.program(name, text);
  const ClingoAnswer answer = run_clingo(text, Reasoning::one_model, options.clingo);
  FoundPlay found;
  if (answer.models > 0) {
    found.play = read_play(module, program, answer.atoms);
    found.play->instance = instance;
  } else if (answer.end != ClingoAnswer::End::finished) {
    found.message = answer.message;
  }
  return found;
}

}  // namespace

FoundPlay find_play(const ir::Module& module, const ir::Invariant& invariant,
                    const std::vector<ir::Symbol>& instance, std::uint32_t moves,
                    const ProverOptions& options) {
  ProgramRequest request;
  request.start = Start::initial;
  request.violated = Question{nullptr, after(ir::instantiate(invariant, instance), moves), {}};
  FoundPlay found = find(module, invariant, instance, std::move(request), options,
                         fmt::format("play-{}-{}", invariant.name, moves));
  if (found.play) found.play->violated = moves;
  return found;
}

FoundPlay find_pair(const ir::Module& module, const ir::Invariant& invariant,
                    const std::vector<ir::Symbol>& instance, std::span<const Candidate> premises,
                    const ProverOptions& options) {
  ProgramRequest request;
  request.start = Start::any;
  request.premises = questions_of(premises);
  request.violated =
      Question{nullptr, step_formula(ir::instantiate(invariant, instance), options.induction), {}};
  FoundPlay found = find(module, invariant, instance, std::move(request), options,
                         fmt::format("pair-{}", invariant.name));
  if (found.play) found.play->violated = options.induction;
  return found;
}

}  // namespace tesuji::proofs
