#include "backend/rules/computed_numbers.h"

#include "ir/core/counted.h"
#include "ir/core/number.h"

#include <fmt/format.h>

#include <string>

namespace tesuji::driver {
namespace {

/// Returns the operation at `place`, or null if it is not among these; decreases `place` by the
/// operations passed.
const ir::Operation* find_operation(const std::vector<ir::Operation>& ops, std::size_t& place) {
  for (const ir::Operation& op : ops) {
    if (place == 0) return &op;
    --place;
    if (const ir::Operation* found = find_operation(op.body, place)) return found;
  }
  return nullptr;
}

}  // namespace

const ir::Operation& operation_at(const ir::Agenda& agenda, std::size_t place) {
  return *find_operation(agenda.ops, place);
}

ir::Module with_numbers(const ir::Module& module, const runtime::ComputedNumbers& computed) {
  ir::Module known = module;
  if (computed.empty()) return known;
  ir::Domain& domain = known.domains[known.open_domain()];
  for (const tsj_number& number : computed) {
    const ir::Symbol symbol = known.symbols->intern(
        ir::number_text({number.kind == TSJ_WHOLE, number.whole, number.real}));
    domain.positions.emplace(symbol, static_cast<std::uint32_t>(domain.values.size()));
    domain.values.push_back(symbol);
  }
  return known;
}

std::string reason_text(const ir::Module& module, const runtime::ComputationFailure& failure) {
  const auto operand = [&] {
    return failure.operand
               ? "`" +
                     module.symbols->text(
                         module.domains[module.open_domain()].values[*failure.operand]) +
                     "`"
               : std::string("an argument");
  };
  switch (failure.reason) {
    case TSJ_NO_NUMBER:
      return operand() + " is not a number";
    case TSJ_NOT_WHOLE:
      return operand() + " is not a whole number";
    case TSJ_BY_ZERO:
      return "division by zero";
    default:
      return "the result is too large";
  }
}

void warn_of_failures(const ir::Module& module,
                      const std::vector<runtime::ComputationFailure>& failures,
                      ir::Diagnostics& diagnostics) {
  for (const runtime::ComputationFailure& failure : failures) {
    const ir::Operation& op = operation_at(module.agendas[failure.rule], failure.place);
    const std::string others = failure.count == 1 ? ""
                                                  : fmt::format("; this premise failed {} in all",
                                                                ir::counted(failure.count, "time"));
    diagnostics.warning(
        op.span, "compute",
        fmt::format("this function has no value: {}{}", reason_text(module, failure), others));
  }
}

}  // namespace tesuji::driver
