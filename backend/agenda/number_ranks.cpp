#include "backend/agenda/number_ranks.h"

#include "ir/core/decimal.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace tesuji::agenda {
namespace {

using ir::Operation;

/// Whether some operation compares by size; adds the constants of such comparisons.
bool collect_constants(const std::vector<Operation>& ops, std::vector<ir::Symbol>& symbols) {
  bool any = false;
  for (const Operation& op : ops) {
    any |= collect_constants(op.body, symbols);
    if (op.kind != Operation::Kind::compare || op.comparison == ir::Comparison::different ||
        op.comparison == ir::Comparison::same) {
      continue;
    }
    any = true;
    for (const ir::Argument& argument : op.args) {
      if (argument.kind == ir::Argument::Kind::constant) symbols.push_back(argument.id);
    }
  }
  return any;
}

}  // namespace

NumberRanks::NumberRanks(const ir::Module& module) {
  std::vector<ir::Symbol> symbols;
  bool any = false;
  for (const ir::Agenda& agenda : module.agendas) any |= collect_constants(agenda.ops, symbols);
  if (!any) return;
  for (const ir::Domain& domain : module.domains) {
    symbols.insert(symbols.end(), domain.values.begin(), domain.values.end());
  }
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  std::vector<std::pair<ir::Decimal, ir::Symbol>> numbers;
  for (const ir::Symbol symbol : symbols) {
    auto number = ir::parse_decimal(module.symbols->text(symbol));
    if (number) numbers.emplace_back(std::move(*number), symbol);
  }
  std::sort(numbers.begin(), numbers.end());
  double rank = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0 && numbers[i].first != numbers[i - 1].first) ++rank;
    ranks_.emplace(numbers[i].second, rank);
  }
}

double NumberRanks::of(ir::Symbol symbol) const {
  const auto found = ranks_.find(symbol);
  return found == ranks_.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

}  // namespace tesuji::agenda
