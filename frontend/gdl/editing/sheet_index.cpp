#include "frontend/gdl/editing/sheet_index.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tesuji::frontend {
namespace {

using Kind = SheetNode::Kind;

}  // namespace

SheetIndex::SheetIndex(const SourceTree& tree, const Keywords& keywords)
    : tree_(tree), keywords_(keywords) {
  for (NodeId id = 0; id < tree.nodes.size(); ++id) {
    const NameKey key = key_of(id);
    if (key.kind == NameKey::Kind::variable) {
      variables_.emplace_back(key, id);
    } else if (key.kind != NameKey::Kind::none) {
      names_[key].push_back(id);
    }
  }
  std::sort(variables_.begin(), variables_.end());
  find_dynamic();
}

NameKey SheetIndex::key_of(NodeId node) const {
  const SheetNode& found = tree_[node];
  switch (found.kind) {
    case Kind::relation:
      return {NameKey::Kind::relation, found.name, 0};
    case Kind::function:
      return {NameKey::Kind::term, found.name, found.arity + 1};
    case Kind::constant:
      return {NameKey::Kind::term, found.name, 0};
    case Kind::variable:
      return {NameKey::Kind::variable, found.name, found.clause};
    case Kind::rule:
    case Kind::connective:
    case Kind::nameless:
      break;
  }
  return {};
}

std::span<const NodeId> SheetIndex::occurrences(const NameKey& key) const {
  if (key.kind != NameKey::Kind::variable) {
    const auto found = names_.find(key);
    return found == names_.end() ? std::span<const NodeId>() : std::span(found->second);
  }
  found_.clear();
  for (auto at = std::lower_bound(variables_.begin(), variables_.end(), std::pair(key, NodeId{0}));
       at != variables_.end() && at->first == key; ++at) {
    found_.push_back(at->second);
  }
  return found_;
}

Keyword SheetIndex::keyword(NodeId node) const {
  const SheetNode& found = tree_[node];
  if (found.kind == Kind::rule || found.kind == Kind::connective) return Keyword::connective;
  return found.kind == Kind::relation ? keywords_.of(found.name) : Keyword::none;
}

TermPlace SheetIndex::place_of(NodeId node) const {
  const SheetNode& term = tree_[node];
  if (term.parent == no_node || term.kind == Kind::relation) return TermPlace::other;
  switch (keyword(term.parent)) {
    case Keyword::init:
    case Keyword::holds:
    case Keyword::next:
    case Keyword::base:
      return term.argument == 0 ? TermPlace::fluent : TermPlace::other;
    case Keyword::does:
    case Keyword::legal:
    case Keyword::input:
      return term.argument == 1 ? TermPlace::move : TermPlace::role;
    case Keyword::sees:
      return term.argument == 1 ? TermPlace::percept : TermPlace::role;
    case Keyword::goal:
      return term.argument == 1 ? TermPlace::value : TermPlace::role;
    case Keyword::role:
      return TermPlace::role;
    case Keyword::none:
    case Keyword::terminal:
    case Keyword::connective:
      break;
  }
  return TermPlace::other;
}

std::vector<NodeId> SheetIndex::definitions(const NameKey& key) const {
  const std::span<const NodeId> all = occurrences(key);
  std::vector<NodeId> result;
  if (key.kind == NameKey::Kind::relation) {
    for (const NodeId node : all) {
      if (tree_[node].head) result.push_back(node);
    }
    return result;
  }
  if (key.kind == NameKey::Kind::term) {
    for (const NodeId node : all) {
      const NodeId parent = tree_[node].parent;
      const TermPlace place = place_of(node);
      const bool concluded = place == TermPlace::fluent || place == TermPlace::move ||
                             place == TermPlace::percept || keyword(parent) == Keyword::role;
      if (concluded && tree_[parent].head) result.push_back(node);
    }
    for (const NodeId node : all) {
      if (!result.empty()) break;
      const NodeId clause = tree_.clauses[tree_[node].clause];
      if (tree_[clause].kind == Kind::relation) result.push_back(node);
    }
  }
  if (result.empty() && !all.empty()) result.push_back(all.front());
  return result;
}

std::vector<NodeId> SheetIndex::uses(const NameKey& key) const {
  std::vector<NodeId> result;
  for (const NodeId node : occurrences(key)) {
    const SheetNode& found = tree_[node];
    if (key.kind == NameKey::Kind::relation) {
      if (!found.head) result.push_back(node);
    } else if (found.parent != no_node && !tree_[found.parent].head &&
               place_of(node) != TermPlace::other) {
      result.push_back(node);
    }
  }
  return result;
}

bool SheetIndex::is_static(ir::Symbol relation) const {
  return relation >= dynamic_.size() || !dynamic_[relation];
}

/// From `true` and `does` to all relations whose rules need them.
void SheetIndex::find_dynamic() {
  std::unordered_map<ir::Symbol, std::vector<ir::Symbol>> readers;
  ir::Symbol most = 0;
  std::vector<ir::Symbol> open;
  for (NodeId id = 0; id < tree_.nodes.size(); ++id) {
    const SheetNode& node = tree_[id];
    if (node.kind != Kind::relation) continue;
    most = std::max(most, node.name + 1);
    const Keyword meaning = keywords_.of(node.name);
    if (meaning == Keyword::holds || meaning == Keyword::does) open.push_back(node.name);
    const NodeId head = tree_.head_of(tree_.clauses[node.clause]);
    if (!node.head && head != no_node) readers[node.name].push_back(tree_[head].name);
  }
  dynamic_.assign(most, false);
  while (!open.empty()) {
    const ir::Symbol name = open.back();
    open.pop_back();
    if (dynamic_[name]) continue;
    dynamic_[name] = true;
    for (const ir::Symbol reader : readers[name]) {
      if (reader < most && !dynamic_[reader]) open.push_back(reader);
    }
  }
}

std::uint32_t SheetIndex::usual_arity(ir::Symbol name, bool relation) const {
  std::map<std::uint32_t, std::size_t> counts;
  const auto count = [&](const std::vector<NodeId>& nodes) {
    // A few thousand tell as much as all.
    for (const NodeId node : std::span(nodes).first(std::min<std::size_t>(nodes.size(), 4096))) {
      ++counts[tree_[node].arity];
    }
  };
  if (relation) {
    const auto found = names_.find({NameKey::Kind::relation, name, 0});
    if (found != names_.end()) count(found->second);
  } else {
    for (auto at = names_.lower_bound({NameKey::Kind::term, name, 1});
         at != names_.end() && at->first.kind == NameKey::Kind::term && at->first.name == name;
         ++at) {
      count(at->second);
    }
  }
  std::uint32_t arity = 0;
  std::size_t most = 0;
  for (const auto& [one, times] : counts) {
    if (times >= most) {
      arity = one;
      most = times;
    }
  }
  return arity;
}

}  // namespace tesuji::frontend
