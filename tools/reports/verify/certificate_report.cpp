#include "tools/reports/verify/certificate_report.h"

#include "tools/base/json.h"
#include "tools/base/version.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace tesuji::tools {

namespace {

using certificates::CertificateStep;
using certificates::CheckedCnf;
using certificates::CheckResult;
using certificates::CnfStart;
using certificates::NamedStatement;

std::string_view word_of(CheckResult::End end) {
  switch (end) {
    case CheckResult::End::certified:
      return "certified";
    case CheckResult::End::refused:
      return "refused";
    case CheckResult::End::limit:
      return "limit";
  }
  return "";
}

/// Returns `3.cnf: `, `manifest:12: `, or nothing.
std::string place(const CheckResult& result) {
  if (result.file.empty()) return "";
  return result.line == 0 ? fmt::format("{}: ", result.file)
                          : fmt::format("{}:{}: ", result.file, result.line);
}

std::uint64_t formulas_in(const CheckResult& result) {
  std::uint64_t sum = 0;
  for (const CertificateStep& step : result.certificate.steps) sum += step.formulas.size();
  return sum;
}

/// Counts formulas with `next`: they say nothing about the last state of a play that stops because
/// a role has no move.
std::uint64_t looking_ahead(const CheckResult& result) {
  std::uint64_t sum = 0;
  for (const CertificateStep& step : result.certificate.steps) {
    sum += static_cast<std::uint64_t>(
        std::ranges::count_if(step.formulas, [](const NamedStatement& formula) {
          certificates::Terms terms;
          return certificates::read_statement(formula.statement, terms).degree > 0;
        }));
  }
  return sum;
}

}  // namespace

std::string certify_text(const driver::CertifyReport& report, bool verbose) {
  std::string text = "\n";
  if (!report.disagreements.empty()) text += "BUG of tesuji or of a solver:\n";
  for (const std::string& one : report.disagreements) text += fmt::format("!! {}\n", one);
  if (!report.fault.empty()) return text + fmt::format("No certificate: {}\n", report.fault);
  text += fmt::format(
      "Certificate {}: {} of {} certified, {}, {}, CaDiCaL {:.2f} s, its proofs checked in "
      "{:.2f} s\n",
      report.folder, report.certified, counted(report.proved, "formula"),
      counted(report.steps, "step"), counted(report.cnfs, "CNF"), report.solver_seconds,
      report.checker_seconds);
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const driver::Uncertified& one : report.uncertified) {
    by_reason[one.reason].push_back(one.name);
  }
  for (const auto& [reason, names] : by_reason) {
    text += fmt::format("  not certified, {}: {}\n", counted(names.size(), "formula"), reason);
    constexpr std::size_t few = 5;
    for (std::size_t i = 0; i < names.size() && (verbose || i < few); ++i) {
      text += fmt::format("    {}\n", names[i]);
    }
    if (!verbose && names.size() > few) text += "    .. (--verbose prints all)\n";
  }
  return text;
}

Json certify_json(const driver::CertifyReport& report) {
  Json uncertified = Json::array();
  for (const driver::Uncertified& one : report.uncertified) {
    uncertified.push_back({{"formula", one.name}, {"reason", one.reason}});
  }
  return {{"folder", report.folder},
          {"fault", report.fault},
          {"proved", report.proved},
          {"certified", report.certified},
          {"uncertified", std::move(uncertified)},
          {"steps", report.steps},
          {"cnfs", report.cnfs},
          {"clauses", report.clauses},
          {"proof_bytes", report.proof_bytes},
          {"ground_seconds", report.ground_seconds},
          {"solver_seconds", report.solver_seconds},
          {"checker_seconds", report.checker_seconds},
          {"seconds", report.seconds},
          {"disagreements", report.disagreements}};
}

std::string check_certificate_text(const std::string& folder,
                                   const driver::CheckedCertificate& checked, bool verbose) {
  const CheckResult& result = checked.result;
  std::string text;
  if (!checked.disagreements.empty()) text += "BUG of tesuji:\n";
  for (const std::string& one : checked.disagreements) text += fmt::format("!! {}\n", one);
  if (result.end != CheckResult::End::certified) {
    return text + fmt::format("{}: {}: {}{}\n", folder, word_of(result.end), place(result),
                              result.message);
  }
  text += fmt::format("{}: {} certified in {}\n", folder, counted(formulas_in(result), "formula"),
                      counted(result.certificate.steps.size(), "step"));
  for (const CertificateStep& step : result.certificate.steps) {
    const std::string of = step.is_prefix ? fmt::format(" (in the first {} of every play)",
                                                        counted(step.induction, "state"))
                                          : "";
    for (const NamedStatement& formula : step.formulas) {
      text += fmt::format("  {}{}\n", formula.name, of);
      if (verbose) text += fmt::format("    {}\n", certificates::to_text(formula.statement));
    }
  }
  if (const std::uint64_t some = looking_ahead(result); some > 0) {
    text += fmt::format(
        "{} of them with `next`: certified for states after which play continues or ends, not for "
        "those in which a role has no move\n",
        some);
  }
  text += fmt::format("{} refuted; grounding {:.2f} s, CNFs {:.2f} s, proofs {:.2f} s\n",
                      counted(result.cnfs.size(), "CNF"), result.ground_seconds, result.cnf_seconds,
                      result.proof_seconds);
  if (!checked.not_sampled.empty()) {
    text += fmt::format("The game was not sampled: {}\n", checked.not_sampled);
  } else if (checked.states > 0) {
    text += fmt::format("{} of random play: {} compared with the reference reasoner, {} open\n",
                        counted(checked.states, "state"), counted(checked.compared, "truth value"),
                        checked.open);
  }
  return text;
}

Json check_certificate_json(const std::string& folder, const driver::CheckedCertificate& checked) {
  const CheckResult& result = checked.result;
  Json steps = Json::array();
  for (const CertificateStep& step : result.certificate.steps) {
    Json formulas = Json::array();
    for (const NamedStatement& formula : step.formulas) {
      formulas.push_back(
          {{"formula", formula.name}, {"statement", certificates::to_text(formula.statement)}});
    }
    steps.push_back({{step.is_prefix ? "prefix" : "induction", step.induction},
                     {"formulas", std::move(formulas)}});
  }
  Json cnfs = Json::array();
  for (const CheckedCnf& cnf : result.cnfs) {
    const bool base = cnf.obligation.start == CnfStart::initial;
    cnfs.push_back({{"file", certificates::cnf_file(cnf.number)},
                    {"step", cnf.step + 1},
                    {"part", base ? "base" : "step"},
                    {"degree", cnf.obligation.degree},
                    {"time", cnf.obligation.position},
                    {"variables", cnf.variables},
                    {"clauses", cnf.clauses},
                    {"proof_clauses", cnf.proof.added},
                    {"by_rat", cnf.proof.by_rat},
                    {"seconds", cnf.proof.seconds}});
  }
  return {{"schema", "tesuji-check-certificate/1"},
          {"version", release_text()},
          {"folder", folder},
          {"result", word_of(result.end)},
          {"message", result.message},
          {"file", result.file},
          {"line", result.line},
          {"steps", std::move(steps)},
          {"with_next", looking_ahead(result)},
          {"cnfs", std::move(cnfs)},
          {"ground_seconds", result.ground_seconds},
          {"cnf_seconds", result.cnf_seconds},
          {"proof_seconds", result.proof_seconds},
          {"sampled", Json{{"states", checked.states},
                           {"values", checked.compared},
                           {"open", checked.open},
                           {"reason", checked.not_sampled},
                           {"seconds", checked.sample_seconds}}},
          {"disagreements", checked.disagreements}};
}

}  // namespace tesuji::tools
