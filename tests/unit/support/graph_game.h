// A game over a graph that is given: for games whose states repeat.
#pragma once

#include "runtime/host/game/game.h"
#include "runtime/host/game/turns.h"
#include "runtime/host/memory/rng.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tesuji::test {

/// State: word 0 the node, word 1 the mover. The mover's moves are 1, 2, .. along the edges, the
/// other role waits with move 0. A node without edges is terminal.
class GraphGame : public runtime::Game {
 public:
  struct GraphNode {
    runtime::Role mover = 0;
    std::vector<std::uint32_t> next;
    std::int32_t margin = 0;  ///< where there is no edge
  };
  struct RandomGraph {
    std::uint32_t nodes = 10;
    std::uint32_t ends_in_ten = 2;
    bool alternating = true;  ///< edges lead from one role's nodes to the other's
  };

  explicit GraphGame(std::vector<GraphNode> nodes)
      : nodes_(std::move(nodes)), initial_(state(0)), roles_{"left", "right"} {}
  [[nodiscard]] static GraphGame random(runtime::Rng& rng, const RandomGraph& shape) {
    std::vector<GraphNode> nodes(shape.nodes);
    for (std::uint32_t i = 0; i < shape.nodes; ++i)
      nodes[i].mover = static_cast<runtime::Role>(shape.alternating ? i % 2 : rng.below(2));
    for (std::uint32_t i = 0; i < shape.nodes; ++i) {
      if (rng.below(10) < shape.ends_in_ten) {
        constexpr std::int32_t margins[] = {-100, -50, -1, 0, 0, 0, 1, 50, 100};
        nodes[i].margin = margins[rng.below(9)];
        continue;
      }
      const std::uint64_t edges = 1 + rng.below(3);
      for (std::uint64_t e = 0; e < edges; ++e) {
        const auto to = static_cast<std::uint32_t>(rng.below(shape.nodes));
        if (!shape.alternating || nodes[to].mover != nodes[i].mover) nodes[i].next.push_back(to);
      }
    }
    return GraphGame(std::move(nodes));
  }

  [[nodiscard]] const std::vector<GraphNode>& nodes() const { return nodes_; }
  [[nodiscard]] runtime::State state(std::uint32_t node) const {
    return {node, nodes_[node].mover};
  }
  [[nodiscard]] static runtime::TurnRule turn_rule() {
    return {{{1, 1, 0}, {1, 1, 1}}, {runtime::Move{0}, runtime::Move{0}}};
  }

  [[nodiscard]] std::string_view name() const override { return "graph"; }
  [[nodiscard]] std::span<const std::string> roles() const override { return roles_; }
  [[nodiscard]] std::size_t state_words() const override { return 2; }
  [[nodiscard]] std::unique_ptr<runtime::Scratch> make_scratch() const override {
    return std::make_unique<runtime::Scratch>();
  }
  [[nodiscard]] runtime::StateView initial() const override { return initial_; }
  void legal(runtime::StateView state, runtime::Scratch&,
             std::vector<std::vector<runtime::Move>>& moves) const override {
    moves.assign(2, {});
    const GraphNode& node = nodes_[state[0]];
    for (std::size_t i = 0; i < node.next.size(); ++i) moves[node.mover].push_back(i + 1);
    moves[1 - node.mover].push_back(0);
  }
  void next(runtime::StateView state, std::span<const runtime::Move> joint, runtime::Scratch&,
            runtime::StateOut out) const override {
    const GraphNode& node = nodes_[state[0]];
    out[0] = node.next[joint[node.mover] - 1];
    out[1] = nodes_[out[0]].mover;
  }
  [[nodiscard]] bool terminal(runtime::StateView state, runtime::Scratch&) const override {
    return nodes_[state[0]].next.empty();
  }
  void goal(runtime::StateView state, runtime::Scratch&,
            std::vector<std::vector<std::string>>& goals) const override {
    const std::int32_t margin = nodes_[state[0]].margin;
    goals = {{std::to_string(margin > 0 ? margin : 0)}, {std::to_string(margin < 0 ? -margin : 0)}};
  }
  [[nodiscard]] std::vector<std::string> fluents(runtime::StateView state) const override {
    return {"(at " + std::to_string(state[0]) + ")"};
  }
  [[nodiscard]] std::optional<runtime::State> state_of(std::span<const std::string>,
                                                       std::string*) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::string move_name(runtime::Move move) const override {
    return std::to_string(move);
  }
  [[nodiscard]] std::optional<runtime::Move> find_move(std::string_view) const override {
    return std::nullopt;
  }

 private:
  std::vector<GraphNode> nodes_;
  runtime::State initial_;
  std::vector<std::string> roles_;
};

}  // namespace tesuji::test
