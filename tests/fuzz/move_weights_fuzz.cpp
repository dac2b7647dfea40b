// Weights of moves: read, or refused with a reason; every weight that is read is within its limits,
// belongs to something, and reads the same when it is written again.
#include "tests/fuzz/support.h"
#include "tools/files/move_lists.h"

using namespace tesuji;

namespace {

std::optional<driver::MoveWeights> read(const std::string& text) {
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const ir::FileId file = sources.add("input.weights", text);
  auto weights = tools::read_move_weights(file, diagnostics);
  fuzz::check_report(diagnostics, weights.has_value());
  return weights;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto weights = read(fuzz::text_of(data, size));
  if (!weights) return 0;
  std::string written;
  for (const auto& [move, weight] : *weights) {
    fuzz::require(!move.empty(), "a weight is of a move");
    fuzz::require(weight.weight >= 1 && weight.weight <= driver::most_move_weight,
                  "weights are within their limits", move);
    written += std::to_string(weight.weight) + " " + move + "\n";
  }
  const auto again = read(written);
  fuzz::require(again && again->size() == weights->size(), "what is written is read", written);
  for (const auto& [move, weight] : *weights) {
    const auto found = again->find(move);
    fuzz::require(found != again->end() && found->second.weight == weight.weight, "and is the same",
                  written);
  }
  return 0;
}
