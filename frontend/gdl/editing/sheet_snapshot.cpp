#include "frontend/gdl/editing/sheet_snapshot.h"

#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/syntax.h"
#include "ir/core/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
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

/// Propagates from `true` and `does` to all relations whose rules depend on them.
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
    // A sample of a few thousand occurrences suffices.
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

namespace {

constexpr std::uint64_t most_combinations = std::uint64_t{1} << 62;
/// Maximum nesting of functors that is examined.
constexpr std::size_t deepest_count = 3;

Rulesheet read_intact(const ir::SourceMap& sources, ir::FileId file, Syntax syntax,
                      ir::SymbolTable& symbols) {
  ir::Diagnostics quiet(sources);
  PartialSheet partial;
  std::optional<Rulesheet> sheet = parse_rulesheet(file, syntax, symbols, quiet, &partial);
  Rulesheet result = sheet ? std::move(*sheet) : std::move(partial.intact);
  normalise(result);
  return result;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return a == 0 || b == 0 ? 0 : a > most_combinations / b ? most_combinations : a * b;
}

/// Returns the value of a number that may be written as part of a range.
std::optional<std::int64_t> number_of(const std::string& text) {
  constexpr std::size_t longest = 9;
  const bool plain = text == "0" || (text.size() <= longest && text[0] != '0');
  if (!plain || !ir::all_digits(text)) return std::nullopt;
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

SheetValues::SheetValues(const ir::SourceMap& sources, ir::FileId file, Syntax syntax,
                         const SourceTree& tree, ir::SymbolTable& symbols)
    : tree_(tree),
      sheet_(read_intact(sources, file, syntax, symbols)),
      keywords_(symbols),
      sets_(sheet_, keywords_) {
  for (std::size_t c = 0; c < sheet_.clauses.size(); ++c) {
    clauses_.try_emplace(offset_of(sources[file], sheet_.clauses[c].span.begin), c);
  }
}

std::vector<ValueStep> SheetValues::path_to(NodeId node) const {
  std::vector<ValueStep> path;
  for (NodeId at = node;; at = tree_[at].parent) {
    if (at == no_node) return {};
    const SheetNode& found = tree_[at];
    const std::size_t argument = path.empty() ? 0 : tree_[node].argument;
    path.push_back({found.name, found.arity, argument});
    node = at;
    if (found.kind == SheetNode::Kind::relation) break;
    if (found.kind != SheetNode::Kind::function) return {};
  }
  std::reverse(path.begin(), path.end());
  return path;
}

PossibleValues SheetValues::of_argument(NodeId parent, std::uint32_t argument,
                                        std::uint32_t arity) const {
  std::vector<ValueStep> path = path_to(parent);
  if (path.empty()) return {};
  path.back().arity = arity;
  path.back().argument = argument;
  return sets_.values_at(path);
}

PossibleValues SheetValues::of_variable(NodeId variable) const {
  const SheetNode& node = tree_[variable];
  const auto clause = clauses_.find(tree_[tree_.clauses[node.clause]].whole.begin);
  if (clause == clauses_.end()) return {};
  const auto [known, is_new] = variables_.try_emplace(clause->second);
  if (is_new) known->second = sets_.variable_values(sheet_.clauses[clause->second]);
  const auto found =
      std::lower_bound(known->second.begin(), known->second.end(), node.name,
                       [](const auto& entry, ir::Symbol name) { return entry.first < name; });
  if (found == known->second.end() || found->first != node.name) return {};
  return found->second;
}

std::uint64_t SheetValues::combinations(NodeId node) const {
  std::vector<ValueStep> path = path_to(node);
  return path.empty() ? 0 : count(path);
}

std::uint64_t SheetValues::count(std::vector<ValueStep>& path) const {
  std::uint64_t product = 1;
  const std::size_t arity = path.back().arity;
  for (std::size_t argument = 0; argument < arity && product > 0; ++argument) {
    path.back().argument = argument;
    const PossibleValues values = sets_.values_at(path);
    if (values.anything) return 0;
    std::uint64_t sum = 0;
    for (const TermForm& form : values.forms) {
      if (form.second <= 1) {
        ++sum;
        continue;
      }
      if (path.size() > deepest_count) return 0;
      path.push_back({form.first, form.second - 1, 0});
      const std::uint64_t below = count(path);
      path.pop_back();
      if (below == 0) return 0;
      sum = std::min(most_combinations, sum + below);
    }
    product = times(product, sum);
  }
  return product;
}

std::string text_of(const PossibleValues& values, const ir::SymbolTable& symbols,
                    std::size_t most) {
  if (values.anything) return {};
  std::vector<TermForm> forms = values.forms;
  std::stable_sort(forms.begin(), forms.end(), [&](const TermForm& a, const TermForm& b) {
    if ((a.second > 0) != (b.second > 0)) return b.second > 0;
    return symbols.domain_less(a.first, b.first);
  });
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < forms.size();) {
    const std::string& first = symbols.text(forms[i].first);
    std::size_t end = i + 1;
    std::optional<std::int64_t> last = forms[i].second > 0 ? std::nullopt : number_of(first);
    while (last && end < forms.size() && forms[end].second == 0 &&
           number_of(symbols.text(forms[end].first)) == *last + 1) {
      ++end;
      ++*last;
    }
    if (forms[i].second > 0) {
      parts.push_back(fmt::format("{}/{}", first, forms[i].second - 1));
    } else if (end > i + 2) {
      parts.push_back(fmt::format("{}..{}", first, *last));
    } else {
      end = i + 1;
      parts.push_back(first);
    }
    i = end;
  }
  if (parts.size() <= most) return fmt::format("{{{}}}", fmt::join(parts, ", "));
  parts.resize(most);
  return fmt::format("{{{}, .. ({})}}", fmt::join(parts, ", "), forms.size());
}

SheetSnapshot::SheetSnapshot(std::string path, std::string text, std::optional<Syntax> syntax)
    : file_(sources_.add(std::move(path), std::move(text))),
      syntax_(syntax ? *syntax : detect_syntax(source().text)),
      tree_(read_source_tree(sources_, file_, syntax_, symbols_)),
      keywords_(symbols_),
      index_(tree_, keywords_) {}

SheetSnapshot::~SheetSnapshot() = default;

const SheetValues& SheetSnapshot::values() const {
  if (!values_) values_ = std::make_unique<SheetValues>(sources_, file_, syntax_, tree_, symbols_);
  return *values_;
}

std::string_view SheetSnapshot::written(NodeId node) const {
  const TextRange word = tree_[node].word;
  return std::string_view(source().text).substr(word.begin, word.end - word.begin);
}

}  // namespace tesuji::frontend
