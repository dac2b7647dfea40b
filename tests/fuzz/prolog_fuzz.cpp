// Prolog's syntax as learners read it: terms read back as they print; clause metarules, background
// and examples are read or refused.
#include "frontend/prolog/clause_metarules_reader.h"
#include "frontend/prolog/induction_reader.h"
#include "frontend/text/prolog_terms.h"
#include "tests/fuzz/support.h"

using namespace tesuji;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  ir::SourceMap sources;
  const ir::FileId file = sources.add("input.pl", text);
  {
    ir::Diagnostics diagnostics(sources);
    const auto terms = frontend::read_prolog_terms(file, diagnostics);
    fuzz::check_report(diagnostics, terms.has_value());
    if (!terms) return 0;
    std::string printed;
    for (const auto& term : *terms) {
      if (term.name != ":-") printed += to_text(term) + ".\n";
    }
    ir::Diagnostics again(sources);
    const auto reread = frontend::read_prolog_terms(sources.add("printed.pl", printed), again);
    fuzz::require(reread.has_value(), "printed terms are read again", again.render());
    std::string twice;
    for (const auto& term : *reread) twice += to_text(term) + ".\n";
    fuzz::require(printed == twice, "printed terms are the same when read", printed + twice);
  }
  {
    ir::Diagnostics diagnostics(sources);
    const auto metarules = frontend::read_clause_metarules(file, diagnostics);
    fuzz::check_report(diagnostics, metarules.has_value());
  }
  {
    ir::Diagnostics diagnostics(sources);
    ir::BackgroundText background;
    const bool good = frontend::read_background(file, background, diagnostics);
    fuzz::check_report(diagnostics, good);
  }
  ir::Diagnostics diagnostics(sources);
  std::vector<ir::ExampleText> examples;
  const bool good = frontend::read_examples(file, true, examples, diagnostics);
  fuzz::check_report(diagnostics, good);
  return 0;
}
