#include "backend/proofs/games/check_certificate.h"

#include "backend/driver/rulesheet/reference.h"
#include "backend/proofs/certificates/transition_check.h"
#include "backend/proofs/games/certificate_folder.h"
#include "backend/reference/prover.h"

#include <fmt/core.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>

namespace tesuji::driver {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t most_disagreements = 20;

/// Compares the certificate's transitions with those of the reference reasoner.
void sample(const CheckCertificateOptions& options, CheckedCertificate& checked) {
  Session session;  // messages about the sheet are not faults of the certificate
  const std::string path = options.folder + "/" + std::string(certificates::sheet_name);
  const std::shared_ptr<reference::Program> program = load_reference(path, session);
  const auto sheet = read_bytes(path);
  if (!program || !sheet) {
    checked.not_sampled = "the reference reasoner does not accept the sheet";
    return;
  }
  const Clock::time_point begin = Clock::now();
  try {
    certificates::GroundGame game =
        certificates::ground(*sheet, checked.result.certificate.predicates, options.limits.ground);
    certificates::TransitionCheck check(game, options.limits.cnf);
    sample_transitions(*program, check.asked(), options.sampling, [&](const auto& state) {
      ++checked.states;
      for (std::string& fault : check.compare(state)) {
        if (checked.disagreements.size() == most_disagreements) return;
        checked.disagreements.push_back(fmt::format("state {}: {}", checked.states, fault));
      }
    });
    checked.compared = check.compared();
    checked.open = check.open();
  } catch (const reference::ReasoningError& error) {
    checked.not_sampled = error.what();
  } catch (const certificates::LimitExceeded& limit) {
    checked.not_sampled = limit.what();
  }
  checked.sample_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

std::optional<CheckedCertificate> check_certificate(const CheckCertificateOptions& options,
                                                    Session& session) {
  std::optional<std::string> sheet;
  if (options.sheet) {
    const auto file = read_file(*options.sheet, session);
    if (!file) return std::nullopt;
    sheet = (*session.sources)[*file].text;
  }
  std::error_code error;
  if (!std::filesystem::is_directory(options.folder, error)) {
    session.diagnostics.error({}, "io", fmt::format("`{}` is not a folder", options.folder));
    return std::nullopt;
  }
  CheckedCertificate checked;
  try {
    checked.result = certificates::check_certificate(
        [&](const std::string& name) { return read_bytes(options.folder + "/" + name); }, sheet,
        options.limits, options.checked);
  } catch (const std::system_error& fault) {
    session.diagnostics.error({}, "io", fault.what());
    return std::nullopt;
  }
  using End = certificates::CheckResult::End;
  if (checked.result.end == End::certified && options.sampling.states > 0) {
    sample(options, checked);
  }
  return checked;
}

}  // namespace tesuji::driver
