#include "tools/reports/explain/explain_bitboards.h"

#include "ir/nets/bitboards.h"
#include "ir/nets/net.h"

#include <cstddef>

namespace tesuji::tools {

std::vector<BoardOperations> board_operations(const driver::Explanation& explanation) {
  using Answer = std::vector<ir::BoardBit> ir::Bitboards::*;
  const ir::NetCases& cases = explanation.cases;
  std::vector<BoardOperations> found;
  const auto measure = [&](std::string_view name, ir::NetQuestion question, Answer answer,
                           bool by_cases) {
    BoardOperations sum{name};
    std::size_t count = 0;
    const auto add = [&](const ir::Net& net, const ir::Bitboards* boards) {
      if (boards == nullptr || (boards->*answer).empty()) return;
      sum.gates += static_cast<double>(ir::count_gates(net, ir::net_answers(net, question)));
      sum.operations += static_cast<double>(ir::count_operations(*boards, boards->*answer));
      ++count;
    };
    if (!by_cases) add(*explanation.ground->net, cases.boards.get());
    for (const ir::NetCase& one : cases.cases) {
      if (by_cases) add(one.net, one.boards.get());
    }
    if (count == 0) return;
    found.push_back({name, sum.gates / static_cast<double>(count),
                     sum.operations / static_cast<double>(count)});
  };
  measure("legal", ir::NetQuestion::legal, &ir::Bitboards::legal, cases.position);
  measure("terminal", ir::NetQuestion::terminal, &ir::Bitboards::terminal, cases.position);
  measure("next", ir::NetQuestion::next, &ir::Bitboards::next, cases.next);
  return found;
}

}  // namespace tesuji::tools
