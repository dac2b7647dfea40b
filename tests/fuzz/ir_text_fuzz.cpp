// IR text: what parses and verifies prints; that parses, verifies, prints the same,
// and can be laid out.
#include "ir/module/layout.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "tests/fuzz/support.h"

#include <memory>

using namespace tesuji;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  const ir::FileId file = sources->add("input.tir", fuzz::text_of(data, size));
  const auto module = ir::parse(file, sources, diagnostics);
  fuzz::check_report(diagnostics, module.has_value());
  if (!module) return 0;
  const bool verified = ir::verify(*module, diagnostics);
  fuzz::check_report(diagnostics, verified);
  if (!verified) return 0;

  const std::string printed = ir::print(*module);
  ir::Diagnostics again(*sources);
  const auto second = ir::parse(sources->add("printed.tir", printed), sources, again);
  fuzz::require(second.has_value(), "printed IR parses", again.render() + printed);
  fuzz::require(ir::verify(*second, again), "printed IR verifies", again.render() + printed);
  const std::string printed_again = ir::print(*second);
  fuzz::require(printed_again == printed, "printed IR prints the same", printed + printed_again);
  return 0;
}
