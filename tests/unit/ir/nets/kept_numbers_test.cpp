// Nets and programs that were written as numbers are read as they were; other numbers are none.
#include "ir/nets/net_numbers.h"
#include "passes/lanes/lane_steps.h"
#include "tests/unit/support/random_net.h"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

using namespace tesuji;

namespace {

using Numbers = std::vector<std::uint32_t>;

std::optional<ir::Net> net_of(std::span<const std::uint32_t> numbers) {
  ir::NumberReader in(numbers);
  auto net = ir::read_net(in);
  return in.complete() ? std::move(net) : std::nullopt;
}

std::optional<ir::LaneSteps> steps_of(std::span<const std::uint32_t> numbers) {
  ir::NumberReader in(numbers);
  auto steps = ir::read_lane_steps(in);
  return in.complete() ? std::move(steps) : std::nullopt;
}

}  // namespace

TEST_CASE("Nets and steps are read as they were written", "[net][steps][cache]") {
  std::mt19937 random(1);
  for (int i = 0; i < 40; ++i) {
    ir::Net net = tests::random_net({3 + random() % 60, {3, 4}, 30}, random);
    net.fluents.front().initially = true;
    if (i % 3 == 0) net.unanswered = {ir::NetQuestion::goal};
    const Numbers numbers = ir::numbers_of(net);
    const auto read = net_of(numbers);
    REQUIRE(read);
    CHECK(ir::numbers_of(*read) == numbers);
    const Numbers programs = ir::numbers_of(passes::make_lane_steps(net, {}, 2));
    const auto steps = steps_of(programs);
    REQUIRE(steps);
    CHECK(ir::numbers_of(*steps) == programs);
    for (std::size_t end = 0; end < numbers.size(); ++end) {
      CHECK_FALSE(net_of(std::span(numbers).first(end)));
    }
    for (std::size_t end = 0; end < programs.size(); end += 7) {
      CHECK_FALSE(steps_of(std::span(programs).first(end)));
    }
  }
}

TEST_CASE("Numbers of nets that refer to what is not there are none", "[net][cache]") {
  std::mt19937 random(2);
  const ir::Net net = tests::random_net({10, {3}, 20}, random);
  const Numbers numbers = ir::numbers_of(net);
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    Numbers changed = numbers;
    changed[at] = 0x7FFFFFFF;
    const auto read = net_of(changed);
    if (!read) continue;
    // It may be a role, which only a module knows, or what its kind of node does not have.
    CHECK(read->nodes.size() == net.nodes.size());
    for (ir::NodeId node = 0; node < read->nodes.size(); ++node) {
      if (read->nodes[node].kind != ir::NetNode::Kind::conjunction) continue;
      for (const ir::Signal input : read->inputs_of(node)) CHECK(ir::node_of(input) < node);
    }
    ir::each_answer(*read, [&](ir::Signal one) { CHECK(ir::node_of(one) < read->nodes.size()); });
  }
}
