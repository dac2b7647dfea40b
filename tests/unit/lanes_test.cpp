// What programs over lanes are made of: tables of three inputs, numbers, choices.
#include "passes/lane_choice.h"
#include "passes/map_luts.h"
#include "passes/xag_builder.h"
#include "passes/xag_numbers.h"
#include "runtime/host/rng.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

using namespace tesuji;

namespace {

using ir::Signal;
using Words = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>;

/// The words that a program writes, where it reads these.
Words run(const ir::LutProgram& program, const Words& words) {
  std::vector<std::uint64_t> values;
  for (const ir::LaneWord& word : program.inputs) {
    values.push_back(words.at({word.array, word.index}));
  }
  for (const ir::LutOperation& operation : program.operations) {
    std::uint64_t result = 0;
    for (unsigned row = 0; row < 8; ++row) {
      if ((operation.table >> row & 1U) == 0) continue;
      std::uint64_t match = ~std::uint64_t{0};
      for (unsigned i = 0; i < 3; ++i) {
        const std::uint64_t value = values[operation.operands[i]];
        match &= (row >> (2 - i) & 1U) != 0 ? value : ~value;
      }
      result |= match;
    }
    values.push_back(result);
  }
  Words written;
  for (const ir::LutOutput& output : program.outputs) {
    const std::uint64_t value = output.kind == ir::LutOutput::Kind::value  ? values[output.value]
                                : output.kind == ir::LutOutput::Kind::ones ? ~std::uint64_t{0}
                                                                           : 0;
    written[{output.word.array, output.word.index}] = value;
  }
  return written;
}

/// The same of a graph, gate by gate.
Words run(const ir::Xag& graph, const Words& words) {
  std::vector<std::uint64_t> values(graph.nodes.size());
  const auto value = [&](Signal signal) {
    return values[ir::node_of(signal)] ^ (ir::is_complemented(signal) ? ~std::uint64_t{0} : 0);
  };
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const ir::XagNode& node = graph.nodes[i];
    switch (node.kind) {
      case ir::XagNode::Kind::constant:
        break;
      case ir::XagNode::Kind::input:
        values[i] = words.at({graph.inputs[node.a].array, graph.inputs[node.a].index});
        break;
      case ir::XagNode::Kind::conjunction:
        values[i] = value(node.a) & value(node.b);
        break;
      case ir::XagNode::Kind::exclusive_or:
        values[i] = value(node.a) ^ value(node.b);
        break;
    }
  }
  Words written;
  for (const ir::XagOutput& output : graph.outputs) {
    written[{output.word.array, output.word.index}] = value(output.signal);
  }
  return written;
}

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
    CHECK(after(run(program, words)) == after(run(graph, words)));
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
    const Words result = run(build.graph(), words);
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

// In one round, with every random number of the bits that are drawn: each alternative is chosen by
// as many numbers as it weighs, and by no others.
TEST_CASE("a choice in lanes is uniform", "[lanes]") {
  runtime::Rng rng(3);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t count = 1 + rng.below(24);
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
        build, weights, 1, [&] { return build.input(drawn, words_drawn++); });
    for (std::uint32_t i = 0; i < count; ++i) build.output(written, i, choice.chosen[i]);
    build.output(written, 100, choice.made);
    build.output(written, 101, choice.none);
    const ir::LutProgram program = passes::map_luts(build.graph());

    std::vector<bool> legal;
    Words words;
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      legal.push_back(rng.below(2) == 0);
      words[{given, i}] = legal[i] ? ~std::uint64_t{0} : 0;
      if (legal[i]) sum += values[i];
    }
    REQUIRE(words_drawn <= 7);
    const std::uint64_t numbers = std::uint64_t{1} << words_drawn;
    std::map<std::size_t, std::uint64_t> chosen;
    std::uint64_t made = 0;
    for (std::uint64_t first = 0; first < numbers; first += 64) {
      for (std::uint32_t bit = 0; bit < words_drawn; ++bit) {
        std::uint64_t& word = words[{drawn, bit}];
        word = 0;
        for (std::uint64_t lane = 0; lane < 64; ++lane)
          word |= ((first + lane) >> bit & 1U) << lane;
      }
      const Words result = run(program, words);
      for (std::uint64_t lane = 0; lane < 64 && first + lane < numbers; ++lane) {
        const auto holds = [&](std::uint32_t index) {
          return (result.at({written, index}) >> lane & 1U) != 0;
        };
        CHECK(holds(101) == (sum == 0));
        if (!holds(100)) continue;
        ++made;
        std::size_t how_many = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
          if (!holds(i)) continue;
          ++how_many;
          ++chosen[i];
          CHECK(legal[i]);
        }
        CHECK(how_many == 1);
      }
    }
    // The bits that matter are those of sum - 1; the others are masked, so that each number below
    // the sum is drawn equally often.
    if (sum == 0) {
      CHECK(made == 0);
      continue;
    }
    CHECK(made % sum == 0);
    CHECK(made * 2 >= numbers);
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(chosen[i] == (legal[i] ? made / sum * values[i] : 0));
    }
  }
}
