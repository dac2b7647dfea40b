#include "backend/driver/rulesheet/rulesheet.h"

#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/lower/lower.h"
#include "frontend/gdl/partial_sheet.h"
#include "frontend/gdl/syntax.h"

namespace tesuji::driver {

std::optional<frontend::Rulesheet> parse_and_check(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_rulesheet(path, session);
  if (!file) return std::nullopt;
  frontend::PartialSheet partial;
  std::optional<frontend::Rulesheet> sheet = frontend::parse_rulesheet(
      *file, syntax_of(*file, session), *session.symbols, session.diagnostics, partial);
  if (!sheet) {
    frontend::validate_rest(partial, *session.symbols, session.diagnostics, session.validation);
  }
  return sheet;
}

namespace {

/// Reads the session's first text again, of which everything has been said.
std::optional<frontend::Rulesheet> first_sheet(Session& session, ir::Diagnostics& quiet) {
  constexpr ir::FileId first = 0;
  if (session.sources->size() == 0) return std::nullopt;
  auto sheet = frontend::parse_rulesheet(first, syntax_of(first, session), *session.symbols, quiet);
  if (sheet) frontend::normalise(*sheet);
  return sheet;
}

}  // namespace

std::optional<RulesAsWritten> rules_as_written(Session& session) {
  ir::Diagnostics quiet(*session.sources);
  const auto sheet = first_sheet(session, quiet);
  if (!sheet) return std::nullopt;
  const auto module = frontend::lower(*sheet, session.sources, session.symbols, quiet);
  if (!module) return std::nullopt;
  return rules_as_written(*module);
}

std::vector<LostFluent> lost_fluents(Session& session,
                                     const std::vector<runtime::RecordedGame>& games) {
  if (games.empty()) return {};
  ir::Diagnostics quiet(*session.sources);
  const auto sheet = first_sheet(session, quiet);
  if (!sheet) return {};
  const frontend::Syntax syntax = sheet->syntax;
  std::vector<frontend::PlayedGame> played;
  for (const runtime::RecordedGame& game : games) played.push_back({game.states, game.moves});
  std::vector<LostFluent> found;
  for (const frontend::LostFluent& lost :
       frontend::lost_fluents(*sheet, *session.symbols, played)) {
    const auto shown = [&](const frontend::Term& term) {
      return frontend::print_term(term, syntax, *session.symbols);
    };
    const std::string functor = shown({frontend::Term::Kind::constant, lost.fluent.name, {}, {}});
    LostFluent& result = found.emplace_back();
    result.fluent = shown(lost.fluent);
    result.form = syntax == frontend::Syntax::infix ? functor + "(..)" : "(" + functor + " ..)";
    for (const frontend::Clause* rule : lost.keeping) result.keeping.push_back(rule->span);
    result.game = lost.game;
    result.step = lost.step;
  }
  return found;
}

}  // namespace tesuji::driver
