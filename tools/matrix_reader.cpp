#include "tools/matrix_reader.h"
#include "ir/counted.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t comma = line.find(',');
    cells.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

}  // namespace

std::optional<ReadMatrix> read_matrix(std::istream& in, const std::string& target,
                                      MatrixFault& fault) {
  const auto fail = [&](std::uint64_t line, std::size_t offset, std::string message) {
    fault = {line, static_cast<std::uint32_t>(offset + 1), std::move(message)};
    return std::nullopt;
  };
  enum class Use { feature, target, none };
  std::string line;
  const auto next = [&] {
    if (!std::getline(in, line)) return false;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
  };
  if (!next()) return fail(1, 0, "this matrix is empty: its first line names the columns");
  ReadMatrix matrix;
  std::vector<Use> uses;
  bool found = false;
  std::set<std::string_view> names;
  for (const std::string_view name : cells_of(line)) {
    if (!names.insert(name).second) {
      return fail(1, static_cast<std::size_t>(name.data() - line.data()),
                  fmt::format("there are two columns `{}`", name.substr(0, 40)));
    }
    uses.push_back(name == target ? Use::target : name == "line" ? Use::none : Use::feature);
    if (uses.back() == Use::feature) matrix.data.names.emplace_back(name);
    found = found || name == target;
  }
  if (!found) return fail(1, 0, fmt::format("there is no column `{}`", target));
  for (std::uint64_t number = 2; next(); ++number) {
    if (line.empty()) continue;
    const auto cells = cells_of(line);
    if (cells.size() != uses.size()) {
      return fail(number, 0,
                  fmt::format("this line has {}, and the first {}",
                              ir::counted(cells.size(), "column"), uses.size()));
    }
    const std::size_t before = matrix.data.values.size();
    std::optional<double> value_of_row;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (uses[c] == Use::none || (uses[c] == Use::target && cells[c].empty())) continue;
      double value = 0;
      const char* const end = cells[c].data() + cells[c].size();
      const auto [rest, error] = std::from_chars(cells[c].data(), end, value);
      if (error != std::errc() || rest != end || !std::isfinite(value)) {
        return fail(number, static_cast<std::size_t>(cells[c].data() - line.data()),
                    fmt::format("a number is expected here, not `{}`", cells[c].substr(0, 40)));
      }
      if (uses[c] == Use::target) {
        value_of_row = value;
      } else {
        matrix.data.values.push_back(value);
      }
    }
    if (value_of_row) {
      matrix.data.targets.push_back(*value_of_row);
    } else {
      matrix.data.values.resize(before);
      ++matrix.without_target;
    }
  }
  return matrix;
}

}  // namespace tesuji::tools
