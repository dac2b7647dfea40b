#include "tools/commands/query_unify.h"

#include "backend/driver/rulesheet/reference.h"
#include "backend/rules/reference_notation.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/files/joint_moves.h"
#include "tools/reports/unification_report.h"

#include <fmt/core.h>

#include <string_view>

namespace tesuji::tools {

namespace {

/// Whether a text has characters that show its syntax; a bare name has none.
bool shows_syntax(std::string_view text) {
  return text.find_first_of("(),?") != std::string_view::npos;
}

frontend::Syntax unified_syntax(const std::string& text, const std::string& other) {
  // A bare name is in the other term's syntax. If both are bare names, each may be a variable:
  // infix.
  if (!shows_syntax(text)) {
    return shows_syntax(other) ? frontend::detect_syntax(other) : frontend::Syntax::infix;
  }
  return frontend::detect_syntax(text);
}

}  // namespace

void UnifyOptions::add_to(Command& command) {
  Option* unify = command.add_option("--unify", texts_,
                                     "Unify two terms (or @FILE), step by step; needs no GAME");
  unify
      ->expected(1, 1'000)  // check() counts them, with better messages
      ->type_name("A B");
  command
      .add_option("--max-symbols", max_symbols_,
                  "--unify: maximum number of symbols printed of each term")
      ->check(in_range(1, 10'000'000))
      ->needs(unify)
      ->capture_default_str();
}

void UnifyOptions::check() const {
  if (texts_.size() > 2) {
    throw UsageError("--unify", fmt::format("unifies two terms and needs no GAME, but {} follow it",
                                            counted(texts_.size(), "argument")));
  }
  if (texts_.size() == 1) throw UsageError("--unify", "unifies two terms: the second is missing");
}

int UnifyOptions::run(std::optional<frontend::Syntax> syntax, bool json, std::size_t max_steps,
                      driver::Session& session) const {
  const auto first = read_option_text("A", texts_[0], session);
  const auto second = read_option_text("B", texts_[1], session);
  if (!first || !second) return exit_input;
  const frontend::Syntax written = syntax.value_or(unified_syntax(first->text, second->text));
  const auto read = [&](const OptionText& input, frontend::Syntax in) {
    return frontend::parse_deep_term(session.sources->add(input.name, input.text), in,
                                     *session.symbols, session.diagnostics);
  };
  auto left = read(*first, written);
  auto right = read(*second, syntax.value_or(unified_syntax(second->text, first->text)));
  if (!left || !right) return exit_input;

  reference::Program program(session.symbols);
  const driver::TermPair terms = driver::reference_terms(*left, *right, program, *session.symbols);
  const reference::Unification unification =
      reference::unify_in_steps(terms.left, terms.right, program.terms());
  const auto notation = driver::make_notation(program, written, session);
  const UnifiedTerms unified{unification,  terms,         program.terms(),  *notation,
                             left->term(), right->term(), *session.sources, *session.symbols,
                             max_symbols_, max_steps};
  if (json) {
    print_json(unification_json(unified));
  } else {
    fmt::print("{}", unification_text(unified));
  }
  return unification.unifiable ? exit_ok : exit_input;
}

}  // namespace tesuji::tools
