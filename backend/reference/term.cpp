#include "backend/reference/term.h"

#include <algorithm>
#include <stdexcept>

namespace tesuji::reference {

namespace {

/// Symbol counts saturate here.
constexpr std::uint32_t most_symbols = ~std::uint32_t{0};

constexpr std::size_t chunk_size = std::size_t{1} << 15;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29);
}

std::uint64_t hash_of(TermStore::Kind kind, std::uint32_t name, std::span<const TermId> args) {
  std::uint64_t hash = mix(static_cast<std::uint64_t>(kind), name);
  for (const TermId arg : args) hash = mix(hash, arg);
  return mix(hash, args.size());
}

}  // namespace

TermId TermStore::constant(ir::Symbol name) {
  Node node;
  node.name = name;
  return intern(node, {});
}

TermId TermStore::variable(Variable number) {
  Node node;
  node.kind = Kind::variable;
  node.ground = false;
  node.name = number;
  return intern(node, {});
}

TermId TermStore::compound(ir::Symbol functor, std::span<const TermId> args) {
  Node node;
  node.kind = Kind::compound;
  node.name = functor;
  node.arity = static_cast<std::uint32_t>(args.size());
  node.depth = 1;
  for (const TermId arg : args) {
    node.ground = node.ground && nodes_[arg].ground;
    node.depth = std::max(node.depth, nodes_[arg].depth + 1);
    node.symbols += std::min(nodes_[arg].symbols, most_symbols - node.symbols);
  }
  return intern(node, args);
}

TermId TermStore::intern(const Node& node, std::span<const TermId> args) {
  if (index_.size() < 2 * (nodes_.size() + 1)) grow_index();
  const std::size_t mask = index_.size() - 1;
  std::size_t place = hash_of(node.kind, node.name, args) & mask;
  for (; index_[place] != no_term; place = (place + 1) & mask) {
    const Node& other = nodes_[index_[place]];
    if (other.kind == node.kind && other.name == node.name && other.arity == node.arity &&
        std::equal(args.begin(), args.end(), other.args)) {
      return index_[place];
    }
  }
  if (nodes_.size() >= no_term) throw std::length_error("too many terms");
  const auto id = static_cast<TermId>(nodes_.size());
  nodes_.push_back(node);
  nodes_.back().args = keep(args);
  index_[place] = id;
  return id;
}

const TermId* TermStore::keep(std::span<const TermId> args) {
  if (args.empty()) return nullptr;
  if (args.size() > chunk_free_) {
    chunk_free_ = std::max(chunk_size, args.size());
    chunks_.push_back(std::make_unique<TermId[]>(chunk_free_));
    next_free_ = chunks_.back().get();
  }
  TermId* const place = next_free_;
  std::copy(args.begin(), args.end(), place);
  next_free_ += args.size();
  chunk_free_ -= args.size();
  return place;
}

void TermStore::grow_index() {
  const std::size_t size = std::max<std::size_t>(1024, 2 * index_.size());
  index_.assign(size, no_term);
  for (TermId id = 0; id < nodes_.size(); ++id) {
    const Node& node = nodes_[id];
    std::size_t place = hash_of(node.kind, node.name, {node.args, node.arity}) & (size - 1);
    while (index_[place] != no_term) place = (place + 1) & (size - 1);
    index_[place] = id;
  }
}

}  // namespace tesuji::reference
