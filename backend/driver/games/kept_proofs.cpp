#include "backend/driver/games/kept_proofs.h"

#include "backend/proofs/sat/solver.h"
#include "ir/nets/net_numbers.h"
#include "proof_identity.h"

#include <cstdint>
#include <string_view>
#include <utility>

namespace tesuji::driver {
namespace {

using Numbers = KeptNumbers::Numbers;

/// To be raised where what is kept means something else.
constexpr std::string_view proofs_form = "net proofs 1";

std::string who_proves() {
  return std::string(proofs_form) + "\n" + std::string(proof_identity) + "\n" +
         sat::solver_identity();
}

Numbers source_of(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts) {
  Numbers numbers = ir::numbers_of(net);
  numbers.push_back(static_cast<std::uint32_t>(roles));
  const Numbers more = ir::numbers_of(facts);
  numbers.insert(numbers.end(), more.begin(), more.end());
  return numbers;
}

}  // namespace

KeptProofs::KeptProofs(std::shared_ptr<object_cache::ObjectCache> cache, const ir::Net& net,
                       std::size_t roles, const ir::FluentFacts& facts, std::string name)
    : net_(net),
      facts_(facts),
      place_(cache, "proofs", std::move(name), cache == nullptr ? std::string() : who_proves(),
             cache == nullptr ? Numbers() : source_of(net, roles, facts)) {}

// The number of facts, which of those that were to be shown they are, and nodes with the signals in
// their place.
void KeptProofs::store(const NetProofs& proofs) const {
  Numbers numbers{static_cast<std::uint32_t>(proofs.facts.size())};
  std::uint32_t next = 0;
  for (const ir::FluentFact& fact : proofs.facts) {
    while (facts_[next] != fact) ++next;
    numbers.push_back(next++);
  }
  for (ir::NodeId node = 0; node < proofs.same.size(); ++node) {
    if (proofs.same[node] == ir::signal_of(node)) continue;
    numbers.insert(numbers.end(), {node, proofs.same[node]});
  }
  place_.store(numbers);
}

std::optional<NetProofs> KeptProofs::find() const {
  const auto numbers = place_.find();
  if (!numbers || numbers->empty()) return std::nullopt;
  const std::size_t facts = numbers->front();
  const std::size_t rest = numbers->size() - 1;
  if (facts > rest || (rest - facts) % 2 != 0) return std::nullopt;
  NetProofs proofs;
  for (std::size_t i = 1; i <= facts; ++i) {
    if ((*numbers)[i] >= facts_.size()) return std::nullopt;
    proofs.facts.push_back(facts_[(*numbers)[i]]);
  }
  for (ir::NodeId node = 0; node < net_.nodes.size(); ++node) {
    proofs.same.push_back(ir::signal_of(node));
  }
  for (std::size_t i = facts + 1; i < numbers->size(); i += 2) {
    const auto [node, signal] = std::pair((*numbers)[i], (*numbers)[i + 1]);
    if (node >= net_.nodes.size() || ir::node_of(signal) >= net_.nodes.size()) return std::nullopt;
    proofs.same[node] = signal;
  }
  return proofs;
}

}  // namespace tesuji::driver
