// tesuji check-certificate: checks the certificate of a proof of invariants.
#include "backend/proofs/games/check_certificate.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/report.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/reports/verify/certificate_report.h"

#include <fmt/core.h>

#include <memory>
#include <string>

namespace tesuji::tools {

namespace {

struct CheckCertificateArguments {
  driver::CheckCertificateOptions options;
  std::string sheet;
  bool json = false;
  bool verbose = false;
};

int exit_code_for(const driver::CheckedCertificate& checked) {
  if (!checked.disagreements.empty()) return exit_bug;
  using End = certificates::CheckResult::End;
  if (checked.result.end == End::limit) return exit_limit;
  return checked.result.end == End::certified ? exit_ok : exit_input;
}

int run_check_certificate(CheckCertificateArguments& arguments) {
  driver::Session session;
  if (!arguments.sheet.empty()) arguments.options.sheet = arguments.sheet;
  const auto checked = driver::check_certificate(arguments.options, session);
  if (checked) {
    if (arguments.json) {
      print_json(check_certificate_json(arguments.options.folder, *checked));
    } else {
      fmt::print("{}",
                 check_certificate_text(arguments.options.folder, *checked, arguments.verbose));
    }
  }
  print_diagnostics(session.diagnostics);
  const int code = exit_code_of(session.diagnostics);
  return checked ? exit_code_for(*checked) : code;
}

}  // namespace

void add_check_certificate_command(Command& app, Action& action) {
  Command* command = app.add_subcommand(
      "check-certificate",
      "Check a certificate that `verify --certify` wrote\n"
      "The checker makes every CNF anew from the rulesheet and the statements, compares it with "
      "the file, and checks the proof that refutes it (docs/proving/certificates.md).");
  auto arguments = std::make_shared<CheckCertificateArguments>();
  driver::CheckCertificateOptions& options = arguments->options;
  command->add_option("DIR", options.folder, "Folder of the certificate")->required();
  command
      ->add_option("--sheet", arguments->sheet,
                   "Rulesheet that the certificate has to be about, byte by byte")
      ->type_name("FILE");
  command
      ->add_option("--sample", options.sampling.states,
                   "Number of states of random play to compare with the rules; 0: none")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--sample-seconds", options.sampling.seconds,
                   "Time after which no further state is compared; 0: no limit")
      ->check(some_seconds)
      ->capture_default_str();
  options.sampling.seconds = 10;
  command->add_option("--seed", options.sampling.seed, "Seed of the random moves")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--proof-seconds", options.limits.proof.seconds,
                   "Time to check one proof; 0: no limit")
      ->check(some_seconds)
      ->capture_default_str();
  command->add_flag("--verbose", arguments->verbose, "Print the statements");
  add_json_flag(*command, arguments->json);
  command->group("Random games", {"--sample", "--sample-seconds", "--seed"});
  add_examples(*command, {"tesuji verify --auto --certify=proofs noughts.kif",
                          "tesuji check-certificate --sheet=noughts.kif proofs"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_check_certificate(*arguments); }; });
}

}  // namespace tesuji::tools
