#include "tools/reports/proofs/proofs_report.h"

#include "tools/base/json.h"
#include "tools/base/report_text.h"
#include "tools/base/version.h"
#include "tools/reports/proofs/proof_statements.h"
#include "tools/reports/verify/verify_words.h"

#include "ir/core/counted.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace tesuji::tools {

namespace {

constexpr std::size_t topic_width = 11;  ///< with two blanks before and after

std::string capitalised(std::string word) {
  word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  return word;
}

/// Prints the topic once, before its first statement.
std::string lines(const std::vector<ProofStatement>& statements) {
  std::string text;
  std::string topic;
  for (const ProofStatement& statement : statements) {
    std::string some =
        wrapped(fmt::format("{} [{}]", statement.words, statement.proof), topic_width + 2, 2);
    if (statement.topic != topic) {
      topic = statement.topic;
      some.replace(2, topic.size(), capitalised(topic));
    }
    text += some;
  }
  return text;
}

}  // namespace

std::string proofs_text(const driver::GameSummary& summary, const BoardView& boards,
                        const std::string& path, bool verbose) {
  const proofs::VerificationReport& report = summary.verified->report;
  const std::vector<ProofStatement> statements = proof_statements(summary, boards);
  std::string text = fmt::format("{}: {}, {:.2f} s\n", path,
                                 ir::counted(statements.size(), "statement"), summary.seconds);
  for (const std::string& one : report.disagreements) text += wrapped("!! " + one, 2);
  const std::string opening = opening_words(report);
  if (!opening.empty()) text += wrapped("WARNING: " + opening, 2);
  text += "\n" + lines(statements);
  if (verbose) {
    const std::vector<ProofStatement> held = held_statements(summary);
    if (!held.empty()) {
      text += fmt::format("\nNot proved, but true in {} of random games\n",
                          ir::counted(report.attack.states, "state"));
      for (const ProofStatement& one : held) text += wrapped(one.words, 2);
    }
  }
  if (!summary.limits.empty()) text += "\nLimits\n";
  for (const std::string& one : summary.limits) text += wrapped(one, 2);
  return text;
}

Json proofs_json(const driver::GameSummary& summary, const BoardView& boards,
                 const std::string& path, bool verbose) {
  const proofs::VerificationReport& report = summary.verified->report;
  const ir::Module& module = summary.verified->module;
  Json roles = Json::array();
  for (const ir::Symbol role : module.roles) roles.push_back(module.symbols->text(role));
  Json statements = Json::array();
  for (ProofStatement& one : proof_statements(summary, boards)) {
    statements.push_back(std::move(one.json));
  }
  Json held = Json::array();
  if (verbose) {
    for (ProofStatement& one : held_statements(summary)) held.push_back(std::move(one.json));
  }
  return {{"schema", "tesuji-proofs/1"},
          {"version", release_text()},
          {"game", path},
          {"roles", std::move(roles)},
          {"starts", report.opening == proofs::Opening::plays},
          {"complete", summary.complete},
          {"seconds", summary.seconds},
          {"disagreements", report.disagreements},
          {"statements", std::move(statements)},
          {"held", std::move(held)},
          {"limits", summary.limits}};
}

}  // namespace tesuji::tools
