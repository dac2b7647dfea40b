#include "ir/nets/net_sharing.h"

#include <algorithm>

namespace tesuji::ir {

bool shares_position(const Net& net) {
  std::vector<Signal> signals = net_answers(net, NetQuestion::legal);
  const std::uint64_t for_legal = count_gates(net, signals);
  const std::uint64_t for_terminal = count_gates(net, {&net.terminal, 1});
  signals.push_back(net.terminal);
  const std::uint64_t shared = for_legal + for_terminal - count_gates(net, signals);
  return 4 * shared > std::min(for_legal, for_terminal);
}

}  // namespace tesuji::ir
