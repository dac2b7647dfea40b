// tesuji verify: proofs of invariants of games.
#include "backend/asp/prover.h"
#include "backend/driver/driver.h"
#include "tools/command.h"
#include "tools/game_options.h"
#include "tools/interrupt.h"
#include "tools/report.h"

#include <fmt/core.h>

#include <array>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::tools {

namespace {

struct VerifyArguments {
  std::string path;
  std::string emit;
  asp::ProverOptions prover;
};

int run_verify(VerifyArguments& arguments) {
  driver::Session session;
  auto module = driver::load_clauses(arguments.path, session);
  if (!module) {
    print_diagnostics(session.diagnostics);
    return exit_input;
  }
  constexpr std::array<std::string_view, 1> passes{"infer-domains"};
  if (!driver::run_passes(*module, passes, {}, session)) return exit_input;
  arguments.prover.clingo.stop = &watch_interrupts();
  if (!arguments.emit.empty()) {
    arguments.prover.program = [&](const std::string& name, const std::string& text) {
      std::ofstream(arguments.emit + "/" + name + ".lp") << text;
    };
  }
  std::vector<asp::Question> premises;
  const auto sets = asp::automatic_sets(*module);
  std::vector<asp::SetProof> proofs;
  proofs.reserve(sets.size());
  for (const asp::InvariantSet& set : sets) {
    proofs.push_back(asp::prove(*module, set, premises, arguments.prover));
    const asp::SetProof& proof = proofs.back();
    std::uint64_t proved = 0;
    std::uint64_t base = 0;
    for (const auto& some : proof.proofs) {
      proved += some.count(asp::Stage::proved);
      base += some.base_holds();
    }
    fmt::print("{} {:.2f} s (base {:.2f}, step {:.2f}): {}/{} {}\n", proof.name, proof.seconds,
               proof.base_seconds, proof.step_seconds, proved, base, proof.aborted);
    for (const auto& some : proof.proofs) {
      if (proof.name == "Persistence") continue;
      if (some.base_holds() == 0) continue;
      fmt::print("  {} {}/{} {}\n", some.invariant->name, some.count(asp::Stage::proved),
                 some.base_holds(), some.reason);
    }
    std::fflush(stdout);
    if (set.premises)
      for (auto& question : asp::premises_of(proof)) premises.push_back(std::move(question));
  }
  return exit_ok;
}

}  // namespace

void add_verify_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("verify", "Prove invariants of a game");
  auto arguments = std::make_shared<VerifyArguments>();
  command->add_option("GAME", arguments->path, "A rulesheet")->required();
  command->add_option("--emit-asp", arguments->emit, "Write the programs to this folder");
  command->add_option("--timeout", arguments->prover.clingo.seconds, "");
  command->add_option("--disable-pass", arguments->prover.disabled, "");
  command->add_option("--induction", arguments->prover.induction, "");
  command->add_option("--clingo-option", arguments->prover.clingo.arguments, "");
  command->callback(
      [arguments, &action] { action = [arguments] { return run_verify(*arguments); }; });
}

}  // namespace tesuji::tools
