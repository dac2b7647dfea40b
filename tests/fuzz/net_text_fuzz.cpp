// Nets as text: what parses and verifies prints; that parses, verifies, prints the same, and
// gives the same answers.
#include "backend/interpreter/net_evaluator.h"
#include "ir/text/text.h"
#include "ir/verify/verifier.h"
#include "tests/fuzz/support.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

using namespace tesuji;

namespace {

using State = std::vector<std::uint64_t>;

constexpr std::size_t rounds = 4;

std::size_t words_for(std::size_t bits) {
  return std::max<std::size_t>(1, (bits + 63) / 64);
}

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

/// Both give the same answers, in the initial state and in arbitrary ones.
void compare(std::shared_ptr<const ir::Net> one, std::shared_ptr<const ir::Net> two) {
  const std::size_t fluents = one->fluents.size();
  const std::size_t moves = one->moves.size();
  fuzz::require(fluents == two->fluents.size() && moves == two->moves.size(), "the same inputs");
  State state(words_for(fluents));
  for (std::size_t i = 0; i < fluents; ++i) {
    fuzz::require(one->fluents[i].initially == two->fluents[i].initially, "the same first state");
    if (one->fluents[i].initially) state[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  std::size_t roles = 0;
  for (const ir::NetMove& move : one->moves) {
    roles = std::max<std::size_t>(roles, std::size_t{move.role} + 1);
  }
  const std::size_t answers =
      words_for(std::max({fluents, moves, one->goals.size(), one->percepts.size()}));
  const interpreter::EvaluatedNet first = interpreter::evaluate_net(std::move(one));
  const interpreter::EvaluatedNet second = interpreter::evaluate_net(std::move(two));
  std::mt19937_64 random(1);
  for (std::size_t round = 0; round < rounds; ++round) {
    std::vector<std::uint32_t> made(roles);
    for (std::uint32_t& number : made) number = static_cast<std::uint32_t>(random() % (moves + 1));
    const auto ask = [&](const interpreter::EvaluatedNet& net, runtime::NetFunction function) {
      State out(answers);
      State scratch(net.scratch_words);
      if (function != nullptr) {
        function(net.code.self, state.data(), made.data(), scratch.data(), out.data());
      }
      return out;
    };
    for (const auto function :
         {&runtime::NetCode::legal, &runtime::NetCode::next, &runtime::NetCode::terminal,
          &runtime::NetCode::goals, &runtime::NetCode::percepts}) {
      fuzz::require(ask(first, first.code.*function) == ask(second, second.code.*function),
                    "the same answers");
    }
    for (std::uint64_t& word : state) word = random();
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
  compare(module->net, again->net);
  return 0;
}
