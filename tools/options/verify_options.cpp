#include "tools/options/verify_options.h"

#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/outputs.h"
#include "tools/options/example_option.h"
#include "tools/options/number_checks.h"
#include "tools/options/time_limits.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>

namespace tesuji::tools {
namespace {

/// States played before the proofs if formulas are to be discovered: most are false.
constexpr std::uint64_t discovery_states = 1'000'000;

void add_limits(Command& command, VerifyArguments& arguments) {
  proofs::VerificationOptions& options = arguments.request.verification;
  options.prover.clingo.seconds = 60;
  options.attack.states = 100'000;
  options.attack.seconds = 5;
  options.jobs = std::max(1U, std::thread::hardware_concurrency());
  command
      .add_option("--proof-seconds", options.prover.clingo.seconds,
                  "Time of a run of clingo, of all states, or of SAT for a set; 0: no limit")
      ->check(some_seconds)
      ->capture_default_str();
  command
      .add_option("--seconds", options.total_seconds,
                  "Time of the command, but for certificates; 0: no limit")
      ->check(some_seconds)
      ->capture_default_str();
  command
      .add_option("--directed-seconds", options.directed_seconds,
                  "Time to find lemmas for the formulas of a set whose step fails; 0: none")
      ->check(some_seconds)
      ->capture_default_str();
  command
      .add_option("--memory", arguments.memory_mib,
                  "Memory in MiB of each prover, or of all states; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  command.add_option("--threads", options.jobs, "Number of runs of clingo at the same time")
      ->check(in_range(1U, 256U))
      ->capture_default_str();
  command
      .add_option("--attack-states", options.attack.states,
                  "Number of states to visit; 0: no random games")
      ->check(natural_number)
      ->capture_default_str();
  command
      .add_option("--attack-seconds", options.attack.seconds,
                  "Time of the random games; 0: no limit")
      ->check(some_seconds)
      ->capture_default_str();
  command
      .add_option("--sieve", options.sieve_states,
                  "Number of these states that are visited before the proofs; 0: none")
      ->check(natural_number)
      ->capture_default_str();
  command
      .add_flag("--attack", arguments.attack,
                "Visit a million states, or as many as a minute allows")
      ->excludes("--attack-states")
      ->excludes("--attack-seconds");
  command.add_option("--seed", options.attack.seed, "Seed of the random moves")
      ->check(natural_number)
      ->capture_default_str();
  command
      .add_option("--search-seconds", options.search_seconds,
                  "Time that clingo searches for counterexamples in all; 0: no limit")
      ->check(some_seconds)
      ->capture_default_str();
  command
      .add_option("--search-moves", options.search_moves,
                  "Maximum length of a counterexample in joint moves")
      ->check(in_range(0U, 1000U))
      ->capture_default_str();
}

void add_enumeration_options(Command& command, VerifyArguments& arguments) {
  command
      .add_option("--enumerate", arguments.enumerate,
                  "Visit all reachable states: never, rest (if undecided), or first")
      ->check(one_of({"never", "rest", "first"}))
      ->type_name("WHEN")
      ->capture_default_str();
  command
      .add_option("--max-states", arguments.request.verification.max_states,
                  "Visit all states only if there are at most so many; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
}

void add_proof_options(Command& command, VerifyArguments& arguments) {
  proofs::ProverOptions& prover = arguments.request.verification.prover;
  command
      .add_option("--prover", arguments.provers,
                  "Prover of induction: sat, clingo, or sat-first (clingo proves the rest)")
      ->check(one_of({"sat-first", "sat", "clingo"}))
      ->type_name("PROVER")
      ->capture_default_str();
  command.add_flag("--discover", arguments.request.discover,
                   "Also try relations between fluents, and counts of pieces, found by play");
  command
      .add_option("--induction", prover.induction,
                  "Number of consecutive states in which a step assumes the formula")
      ->check(in_range(1U, 20U))
      ->capture_default_str();
  command
      .add_option("--max-induction", arguments.request.verification.most_induction,
                  "Maximum number of these states if fewer do not suffice (SAT solver only)")
      ->check(in_range(1U, 20U))
      ->capture_default_str();
  command.add_flag("--simple-paths", arguments.request.verification.simple_paths,
                   "Assume that the states of a step differ (SAT solver; no certificates)");
  command.add_flag("--nonplayable", prover.nonplayable,
                   "Include sequences that end because a role has no legal move");
  command
      .add_option("--counterexamples", arguments.counterexamples,
                  "Formulas to refute by clingo: none, users (yours), or all")
      ->check(one_of({"none", "users", "all"}))
      ->type_name("WHICH")
      ->capture_default_str();
  command.add_option("--clingo", prover.clingo.program, "Name or path of the program clingo")
      ->type_name("PROGRAM")
      ->capture_default_str();
  command
      .add_option("--clingo-option", prover.clingo.arguments,
                  "Further option for clingo, as in --clingo-option=--configuration=handy")
      ->allow_extra_args(false)
      ->type_name("OPTION");
  if (has_certifier()) {
    command
        .add_option("--certify", arguments.certify.folder,
                    "Write a certificate of what induction proves to this folder")
        ->type_name("DIR");
    command
        .add_option("--cadical", arguments.certify.cadical,
                    "Name or path of the program cadical, which certificates need")
        ->type_name("PROGRAM")
        ->capture_default_str();
    command.group("Certificates", {"--certify", "--cadical"});
  }
  command
      .add_option("--emit-asp", arguments.emit_asp,
                  "Write the answer set programs to this folder; proofs by clingo alone")
      ->type_name("DIR");
}

}  // namespace

void add_verify_options(Command& command, VerifyArguments& arguments) {
  or_example(command.add_option("GAME", arguments.path, "Rulesheet (.kif, .gdl)"))->required();
  command.add_option("FILE", arguments.request.files, "Invariants (.inv)");
  command.add_flag("--auto", arguments.request.automatic,
                   "First try formulas that apply to every game, and use the proved ones");
  command.add_option("--property", arguments.request.properties, "Formula to prove")
      ->allow_extra_args(false)
      ->type_name("FORMULA");
  add_syntax_option(command, arguments.syntax);
  add_engine_option(command, arguments.engine);
  add_ground_steps_option(command, arguments.ground_steps);
  add_limits(command, arguments);
  add_enumeration_options(command, arguments);
  add_proof_options(command, arguments);
  command.add_option("--html", arguments.html, "Write a report with boards to this file")
      ->type_name("FILE");
  command
      .add_option("--save", arguments.save,
                  "Write proved formulas to this file, for --invariants of other commands")
      ->type_name("FILE");
  command.add_flag("--verbose", arguments.verbose, "Print the result of every formula");
  arguments.progress.add_to(command);
  add_json_flag(command, arguments.json);
  arguments.cache.add_to(command);
  arguments.pipeline.add_to(command);
  declare_output(command, command.get_option("--html"), FileKind::report);
  declare_output(command, command.get_option("--save"), FileKind::invariants);
  command.group("Game and engine", {"--syntax", "--engine", "--max-ground-steps"});
  command.group("Random games",
                {"--attack", "--attack-states", "--attack-seconds", "--sieve", "--seed"});
  command.group("Counterexamples", {"--counterexamples", "--search-seconds", "--search-moves"});
  command.group("All reachable states", {"--enumerate", "--max-states"});
  command.group("Proofs", {"--prover", "--discover", "--memory", "--induction", "--max-induction",
                           "--directed-seconds", "--simple-paths", "--nonplayable", "--clingo",
                           "--clingo-option", "--emit-asp"});
  command.group("Output", {"--save"});
}

void prepare(VerifyArguments& arguments) {
  driver::VerifyRequest& request = arguments.request;
  request.facts = !arguments.save.empty();
  request.automatic |= request.files.empty() && request.properties.empty();
  request.length = request.automatic;
  if (request.discover)
    request.verification.sieve_states =
        std::max<std::uint64_t>(request.verification.sieve_states, discovery_states);
  request.game.engine = engine_named(arguments.engine);
  request.game.ground_steps = arguments.ground_steps;
  request.game.cache = arguments.cache.open(false);
  proofs::VerificationOptions& options = request.verification;
  options.counterexamples = arguments.counterexamples == "none"  ? proofs::Counterexamples::none
                            : arguments.counterexamples == "all" ? proofs::Counterexamples::all
                                                                 : proofs::Counterexamples::users;
  options.enumerate = arguments.enumerate == "never"   ? proofs::Enumerate::never
                      : arguments.enumerate == "first" ? proofs::Enumerate::first
                                                       : proofs::Enumerate::rest;
  // A request to see programs implies that they are made.
  const bool clingo = arguments.provers == "clingo" ||
                      (arguments.provers == "sat-first" && !arguments.emit_asp.empty());
  options.provers = clingo                       ? proofs::Provers::clingo
                    : arguments.provers == "sat" ? proofs::Provers::sat
                                                 : proofs::Provers::sat_first;
  options.prover.clingo.stop = &interrupt_flag();
  options.prover.pipeline = arguments.pipeline.make();
  // The phases before the proofs check no flag.
  auto loading = std::make_shared<LoadingLimit>(options.total_seconds,
                                                LoadingLimit::time_over_before("the proofs"));
  request.loaded = [loading] {
    loading->end();
    watch_interrupts();
  };
  constexpr std::uint64_t most_mib = std::uint64_t{1} << 40;  // more than any machine has
  const std::uint64_t mib = arguments.memory_mib;
  options.prover.clingo.memory_bytes = mib < most_mib ? mib << 20 : 0;
  // If more than one state is assumed, sequences that end early must count
  // (docs/proving/proving.md).
  options.prover.nonplayable |= options.prover.induction > 1;
  if (arguments.attack) {
    options.attack.states = 1'000'000;
    options.attack.seconds = 60;
  }
  if (arguments.progress.shows()) {
    arguments.line = std::make_unique<ProgressLine>("verify", arguments.progress);
    options.progress = [&arguments](const std::string& what) {
      if (arguments.line) arguments.line->begin(what);
    };
  }
}

}  // namespace tesuji::tools
