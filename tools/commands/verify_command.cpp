// tesuji verify: proves invariants of games, and finds counterexamples.
#include "backend/proofs/clingo/simplify.h"
#include "backend/proofs/games/verify.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"
#include "tools/base/report.h"
#include "tools/base/terminal.h"
#include "tools/boards/board_view.h"
#include "tools/files/invariants_file.h"
#include "tools/options/certifying.h"
#include "tools/options/verify_options.h"
#include "tools/reports/verify/verify_programs.h"
#include "tools/reports/verify/verify_report.h"

#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>

namespace tesuji::tools {

namespace {

/// Returns 70 for a bug of ours; 1 if the game never starts, or a formula of the user is false or
/// its step fails; 3 if that is unknown. The formulas tried on every game may well be false.
int exit_code_for(const proofs::VerificationReport& report) {
  if (!report.disagreements.empty()) return exit_bug;
  if (report.opening != proofs::Opening::plays) return exit_input;
  int code = exit_ok;
  for (const proofs::SetReport& set : report.sets) {
    for (const proofs::InvariantReport& invariant : set.invariants) {
      const bool unknown = invariant.count(proofs::Verdict::unknown) > 0;
      if (unknown && code == exit_ok) code = exit_limit;
      if (!set.of_user) continue;
      if (invariant.count(proofs::Verdict::refuted) > 0 ||
          invariant.count(proofs::Verdict::step_fails) > 0) {
        code = exit_input;
      }
    }
  }
  if (!report.knowledge) return code;
  for (const proofs::KnownFormula& formula : report.knowledge->formulas) {
    if (formula.count(proofs::Verdict::unknown) > 0 && code == exit_ok) code = exit_limit;
    if (formula.count(proofs::Verdict::refuted) + formula.count(proofs::Verdict::step_fails) > 0) {
      code = exit_input;
    }
  }
  return code;
}

/// Returns the text of the rulesheet, if certificates can refer to it: if it is in KIF.
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

std::optional<Certified> certify(const driver::Verified& verified, const std::string& sheet,
                                 const VerifyArguments& arguments) {
  if (arguments.certify.folder.empty()) return std::nullopt;
  CertifyingOptions options = arguments.certify;
  const proofs::VerificationOptions& proofs = arguments.request.verification;
  options.run_seconds = proofs.prover.clingo.seconds;
  options.memory_bytes = proofs.prover.clingo.memory_bytes;
  options.stop = proofs.prover.clingo.stop;
  options.total_seconds = proofs.total_seconds;
  options.progress = proofs.progress;
  options.verbose = arguments.verbose;
  return certifier().verified(verified, sheet, options);
}

/// Returns 70 if a proof has no certificate because it is wrong; 1 if there is no certificate; 3 if
/// formulas are omitted.
int exit_code_for(Certified::End end) {
  switch (end) {
    case Certified::End::whole:
      return exit_ok;
    case Certified::End::partial:
      return exit_limit;
    case Certified::End::none:
      return exit_input;
    case Certified::End::wrong:
      break;
  }
  return exit_bug;
}

/// Checks outputs that would otherwise fail only after hours of proofs.
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
    const std::string fault = certifier().folder_fault(arguments.certify.folder);
    if (!fault.empty()) {
      diagnostics.error({}, "usage", "no certificate can be written: " + fault);
      return false;
    }
  }
  if (!arguments.save.empty() && !can_write_output(arguments.save, diagnostics)) return false;
  return arguments.emit_asp.empty() || programs.open();
}

/// Writes the proved formulas; warns if compilers can use none of them.
void save(const driver::Verified& verified, const std::string& path, ir::Diagnostics& diagnostics) {
  const driver::SavedInvariants saved = driver::save_invariants(verified);
  if (saved.facts->facts().empty()) {
    diagnostics.warning({}, "limit",
                        "no facts that make the game's net smaller were found within the limits");
  }
  static_cast<void>(write_output(path, invariants_text(saved), diagnostics));
}

void report(const driver::Verified& verified, const std::optional<Certified>& certificate,
            const VerifyArguments& arguments, ir::Diagnostics& diagnostics) {
  if (!arguments.save.empty()) save(verified, arguments.save, diagnostics);
  const BoardView boards(verified.module, verified.report.initial);
  const ReportScene scene{
      verified.report, verified.module, boards, arguments.path, wants_color(Stream::results),
      &verified.length};
  if (!arguments.html.empty()) {
    static_cast<void>(write_output(arguments.html, verify_html(scene), diagnostics));
  }
  if (arguments.json) {
    Json json = verify_json(scene);
    if (certificate) json["certificate"] = certificate->json;
    print_json(json);
  } else if (arguments.html != "-") {
    fmt::print("{}", verify_text(scene, arguments.verbose));
    if (certificate) fmt::print("{}", certificate->text);
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
    std::optional<Certified> certificate;
    if (sheet != nullptr) certificate = certify(*verified, *sheet, arguments);
    if (certificate) certified = exit_code_for(certificate->end);
    arguments.line.reset();
    report(*verified, certificate, arguments, session.diagnostics);
  }
  arguments.line.reset();
  print_diagnostics(session.diagnostics);
  const int code = exit_code_of(session.diagnostics);
  if (code != exit_ok || !verified) return code;
  const int proved = exit_code_for(verified->report);
  return proved == exit_bug || certified == exit_ok   ? proved
         : proved == exit_ok || certified == exit_bug ? certified
                                                      : proved;
}

}  // namespace

void add_verify_command(Command& app, Action& action) {
  Command* command = app.add_subcommand(
      "verify",
      "Prove invariants of a game, or find plays where they fail\n"
      "Formulas come from files and from --property (docs/languages/invariant-language.md). "
      "Without "
      "formulas, or with --auto, it tries those that apply to every game. Proofs by induction are "
      "made "
      "by a SAT solver on the game's net, or clingo; small games are decided by visiting all "
      "states.");
  auto arguments = std::make_shared<VerifyArguments>();
  add_verify_options(*command, *arguments);
  add_examples(*command, {"tesuji verify noughts.kif", "tesuji verify --auto quarto.kif quarto.inv",
                          "tesuji verify noughts.kif --property "
                          "'forall X,Y. exists[1..1] P. true(cell(X,Y,P))'",
                          std::string("tesuji verify --auto --html=report.html ") +
                              (has_certifier() ? "--certify=proofs quarto.kif" : "quarto.kif")});
  std::string passes = "\n\nPasses over the programs of proofs, in order:";
  for (const passes::Pass& pass : proofs::simplifications()) {
    passes += fmt::format("\n  {:<24}{}", pass.name, pass.summary);
  }
  command->footer(command->get_footer() + passes);
  command->callback(
      [arguments, &action] { action = [arguments] { return run_verify(*arguments); }; });
}

}  // namespace tesuji::tools
