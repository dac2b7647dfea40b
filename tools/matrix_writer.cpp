#include "tools/matrix_writer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <cstring>

namespace tesuji::tools {

namespace {

static_assert(std::endian::native == std::endian::little,
              "arrays are written as they lie in memory");

template <typename Number>
void append(std::string& text, Number number) {
  char bytes[sizeof(Number)];
  std::memcpy(bytes, &number, sizeof(Number));
  text.append(bytes, sizeof(Number));
}

}  // namespace

MatrixWriter::MatrixWriter(OutputFile& file, MatrixFormat format,
                           const std::vector<std::string>& names, bool targets)
    : file_(file), format_(format), names_(names), targets_(targets) {}

/// With as many rows as there are by now; always equally long.
std::string MatrixWriter::npy_head() const {
  constexpr std::size_t magic = 10;
  constexpr std::size_t alignment = 64;
  std::string head =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({:>20}, {}), }}",
                  targets_ ? "<f8" : "<u8", count_, names_.size() + (targets_ ? 1 : 0));
  while ((magic + head.size() + 1) % alignment != 0) head += ' ';
  head += '\n';
  std::string text("\x93NUMPY\x01\x00", 8);
  append(text, static_cast<std::uint16_t>(head.size()));
  return text + head;
}

bool MatrixWriter::begin() {
  if (format_ == MatrixFormat::npy) return file_.write(npy_head());
  if (format_ == MatrixFormat::jsonl) {
    return file_.write(nlohmann::ordered_json{{"features", names_}}.dump() + "\n");
  }
  return file_.write(fmt::format("line,{}{}\n", fmt::join(names_, ","), targets_ ? ",target" : ""));
}

bool MatrixWriter::rows(std::span<const MatrixRow> rows, std::span<const std::uint64_t> values) {
  text_.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto own = values.subspan(i * names_.size(), names_.size());
    if (format_ == MatrixFormat::npy) {
      add_array(rows[i], own);
    } else {
      add_text(rows[i], own);
    }
  }
  count_ += rows.size();
  return file_.write(text_);
}

void MatrixWriter::add_array(const MatrixRow& row, std::span<const std::uint64_t> values) {
  for (const std::uint64_t value : values) {
    if (targets_) {
      append(text_, static_cast<double>(value));
    } else {
      append(text_, value);
    }
  }
  if (targets_) append(text_, row.target);
}

void MatrixWriter::add_text(const MatrixRow& row, std::span<const std::uint64_t> values) {
  const bool json = format_ == MatrixFormat::jsonl;
  const auto number = [&](std::uint64_t value) {
    const fmt::format_int text(value);
    text_.append(text.data(), text.size());
  };
  if (json) text_ += "{\"line\": ";
  number(row.line);
  text_ += json ? ", \"values\": [" : ",";
  for (std::size_t f = 0; f < values.size(); ++f) {
    if (f > 0) text_ += ',';
    number(values[f]);
  }
  if (json) text_ += ']';
  const bool known = targets_ && !std::isnan(row.target);
  if (known) text_ += fmt::format("{}{}", json ? ", \"target\": " : ",", row.target);
  if (targets_ && !known && !json) text_ += ',';
  text_ += json ? "}\n" : "\n";
}

bool MatrixWriter::finish() {
  if (format_ == MatrixFormat::npy && !file_.rewrite(0, npy_head())) return false;
  return file_.finish();
}

}  // namespace tesuji::tools
