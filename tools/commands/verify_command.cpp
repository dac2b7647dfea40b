// tesuji verify: proofs of invariants of games, and counterexamples.
#include "backend/asp/simplify/simplify.h"

#include "backend/driver/proofs/certify.h"
#include "backend/driver/proofs/save_invariants.h"
#include "backend/driver/proofs/verify.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/outputs.h"
#include "tools/base/report.h"
#include "tools/base/terminal.h"
#include "tools/files/invariants_file.h"
#include "tools/options/game_options.h"
#include "tools/options/loading_limit.h"
#include "tools/options/number_checks.h"
#include "tools/play/board_view.h"
#include "tools/reports/verify/certificate_report.h"
#include "tools/reports/verify/verify_html.h"
#include "tools/reports/verify/verify_json.h"
#include "tools/reports/verify/verify_programs.h"
#include "tools/reports/verify/verify_report.h"

#include <fmt/core.h>

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>

namespace tesuji::tools {

namespace {

struct VerifyArguments {
  std::string path;
  std::optional<frontend::Syntax> syntax;
  std::string engine = "tiers";
  std::optional<std::uint64_t> ground_steps;
  driver::VerifyRequest request;
  std::uint64_t memory_mib = 4096;
  bool attack = false;
  std::string counterexamples = "users";
  std::string enumerate = "rest";
  std::string provers = "sat-first";
  std::string emit_asp;
  driver::CertifyOptions certify;
  std::string html;
  std::string save;
  std::string color = "auto";
  bool json = false;
  bool verbose = false;
  bool progress = false;
  CacheOptions cache;
  PipelineFlags pipeline{asp::simplifications()};
};

/// Played before the proofs where formulas are to be discovered: most are false.
constexpr std::uint64_t discovery_states = 1'000'000;

/// 70 for a bug of ours; 1 where the game never starts, or a formula of the user is not proved, for
/// it is false or its step fails; 3 where it is not known. What is tried on every game may well be
/// false.
int exit_code_for(const asp::VerificationReport& report) {
  if (!report.disagreements.empty()) return exit_bug;
  if (report.opening != asp::Opening::plays) return exit_input;
  int code = exit_ok;
  for (const asp::SetReport& set : report.sets) {
    for (const asp::InvariantReport& invariant : set.invariants) {
      const bool unknown = invariant.count(asp::Verdict::unknown) > 0;
      if (unknown && code == exit_ok) code = exit_limit;
      if (!set.of_user) continue;
      if (invariant.count(asp::Verdict::refuted) > 0 ||
          invariant.count(asp::Verdict::step_fails) > 0) {
        code = exit_input;
      }
    }
  }
  if (!report.knowledge) return code;
  for (const asp::KnownFormula& formula : report.knowledge->formulas) {
    if (formula.count(asp::Verdict::unknown) > 0 && code == exit_ok) code = exit_limit;
    if (formula.count(asp::Verdict::refuted) + formula.count(asp::Verdict::step_fails) > 0) {
      code = exit_input;
    }
  }
  return code;
}

void prepare(VerifyArguments& arguments) {
  driver::VerifyRequest& request = arguments.request;
  request.facts = !arguments.save.empty();
  request.automatic |= request.files.empty() && request.properties.empty();
  if (request.discover)
    request.verification.sieve_states =
        std::max<std::uint64_t>(request.verification.sieve_states, discovery_states);
  request.game.engine = engine_named(arguments.engine);
  request.game.ground_steps = arguments.ground_steps;
  request.game.cache = arguments.cache.open(false);
  asp::VerificationOptions& options = request.verification;
  options.counterexamples = arguments.counterexamples == "none"  ? asp::Counterexamples::none
                            : arguments.counterexamples == "all" ? asp::Counterexamples::all
                                                                 : asp::Counterexamples::users;
  options.enumerate = arguments.enumerate == "never"   ? asp::Enumerate::never
                      : arguments.enumerate == "first" ? asp::Enumerate::first
                                                       : asp::Enumerate::rest;
  // Who wants to see programs wants them made.
  const bool clingo = arguments.provers == "clingo" ||
                      (arguments.provers == "sat-first" && !arguments.emit_asp.empty());
  options.provers = clingo                       ? asp::Provers::clingo
                    : arguments.provers == "sat" ? asp::Provers::sat
                                                 : asp::Provers::sat_first;
  options.prover.clingo.stop = &interrupt_flag();
  options.prover.pipeline = arguments.pipeline.make();
  // What comes before the proofs looks at no flag.
  auto loading = std::make_shared<std::unique_ptr<LoadingLimit>>(std::make_unique<LoadingLimit>(
      options.total_seconds, "tesuji: error: the time was over before the proofs (--seconds)"));
  request.loaded = [loading] {
    loading->reset();
    watch_interrupts();
  };
  constexpr std::uint64_t most_mib = std::uint64_t{1} << 40;  // more than any machine has
  const std::uint64_t mib = arguments.memory_mib;
  options.prover.clingo.memory_bytes = mib < most_mib ? mib << 20 : 0;
  // With more than one state assumed, sequences that end early must count
  // (docs/proving/proving.md).
  options.prover.nonplayable |= options.prover.induction > 1;
  if (arguments.attack) {
    options.attack.states = 1'000'000;
    options.attack.seconds = 60;
  }
  if (arguments.progress || isatty(STDERR_FILENO) != 0) {
    options.progress = [](const std::string& what) { fmt::print(stderr, "verify: {}\n", what); };
  }
}

/// The text of the rulesheet that was read, where certificates can be about it: it is in KIF.
const std::string* certifiable_sheet(const VerifyArguments& arguments, driver::Session& session) {
  const auto file = driver::read_file(arguments.path, session);
  if (!file) return nullptr;
  const std::string& text = (*session.sources)[*file].text;
  if (session.syntax.value_or(frontend::detect_syntax(text)) == frontend::Syntax::kif) return &text;
  session.diagnostics.error({}, "usage",
                            "certificates are about rulesheets in prefix form; `tesuji convert` "
                            "writes one");
  return nullptr;
}

std::optional<driver::CertifyReport> certify(const driver::Verified& verified,
                                             const std::string& sheet,
                                             const VerifyArguments& arguments) {
  if (arguments.certify.folder.empty()) return std::nullopt;
  driver::CertifyOptions options = arguments.certify;
  const asp::VerificationOptions& proofs = arguments.request.verification;
  options.cadical.seconds = proofs.prover.clingo.seconds;
  options.cadical.memory_bytes = proofs.prover.clingo.memory_bytes;
  options.cadical.stop = proofs.prover.clingo.stop;
  options.total_seconds = proofs.total_seconds;
  options.progress = proofs.progress;
  return driver::certify(sheet, verified, options);
}

/// 70 where a proof has no certificate because it is none; 1 where there is no certificate; 3 where
/// formulas are left out.
int exit_code_for(const driver::CertifyReport& report) {
  if (!report.disagreements.empty()) return exit_bug;
  if (!report.fault.empty()) return exit_input;
  return report.uncertified.empty() ? exit_ok : exit_limit;
}

/// What would only be found out after hours of proofs: places that cannot be written to.
bool can_report(const VerifyArguments& arguments, ProgramFiles& programs,
                ir::Diagnostics& diagnostics) {
  if (arguments.html == "-" && arguments.json) {
    diagnostics.error({}, "usage", "--json and --html=- both go to standard output");
    return false;
  }
  if (arguments.save == "-" && (arguments.html == "-" || arguments.json)) {
    diagnostics.error({}, "usage", "--save=- and the report both go to standard output");
    return false;
  }
  if (!arguments.certify.folder.empty()) {
    const std::string fault = driver::folder_fault(arguments.certify.folder);
    if (!fault.empty()) {
      diagnostics.error({}, "usage", "no certificate can be written: " + fault);
      return false;
    }
  }
  if (!arguments.save.empty() && !can_write_output(arguments.save, diagnostics)) return false;
  return arguments.emit_asp.empty() || programs.open();
}

/// Writes what is proved; a warning where compilers can use none of it.
void save(const driver::Verified& verified, const std::string& path, ir::Diagnostics& diagnostics) {
  const driver::SavedInvariants saved = driver::save_invariants(verified);
  if (saved.facts->facts().empty()) {
    diagnostics.warning({}, "limit",
                        "no facts that make the game's net smaller were found within the limits");
  }
  static_cast<void>(write_output(path, invariants_text(saved), diagnostics));
}

void report(const driver::Verified& verified,
            const std::optional<driver::CertifyReport>& certificate,
            const VerifyArguments& arguments, ir::Diagnostics& diagnostics) {
  if (!arguments.save.empty()) save(verified, arguments.save, diagnostics);
  const BoardView boards(verified.module, verified.report.initial);
  const ReportScene scene{verified.report, verified.module, boards, arguments.path,
                          wants_color(arguments.color)};
  if (!arguments.html.empty()) {
    static_cast<void>(write_output(arguments.html, verify_html(scene), diagnostics));
  }
  if (arguments.json) {
    Json json = verify_json(scene);
    if (certificate) json["certificate"] = certify_json(*certificate);
    print_json(json);
  } else if (arguments.html != "-") {
    fmt::print("{}", verify_text(scene, arguments.verbose));
    if (certificate) fmt::print("{}", certify_text(*certificate, arguments.verbose));
  }
}

int run_verify(VerifyArguments& arguments) {
  driver::Session session;
  session.syntax = arguments.syntax;
  prepare(arguments);
  ProgramFiles programs(arguments.emit_asp, session.diagnostics);
  if (!arguments.emit_asp.empty()) {
    arguments.request.verification.prover.program =
        [&](const std::string& name, const std::string& text) { programs.keep(name, text); };
  }
  std::unique_ptr<driver::Verified> verified;
  const std::string* sheet = nullptr;
  bool fine = can_report(arguments, programs, session.diagnostics);
  if (fine && !arguments.certify.folder.empty()) {
    sheet = certifiable_sheet(arguments, session);
    fine = sheet != nullptr;
  }
  if (fine) verified = driver::verify(arguments.path, arguments.request, session);
  arguments.pipeline.finish();
  int certified = exit_ok;
  if (verified) {
    std::optional<driver::CertifyReport> certificate;
    if (sheet != nullptr) certificate = certify(*verified, *sheet, arguments);
    if (certificate) certified = exit_code_for(*certificate);
    report(*verified, certificate, arguments, session.diagnostics);
  }
  print_diagnostics(session.diagnostics);
  const int code = exit_code_of(session.diagnostics);
  if (code != exit_ok || !verified) return code;
  const int proved = exit_code_for(verified->report);
  return proved == exit_bug || certified == exit_ok   ? proved
         : proved == exit_ok || certified == exit_bug ? certified
                                                      : proved;
}

void add_limits(Command& command, VerifyArguments& arguments) {
  asp::VerificationOptions& options = arguments.request.verification;
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
  asp::ProverOptions& prover = arguments.request.verification.prover;
  command
      .add_option("--prover", arguments.provers,
                  "Who proves by induction: sat, clingo, or sat-first (clingo the rest)")
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
                  "Up to so many where fewer do not suffice; only the SAT solver tries more")
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
  command
      .add_option("--certify", arguments.certify.folder,
                  "Write a certificate of what induction proves to this folder")
      ->type_name("DIR");
  command
      .add_option("--cadical", arguments.certify.cadical.program,
                  "Name or path of the program cadical, which certificates need")
      ->type_name("PROGRAM")
      ->capture_default_str();
  command
      .add_option("--emit-asp", arguments.emit_asp,
                  "Write the answer set programs to this folder; proofs by clingo alone")
      ->type_name("DIR");
}

}  // namespace

void add_verify_command(Command& app, Action& action) {
  Command* command = app.add_subcommand(
      "verify",
      "Prove invariants of a game, or find plays in which they fail\n"
      "Formulas come from files and from --property (docs/languages/invariant-language.md). "
      "Without "
      "formulas, or with --auto, it tries those that apply to every game. Proofs by induction are "
      "made "
      "by a SAT solver on the game's net, or clingo; small games are decided by visiting all "
      "states.");
  auto arguments = std::make_shared<VerifyArguments>();
  command->add_option("GAME", arguments->path, "Rulesheet (.kif, .gdl)")->required();
  command->add_option("FILE", arguments->request.files, "Invariants (.inv)");
  command->add_flag("--auto", arguments->request.automatic,
                    "Try formulas that apply to every game first, and use what they prove");
  command->add_option("--property", arguments->request.properties, "Formula to prove")
      ->allow_extra_args(false)
      ->type_name("FORMULA");
  add_syntax_option(*command, arguments->syntax);
  add_engine_option(*command, arguments->engine);
  add_ground_steps_option(*command, arguments->ground_steps);
  add_limits(*command, *arguments);
  add_enumeration_options(*command, *arguments);
  add_proof_options(*command, *arguments);
  command->add_option("--html", arguments->html, "Write a report with boards to this file")
      ->type_name("FILE");
  command
      ->add_option("--save", arguments->save,
                   "Write what is proved to this file, for --invariants of other commands")
      ->type_name("FILE");
  command->add_flag("--verbose", arguments->verbose, "Print the result of every formula");
  command->add_flag("--progress", arguments->progress,
                    "Print progress to standard error, even if it is no terminal");
  add_color_option(*command, arguments->color);
  add_json_flag(*command, arguments->json);
  arguments->cache.add_to(*command);
  arguments->pipeline.add_to(*command);
  declare_output(*command, command->get_option("--html"), FileKind::report);
  declare_output(*command, command->get_option("--save"), FileKind::invariants);
  command->group("Game and engine", {"--syntax", "--engine", "--max-ground-steps"});
  command->group("Random games",
                 {"--attack", "--attack-states", "--attack-seconds", "--sieve", "--seed"});
  command->group("Counterexamples", {"--counterexamples", "--search-seconds", "--search-moves"});
  command->group("All reachable states", {"--enumerate", "--max-states"});
  command->group("Proofs", {"--prover", "--discover", "--memory", "--induction", "--max-induction",
                            "--directed-seconds", "--simple-paths", "--nonplayable", "--clingo",
                            "--clingo-option", "--emit-asp"});
  command->group("Certificates", {"--certify", "--cadical"});
  command->group("Output", {"--save", "--progress", "--color"});
  add_examples(*command, {"tesuji verify noughts.kif", "tesuji verify --auto quarto.kif quarto.inv",
                          "tesuji verify noughts.kif --property "
                          "'forall X,Y. exists[1..1] P. true(cell(X,Y,P))'",
                          "tesuji verify --auto --html=report.html --certify=proofs quarto.kif"});
  std::string passes = "\n\nPasses over the programs of proofs, in order:";
  for (const passes::Pass& pass : asp::simplifications()) {
    passes += fmt::format("\n  {:<24}{}", pass.name, pass.summary);
  }
  command->footer(command->get_footer() + passes);
  command->callback(
      [arguments, &action] { action = [arguments] { return run_verify(*arguments); }; });
}

}  // namespace tesuji::tools
