#include "tools/files/matrix_writer.h"

#include "tools/files/npy_array.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

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

}  // namespace tesuji::tools
