// Production rules and facts, a line `---` between them: what is accepted becomes
// agendas that verify, print and read back the same; engines agree on them, and
// passes change no fact.
#include "frontend/rules/facts_reader.h"
#include "frontend/rules/rules_parser.h"
#include "tests/fuzz/support.h"
#include "tests/property/rules_differential.h"

#include <algorithm>

using namespace tesuji;

namespace {

/// Rule sets with more premises than this are legitimate, but take their time.
constexpr std::size_t most_premises = 12;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  const std::string line = "\n---\n";
  const std::size_t end = std::min(text.find(line), text.size());
  const std::string rules = text.substr(0, end);
  const std::string facts = end < text.size() ? text.substr(end + line.size()) : "";

  ir::SourceMap sources;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics(sources);
  const auto set = frontend::parse_rules(sources.add("input.rules", rules), symbols, diagnostics);
  fuzz::check_report(diagnostics, set.has_value());
  ir::Diagnostics of_facts(sources);
  const auto memory = frontend::read_facts(sources.add("input.pl", facts), symbols, of_facts);
  fuzz::check_report(of_facts, memory.has_value());
  if (!set || !memory) return 0;

  std::size_t premises = 0;
  for (const frontend::ProductionRule& rule : set->rules) premises += rule.premises.size();
  if (premises > most_premises) return 0;
  const tests::RulesOutcome outcome = tests::compare_rules(rules, facts, 1, false);
  fuzz::require(outcome.kind != tests::RulesOutcome::Kind::disagreed,
                "engines agree on accepted rules, under all passes", outcome.message);
  return 0;
}
