#include "tools/files/strategy_text.h"

#include "frontend/strategy/strategy_diagram.h"
#include "frontend/strategy/strategy_reading.h"

namespace tesuji::tools {

std::string in_words(const frontend::Strategy& strategy, const std::optional<ClaimCheck>& check) {
  std::string text = strategy.order.empty() ? std::string() : claims_text(check);
  for (const std::string& predicate : strategy.order) {
    text += predicate + ": " + frontend::reading(strategy, predicate) +
            claim_text(check, predicate) + "\n";
  }
  return text;
}

std::string strategy_text(const std::string& prolog, FileKind form, driver::Session& session,
                          const std::optional<ClaimCheck>& check) {
  if (form == FileKind::clauses) return prolog;
  const ir::FileId file = session.sources->add("learned strategy", prolog);
  ir::Diagnostics own(*session.sources);
  const auto strategy = frontend::parse_strategy(file, own);
  if (!strategy) return form == FileKind::diagram ? "digraph strategy {\n}\n" : "";
  return form == FileKind::diagram ? frontend::calling_diagram(*strategy)
                                   : in_words(*strategy, check);
}

}  // namespace tesuji::tools
