// Profiles (JSON): read, or refused with a reason; the metarules made of one that is read are
// such as their parser accepts, and print the same when they are read back.
#include "frontend/rules/metarules_parser.h"
#include "passes/ordering/observed_metarules.h"
#include "tests/fuzz/support.h"
#include "tools/reports/profile_file.h"

#include <cmath>

using namespace tesuji;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const auto profile =
      tools::profile_from_json(fuzz::text_of(data, size), "input.json", diagnostics);
  fuzz::check_report(diagnostics, profile.has_value());
  if (!profile) return 0;

  const auto metarules = passes::observed_metarules(*profile);
  for (const ir::OrderingMetarule& metarule : metarules) {
    fuzz::require(std::isfinite(metarule.priority) && metarule.priority > 0,
                  "priorities are numbers", metarule.name);
  }
  const std::string printed = frontend::print_metarules(metarules);
  ir::Diagnostics again(sources);
  const auto reread = frontend::parse_metarules(sources.add("observed.meta", printed), again);
  fuzz::require(reread.has_value(), "observed metarules parse", again.render() + printed);
  fuzz::require(reread->size() == metarules.size(), "and are as many", printed);
  // Comments are not read.
  const std::string once = frontend::print_metarules(*reread);
  ir::Diagnostics third(sources);
  const auto twice = frontend::parse_metarules(sources.add("printed.meta", once), third);
  fuzz::require(twice && frontend::print_metarules(*twice) == once, "and print the same", printed);
  return 0;
}
