// Adds certificates: check-certificate, and --certify of `verify` and `solve`.
#include "backend/proofs/games/certify.h"
#include "backend/puzzles/certify_puzzle.h"
#include "tools/base/component.h"
#include "tools/options/certifying.h"
#include "tools/reports/verify/certificate_report.h"

namespace tesuji::tools {

void add_check_certificate_command(Command& app, Action& action);

namespace {

driver::CertifyOptions driver_options(const CertifyingOptions& options) {
  driver::CertifyOptions result;
  result.folder = options.folder;
  result.cadical.program = options.cadical;
  result.cadical.seconds = options.run_seconds;
  result.cadical.memory_bytes = options.memory_bytes;
  result.cadical.stop = options.stop;
  result.total_seconds = options.total_seconds;
  result.progress = options.progress;
  return result;
}

Certified certified(const driver::CertifyReport& report, bool verbose) {
  using End = Certified::End;
  const End end = !report.disagreements.empty() ? End::wrong
                  : !report.fault.empty()       ? End::none
                  : report.uncertified.empty()  ? End::whole
                                                : End::partial;
  return {end, certify_text(report, verbose), certify_json(report)};
}

}  // namespace

void add_certificates_component(std::vector<NamedCommand>& commands) {
  insert_command(commands, "verify", {"check-certificate", add_check_certificate_command});
  Certifier& all = certifier();
  all.folder_fault = driver::folder_fault;
  all.verified = [](const driver::Verified& verified, const std::string& sheet,
                    const CertifyingOptions& options) {
    return certified(driver::certify(sheet, verified, driver_options(options)), options.verbose);
  };
  all.puzzle = [](const std::string& path, const std::string& sheet,
                  const driver::SolvedPuzzle& solved, std::uint32_t horizon,
                  const CertifyingOptions& options) {
    return certified(driver::certify_puzzle(path, sheet, solved, horizon, driver_options(options)),
                     options.verbose);
  };
}

}  // namespace tesuji::tools
