#include "backend/driver/games/kept_net.h"

#include "backend/llvm/orc/source_hash.h"
#include "backend/proofs/sat/solver.h"
#include "ir/nets/net_numbers.h"
#include "ir/text/rule_names.h"
#include "net_identity.h"
#include "proof_identity.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <utility>

namespace tesuji::driver {

// --- Any list of numbers

namespace {

std::string bytes_of(const KeptNumbers::Numbers& numbers) {
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

}  // namespace

KeptNumbers::KeptNumbers(std::shared_ptr<object_cache::ObjectCache> cache, std::string kind,
                         std::string name, std::string_view source_text, const Numbers& source)
    : cache_(std::move(cache)), label_{std::move(kind), std::move(name), "", ""} {
  if (cache_ == nullptr) return;
  key_ = hash_of(label_.kind + "\n" + std::string(source_text) + "\n" + bytes_of(source));
}

std::optional<KeptNumbers::Numbers> KeptNumbers::find() const {
  if (cache_ == nullptr) return std::nullopt;
  const auto payload = cache_->find(key_);
  if (!payload || payload->size() % sizeof(std::uint32_t) != 0) return std::nullopt;
  Numbers numbers(payload->size() / sizeof(std::uint32_t));
  std::memcpy(numbers.data(), payload->data(), payload->size());
  return numbers;
}

void KeptNumbers::store(const Numbers& numbers) const {
  if (cache_ != nullptr) cache_->store(key_, label_, bytes_of(numbers));
}

// --- Nets made of rules

namespace {

using Numbers = KeptNumbers::Numbers;

/// To be raised where the numbers that are kept mean something else.
constexpr std::string_view kept_net_form = "net 2";

void add_number(Numbers& numbers, std::uint64_t number) {
  numbers.push_back(static_cast<std::uint32_t>(number));
  numbers.push_back(static_cast<std::uint32_t>(number >> 32U));
}

Numbers numbers_of_limits(const Options& options, const NetLimits& limits) {
  Numbers numbers{limits.states_of_play ? 1U : 0U, limits.keeps_rules ? 1U : 0U,
                  options.ground_steps ? 1U : 0U};
  for (const std::uint64_t number :
       {limits.rows, limits.retry_rows, std::uint64_t{limits.nodes}, limits.unrolled, limits.steps,
        std::bit_cast<std::uint64_t>(limits.split.most_of_before),
        options.ground_steps.value_or(0)}) {
    add_number(numbers, number);
  }
  return numbers;
}

std::string source_text(const ir::Module& module, const passes::PipelineOptions& pipeline) {
  std::string text = std::string(kept_net_form) + "\n" + std::string(net_sources_hash()) + "\n";
  for (const std::string& pass : pipeline.disabled) text += "without " + pass + "\n";
  if (!pipeline.stop_after.empty()) text += "until " + pipeline.stop_after + "\n";
  return text + ir::text_of_rules(module);
}

/// Names are kept as relations and positions in the domains of their columns. False where a name
/// has no such position.
bool write_name(Numbers& numbers, const ir::Module& module, const ir::NetAtom& atom) {
  if (atom.relation >= module.relations.size()) return false;
  const ir::Relation& relation = module.relations[atom.relation];
  if (atom.args.size() != relation.columns.size()) return false;
  numbers.push_back(atom.relation);
  for (std::size_t c = 0; c < atom.args.size(); ++c) {
    const std::int32_t position = module.domains[relation.columns[c]].position(atom.args[c]);
    if (position < 0) return false;
    numbers.push_back(static_cast<std::uint32_t>(position));
  }
  return true;
}

void read_name(ir::NumberReader& in, const ir::Module& module, ir::NetAtom& atom) {
  atom.relation = in.number();
  if (atom.relation >= module.relations.size()) return in.fail();
  for (const ir::DomainId column : module.relations[atom.relation].columns) {
    const std::vector<ir::Symbol>& values = module.domains[column].values;
    const std::uint32_t position = in.number();
    if (position >= values.size()) return in.fail();
    atom.args.push_back(values[position]);
  }
}

/// found(atom) for each name of the net, until it says false.
template <typename AnyNet, typename Found>
bool each_name(AnyNet& net, const Found& found) {
  for (auto& fluent : net.fluents) {
    if (!found(fluent.atom)) return false;
  }
  for (auto& move : net.moves) {
    if (!found(move.atom)) return false;
  }
  for (auto* answers : {&net.goals, &net.percepts}) {
    for (auto& answer : *answers) {
      if (!found(answer.atom)) return false;
    }
  }
  return true;
}

bool has_roles(const ir::Net& net, std::size_t roles) {
  const auto known = [&](const auto& one) { return one.role < roles; };
  return std::all_of(net.moves.begin(), net.moves.end(), known) &&
         std::all_of(net.goals.begin(), net.goals.end(), known) &&
         std::all_of(net.percepts.begin(), net.percepts.end(), known);
}

}  // namespace

std::string_view net_sources_hash() {
  return net_identity;
}

KeptNet::KeptNet(const ir::Module& module, const Options& options, const NetLimits& limits)
    : module_(module) {
  if (options.cache == nullptr || limits.without) return;
  place_.emplace(options.cache, "net of rules", module.game, source_text(module, options.pipeline),
                 numbers_of_limits(options, limits));
}

// The number of ground rules, what was left out, the fluents of turns, the net, and the names of
// its atoms.
void KeptNet::store(const MadeNet& made) const {
  if (!place_) return;
  Numbers numbers;
  add_number(numbers, made.ground_rules);
  for (const auto* list : {&made.left_out, &made.control}) {
    numbers.push_back(static_cast<std::uint32_t>(list->size()));
    numbers.insert(numbers.end(), list->begin(), list->end());
  }
  const Numbers net = ir::numbers_of(*made.net);
  numbers.insert(numbers.end(), net.begin(), net.end());
  const auto write = [&](const ir::NetAtom& atom) { return write_name(numbers, module_, atom); };
  if (each_name(*made.net, write)) place_->store(numbers);
}

std::optional<MadeNet> KeptNet::find() const {
  if (!place_) return std::nullopt;
  const auto numbers = place_->find();
  if (!numbers) return std::nullopt;
  ir::NumberReader in(*numbers);
  MadeNet made;
  made.ground_rules = in.number();
  made.ground_rules |= std::uint64_t{in.number()} << 32U;
  made.left_out.resize(in.count());
  for (ir::RelationId& relation : made.left_out) {
    relation = in.number();
    if (relation >= module_.relations.size()) in.fail();
  }
  const auto control = in.take(in.count());
  made.control.assign(control.begin(), control.end());
  std::optional<ir::Net> net = ir::read_net(in);
  if (!net || !has_roles(*net, module_.roles.size())) return std::nullopt;
  each_name(*net, [&](ir::NetAtom& atom) {
    read_name(in, module_, atom);
    return in.good();
  });
  const std::size_t fluents = net->fluents.size();
  const bool known = std::all_of(made.control.begin(), made.control.end(),
                                 [&](std::uint32_t fluent) { return fluent < fluents; });
  if (!in.complete() || !known) return std::nullopt;
  made.net = std::make_shared<const ir::Net>(std::move(*net));
  return made;
}

// --- Proofs about a net

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
