#include "backend/driver/rulesheet/rulesheet.h"

#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/lower/lower.h"
#include "frontend/gdl/syntax.h"
#include "runtime/host/game/term_names.h"

#include <algorithm>
#include <filesystem>

namespace tesuji::driver {

std::optional<frontend::Rulesheet> parse_and_check(const std::string& path, Session& session) {
  const std::optional<ir::FileId> file = read_rulesheet(path, session);
  if (!file) return std::nullopt;
  return parse_and_check(*file, session);
}

std::optional<frontend::Rulesheet> parse_and_check(ir::FileId file, Session& session) {
  frontend::PartialSheet partial;
  std::optional<frontend::Rulesheet> sheet = frontend::parse_rulesheet(
      file, syntax_of(file, session), *session.symbols, session.diagnostics, &partial);
  if (!sheet) {
    frontend::validate_rest(partial, *session.symbols, session.diagnostics, session.validation);
  }
  return sheet;
}

std::optional<frontend::Rulesheet> check_rulesheet(ir::FileId file, Session& session) {
  std::optional<frontend::Rulesheet> sheet = parse_and_check(file, session);
  if (!sheet) return std::nullopt;
  if (!frontend::validate(*sheet, *session.symbols, session.diagnostics, session.validation)) {
    return std::nullopt;
  }
  frontend::normalise(*sheet);
  return sheet;
}

std::optional<ir::Module> lower_rulesheet(const frontend::Rulesheet& sheet, const std::string& path,
                                          Session& session) {
  std::optional<ir::Module> module =
      frontend::lower(sheet, session.sources, session.symbols, session.diagnostics);
  if (module) module->game = std::filesystem::path(path).stem().string();
  return module;
}

namespace {

/// Parses the session's first text again, without repeating its messages.
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

std::optional<ir::Span> first_clause(Session& session, std::string_view relation) {
  ir::Diagnostics quiet(*session.sources);
  const auto sheet = first_sheet(session, quiet);
  if (!sheet) return std::nullopt;
  for (const frontend::Clause& clause : sheet->clauses) {
    if (session.symbols->text(clause.head.name) == relation) return clause.span;
  }
  return std::nullopt;
}

std::optional<ir::Span> clause_for_role(Session& session, std::string_view relation,
                                        const std::string& role, std::string_view value) {
  using Kind = frontend::Term::Kind;
  ir::Diagnostics quiet(*session.sources);
  const auto sheet = first_sheet(session, quiet);
  if (!sheet) return std::nullopt;
  const auto text = [&](const frontend::Term& term) { return session.symbols->text(term.name); };
  std::optional<ir::Span> any;
  for (const frontend::Clause& clause : sheet->clauses) {
    const std::vector<frontend::Term>& head = clause.head.args;
    if (text(clause.head) != relation || head.size() != 2) continue;
    if (!value.empty() && head[1].kind != Kind::variable && text(head[1]) != value) continue;
    if (head[0].kind == Kind::constant && text(head[0]) == role) return clause.span;
    if (head[0].kind == Kind::variable && !any) any = clause.span;
  }
  return any;
}

std::optional<NextRule> rule_that_keeps(Session& session, const std::string& fluent) {
  const auto parts = runtime::term_parts(fluent);
  ir::Diagnostics quiet(*session.sources);
  const auto sheet = first_sheet(session, quiet);
  if (!parts || !sheet) return std::nullopt;
  std::optional<NextRule> found;
  for (const frontend::Clause& clause : sheet->clauses) {
    if (session.symbols->text(clause.head.name) != "next" || clause.head.args.size() != 1) continue;
    const frontend::Term& made = clause.head.args.front();
    if (made.args.size() + 1 != parts->size()) continue;
    if (session.symbols->text(made.name) != parts->front()) continue;
    const bool keeps =
        std::any_of(clause.body.begin(), clause.body.end(), [&](const frontend::Literal& literal) {
          return literal.kind == frontend::Literal::Kind::atom &&
                 session.symbols->text(literal.atom.name) == "true" &&
                 literal.atom.args.size() == 1 &&
                 frontend::same_term(literal.atom.args.front(), made);
        });
    if (keeps) return NextRule{clause.span, true};
    if (!found) found = NextRule{clause.span, false};
  }
  return found;
}

namespace {

std::vector<frontend::PlayedGame> played(const std::vector<runtime::RecordedGame>& games) {
  std::vector<frontend::PlayedGame> result;
  for (const runtime::RecordedGame& game : games) {
    result.push_back({game.states, game.moves, game.choices});
  }
  return result;
}

/// Prints terms in the syntax of a rulesheet.
class Shown {
 public:
  Shown(const frontend::Rulesheet& sheet, const ir::SymbolTable& symbols)
      : syntax_(sheet.syntax), symbols_(symbols) {}

  [[nodiscard]] std::string term(const frontend::Term& term) const {
    return frontend::print_term(term, syntax_, symbols_);
  }

  [[nodiscard]] std::string constant(ir::Symbol name) const {
    return term({frontend::Term::Kind::constant, name, {}, {}});
  }

  /// `(cell ..)`
  [[nodiscard]] std::string form(ir::Symbol functor) const {
    const bool infix = syntax_ == frontend::Syntax::infix;
    return infix ? constant(functor) + "(..)" : "(" + constant(functor) + " ..)";
  }

  /// `(at hare _ _)`
  [[nodiscard]] std::string group(const frontend::FluentGroup& group) const {
    const bool infix = syntax_ == frontend::Syntax::infix;
    std::string text = constant(group.form.first);
    text = infix ? text + "(" : "(" + text;
    for (std::size_t i = 0; i < group.form.second; ++i) {
      text += infix ? (i > 0 ? "," : "") : " ";
      text += group.column == i ? constant(group.constant) : "_";
    }
    return text + ")";
  }

 private:
  frontend::Syntax syntax_;
  const ir::SymbolTable& symbols_;
};

}  // namespace

std::vector<GoneFluent> gone_fluents(Session& session,
                                     const std::vector<runtime::RecordedGame>& games) {
  if (games.empty()) return {};
  ir::Diagnostics quiet(*session.sources);
  const auto sheet = first_sheet(session, quiet);
  if (!sheet) return {};
  const Shown shown(*sheet, *session.symbols);
  const std::vector<frontend::PlayedGame> plays = played(games);
  std::vector<GoneFluent> found;
  const auto add = [&](const auto& gone, bool for_good, std::string group,
                       const std::vector<const frontend::Clause*>& rules) {
    GoneFluent result{for_good,
                      shown.term(gone.fluent),
                      std::move(group),
                      shown.form(gone.fluent.name),
                      {},
                      gone.game,
                      gone.step};
    for (const frontend::Clause* rule : rules) result.rules.push_back(rule->span);
    found.push_back(std::move(result));
  };
  for (const auto& lost : frontend::lost_fluents(*sheet, *session.symbols, plays)) {
    add(lost, false, {}, lost.keeping);
  }
  const std::size_t lost = found.size();
  for (const auto& gone : frontend::vanished_fluents(*sheet, *session.symbols, plays)) {
    const std::string form = shown.form(gone.fluent.name);
    const bool told = std::any_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(lost),
                                  [&](const GoneFluent& other) { return other.form == form; });
    if (!told) add(gone, true, shown.group(gone.group), gone.rules);
  }
  return found;
}

}  // namespace tesuji::driver
