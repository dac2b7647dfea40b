#include "backend/driver/games/kept_proofs.h"

#include "backend/llvm/orc/source_hash.h"
#include "backend/sat/solver.h"
#include "ir/nets/net_numbers.h"
#include "proof_identity.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <utility>

namespace tesuji::driver {
namespace {

/// To be raised where payloads get another form.
constexpr std::string_view format = "net proofs 1";

using Numbers = std::vector<std::uint32_t>;

std::string bytes_of(const Numbers& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]};
}

object_cache::CacheKey hash_of(const std::string& text) {
  const std::string digits = llvm_backend::sha256(text);
  object_cache::CacheKey key{};
  for (std::size_t i = 0; i < key.size(); ++i) {
    std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, key[i], 16);
  }
  return key;
}

object_cache::CacheKey key_of(const ir::Net& net, std::size_t roles, const ir::FluentFacts& facts) {
  Numbers numbers = ir::numbers_of(net);
  numbers.push_back(static_cast<std::uint32_t>(roles));
  for (const ir::FluentFact& fact : facts) {
    numbers.push_back(static_cast<std::uint32_t>(fact.kind));
    numbers.push_back(static_cast<std::uint32_t>(fact.fluents.size()));
    numbers.insert(numbers.end(), fact.fluents.begin(), fact.fluents.end());
  }
  std::string text(format);
  for (const std::string_view part : {std::string_view(proof_identity),
                                      std::string_view(sat::solver_identity())}) {
    text.append("\n").append(part);
  }
  return hash_of(text + "\n" + bytes_of(numbers));
}

}  // namespace

KeptProofs::KeptProofs(std::shared_ptr<object_cache::ObjectCache> cache, const ir::Net& net,
                       std::size_t roles, const ir::FluentFacts& facts, std::string name)
    : cache_(std::move(cache)), net_(net), facts_(facts), name_(std::move(name)) {
  if (cache_ != nullptr) key_ = key_of(net_, roles, facts_);
}

std::optional<NetProofs> KeptProofs::find() const {
  if (cache_ == nullptr) return std::nullopt;
  const auto payload = cache_->find(key_);
  return payload ? decode(*payload) : std::nullopt;
}

// The number of facts, which of those that were to be shown they are, and nodes with the signals in
// their place.
void KeptProofs::store(const NetProofs& proofs) const {
  if (cache_ == nullptr) return;
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
  cache_->store(key_, {"proofs", name_, "", ""}, bytes_of(numbers));
}

std::optional<NetProofs> KeptProofs::decode(std::string_view bytes) const {
  Numbers numbers(bytes.size() / sizeof(std::uint32_t));
  if (numbers.empty() || numbers.size() * sizeof numbers[0] != bytes.size()) return std::nullopt;
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  const std::size_t facts = numbers.front();
  if (facts > numbers.size() - 1 || (numbers.size() - 1 - facts) % 2 != 0) return std::nullopt;
  NetProofs proofs;
  for (std::size_t i = 1; i <= facts; ++i) {
    if (numbers[i] >= facts_.size()) return std::nullopt;
    proofs.facts.push_back(facts_[numbers[i]]);
  }
  for (ir::NodeId node = 0; node < net_.nodes.size(); ++node) {
    proofs.same.push_back(ir::signal_of(node));
  }
  for (std::size_t i = facts + 1; i < numbers.size(); i += 2) {
    const auto [node, signal] = std::pair(numbers[i], numbers[i + 1]);
    if (node >= net_.nodes.size() || ir::node_of(signal) >= net_.nodes.size()) return std::nullopt;
    proofs.same[node] = signal;
  }
  return proofs;
}

}  // namespace tesuji::driver
