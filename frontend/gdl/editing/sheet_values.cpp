#include "frontend/gdl/editing/sheet_values.h"

#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/partial_sheet.h"
#include "frontend/gdl/syntax.h"
#include "ir/core/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace tesuji::frontend {
namespace {

constexpr std::uint64_t most_combinations = std::uint64_t{1} << 62;
/// Functors within functors that are looked into.
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

/// Of a number that ranges are made of.
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

}  // namespace tesuji::frontend
