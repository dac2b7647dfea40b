#include "passes/nets/rules_by_atom.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>
#include <utility>

namespace tesuji::passes {

RulesByAtom::RulesByAtom(const GroundProgram& program)
    : program_(program), begins_(program.first_atom.back() + 1, 0) {
  for (const GroundRule& rule : program_.rules) ++begins_[rule.head + 1];
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  find_components();
}

bool RulesByAtom::reads_itself(GroundAtom atom) const {
  const auto rules = of(atom);
  return std::any_of(rules.begin(), rules.end(), [&](const GroundRule& rule) {
    const auto body = program_.body(rule);
    return std::any_of(body.begin(), body.end(),
                       [&](GroundLiteral literal) { return literal / 2 == atom; });
  });
}

void RulesByAtom::find_components() {
  using Graph = boost::compressed_sparse_row_graph<boost::directedS>;
  const std::size_t atoms = program_.first_atom.back();
  std::vector<std::pair<std::size_t, std::size_t>> edges;  // sorted, because rules are sorted by
                                                           // head
  edges.reserve(program_.literals.size());
  for (const GroundRule& rule : program_.rules) {
    for (const GroundLiteral literal : program_.body(rule)) {
      edges.emplace_back(rule.head, literal / 2);
    }
  }
  const Graph graph(boost::edges_are_sorted, edges.begin(), edges.end(), atoms);
  std::vector<std::uint32_t> number(atoms);
  const std::uint32_t count = boost::strong_components(
      graph,
      boost::make_iterator_property_map(number.begin(), boost::get(boost::vertex_index, graph)));
  components_.resize(count);
  for (GroundAtom atom = 0; atom < number.size(); ++atom) {
    if (!of(atom).empty()) components_[number[atom]].push_back(atom);
  }
}

}  // namespace tesuji::passes
