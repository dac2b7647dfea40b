// KIF text through the whole chain into the interpreter, which makes a few steps:
// every pass's result verifies, and no input brings anything down.
#include "tests/fuzz/support.h"
#include "tests/property/text_game.h"

#include <algorithm>
#include <set>
#include <vector>

using namespace tesuji;

namespace {

constexpr std::size_t steps = 3;
/// Sheets whose rules could have more instances are left out: rules of any size
/// are legitimate, and computing them takes the time that it takes.
constexpr double max_instances = 3'000'000;

void count(const frontend::Term& term, std::set<ir::Symbol>& constants,
           std::set<ir::Symbol>& variables) {
  (term.kind == frontend::Term::Kind::variable ? variables : constants).insert(term.name);
  for (const frontend::Term& arg : term.args) count(arg, constants, variables);
}

void count(const std::vector<frontend::Literal>& body, std::set<ir::Symbol>& constants,
           std::set<ir::Symbol>& variables) {
  for (const frontend::Literal& literal : body) {
    for (const frontend::Term& arg : literal.atom.args) count(arg, constants, variables);
    count(literal.children, constants, variables);
  }
}

/// About as many instances as the largest rule could have, functions counted as
/// constants.
double instances(const frontend::Rulesheet& sheet) {
  std::set<ir::Symbol> constants;
  std::size_t most = 0;
  for (const frontend::Clause& clause : sheet.clauses) {
    std::set<ir::Symbol> variables;
    for (const frontend::Term& arg : clause.head.args) count(arg, constants, variables);
    count(clause.body, constants, variables);
    most = std::max(most, variables.size());
  }
  double result = 1;
  for (std::size_t i = 0; i < most; ++i) result *= static_cast<double>(constants.size());
  return result;
}

void play(const runtime::Game& game) {
  const auto scratch = game.make_scratch();
  runtime::State state(game.initial().begin(), game.initial().end());
  runtime::State next(game.state_words());
  std::vector<std::vector<runtime::Move>> legal;
  std::vector<std::vector<std::string>> goals;
  for (std::size_t step = 0; step < steps; ++step) {
    const std::vector<std::string> fluents = game.fluents(state);
    const auto again = game.state_of(fluents);
    fuzz::require(again && *again == state, "a state's fluents name it");
    game.goal(state, *scratch, goals);
    game.legal(state, *scratch, legal);
    if (game.terminal(state, *scratch)) return;
    std::vector<runtime::Move> joint;
    for (const std::vector<runtime::Move>& moves : legal) {
      if (moves.empty()) return;
      const runtime::Move move = moves[step % moves.size()];
      fuzz::require(game.find_move(game.move_name(move)) == move, "a move's name names it");
      joint.push_back(move);
    }
    game.next(state, joint, *scratch, next);
    std::swap(state, next);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  driver::Session session;
  auto sheet = tests::parse_text(fuzz::text_of(data, size), frontend::Syntax::kif, session);
  if (!sheet || instances(*sheet) > max_instances) return 0;
  passes::PipelineOptions pipeline;
  pipeline.verify_each = true;
  const auto module = tests::module_of(std::move(*sheet), session, pipeline, 100'000);
  fuzz::check_report(session.diagnostics, module != nullptr);
  for (const ir::Diagnostic& diagnostic : session.diagnostics.all()) {
    // Code "ir" means that the verifier refused what a pass made: a bug of ours.
    fuzz::require(diagnostic.code != "ir", "every pass leaves a module that verifies",
                  session.diagnostics.render(diagnostic));
  }
  if (!module) return 0;
  driver::Options options;
  options.engine = driver::Engine::interpreter;
  try {
    play(*driver::compile(module, options).game);
  } catch (const runtime::LimitReached&) {
    // Told, not crashed.
  }
  return 0;
}
