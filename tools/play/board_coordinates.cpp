#include "tools/play/board_coordinates.h"

#include "ir/core/characters.h"

#include <algorithm>
#include <cctype>
#include <string_view>

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

CoordinateKind coordinate_kind(const ir::Module& module, ir::DomainId id) {
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
  if (letters.size() == names.size()) {
    return is_run(std::move(letters)) ? CoordinateKind::letters : CoordinateKind::none;
  }
  return is_numbered(names) ? CoordinateKind::words : CoordinateKind::none;
}

std::optional<std::pair<std::string, std::string>> split_square(const std::string& word) {
  if (word.size() < 2 || std::islower(static_cast<unsigned char>(word[0])) == 0 ||
      !ir::all_digits(std::string_view(word).substr(1))) {
    return std::nullopt;
  }
  return std::pair(word.substr(0, 1), word.substr(1));
}

std::vector<ir::DomainId> domains_of(const ir::Relation& relation,
                                     const std::vector<std::string>& words) {
  std::vector<ir::DomainId> domains;
  std::size_t column = 0;
  for (const std::string& word : words) {
    domains.push_back(word == "?" ? relation.columns[column] : ir::no_id);
    column += static_cast<std::size_t>(std::count(word.begin(), word.end(), '?'));
  }
  return domains;
}

std::optional<std::size_t> first_coordinate(const std::vector<CoordinateKind>& kinds) {
  const auto is = [&](std::size_t i) { return kinds[i] != CoordinateKind::none; };
  for (std::size_t i = 1; i + 1 < kinds.size(); ++i) {
    if (!is(i) || !is(i + 1)) continue;
    // Squares alone, without contents: it is unclear whether a letter and a number are a square.
    if (kinds.size() == 3 && kinds[i] != kinds[i + 1]) return std::nullopt;
    // With four coordinates it is a move, or a line.
    if (kinds.size() == 5 && std::all_of(kinds.begin() + 1, kinds.end(), [](CoordinateKind kind) {
          return kind != CoordinateKind::none;
        })) {
      return std::nullopt;
    }
    return i;
  }
  return std::nullopt;
}

}  // namespace tesuji::tools
