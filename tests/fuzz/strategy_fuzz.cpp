// Learned strategies: what is accepted becomes a module that verifies, prints and
// reads back the same; and it can be put into words.
#include "frontend/strategy/strategy_parser.h"
#include "frontend/strategy/strategy_reading.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "tests/fuzz/support.h"

#include <memory>

using namespace tesuji;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  const ir::FileId file = sources->add("input.pl", fuzz::text_of(data, size));
  const auto strategy = frontend::parse_strategy(file, diagnostics);
  fuzz::check_report(diagnostics, strategy.has_value());
  if (!strategy) return 0;

  ir::Module module(sources);
  module.game = "input";
  module.level = ir::Level::plans;
  module.procs = strategy->procs;
  ir::Diagnostics refused(*sources);
  fuzz::require(ir::verify(module, refused), "an accepted strategy verifies", refused.render());
  const std::string printed = ir::print(module);
  ir::Diagnostics again(*sources);
  const ir::FileId second = sources->add("printed.tir", printed);
  const auto reread = ir::parse(second, sources, again);
  fuzz::require(reread.has_value(), "its printed module parses", again.render() + printed);
  fuzz::require(ir::print(*reread) == printed, "and prints the same", printed);
  for (const std::string& predicate : strategy->order) {
    fuzz::require(!frontend::reading(*strategy, predicate).empty(), "every predicate has words");
  }
  return 0;
}
