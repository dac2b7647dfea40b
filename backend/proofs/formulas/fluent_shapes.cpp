#include "backend/proofs/formulas/fluent_shapes.h"

#include <algorithm>
#include <string_view>

namespace tesuji::proofs {

namespace {

/// The words and lists within a KIF list, `(f ? (g ? ?))`: `f`, `?`, `(g ? ?)`. The text is that of
/// Relation::term, so it is well-formed.
std::vector<std::string> parts_of(std::string_view term) {
  std::vector<std::string> parts;
  std::size_t depth = 0;
  for (const char c : term.substr(1, term.size() - 2)) {
    if (depth == 0 && c == ' ') continue;
    const bool starts = parts.empty() || (depth == 0 && (c == '(' || c == '?' || c == ' '));
    if (starts) parts.emplace_back();
    parts.back() += c;
    if (c == '(') ++depth;
    if (c == ')') --depth;
  }
  return parts;
}

}  // namespace

std::vector<FluentSymbol> fluent_symbols(const ir::Module& module) {
  std::vector<FluentSymbol> result;
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    const ir::Relation& relation = module.relations[id];
    if (relation.kind != ir::RelationKind::state || relation.term.empty() ||
        relation.term.front() != '(') {
      continue;
    }
    std::vector<std::string> parts = parts_of(relation.term);
    FluentShape shape;
    shape.relation = id;
    for (std::size_t i = 1; i < parts.size(); ++i) {
      shape.leaves.push_back(
          static_cast<std::size_t>(std::count(parts[i].begin(), parts[i].end(), '?')));
    }
    shape.arguments.assign(parts.begin() + 1, parts.end());
    const std::size_t arity = shape.arguments.size();
    if (arity == 0) continue;
    auto place = std::find_if(result.begin(), result.end(), [&](const FluentSymbol& symbol) {
      return symbol.functor == parts.front() && symbol.arity == arity;
    });
    if (place == result.end()) {
      result.push_back({parts.front(), arity, {}});
      place = result.end() - 1;
    }
    place->shapes.push_back(std::move(shape));
  }
  return result;
}

}  // namespace tesuji::proofs
