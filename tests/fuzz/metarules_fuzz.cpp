// Ordering metarules: what is accepted is printed as text that reads back the same.
#include "frontend/rules/metarules_parser.h"
#include "tests/fuzz/support.h"

using namespace tesuji;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const auto metarules =
      frontend::parse_metarules(sources.add("input.meta", fuzz::text_of(data, size)), diagnostics);
  fuzz::check_report(diagnostics, metarules.has_value());
  if (!metarules) return 0;

  const std::string printed = frontend::print_metarules(*metarules);
  ir::Diagnostics again(sources);
  const auto reread = frontend::parse_metarules(sources.add("printed.meta", printed), again);
  fuzz::require(reread.has_value(), "printed metarules parse", again.render() + printed);
  fuzz::require(frontend::print_metarules(*reread) == printed, "and print the same", printed);
  return 0;
}
