#include "tools/boards/board_coordinates.h"

#include "ir/core/characters.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace tesuji::tools {

namespace {

/// Whether they are consecutive letters, in any order.
bool is_run(std::vector<char> letters) {
  std::sort(letters.begin(), letters.end());
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (std::islower(static_cast<unsigned char>(letters[i])) == 0) return false;
    if (i > 0 && letters[i] != letters[i - 1] + 1) return false;
  }
  return true;
}

/// Whether the names are a common word followed by numbers, or by consecutive letters.
bool is_numbered(const std::vector<std::string_view>& names) {
  std::size_t common = 0;
  while (common < names[0].size() && std::all_of(
                                         names.begin(), names.end(),
                                         [&](std::string_view name) {
                                           return common < name.size() &&
                                                  name[common] == names[0][common];
                                         })) {
    ++common;
  }
  while (common > 0 && std::isdigit(static_cast<unsigned char>(names[0][common - 1])) != 0) {
    --common;  // of 11 and 12
  }
  if (common == 0) return false;
  return std::all_of(names.begin(), names.end(),
                     [&](std::string_view name) { return ir::all_digits(name.substr(common)); });
}

}  // namespace

ValueOrders::ValueOrders(const ir::Module& module) : symbols_(*module.symbols), orders_(module) {}

void ValueOrders::sort(std::vector<ir::Symbol>& values) const {
  const bool numbers = std::all_of(values.begin(), values.end(),
                                   [&](ir::Symbol value) { return symbols_.is_integer(value); });
  if (numbers) {
    std::sort(values.begin(), values.end(),
              [&](ir::Symbol a, ir::Symbol b) { return symbols_.domain_less(a, b); });
    return;
  }
  std::sort(values.begin(), values.end(), [&](ir::Symbol a, ir::Symbol b) {
    const std::string& left = symbols_.text(a);
    const std::string& right = symbols_.text(b);
    return std::pair(left.size(), left) < std::pair(right.size(), right);
  });
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (auto ordered = orders_.ordered(values)) values = std::move(*ordered);
}

bool ValueOrders::describes(const std::vector<ir::Symbol>& values) const {
  return orders_.ordered(values).has_value();
}

CoordinateKind coordinate_kind(const ir::Module& module, ir::DomainId id,
                               const ValueOrders& orders) {
  const ir::Domain& domain = module.domains[id];
  if (domain.values.size() < 2 || domain.values.size() > largest_side) return CoordinateKind::none;
  const auto holds = [&](auto&& what) {
    return std::all_of(domain.values.begin(), domain.values.end(), what);
  };
  if (holds([&](ir::Symbol value) { return module.symbols->is_integer(value); })) {
    return CoordinateKind::numbers;
  }
  if (holds([&](ir::Symbol value) {
        return std::find(module.roles.begin(), module.roles.end(), value) != module.roles.end();
      })) {
    return CoordinateKind::none;
  }
  std::vector<char> letters;
  std::vector<std::string_view> names;
  for (const ir::Symbol value : domain.values) {
    names.push_back(module.symbols->text(value));
    if (names.back().size() == 1) letters.push_back(names.back()[0]);
  }
  if (letters.size() == names.size() && is_run(std::move(letters))) return CoordinateKind::letters;
  if (is_numbered(names)) return CoordinateKind::words;
  return orders.describes(domain.values) ? CoordinateKind::order : CoordinateKind::none;
}

std::optional<std::pair<std::string, std::string>> split_square(const std::string& word) {
  if (word.size() < 2 || std::islower(static_cast<unsigned char>(word[0])) == 0 ||
      !ir::all_digits(std::string_view(word).substr(1))) {
    return std::nullopt;
  }
  return std::pair(word.substr(0, 1), word.substr(1));
}

std::size_t count_columns(std::string_view word) {
  const auto ends = [&](std::size_t at) {
    return at >= word.size() || word[at] == ' ' || word[at] == '(' || word[at] == ')';
  };
  std::size_t columns = 0;
  for (std::size_t at = 0; at < word.size(); ++at) {
    columns += word[at] == '?' && (at == 0 || ends(at - 1)) && ends(at + 1) ? 1 : 0;
  }
  return columns;
}

std::vector<ir::DomainId> domains_of(const ir::Relation& relation,
                                     const std::vector<std::string>& words) {
  std::vector<ir::DomainId> domains;
  std::size_t column = 0;
  for (const std::string& word : words) {
    domains.push_back(word == "?" ? relation.columns[column] : ir::no_id);
    column += count_columns(word);
  }
  return domains;
}

std::optional<CoordinateRun> coordinate_run(const std::vector<CoordinateKind>& kinds) {
  const auto is = [&](std::size_t i) { return kinds[i] != CoordinateKind::none; };
  for (std::size_t i = 1; i + 1 < kinds.size(); ++i) {
    if (!is(i) || !is(i + 1)) continue;
    // Squares alone, without contents: it is unclear whether other names are a square.
    const bool clear = kinds[i] == kinds[i + 1] &&
                       (kinds[i] == CoordinateKind::numbers || kinds[i] == CoordinateKind::words);
    if (kinds.size() == 3 && !clear) return std::nullopt;
    std::size_t count = 2;
    while (i + count < kinds.size() && is(i + count)) ++count;
    if (count > 4 || (count == 4 && kinds.size() == 5)) return std::nullopt;
    const bool with_content = kinds.size() > count + 1;
    return CoordinateRun{i, with_content ? count : 2};
  }
  return std::nullopt;
}

}  // namespace tesuji::tools
