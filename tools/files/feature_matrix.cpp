#include "tools/files/feature_matrix.h"

#include "backend/driver/file_formats.h"
#include "ir/core/counted.h"
#include "ir/core/diagnostics.h"
#include "tools/base/report.h"
#include "tools/files/npy_array.h"
#include "tools/files/zip_archive.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tools {

MatrixWriter::MatrixWriter(OutputFile& file, FileKind format, const std::vector<std::string>& names,
                           MatrixColumns columns)
    : file_(file), format_(format), names_(names), columns_(columns), archive_(file) {}

/// Returns a head with the current number of rows, always of the same length.
std::string MatrixWriter::counts_head() const {
  const bool with_targets = format_ == FileKind::matrix_npy && columns_.targets;
  return npy_head(with_targets ? "<f8" : "<u8",
                  fmt::format("({:>20}, {})", count_, names_.size() + (with_targets ? 1 : 0)));
}

bool MatrixWriter::begin() {
  const auto features = [&] { return nlohmann::ordered_json(names_).dump(); };
  switch (format_) {
    case FileKind::matrix_npy:
      return file_.write(counts_head());
    case FileKind::matrix_npz:
      return archive_.begin("counts.npy", counts_head());
    case FileKind::matrix_jsonl:
      return file_.write(fmt::format("{{\"features\":{}}}\n", features()));
    case FileKind::matrix_json:
      return file_.write(fmt::format("{{\"features\": {}, \"rows\": [", features()));
    default:
      break;
  }
  return file_.write(fmt::format("line,{}{}{}\n", columns_.groups ? "group," : "",
                                 fmt::join(names_, ","), columns_.targets ? ",target" : ""));
}

bool MatrixWriter::rows(std::span<const MatrixRow> rows, std::span<const std::uint64_t> values) {
  text_.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto own = values.subspan(i * names_.size(), names_.size());
    if (needs_file(format_)) {
      add_array(rows[i], own);
    } else {
      add_text(rows[i], own);
    }
    ++count_;
  }
  return format_ == FileKind::matrix_npz ? archive_.append(text_) : file_.write(text_);
}

void MatrixWriter::add_array(const MatrixRow& row, std::span<const std::uint64_t> values) {
  const bool archive = format_ == FileKind::matrix_npz;
  if (columns_.targets && !archive) {
    for (const std::uint64_t value : values) append_bytes(text_, static_cast<double>(value));
  } else {
    append_bytes(text_, values);
  }
  if (columns_.targets) append_bytes(archive ? targets_ : text_, row.target);
  if (!archive) return;
  append_bytes(lines_, row.line);
  if (columns_.groups) groups_.push_back(row.group);
}

void MatrixWriter::add_text(const MatrixRow& row, std::span<const std::uint64_t> values) {
  const bool json = format_ != FileKind::matrix_csv;
  const auto number = [&](std::uint64_t value) {
    const fmt::format_int text(value);
    text_.append(text.data(), text.size());
  };
  if (format_ == FileKind::matrix_json) text_ += count_ == 0 ? "\n" : ",\n";
  if (json) text_ += "{\"line\": ";
  number(row.line);
  // A group's name contains no character that needs quotes.
  if (columns_.groups) {
    text_ += json ? row.group.empty() ? "" : fmt::format(", \"group\": \"{}\"", row.group)
                  : "," + row.group;
  }
  text_ += json ? ", \"values\": [" : ",";
  for (std::size_t f = 0; f < values.size(); ++f) {
    if (f > 0) text_ += ',';
    number(values[f]);
  }
  if (json) text_ += ']';
  const bool known = columns_.targets && !std::isnan(row.target);
  if (known) text_ += fmt::format("{}{}", json ? ", \"target\": " : ",", row.target);
  if (columns_.targets && !known && !json) text_ += ',';
  if (json) text_ += '}';
  if (format_ != FileKind::matrix_json) text_ += '\n';
}

bool MatrixWriter::finish_archive() {
  const auto array = [&](const char* name, const std::string& bytes) {
    return archive_.add(std::string(name) + ".npy", bytes);
  };
  return archive_.end(counts_head()) && array("names", npy_texts(names_)) &&
         array("lines", npy_head("<u8", count_) + lines_) &&
         (!columns_.groups || array("groups", npy_texts(groups_))) &&
         (!columns_.targets || array("targets", npy_head("<f8", count_) + targets_)) &&
         archive_.finish();
}

bool MatrixWriter::finish(const std::string& members) {
  if (format_ == FileKind::matrix_npy && !file_.rewrite(0, counts_head())) return false;
  if (format_ == FileKind::matrix_npz && !finish_archive()) return false;
  if (format_ == FileKind::matrix_json &&
      !file_.write(fmt::format("{}],\n{}}}\n", count_ == 0 ? "" : "\n", members))) {
    return false;
  }
  return file_.finish();
}

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view default_group = "group";

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t comma = line.find(',');
    cells.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

/// Assigns columns to their uses and collects rows.
class Rows {
 public:
  enum class Use : std::uint8_t { feature, target, group, none };

  explicit Rows(const MatrixUse& use) : use_(use) {}

  [[nodiscard]] Use add_column(std::string_view name) {
    const Use use = name == use_.target   ? Use::target
                    : is_group(name)      ? Use::group
                    : is_no_feature(name) ? Use::none
                                          : Use::feature;
    if (use == Use::feature) matrix_.data.names.emplace_back(name);
    has_target_ = has_target_ || use == Use::target;
    has_group_ = has_group_ || use == Use::group;
    names_.emplace_back(name);
    return use;
  }

  [[nodiscard]] bool is_group(std::string_view name) const {
    return name == (use_.group.empty() ? default_group : use_.group) && name != use_.target;
  }

  /// Adds a column of texts, which can only be used as group.
  [[nodiscard]] Use add_texts(std::string_view name) {
    if (is_group(name)) return add_column(name);
    names_.emplace_back(name);
    return Use::none;
  }

  /// Returns which columns are missing; empty: none.
  [[nodiscard]] std::string missing() const {
    if (!has_target_) return missing(use_.target);
    return use_.group.empty() || has_group_ ? "" : missing(use_.group);
  }

  void add_value(double value) { matrix_.data.values.push_back(value); }

  /// Ends a row, whose values were added; a target that is not a number is unknown.
  void end_row(double target, std::string_view group) {
    learner::FitData& data = matrix_.data;
    if (std::isnan(target)) {
      data.values.resize(data.targets.size() * data.names.size());
      ++matrix_.without_target;
      return;
    }
    data.targets.push_back(target);
    if (!has_group_) return;
    // Rows without a group are independent.
    const std::string key =
        group.empty() ? fmt::format(" {}", data.targets.size()) : std::string(group);
    data.groups.push_back(
        groups_.emplace(key, static_cast<std::uint32_t>(groups_.size())).first->second);
  }

  [[nodiscard]] ReadMatrix take() { return std::move(matrix_); }
  [[nodiscard]] ReadMatrix& matrix() { return matrix_; }

 private:
  /// Whether `features` uses the name for a column other than a feature.
  static bool is_no_feature(std::string_view name) {
    return name == "line" || name == default_group || name == MatrixUse().target;
  }

  [[nodiscard]] std::string missing(const std::string& name) const {
    const std::string nearest = ir::nearest_name(name, names_);
    return fmt::format("unknown column `{}`{}", name,
                       nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest));
  }

  const MatrixUse& use_;
  ReadMatrix matrix_;
  bool has_target_ = false;
  bool has_group_ = false;
  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t> groups_;
};

std::optional<ReadMatrix> read_csv(std::istream& in, const MatrixUse& use, MatrixFault& fault) {
  const auto fail = [&](std::uint64_t line, std::size_t offset, std::string message) {
    fault = {line, static_cast<std::uint32_t>(offset + 1), std::move(message)};
    return std::nullopt;
  };
  std::string line;
  const auto next = [&] {
    if (!std::getline(in, line)) return false;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
  };
  if (!next()) return fail(1, 0, "this matrix is empty: its first line names the columns");
  Rows rows(use);
  std::vector<Rows::Use> uses;
  std::set<std::string_view> names;
  for (const std::string_view name : cells_of(line)) {
    if (!names.insert(name).second) {
      return fail(1, static_cast<std::size_t>(name.data() - line.data()),
                  fmt::format("there are two columns `{}`", name.substr(0, 40)));
    }
    uses.push_back(rows.add_column(name));
  }
  if (std::string missing = rows.missing(); !missing.empty()) return fail(1, 0, std::move(missing));
  for (std::uint64_t number = 2; next(); ++number) {
    if (line.empty()) continue;
    const auto cells = cells_of(line);
    if (cells.size() != uses.size()) {
      return fail(number, 0,
                  fmt::format("this line has {}, and the first {}", counted(cells.size(), "column"),
                              uses.size()));
    }
    double target = unknown;
    std::string_view group;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (uses[c] == Rows::Use::group) group = cells[c];
      if (uses[c] == Rows::Use::none || uses[c] == Rows::Use::group ||
          (uses[c] == Rows::Use::target && cells[c].empty())) {
        continue;
      }
      double value = 0;
      const char* const end = cells[c].data() + cells[c].size();
      const auto [rest, error] = std::from_chars(cells[c].data(), end, value);
      if (error != std::errc() || rest != end || !std::isfinite(value)) {
        return fail(number, static_cast<std::size_t>(cells[c].data() - line.data()),
                    fmt::format("a number is expected here, not `{}`", cells[c].substr(0, 40)));
      }
      if (uses[c] == Rows::Use::target) {
        target = value;
      } else {
        rows.add_value(value);
      }
    }
    rows.end_row(target, group);
  }
  return rows.take();
}

/// The columns of a matrix of numbers, next to which others may exist.
class Arrays {
 public:
  explicit Arrays(const MatrixUse& use) : rows_(use) {}

  void add_counts(NpyArray counts, std::vector<std::string> names) {
    if (counts.shape.size() != 2 ||
        counts.numbers.empty() != (counts.shape[0] * counts.shape[1] == 0)) {
      throw std::runtime_error("the counts are not a two-dimensional array of numbers");
    }
    if (names.empty()) {
      rows_.matrix().nameless = true;
      for (std::size_t c = 0; c < counts.shape[1]; ++c)
        names.push_back(fmt::format("column{}", c + 1));
    }
    if (names.size() != counts.shape[1]) {
      throw std::runtime_error(fmt::format("there are {} for {} of counts",
                                           counted(names.size(), "name"),
                                           counted(counts.shape[1], "column")));
    }
    for (const std::string& name : names) counts_use_.push_back(rows_.add_column(name));
    counts_ = std::move(counts);
  }

  /// Adds an array with a number or a text for each row.
  void add(const char* name, NpyArray array) {
    if (array.shape.size() != 1 || array.shape[0] != counts_.shape[0]) {
      throw std::runtime_error(fmt::format("the column `{}` does not have a value for each of {}",
                                           name, counted(counts_.shape[0], "row")));
    }
    const Rows::Use use = array.texts.empty() ? rows_.add_column(name) : rows_.add_texts(name);
    others_.emplace_back(use, std::move(array));
  }

  [[nodiscard]] ReadMatrix take() {
    if (const std::string missing = rows_.missing(); !missing.empty()) {
      throw std::runtime_error(missing);
    }
    for (std::size_t r = 0; r < counts_.shape[0]; ++r) add_row(r);
    return rows_.take();
  }

 private:
  void add_row(std::size_t r) {
    double target = unknown;
    std::string group;
    const auto use = [&](Rows::Use how, double value) {
      if (how == Rows::Use::feature) rows_.add_value(value);
      if (how == Rows::Use::target) target = value;
      if (how == Rows::Use::group) group = fmt::format("{}", value);
    };
    const std::size_t width = counts_.shape[1];
    for (std::size_t c = 0; c < width; ++c) use(counts_use_[c], counts_.numbers[r * width + c]);
    for (const auto& [how, array] : others_) {
      if (!array.numbers.empty()) use(how, array.numbers[r]);
      if (!array.texts.empty() && how == Rows::Use::group) group = array.texts[r];
    }
    rows_.end_row(target, group);
  }

  Rows rows_;
  NpyArray counts_;
  std::vector<Rows::Use> counts_use_;
  std::vector<std::pair<Rows::Use, NpyArray>> others_;
};

ReadMatrix read_array(std::string_view bytes, MatrixUse use) {
  NpyArray array = read_npy(bytes);
  const std::size_t columns = array.shape.size() == 2 ? array.shape[1] : 0;
  if (use.target == MatrixUse().target) {
    if (array.type == "<u8") {
      throw std::runtime_error(
          "this array has no targets: `features --format=npy` writes <f8 with the target as last "
          "column if positions have targets, and <u8 otherwise; --target=columnN names another "
          "column");
    }
    use.target = fmt::format("column{}", columns);
  }
  Arrays arrays(use);
  arrays.add_counts(std::move(array), {});
  return arrays.take();
}

ReadMatrix read_archive(std::string_view bytes, const MatrixUse& use) {
  const auto entries = read_zip(bytes);
  const auto find = [&](const char* name) -> std::optional<NpyArray> {
    const auto found = entries.find(std::string(name) + ".npy");
    if (found == entries.end()) return std::nullopt;
    try {
      return read_npy(found->second);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("`{}`: {}", name, error.what()));
    }
  };
  auto counts = find("counts");
  if (!counts) {
    throw std::runtime_error(
        "this archive has no array `counts`: `features --format=npz` writes one");
  }
  auto names = find("names");
  Arrays arrays(use);
  arrays.add_counts(std::move(*counts),
                    names ? std::move(names->texts) : std::vector<std::string>());
  if (auto groups = find("groups")) arrays.add("group", std::move(*groups));
  if (auto targets = find("targets")) {
    arrays.add("target", std::move(*targets));
  } else if (use.target == MatrixUse().target) {
    throw std::runtime_error(
        "this archive has no array `targets`: its positions have no values (` = 12.5` after each)");
  }
  return arrays.take();
}

}  // namespace

std::optional<ReadMatrix> read_matrix(std::istream& in, const MatrixUse& use, MatrixFault& fault) {
  const int first = in.peek();
  const bool array = first == 0x93;
  if (first == '{' || first == '[') {
    fault = {1, 1,
             "this is JSON, which is not read as a matrix: `features --format=csv`, npz or npy "
             "writes one"};
    return std::nullopt;
  }
  if (!array && first != 'P') return read_csv(in, use, fault);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (!array && !driver::may_be(driver::FileKind::matrix_npz, bytes)) {
    std::istringstream text(std::move(bytes));
    return read_csv(text, use, fault);
  }
  try {
    return array ? read_array(bytes, use) : read_archive(bytes, use);
  } catch (const std::runtime_error& error) {
    fault = {0, 1, error.what()};
    return std::nullopt;
  }
}

}  // namespace tesuji::tools
