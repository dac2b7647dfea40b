// Rules in KIF, questions in KIF, answers as text: for tests of the reference reasoner.
#pragma once

#include "backend/driver/rulesheet/reference.h"
#include "backend/reference/program.h"
#include "backend/reference/prover.h"
#include "frontend/gdl/syntax.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::tests {

/// A prover on rules that need not be a whole game.
class Reasoner {
 public:
  explicit Reasoner(const std::string& rules, const reference::Limits& limits = {}) {
    const ir::FileId file = session_.sources->add("rules.kif", rules);
    const auto sheet = frontend::parse_rulesheet(file, frontend::Syntax::kif, *session_.symbols,
                                                 session_.diagnostics);
    INFO(session_.diagnostics.render());
    REQUIRE(sheet);
    program_ = driver::reference_program(*sheet, session_.symbols);
    prover_ = std::make_unique<reference::Prover>(*program_, limits);
  }

  reference::Program& program() { return *program_; }
  reference::Prover& prover() { return *prover_; }

  reference::Query query(const std::string& text) {
    const ir::FileId file = session_.sources->add("query", text);
    const auto literals =
        frontend::parse_query(file, frontend::Syntax::kif, *session_.symbols, session_.diagnostics);
    INFO(session_.diagnostics.render());
    REQUIRE(literals);
    return driver::reference_query(*literals, *program_);
  }

  /// Ground terms, one after the other.
  std::vector<reference::TermId> terms(const std::string& text) {
    const ir::FileId file = session_.sources->add("terms", text);
    const auto parsed =
        frontend::parse_terms(file, frontend::Syntax::kif, *session_.symbols, session_.diagnostics);
    REQUIRE(parsed);
    std::vector<reference::TermId> result;
    for (const frontend::Term& term : *parsed) {
      result.push_back(driver::reference_term(term, *program_).value());
    }
    return result;
  }

  /// `fluents`: terms. `does`: a role and a move, a role and a move, ..
  void situation(const std::string& fluents, const std::string& does = "") {
    reference::Situation situation;
    situation.fluents = terms(fluents);
    std::sort(situation.fluents.begin(), situation.fluents.end());
    const std::vector<reference::TermId> moves = terms(does);
    for (std::size_t i = 0; i + 1 < moves.size(); i += 2) {
      situation.does.push_back({moves[i], moves[i + 1]});
    }
    prover_->set_situation(std::move(situation));
  }

  /// Each answer as its terms in the order of the variables, one blank between them;
  /// sorted bytewise.
  std::vector<std::string> answers(const std::string& text) {
    std::vector<std::string> result;
    for (const reference::Answer& answer : prover_->answers(query(text))) {
      std::string line;
      for (const reference::TermId term : answer) {
        line += (line.empty() ? "" : " ") + reference::term_text(term, *program_);
      }
      result.push_back(std::move(line));
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  bool holds(const std::string& text) { return prover_->provable(query(text)); }

  /// The code of the error that the query ends in; empty if it has answers or none.
  std::string error(const std::string& text) {
    try {
      (void)prover_->answers(query(text));
    } catch (const reference::ReasoningError& error) {
      return error.code();
    }
    return {};
  }

 private:
  driver::Session session_;
  std::shared_ptr<reference::Program> program_;
  std::unique_ptr<reference::Prover> prover_;
};

}  // namespace tesuji::tests
