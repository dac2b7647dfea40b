#include "passes/nets/rules_by_atom.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>

namespace tesuji::passes {

RulesByAtom::RulesByAtom(const GroundProgram& program)
    : program_(program), begins_(program.first_atom.back() + 1, 0) {
  for (const GroundRule& rule : program_.rules) ++begins_[rule.head + 1];
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
}

bool RulesByAtom::reads_itself(GroundAtom atom) const {
  const auto rules = of(atom);
  return std::any_of(rules.begin(), rules.end(), [&](const GroundRule& rule) {
    const auto body = program_.body(rule);
    return std::any_of(body.begin(), body.end(),
                       [&](GroundLiteral literal) { return literal / 2 == atom; });
  });
}

std::vector<std::vector<GroundAtom>> RulesByAtom::components() const {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  const std::size_t atoms = begins_.size() - 1;
  Graph graph(atoms);
  for (const GroundRule& rule : program_.rules) {
    for (const GroundLiteral literal : program_.body(rule)) {
      boost::add_edge(rule.head, literal / 2, graph);
    }
  }
  std::vector<std::uint32_t> number(atoms);
  const std::uint32_t count = boost::strong_components(
      graph,
      boost::make_iterator_property_map(number.begin(), boost::get(boost::vertex_index, graph)));
  std::vector<std::vector<GroundAtom>> result(count);
  for (GroundAtom atom = 0; atom < number.size(); ++atom) {
    if (!of(atom).empty()) result[number[atom]].push_back(atom);
  }
  return result;
}

}  // namespace tesuji::passes
