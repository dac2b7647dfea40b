#include "frontend/rules/csv_facts.h"

#include "frontend/text/messages.h"
#include "ir/core/counted.h"
#include "ir/core/text_cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tesuji::frontend {
namespace {

class TableReader : ir::TextCursor {
 public:
  TableReader(ir::FileId file, char separator, ir::Diagnostics& diagnostics)
      : TextCursor(file, diagnostics.sources()[file].text),
        separator_(separator),
        diagnostics_(diagnostics) {}

  struct Row {
    std::vector<std::string> fields;
    ir::Span span;
  };

  /// Returns the next non-empty row; nullopt at the end, or at an unclosed quote.
  std::optional<Row> next() {
    std::optional<ir::Span> empty;
    while (!at_end()) {
      Row row;
      row.span = since(position());
      const bool blank = !read_row(row);
      if (failed_) return std::nullopt;
      if (!blank) {
        if (empty && rows_ > 0) report_empty_line(*empty, row);
        ++rows_;
        return row;
      }
      if (!empty) empty = row.span;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool failed() const { return failed_; }

 private:
  /// Returns false for a blank line.
  bool read_row(Row& row) {
    for (;;) {
      row.fields.push_back(read_field());
      row.span.end = position();
      if (failed_ || at_line_end()) break;
      ++offset_;  // the separator
    }
    if (at() == '\r' && at(1) == '\n') advance();
    if (!at_end()) advance();
    return row.fields.size() > 1 || !row.fields.front().empty();
  }

  /// Warns of an empty line among rows of one value: it may have lost its value. Warns once.
  void report_empty_line(ir::Span line, const Row& next_row) {
    if (next_row.fields.size() != 1 || empty_line_reported_) return;
    empty_line_reported_ = true;
    diagnostics_.warning(line, "empty", "this line between two rows is empty: it gives no fact");
  }

  void skip_blanks() {
    while (!at_end() && text_[offset_] != separator_ &&
           (text_[offset_] == ' ' || text_[offset_] == '\t')) {
      ++offset_;
    }
  }

  std::string read_field() {
    skip_blanks();
    if (at() == '"') return read_quoted();
    const std::size_t begin = offset_;
    while (!at_line_end() && text_[offset_] != separator_) ++offset_;
    std::string_view field = text_.substr(begin, offset_ - begin);
    while (!field.empty() && (field.back() == ' ' || field.back() == '\t')) field.remove_suffix(1);
    return std::string(field);
  }

  std::string read_quoted() {
    const ir::Position begin = position();
    std::string field;
    for (++offset_;; advance()) {
      if (at_end()) {
        fail(begin, "this quote is not closed");
        return field;
      }
      if (at() == '"') {
        if (at(1) != '"') break;
        ++offset_;  // two quotes denote one
      }
      field += text_[offset_];
    }
    ++offset_;
    skip_blanks();
    if (!at_line_end() && text_[offset_] != separator_) {
      fail(position(), "expected the next field after the quote");
    }
    return field;
  }

  void fail(ir::Position begin, std::string message) {
    failed_ = true;
    diagnostics_.error({file_, begin, {begin.line, begin.column + 1}}, "parse", std::move(message));
  }

  char separator_;
  ir::Diagnostics& diagnostics_;
  std::size_t rows_ = 0;  ///< number of rows that next() has returned
  bool empty_line_reported_ = false;
  bool failed_ = false;
};

/// Reports a table without facts; returns false if that is an error.
bool report_empty(ir::FileId file, const CsvFile& csv, bool has_rows, bool header,
                  ir::Diagnostics& diagnostics) {
  const ir::Span start{file, {1, 1}, {1, 1}};
  if (header && !has_rows) {
    diagnostics.error(start, "parse",
                      "this table is empty: it should begin with a line of the columns' names");
    return false;
  }
  diagnostics.warning(start, "empty",
                      fmt::format("this table has no rows{}: it gives no fact of `{}`",
                                  header ? " below the columns' names" : "", csv.relation));
  return true;
}

}  // namespace

std::optional<std::vector<GroundFact>> read_csv_facts(ir::FileId file, const CsvFile& csv,
                                                      bool header, ir::SymbolTable& symbols,
                                                      ir::Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  TableReader table(file, csv.separator, diagnostics);
  const ir::Symbol relation = symbols.intern(csv.relation);
  std::optional<TableReader::Row> first;
  std::vector<GroundFact> facts;
  bool skip = header;
  while (auto row = table.next()) {
    if (!first) first = row;
    if (row->fields.size() != first->fields.size()) {
      diagnostics.error(
          row->span, "arity",
          fmt::format("this row has {}, and the first {}", ir::counted(row->fields.size(), "value"),
                      first->fields.size()));
    } else if (!skip && std::any_of(row->fields.begin(), row->fields.end(),
                                    [](const std::string& field) { return field.empty(); })) {
      diagnostics.error(row->span, "parse", "this row has an empty value");
    }
    if (diagnostics.error_count() - errors >= max_parse_errors) break;
    if (std::exchange(skip, false)) continue;
    GroundFact& fact = facts.emplace_back();
    fact.relation = relation;
    fact.span = row->span;
    for (const std::string& field : row->fields) {
      fact.args.push_back(symbols.intern(ir::lower_case(field)));
    }
  }
  if (table.failed() || diagnostics.error_count() > errors) return std::nullopt;
  if (facts.empty() && !report_empty(file, csv, first.has_value(), header, diagnostics)) {
    return std::nullopt;
  }
  return facts;
}

std::string csv_field(std::string_view value, char separator) {
  const bool plain = !value.empty() && value.find(separator) == std::string_view::npos &&
                     value.find_first_of("\"\r\n") == std::string_view::npos &&
                     value.front() != ' ' && value.back() != ' ' && value.front() != '\t' &&
                     value.back() != '\t';
  if (plain) return std::string(value);
  std::string field = "\"";
  for (const char c : value) field += c == '"' ? "\"\"" : std::string(1, c);
  return field + "\"";
}

}  // namespace tesuji::frontend
