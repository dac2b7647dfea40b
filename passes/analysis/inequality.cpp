#include "passes/analysis/inequality.h"

#include "passes/analysis/narrowest_domain.h"

#include <algorithm>
#include <cstdint>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;

/// Returns the number of values in both domains.
std::uint64_t common_values(const ir::Domain& a, const ir::Domain& b) {
  return static_cast<std::uint64_t>(std::count_if(
      a.values.begin(), a.values.end(), [&](ir::Symbol value) { return b.position(value) >= 0; }));
}

/// Whether the relation contains exactly the rows whose first half differs from the second.
bool is_inequality(const ir::Module& module, const ir::Relation& relation) {
  const std::size_t width = relation.columns.size();
  if (width < 4 || width % 2 != 0) return false;
  const std::size_t half = width / 2;
  std::uint64_t same = 1;
  for (std::size_t c = 0; c < half; ++c) {
    same *= common_values(module.domains[relation.columns[c]],
                          module.domains[relation.columns[half + c]]);
  }
  if (relation.facts.rows == 0 || relation.facts.rows + same != module.product_size(relation)) {
    return false;
  }
  for (std::size_t row = 0; row < relation.facts.rows; ++row) {
    const ir::Symbol* const cells = relation.facts.cells.data() + row * width;
    if (std::equal(cells, cells + half, cells + half)) return false;
  }
  return true;
}

/// Whether the other literals restrict the variable to values of the domain.
bool is_bound_within(const ir::Module& module, const std::vector<Literal>& others,
                     ir::VariableId variable, const ir::Domain& domain) {
  const ir::DomainId narrowest = narrowest_domain(module, variable, others);
  if (narrowest == ir::no_id) return false;
  const auto& values = module.domains[narrowest].values;
  return common_values(module.domains[narrowest], domain) == values.size();
}

}  // namespace

std::optional<ArgumentPairs> find_inequality(const ir::Module& module,
                                             const std::vector<bool>& is_static,
                                             const std::vector<Literal>& body,
                                             std::size_t position) {
  const Literal& literal = body[position];
  ArgumentPairs pairs;
  if (literal.kind == Literal::Kind::different) {
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      pairs.emplace_back(literal.args[c], literal.right[c]);
    }
  } else if (literal.kind == Literal::Kind::positive && is_static[literal.relation] &&
             is_inequality(module, module.relations[literal.relation])) {
    std::vector<Literal> others = body;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(position));
    const ir::Relation& relation = module.relations[literal.relation];
    for (std::size_t c = 0; c < literal.args.size(); ++c) {
      const Argument& arg = literal.args[c];
      const ir::Domain& domain = module.domains[relation.columns[c]];
      if (arg.kind == Argument::Kind::ignore) return std::nullopt;
      const bool within = ir::is_variable(arg) ? is_bound_within(module, others, arg.id, domain)
                                               : domain.position(arg.id) >= 0;
      if (!within) return std::nullopt;
    }
    const std::size_t half = literal.args.size() / 2;
    for (std::size_t c = 0; c < half; ++c) {
      pairs.emplace_back(literal.args[c], literal.args[half + c]);
    }
  }
  std::erase_if(pairs, [](const auto& pair) { return pair.first == pair.second; });
  if (pairs.size() < 2) return std::nullopt;
  return pairs;
}

}  // namespace tesuji::passes
