#include "passes/subgames/subgame_cuts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <utility>

namespace tesuji::passes {

namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;
using Vertex = std::uint32_t;

/// Number of starts of the search for a cut, and of passes from each of them.
constexpr std::size_t most_starts = 4;
constexpr std::size_t most_cut_passes = 12;
/// Each side has at least one of this many vertices.
constexpr std::size_t vertices_per_side = 4;
constexpr std::size_t fewest_vertices = 8;

/// Vertices are numbered: fluents of the subgame first, then its moves.
struct Hypergraph {
  std::size_t vertices = 0;
  std::vector<std::vector<Vertex>> edges;  ///< by fluent of the subgame
};

/// Builds the hypergraph of a subgame; returns nullopt if it has too many pins.
class HypergraphMaker {
 public:
  HypergraphMaker(const Subgames& subgames, const Subgame& game)
      : changes_(subgames.changes), net_(changes_.net), game_(game), seen_(net_.nodes.size(), 0) {
    for (std::uint32_t i = 0; i < game.fluents.size(); ++i) place_[game.fluents[i]] = i;
  }

  std::optional<Hypergraph> make(std::size_t most_pins) {
    Hypergraph graph;
    graph.vertices = game_.fluents.size() + game_.moves.size();
    std::vector<std::set<Vertex>> edges(game_.fluents.size());
    std::size_t pins = 0;
    const auto join = [&](std::uint32_t edge, Vertex vertex) {
      pins += edges[edge].insert(vertex).second ? 1 : 0;
    };
    std::vector<std::vector<Signal>> next(game_.fluents.size());
    for (std::uint32_t i = 0; i < game_.fluents.size(); ++i) {
      join(i, i);
      for (const auto& rest : changes_.rest) next[i].push_back(rest[game_.fluents[i]]);
    }
    for (std::uint32_t m = 0; m < game_.moves.size(); ++m) {
      const auto vertex = static_cast<Vertex>(game_.fluents.size() + m);
      for (const ir::MoveEffect& effect : changes_.touched[game_.moves[m]]) {
        const auto place = place_.find(effect.fluent);
        if (place == place_.end()) continue;
        join(place->second, vertex);
        next[place->second].push_back(effect.next);
      }
      each_read({net_.moves[game_.moves[m]].legal},
                [&](std::uint32_t edge) { join(edge, vertex); });
      if (pins > most_pins) return std::nullopt;
    }
    for (std::uint32_t i = 0; i < game_.fluents.size(); ++i) {
      each_read(next[i], [&](std::uint32_t edge) { join(edge, i); });
      if (pins > most_pins) return std::nullopt;
    }
    for (const auto& edge : edges) graph.edges.emplace_back(edge.begin(), edge.end());
    return graph;
  }

 private:
  /// Calls found(place) for each fluent of the subgame in the signals' cones.
  template <typename Found>
  void each_read(std::vector<Signal> open, Found found) {
    ++round_;
    while (!open.empty()) {
      const NodeId node = ir::node_of(open.back());
      open.pop_back();
      if (std::exchange(seen_[node], round_) == round_) continue;
      const NetNode& some = net_.nodes[node];
      if (some.kind == NetNode::Kind::fluent) {
        const auto place = place_.find(some.first);
        if (place != place_.end()) found(place->second);
      }
      if (some.kind != NetNode::Kind::conjunction) continue;
      const auto inputs = net_.inputs_of(node);
      open.insert(open.end(), inputs.begin(), inputs.end());
    }
  }

  const MoveChanges& changes_;
  const ir::Net& net_;
  const Subgame& game_;
  std::map<std::uint32_t, std::uint32_t> place_;  ///< by fluent of the net
  std::vector<std::uint32_t> seen_;               ///< by node: number of the last round
  std::uint32_t round_ = 0;
};

/// Bisects a set of vertices of a hypergraph.
class Bisection {
 public:
  Bisection(const Hypergraph& graph, const std::vector<Vertex>& vertices,
            const std::vector<bool>& is_shared)
      : vertices_(vertices), place_(graph.vertices, ir::no_id), edges_of_(vertices.size()) {
    for (std::uint32_t i = 0; i < vertices.size(); ++i) place_[vertices[i]] = i;
    for (std::uint32_t e = 0; e < graph.edges.size(); ++e) {
      if (is_shared[e]) continue;
      std::vector<std::uint32_t> pins;
      for (const Vertex vertex : graph.edges[e]) {
        if (place_[vertex] != ir::no_id) pins.push_back(place_[vertex]);
      }
      if (pins.size() < 2) continue;
      for (const std::uint32_t pin : pins) {
        edges_of_[pin].push_back(static_cast<std::uint32_t>(edges_.size()));
      }
      edges_.push_back(std::move(pins));
    }
    fewest_ = vertices.size() / vertices_per_side;
  }

  /// Returns the side of each vertex in the best cut found.
  std::vector<bool> run() {
    std::optional<std::size_t> fewest_cut;
    std::vector<bool> best;
    std::uint32_t from = 0;
    for (std::size_t start = 0; start < most_starts; ++start) {
      from = begin(from);
      for (std::size_t pass = 0; pass < most_cut_passes && improve(); ++pass) {
      }
      const std::size_t cut = cut_edges();
      if (!fewest_cut || cut < *fewest_cut) {
        fewest_cut = cut;
        best = side_;
      }
    }
    return best;
  }

 private:
  /// Assigns the half of the vertices nearest to `from` to its side; returns the farthest vertex.
  std::uint32_t begin(std::uint32_t from) {
    std::vector<bool> seen(vertices_.size(), false);
    std::vector<std::uint32_t> order;
    const auto visit = [&](std::uint32_t vertex) {
      if (seen[vertex]) return;
      seen[vertex] = true;
      order.push_back(vertex);
    };
    std::vector<bool> crossed(edges_.size(), false);
    std::size_t i = 0;
    for (std::uint32_t tried = 0; tried <= vertices_.size(); ++tried) {
      visit(tried == 0 ? from : tried - 1);
      for (; i < order.size(); ++i) {
        for (const std::uint32_t edge : edges_of_[order[i]]) {
          if (crossed[edge]) continue;
          crossed[edge] = true;
          for (const std::uint32_t pin : edges_[edge]) visit(pin);
        }
      }
      if (order.size() == vertices_.size()) break;
    }
    side_.assign(vertices_.size(), true);
    for (std::size_t i = 0; i < order.size() / 2; ++i) side_[order[i]] = false;
    return order.back();
  }

  [[nodiscard]] std::size_t cut_edges() const {
    std::size_t cut = 0;
    for (const auto& pins : edges_) {
      cut += std::ranges::any_of(
          pins, [&](std::uint32_t pin) { return side_[pin] != side_[pins.front()]; });
    }
    return cut;
  }

  void count_pins() {
    on_side_.assign(edges_.size(), {0, 0});
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      for (const std::uint32_t pin : edges_[e]) ++on_side_[e][side_[pin] ? 1 : 0];
    }
  }

  /// Returns the number of hyperedges no longer cut if the vertex changes its side, minus those
  /// newly cut.
  [[nodiscard]] std::int64_t gain(std::uint32_t vertex) const {
    const std::size_t own = side_[vertex] ? 1 : 0;
    std::int64_t gain = 0;
    for (const std::uint32_t edge : edges_of_[vertex]) {
      gain += on_side_[edge][own] == 1 ? 1 : 0;
      gain -= on_side_[edge][1 - own] == 0 ? 1 : 0;
    }
    return gain;
  }

  /// Performs one pass; returns false if it finds no better cut.
  bool improve() {
    count_pins();
    std::size_t sizes[2] = {0, 0};
    for (const bool side : side_) ++sizes[side ? 1 : 0];
    using Entry = std::pair<std::int64_t, std::int64_t>;  // gain, then the lower number
    std::priority_queue<Entry> open;
    std::vector<std::int64_t> gains(vertices_.size());
    for (std::uint32_t i = 0; i < vertices_.size(); ++i) {
      gains[i] = gain(i);
      open.emplace(gains[i], -static_cast<std::int64_t>(i));
    }
    std::vector<bool> moved(vertices_.size(), false);
    std::vector<std::uint32_t> order;
    std::vector<Entry> held;  // that must not leave their side now
    std::int64_t sum = 0;
    std::int64_t best = 0;
    std::size_t best_count = 0;
    while (!open.empty()) {
      const Entry entry = open.top();
      open.pop();
      const auto vertex = static_cast<std::uint32_t>(-entry.second);
      if (moved[vertex] || entry.first != gains[vertex]) continue;
      const std::size_t own = side_[vertex] ? 1 : 0;
      if (sizes[own] <= std::max<std::size_t>(fewest_, 1)) {
        held.push_back(entry);
        continue;
      }
      moved[vertex] = true;
      sum += entry.first;
      move_over(vertex, moved, gains, open);
      --sizes[own];
      ++sizes[1 - own];
      order.push_back(vertex);
      for (const Entry& some : held) open.push(some);
      held.clear();
      if (sum > best) {
        best = sum;
        best_count = order.size();
      }
    }
    for (std::size_t i = order.size(); i > best_count; --i) {
      side_[order[i - 1]] = !side_[order[i - 1]];
    }
    return best > 0;
  }

  template <typename Queue>
  void move_over(std::uint32_t vertex, const std::vector<bool>& moved,
                 std::vector<std::int64_t>& gains, Queue& open) {
    const std::size_t own = side_[vertex] ? 1 : 0;
    side_[vertex] = !side_[vertex];
    for (const std::uint32_t edge : edges_of_[vertex]) {
      --on_side_[edge][own];
      ++on_side_[edge][1 - own];
      // Gains change only if a side now has zero, one or two pins.
      if (on_side_[edge][own] > 1 && on_side_[edge][1 - own] > 2) continue;
      for (const std::uint32_t pin : edges_[edge]) {
        if (moved[pin]) continue;
        const std::int64_t now = gain(pin);
        if (now == gains[pin]) continue;
        gains[pin] = now;
        open.emplace(now, -static_cast<std::int64_t>(pin));
      }
    }
  }

  const std::vector<Vertex>& vertices_;
  std::vector<std::uint32_t> place_;                  ///< by vertex of the hypergraph
  std::vector<std::vector<std::uint32_t>> edges_of_;  ///< by vertex of the set
  std::vector<std::vector<std::uint32_t>> edges_;     ///< pins in the set, at least two
  std::vector<std::array<std::size_t, 2>> on_side_;   ///< by edge: pins on each side
  std::vector<bool> side_;
  std::size_t fewest_ = 0;
};

/// Cuts a subgame, and recursively its parts.
class SubgameCutter {
 public:
  SubgameCutter(const Hypergraph& graph, const Subgame& game, const CutLimits& limits)
      : graph_(graph), game_(game), limits_(limits), is_shared_(game.fluents.size(), false) {}

  ConjoinedSubgames run() {
    std::vector<Vertex> all(graph_.vertices);
    for (Vertex vertex = 0; vertex < all.size(); ++vertex) all[vertex] = vertex;
    std::vector<std::vector<Vertex>> open{std::move(all)};
    while (!open.empty()) {
      std::vector<Vertex> vertices = std::move(open.back());
      open.pop_back();
      if (!cut(vertices, open)) parts_.push_back(std::move(vertices));
    }
    ConjoinedSubgames found;
    if (parts_.size() < 2) return found;
    for (const auto& vertices : parts_) {
      ConjoinedPart& part = found.parts.emplace_back();
      for (const Vertex vertex : vertices) {
        if (vertex < game_.fluents.size()) {
          part.fluents.push_back(game_.fluents[vertex]);
        } else {
          part.moves.push_back(game_.moves[vertex - game_.fluents.size()]);
        }
      }
    }
    for (std::uint32_t i = 0; i < is_shared_.size(); ++i) {
      if (is_shared_[i]) found.shared.push_back(game_.fluents[i]);
    }
    return found;
  }

 private:
  /// Returns false if no cut shares few fluents.
  bool cut(const std::vector<Vertex>& vertices, std::vector<std::vector<Vertex>>& open) {
    if (vertices.size() < fewest_vertices) return false;
    const std::vector<bool> side = Bisection(graph_, vertices, is_shared_).run();
    std::vector<bool> of_second(graph_.vertices, false);
    std::vector<bool> of_first(graph_.vertices, false);
    std::vector<Vertex> parts[2];
    std::size_t fluents = 0;
    std::size_t moves[2] = {0, 0};
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      (side[i] ? of_second : of_first)[vertices[i]] = true;
      parts[side[i] ? 1 : 0].push_back(vertices[i]);
      const bool is_fluent = vertices[i] < game_.fluents.size();
      fluents += is_fluent ? 1 : 0;
      moves[side[i] ? 1 : 0] += is_fluent ? 0 : 1;
    }
    std::vector<std::uint32_t> shared;
    for (std::uint32_t e = 0; e < graph_.edges.size(); ++e) {
      const auto has = [&](const std::vector<bool>& of) {
        return std::ranges::any_of(graph_.edges[e], [&](Vertex vertex) { return of[vertex]; });
      };
      if (!is_shared_[e] && has(of_first) && has(of_second)) shared.push_back(e);
    }
    if (shared.size() * limits_.fluents_per_shared > fluents) return false;
    if (moves[0] == 0 || moves[1] == 0) return false;  // one side has no moves
    for (const std::uint32_t edge : shared) is_shared_[edge] = true;
    open.push_back(std::move(parts[1]));
    open.push_back(std::move(parts[0]));
    return true;
  }

  const Hypergraph& graph_;
  const Subgame& game_;
  const CutLimits& limits_;
  std::vector<bool> is_shared_;  ///< by fluent of the subgame
  std::vector<std::vector<Vertex>> parts_;
};

}  // namespace

ConjoinedSubgames find_conjoined(const Subgames& subgames, std::uint32_t game,
                                 const CutLimits& limits) {
  const Subgame& some = subgames.games[game];
  if (some.fluents.size() + some.moves.size() < fewest_vertices) return {};
  const std::optional<Hypergraph> graph = HypergraphMaker(subgames, some).make(limits.most_pins);
  return graph ? SubgameCutter(*graph, some, limits).run() : ConjoinedSubgames{};
}

}  // namespace tesuji::passes
