#include "tools/servers/lsp/text_check.h"

#include "frontend/prolog/clause_metarules_reader.h"
#include "frontend/prolog/feature_reader.h"
#include "frontend/prolog/induction_reader.h"
#include "frontend/rules/facts_reader.h"
#include "frontend/rules/metarules_parser.h"
#include "frontend/rules/rules_parser.h"
#include "frontend/strategy/other_clauses.h"
#include "frontend/strategy/strategy_parser.h"
#include "ir/text/text.h"
#include "tools/base/json.h"
#include "tools/reports/check/sheet_check.h"

#include <array>
#include <filesystem>
#include <utility>

namespace tesuji::tools {
namespace {

/// A text of clauses that shows to be no strategy. Nothing says which reader it is meant for, so it
/// has faults only where none accepts it: those that the first one finds.
void check_other_clauses(ir::FileId file, driver::Session& session) {
  ir::Diagnostics quiet(*session.sources);
  ir::FeatureClauses features;
  ir::BackgroundText background;
  ir::BackgroundText bias;
  ir::DomainTheory theory;
  if (frontend::read_features(file, features, quiet) ||
      frontend::read_background(file, background, quiet) ||
      frontend::read_bias(file, bias, quiet) ||
      frontend::read_facts(file, *session.symbols, quiet) ||
      frontend::read_clause_metarules(file, quiet)) {
    return;
  }
  static_cast<void>(frontend::read_domain_theory(file, theory, session.diagnostics));
}

void check_in(Language language, ir::FileId file, const std::string& path, driver::Session& session,
              const ReadText& read_text, const std::function<void()>& read) {
  switch (language) {
    case Language::gdl:
      if (ir::is_ir_text((*session.sources)[file].text)) return;
      report_sheet(file, path, session, read);
      return;
    case Language::clauses:
      if (frontend::has_strategy_clause(file, *session.sources)) {
        static_cast<void>(frontend::parse_strategy(file, session.diagnostics));
      } else {
        check_other_clauses(file, session);
      }
      return;
    case Language::rules:
      static_cast<void>(frontend::parse_rules(file, *session.symbols, session.diagnostics));
      return;
    case Language::metarules:
      static_cast<void>(frontend::parse_metarules(file, session.diagnostics));
      return;
    case Language::invariants:
      check_invariants(file, path, read_text, session);
      return;
    case Language::other:
      return;
  }
}

}  // namespace

Language language_of(std::string_view path, std::string_view editor_name) {
  constexpr std::array<std::pair<std::string_view, Language>, 6> endings{{
      {".kif", Language::gdl},
      {".gdl", Language::gdl},
      {".pl", Language::clauses},
      {".rules", Language::rules},
      {".meta", Language::metarules},
      {".inv", Language::invariants},
  }};
  const std::string ending = std::filesystem::path(path).extension().string();
  for (const auto& [known, language] : endings) {
    if (ending == known) return language;
  }
  if (editor_name == "gdl" || editor_name == "kif") return Language::gdl;
  return editor_name == "prolog" ? Language::clauses : Language::other;
}

void check_text(Language language, const std::string& path, const std::string& text,
                const ReadText& read_text, const BackgroundCheck::Send& send) {
  driver::Session session;
  const ir::FileId file = session.sources->add(path, text);
  const auto report = [&](bool whole) {
    send({{"whole", whole}, {"diagnostics", to_json(session.diagnostics)}});
  };
  check_in(language, file, path, session, read_text, [&] { report(false); });
  report(true);
}

}  // namespace tesuji::tools
