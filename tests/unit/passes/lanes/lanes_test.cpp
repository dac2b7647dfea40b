// What programs over lanes are made of: tables of three inputs, numbers, choices.
#include "ir/verify/verify_lanes.h"
#include "passes/lanes/lane_choice.h"
#include "passes/lanes/map_luts.h"
#include "passes/lanes/xag_builder.h"
#include "runtime/host/memory/rng.h"
#include "tests/unit/support/lane_values.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

using namespace tesuji;

namespace {

using ir::Signal;
using Words = tests::LaneWords;

constexpr std::uint32_t given = 0;
constexpr std::uint32_t drawn = 1;
constexpr std::uint32_t written = 2;

/// Graphs of gates over ten inputs, with outputs of all kinds.
ir::Xag random_graph(runtime::Rng& rng, std::size_t gates) {
  passes::XagBuilder build;
  std::vector<Signal> signals{ir::false_signal};
  for (std::uint32_t i = 0; i < 10; ++i) signals.push_back(build.input(given, i));
  const auto any = [&] {
    return signals[rng.below(signals.size())] ^ static_cast<Signal>(rng.below(2));
  };
  for (std::size_t i = 0; i < gates; ++i) {
    switch (rng.below(4)) {
      case 0:
        signals.push_back(build.both(any(), any()));
        break;
      case 1:
        signals.push_back(build.differ(any(), any()));
        break;
      case 2:
        signals.push_back(build.choose(any(), any(), any()));
        break;
      default:
        signals.push_back(build.majority(any(), any(), any()));
    }
  }
  for (std::uint32_t i = 0; i < 8; ++i) build.output(written, i, any());
  build.output(given, 3, any());
  build.output(given, 4, build.input(given, 5));
  build.output(given, 5, ir::complement(build.input(given, 5)));
  build.output(given, 6, build.input(given, 6));
  return build.take();
}

}  // namespace

TEST_CASE("tables of three inputs compute what the graph does", "[lanes]") {
  runtime::Rng rng(1);
  for (int trial = 0; trial < 300; ++trial) {
    const ir::Xag graph = random_graph(rng, 1 + rng.below(120));
    const ir::LutProgram program = passes::map_luts(graph);
    Words words;
    for (std::uint32_t i = 0; i < 10; ++i) words[{given, i}] = rng.next();
    // Words that stay what they are need not be written.
    const auto after = [&](const Words& changed) {
      Words all = words;
      for (const auto& [place, word] : changed) all[place] = word;
      return all;
    };
    CHECK(after(tests::evaluate(program, words)) == after(tests::evaluate(graph, words)));
    std::size_t gates = 0;
    for (const ir::XagNode& node : graph.nodes) {
      gates += node.kind == ir::XagNode::Kind::conjunction ||
               node.kind == ir::XagNode::Kind::exclusive_or;
    }
    CHECK(program.operations.size() <= gates + graph.outputs.size());
  }
}

TEST_CASE("numbers in lanes add, subtract and compare", "[lanes]") {
  runtime::Rng rng(2);
  for (int trial = 0; trial < 50; ++trial) {
    passes::XagBuilder build;
    const std::size_t bits = 1 + rng.below(6);
    passes::XagNumber a;
    passes::XagNumber b;
    for (std::uint32_t i = 0; i < bits; ++i) {
      a.push_back(build.input(given, i));
      if (i + 1 < bits || rng.below(2) == 0) b.push_back(build.input(given, 16 + i));
    }
    const passes::XagNumber sum = passes::add(build, a, b);
    const passes::XagNumber difference = passes::subtract(build, a, b, bits);
    for (std::uint32_t i = 0; i < sum.size(); ++i) build.output(written, i, sum[i]);
    for (std::uint32_t i = 0; i < difference.size(); ++i) {
      build.output(written, 16 + i, difference[i]);
    }
    build.output(written, 32, passes::is_less(build, a, b));
    Words words;
    for (std::uint32_t i = 0; i < 32; ++i) words[{given, i}] = rng.next();
    const Words result = tests::evaluate(build.graph(), words);
    for (unsigned lane = 0; lane < 64; ++lane) {
      const auto number = [&](const Words& of, std::uint32_t array, std::uint32_t first,
                              std::size_t count) {
        std::uint64_t value = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
          value |= (of.at({array, first + i}) >> lane & 1U) << i;
        }
        return value;
      };
      const std::uint64_t x = number(words, given, 0, a.size());
      const std::uint64_t y = number(words, given, 16, b.size());
      CHECK(number(result, written, 0, sum.size()) == x + y);
      CHECK(number(result, written, 16, difference.size()) ==
            ((x - y) & ((std::uint64_t{1} << bits) - 1)));
      CHECK(number(result, written, 32, 1) == (x < y ? 1U : 0U));
    }
  }
}

// With every random number of the bits that are drawn, of all rounds, and sets of legal
// alternatives that differ from lane to lane: each alternative is chosen by as many numbers as it
// weighs, and by no others.
TEST_CASE("a choice in lanes is uniform", "[lanes]") {
  runtime::Rng rng(3);
  for (int trial = 0; trial < 200; ++trial) {
    const unsigned rounds = 1 + static_cast<unsigned>(trial) % 2;
    const std::size_t count = 1 + rng.below(rounds == 1 ? 24 : 6);
    const bool weighted = trial % 3 == 0;
    passes::XagBuilder build;
    std::vector<passes::XagNumber> weights;
    std::vector<std::uint64_t> values;
    for (std::uint32_t i = 0; i < count; ++i) {
      values.push_back(weighted ? rng.below(5) : 1);
      weights.push_back(passes::number_where(build.input(given, i), values[i]));
    }
    std::uint32_t words_drawn = 0;
    const passes::LaneChoice choice = passes::choose_in_lanes(
        build, weights, rounds, [&] { return build.input(drawn, words_drawn++); });
    for (std::uint32_t i = 0; i < count; ++i) build.output(written, i, choice.chosen[i]);
    build.output(written, 100, choice.made);
    build.output(written, 101, choice.none);
    const ir::LutProgram program = passes::map_luts(build.graph());

    REQUIRE(words_drawn <= 10);
    const std::uint64_t numbers = std::uint64_t{1} << words_drawn;
    struct Set {
      std::uint64_t legal = 0;  // a bit for each alternative
      std::uint64_t sum = 0;    // of their weights
      std::uint64_t made = 0;
      std::map<std::size_t, std::uint64_t> chosen;
    };
    std::vector<Set> sets(5);
    for (Set& set : sets) {
      set.legal = rng.below(std::uint64_t{1} << count);
      for (std::size_t i = 0; i < count; ++i) set.sum += (set.legal >> i & 1U) * values[i];
    }
    // Lane by lane another set, and with each set every number.
    const std::uint64_t cases = numbers * sets.size();
    for (std::uint64_t first = 0; first < cases; first += 64) {
      Words words;
      for (std::uint32_t i = 0; i < count; ++i) words[{given, i}] = 0;
      for (std::uint32_t bit = 0; bit < words_drawn; ++bit) words[{drawn, bit}] = 0;
      for (std::uint64_t lane = 0; lane < 64; ++lane) {
        const Set& set = sets[(first + lane) % sets.size()];
        for (std::uint32_t i = 0; i < count; ++i) {
          words[{given, i}] |= (set.legal >> i & 1U) << lane;
        }
        for (std::uint32_t bit = 0; bit < words_drawn; ++bit) {
          words[{drawn, bit}] |= ((first + lane) / sets.size() >> bit & 1U) << lane;
        }
      }
      const Words result = tests::evaluate(program, words);
      for (std::uint64_t lane = 0; lane < 64 && first + lane < cases; ++lane) {
        Set& set = sets[(first + lane) % sets.size()];
        const auto holds = [&](std::uint32_t index) {
          return (result.at({written, index}) >> lane & 1U) != 0;
        };
        CHECK(holds(101) == (set.sum == 0));
        if (!holds(100)) continue;
        ++set.made;
        std::size_t how_many = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
          if (!holds(i)) continue;
          ++how_many;
          ++set.chosen[i];
          CHECK((set.legal >> i & 1U) != 0);
        }
        CHECK(how_many == 1);
      }
    }
    for (Set& set : sets) {
      // The bits that matter are those of sum - 1; the others are masked, so that each number below
      // the sum is drawn equally often.
      if (set.sum == 0) {
        CHECK(set.made == 0);
        continue;
      }
      CHECK(set.made % set.sum == 0);
      CHECK(set.made * (rounds == 1 ? 2 : 4) >= numbers * (rounds == 1 ? 1 : 3));
      for (std::size_t i = 0; i < count; ++i) {
        const bool legal = (set.legal >> i & 1U) != 0;
        CHECK(set.chosen[i] == (legal ? set.made / set.sum * values[i] : 0));
      }
    }
  }
}

TEST_CASE("programs over lanes in disorder are told of", "[lanes]") {
  const ir::LutProgram good{
      {{0, 0}, {0, 1}}, {{0xC0, {0, 1, 1}}}, {{{1, 0}, ir::LutOutput::Kind::value, 2}}};
  const auto fault = [&](const auto& change) {
    ir::LutProgram program = good;
    change(program);
    return ir::fault_of(program).value_or("");
  };
  CHECK(fault([](ir::LutProgram&) {}) == "");
  CHECK(fault([](ir::LutProgram& program) { program.operations[0].operands[1] = 2; }) ==
        "operation 2 reads later ones");
  CHECK(fault([](ir::LutProgram& program) { program.inputs[1] = {0, 0}; }) ==
        "word 0 of array 0 is read twice");
  CHECK(fault([](ir::LutProgram& program) { program.outputs.push_back(program.outputs[0]); }) ==
        "word 0 of array 1 is written twice");
  CHECK(fault([](ir::LutProgram& program) { program.outputs[0].value = 1; }) ==
        "word 0 of array 1 is an input");
}
