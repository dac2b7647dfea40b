#include "passes/analysis/canonical_rules.h"

#include <bliss/graph.hh>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tesuji::passes {

namespace {

using ir::Argument;
using ir::Literal;
using GraphVertex = unsigned;

/// The kind of a vertex, and numbers that distinguish vertices of the kind.
using VertexLabel = std::vector<std::uint32_t>;

struct Thing {
  enum : std::uint32_t { column, rule, variable, head, literal, own_literal, side, argument };
};

bool same_atoms(const Literal& a, const Literal& b) {
  return a.kind == b.kind && a.relation == b.relation && a.args == b.args && a.right == b.right;
}

}  // namespace

class CanonicalForms::Colours {
 public:
  unsigned of(const VertexLabel& label) {
    return numbers_.emplace(label, static_cast<unsigned>(numbers_.size())).first->second;
  }

 private:
  std::map<VertexLabel, unsigned> numbers_;
};

namespace {

/// The graph of a relation's rules. Its first vertices are the columns.
template <typename Colours>
class RulesGraph {
 public:
  /// `fixed`: each column corresponds only to the column with the same number.
  RulesGraph(Colours& colours, std::size_t columns, bool fixed)
      : colours_(colours), columns_(columns) {
    for (std::size_t c = 0; c < columns; ++c) {
      add(fixed ? VertexLabel{Thing::column, static_cast<std::uint32_t>(c)}
                : VertexLabel{Thing::column});
    }
  }

  void add_rule(const ir::Rule& one) {
    const GraphVertex at = add({Thing::rule});
    variables_.assign(one.variables.size(), no_vertex);
    for (std::size_t c = 0; c < one.head_args.size(); ++c) {
      const GraphVertex place = add_argument(Thing::head, 0, one.head_args[c]);
      connect(place, at);
      connect(place, static_cast<GraphVertex>(c));
    }
    for (std::size_t i = 0; i < one.body.size(); ++i) {
      const Literal& atom = one.body[i];
      const bool repeated = std::any_of(one.body.begin(), one.body.begin() + static_cast<long>(i),
                                        [&](const Literal& o) { return same_atoms(o, atom); });
      if (!repeated) connect(add_literal(atom, one.head), at);
    }
  }

  [[nodiscard]] CanonicalRules canonical() {
    bliss::Stats stats;
    const unsigned* const label = graph_.canonical_form(stats, nullptr, nullptr);
    CanonicalRules form;
    form.columns.resize(columns_);
    std::iota(form.columns.begin(), form.columns.end(), std::size_t{0});
    std::sort(form.columns.begin(), form.columns.end(),
              [&](std::size_t a, std::size_t b) { return label[a] < label[b]; });
    form.key.resize(vertices_.size());
    for (std::size_t v = 0; v < vertices_.size(); ++v) form.key[label[v]] = vertices_[v];
    std::vector<std::pair<unsigned, unsigned>> edges;
    for (const auto& [a, b] : edges_) edges.push_back(std::minmax(label[a], label[b]));
    std::sort(edges.begin(), edges.end());
    for (const auto& [a, b] : edges) form.key.insert(form.key.end(), {a, b});
    return form;
  }

 private:
  static constexpr GraphVertex no_vertex = ~GraphVertex{0};

  GraphVertex add(const VertexLabel& label) {
    const unsigned colour = colours_.of(label);
    vertices_.push_back(colour);
    return graph_.add_vertex(colour);
  }
  void connect(GraphVertex a, GraphVertex b) {
    graph_.add_edge(a, b);
    edges_.emplace_back(a, b);
  }

  /// `place` identifies the argument's position.
  GraphVertex add_argument(std::uint32_t thing, std::uint32_t place, const Argument& arg) {
    if (arg.kind != Argument::Kind::variable) return add({thing, place, 1, arg.id});
    const GraphVertex at = add({thing, place, 0});
    GraphVertex& of = variables_[arg.id];
    if (of == no_vertex) of = add({Thing::variable});
    connect(at, of);
    return at;
  }

  GraphVertex add_literal(const Literal& atom, ir::RelationId own) {
    const auto kind = static_cast<std::uint32_t>(atom.kind);
    if (atom.kind == Literal::Kind::different || atom.kind == Literal::Kind::same) {
      const GraphVertex at = add({Thing::literal, kind});
      for (const auto* args : {&atom.args, &atom.right}) {  // in any order
        const GraphVertex one = add({Thing::side});
        connect(one, at);
        add_arguments(*args, one);
      }
      return at;
    }
    const bool recursive = atom.relation == own;
    const GraphVertex at =
        recursive ? add({Thing::own_literal, kind}) : add({Thing::literal, kind, atom.relation});
    if (!recursive) {
      add_arguments(atom.args, at);
      return at;
    }
    for (std::size_t c = 0; c < atom.args.size(); ++c) {
      const GraphVertex place = add_argument(Thing::argument, 0, atom.args[c]);
      connect(place, at);
      connect(place, static_cast<GraphVertex>(c));
    }
    return at;
  }

  void add_arguments(const std::vector<Argument>& args, GraphVertex of) {
    for (std::size_t c = 0; c < args.size(); ++c) {
      connect(add_argument(Thing::argument, static_cast<std::uint32_t>(c), args[c]), of);
    }
  }

  Colours& colours_;
  std::size_t columns_;
  bliss::Graph graph_;
  std::vector<unsigned> vertices_;  ///< their colours
  std::vector<std::pair<GraphVertex, GraphVertex>> edges_;
  std::vector<GraphVertex> variables_;  ///< of the current rule
};

}  // namespace

CanonicalForms::CanonicalForms() : colours_(std::make_unique<Colours>()) {}
CanonicalForms::~CanonicalForms() = default;

CanonicalRules CanonicalForms::of(std::span<const ir::Rule* const> rules, std::size_t columns) {
  std::size_t literals = 0;
  for (const ir::Rule* one : rules) literals += one->body.size() + 1;
  if (rules.empty() || literals > most_canonical_literals) return {};
  RulesGraph graph(*colours_, columns, false);
  if (rules.size() == 1) {
    graph.add_rule(*rules.front());
    return graph.canonical();
  }
  // Removes repeated rules.
  std::map<std::vector<std::uint32_t>, const ir::Rule*> distinct;
  for (const ir::Rule* one : rules) {
    RulesGraph alone(*colours_, columns, true);
    alone.add_rule(*one);
    distinct.emplace(alone.canonical().key, one);
  }
  for (const auto& [key, one] : distinct) graph.add_rule(*one);
  return graph.canonical();
}

}  // namespace tesuji::passes
