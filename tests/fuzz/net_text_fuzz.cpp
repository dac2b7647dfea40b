// Nets as text: what parses and verifies prints; that parses, verifies, prints the same, and
// plays the same.
#include "backend/driver/net.h"
#include "ir/text.h"
#include "ir/verifier.h"
#include "tests/fuzz/support.h"

#include <memory>
#include <optional>
#include <utility>

using namespace tesuji;

namespace {

constexpr std::size_t steps = 3;

/// The text as a module that verifies; every reader's promises are checked.
std::optional<ir::Module> read(const std::string& text) {
  const auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  auto module = ir::parse(sources->add("input.tir", text), sources, diagnostics);
  fuzz::check_report(diagnostics, module.has_value());
  if (!module) return std::nullopt;
  const bool verified = ir::verify(*module, diagnostics);
  fuzz::check_report(diagnostics, verified);
  if (!verified) return std::nullopt;
  return module;
}

std::shared_ptr<const runtime::Game> game_of(ir::Module module) {
  auto net = module.net;
  return driver::evaluate_game(
      {std::make_shared<const ir::Module>(std::move(module)), std::move(net)});
}

/// Both answer alike, from the initial state on, along first moves.
void compare(const runtime::Game& one, const runtime::Game& two) {
  const auto scratch_one = one.make_scratch();
  const auto scratch_two = two.make_scratch();
  runtime::State state(one.initial().begin(), one.initial().end());
  fuzz::require(one.roles().size() == two.roles().size(), "the same roles");
  fuzz::require(state == runtime::State(two.initial().begin(), two.initial().end()),
                "the same initial state");
  std::vector<std::vector<runtime::Move>> moves_one;
  std::vector<std::vector<runtime::Move>> moves_two;
  std::vector<std::vector<std::string>> goals_one;
  std::vector<std::vector<std::string>> goals_two;
  for (std::size_t step = 0; step < steps; ++step) {
    fuzz::require(one.fluents(state) == two.fluents(state), "the same fluents");
    one.legal(state, *scratch_one, moves_one);
    two.legal(state, *scratch_two, moves_two);
    fuzz::require(moves_one == moves_two, "the same legal moves");
    one.goal(state, *scratch_one, goals_one);
    two.goal(state, *scratch_two, goals_two);
    fuzz::require(goals_one == goals_two, "the same goals");
    fuzz::require(one.terminal(state, *scratch_one) == two.terminal(state, *scratch_two),
                  "the same end");
    std::vector<runtime::Move> joint;
    for (const auto& moves : moves_one) {
      if (moves.empty()) return;
      fuzz::require(one.move_name(moves[0]) == two.move_name(moves[0]), "the same moves");
      joint.push_back(moves[0]);
    }
    runtime::State next_one(one.state_words());
    runtime::State next_two(two.state_words());
    one.next(state, joint, *scratch_one, next_one);
    two.next(state, joint, *scratch_two, next_two);
    fuzz::require(next_one == next_two, "the same next state");
    one.percepts(state, joint, *scratch_one, goals_one);
    two.percepts(state, joint, *scratch_two, goals_two);
    fuzz::require(goals_one == goals_two, "the same percepts");
    state = next_one;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto module = read(fuzz::text_of(data, size));
  if (!module) return 0;
  const std::string printed = ir::print(*module);
  auto again = read(printed);
  fuzz::require(again.has_value(), "a printed net parses and verifies", printed);
  const std::string printed_again = ir::print(*again);
  fuzz::require(printed_again == printed, "a printed net prints the same", printed + printed_again);
  if (!module->net) return 0;
  compare(*game_of(std::move(*module)), *game_of(std::move(*again)));
  return 0;
}
