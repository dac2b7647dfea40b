// Graphs and programs over lanes as text: what parses and verifies prints; that parses, verifies
// and prints the same. Graphs become programs that verify and compute the same.
#include "ir/nets/lanes.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "ir/verify/verify_lanes.h"
#include "passes/lanes/map_luts.h"
#include "tests/fuzz/support.h"
#include "tests/unit/support/lane_values.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <variant>

using namespace tesuji;

namespace {

/// The text as a module that verifies; every reader's promises are checked.
std::optional<ir::Module> read(const std::string& text) {
  const auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  auto module = ir::parse(sources->add("input.tir", text), sources, diagnostics);
  fuzz::check_report(diagnostics, module.has_value());
  if (!module) return std::nullopt;
  const bool verified = ir::verify(*module, diagnostics);
  fuzz::check_report(diagnostics, verified);
  // The reader says where a fault of the code itself is.
  const std::string report = diagnostics.render();
  fuzz::require(report.find("code over lanes") == std::string::npos, "faults have a place", report);
  if (!verified) return std::nullopt;
  return module;
}

/// The program that the graph becomes writes what the graph does.
void compare(const ir::Xag& graph) {
  const ir::LutProgram program = passes::map_luts(graph);
  const std::optional<std::string> fault = ir::fault_of(program);
  fuzz::require(!fault, "programs of graphs verify", fault.value_or(""));
  std::mt19937_64 random(1);
  tests::LaneWords words;
  for (const ir::LaneWord& word : graph.inputs) words[{word.array, word.index}] = random();
  const tests::LaneWords written = tests::evaluate(program, words);
  for (const auto& [word, value] : tests::evaluate(graph, words)) {
    const auto found = written.find(word);
    const std::uint64_t after = found != written.end() ? found->second : words.at(word);
    fuzz::require(after == value, "programs compute what graphs do");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto module = read(fuzz::text_of(data, size));
  if (!module) return 0;
  const std::string printed = ir::print(*module);
  const auto again = read(printed);
  fuzz::require(again.has_value(), "printed lanes parse and verify", printed);
  const std::string printed_again = ir::print(*again);
  fuzz::require(printed_again == printed, "printed lanes print the same", printed + printed_again);
  if (!module->lanes) return 0;
  if (const auto* const graphs = std::get_if<ir::LaneGraphs>(&module->lanes->code)) {
    for (const ir::LaneGraphPhase& phase : graphs->phases) compare(phase.tick);
    if (!graphs->goals.nodes.empty()) compare(graphs->goals);
  }
  return 0;
}
