// Native code of nets answers as the interpreter does, whatever the net.
#include "backend/interpreter/net_evaluator.h"
#include "backend/llvm/nets/net_jit.h"
#include "tests/unit/support/random_net.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

using namespace tesuji;
using ir::Signal;
using llvm_backend::JitOptions;
using llvm_backend::NetJitShape;

using tests::random_net;
using tests::RandomNetShape;

namespace {

/// How often two implementations of a question differ.
class Comparison {
 public:
  Comparison(const ir::Net& net, const NetJitShape& code, const JitOptions& options)
      : native_(llvm_backend::compile_net(net, options, code)),
        evaluated_(interpreter::evaluate_net(std::make_shared<const ir::Net>(net))),
        native_scratch_(native_.scratch_words, garbage),
        scratch_(evaluated_.scratch_words, garbage) {}

  std::size_t differences(runtime::NetFunction runtime::NetCode::* question, std::size_t bits,
                          const std::vector<std::uint64_t>& state, const std::uint32_t* moves) {
    const std::size_t words = (bits + 63) / 64;
    std::vector<std::uint64_t> expected(words, garbage);
    std::vector<std::uint64_t> got(words, garbage);
    (evaluated_.code.*question)(evaluated_.code.self, state.data(), moves, scratch_.data(),
                                expected.data());
    (native_.code.*question)(native_.code.self, state.data(), moves, native_scratch_.data(),
                             got.data());
    return expected == got ? 0 : 1;
  }

  /// Legal moves and terminal, which native code may give together.
  std::size_t position_differences(std::size_t moves, const std::vector<std::uint64_t>& state) {
    if (native_.code.position == nullptr) {
      return differences(&runtime::NetCode::legal, moves, state, nullptr) +
             differences(&runtime::NetCode::terminal, 1, state, nullptr);
    }
    std::vector<std::uint64_t> expected((moves + 64) / 64, 0);
    std::vector<std::uint64_t> got(expected.size(), garbage);
    std::uint64_t terminal = 0;
    evaluated_.code.legal(evaluated_.code.self, state.data(), nullptr, scratch_.data(),
                          expected.data());
    evaluated_.code.terminal(evaluated_.code.self, state.data(), nullptr, scratch_.data(),
                             &terminal);
    expected[moves / 64] |= terminal << (moves % 64);
    native_.code.position(native_.code.self, state.data(), nullptr, native_scratch_.data(),
                          got.data());
    return expected == got ? 0 : 1;
  }

 private:
  static constexpr std::uint64_t garbage = 0x5EEDBEEF5EEDBEEF;

  llvm_backend::CompiledNet native_;
  interpreter::EvaluatedNet evaluated_;
  std::vector<std::uint64_t> native_scratch_;
  std::vector<std::uint64_t> scratch_;
};

void check(const RandomNetShape& shape, const NetJitShape& code, const JitOptions& options,
           std::uint32_t seed) {
  CAPTURE(shape.fluents, code.gates_per_function, static_cast<int>(code.words), seed);
  std::mt19937 random(seed);
  const ir::Net net = random_net(shape, random);
  Comparison compare(net, code, options);
  std::size_t wrong = 0;
  for (int round = 0; round < 100; ++round) {
    std::vector<std::uint64_t> state((shape.fluents + 63) / 64);
    for (std::size_t f = 0; f < shape.fluents; ++f) {
      state[f / 64] |= std::uint64_t{random() % 2} << (f % 64);
    }
    std::vector<std::uint32_t> moves;  // the last number: none of the role's
    for (const std::uint32_t count : shape.moves) {
      moves.push_back(static_cast<std::uint32_t>(random() % (count + 1)));
    }
    using runtime::NetCode;
    wrong += compare.differences(&NetCode::next, shape.fluents, state, moves.data());
    wrong += compare.differences(&NetCode::percepts, net.percepts.size(), state, moves.data());
    wrong += compare.position_differences(net.moves.size(), state);
    wrong += compare.differences(&NetCode::goals, net.goals.size(), state, nullptr);
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("Random nets in native code", "[net][llvm]") {
  const JitOptions fast{JitOptions::Tier::fast, true};
  const JitOptions optimised{JitOptions::Tier::optimised, true};
  using Words = NetJitShape::Words;
  for (const Words words : {Words::never, Words::shorter, Words::always}) {
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
      check({7, {3}, 20}, {100, words}, fast, seed);
      check({64, {64, 2}, 40}, {10, words}, fast, seed);
      check({130, {5, 70, 129}, 150}, {100, words}, optimised, seed);
      // Some questions, or all, compiled quickly.
      check({130, {5, 70, 129}, 150}, {100, words, 150}, optimised, seed);
      check({64, {64, 2}, 40}, {10, words, 0}, optimised, seed);
    }
  }
}
