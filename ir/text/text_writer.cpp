#include "ir/text/text_writer.h"

#include "ir/core/characters.h"
#include "ir/text/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_set>

namespace tesuji::ir {
namespace {

constexpr std::size_t line_width = 96;
constexpr std::string_view continuation_indent = "\n    ";
/// Larger estimates carry no information, and must be readable again.
constexpr double largest_number = 1e300;

/// Whether the word would be read as something else in the place of a relation's name.
bool is_reserved(std::string_view text) {
  return text == "not" || text == "different" || text == "same" || text == "delta";
}

std::string printable_variable(std::string_view name) {
  std::string printable;
  for (const char c : name) {
    printable += is_alphanumeric(c) ? c : '_';
  }
  if (printable.empty()) return "V";
  if (is_lower(printable[0])) {
    printable[0] = static_cast<char>(printable[0] - 'a' + 'A');
  }
  return is_variable_name(printable) ? printable : "V" + printable;
}

/// Returns the printed name of a unit's variable; `names` are printable.
std::string variable_name(const std::vector<std::string>& names, std::uint32_t id) {
  // In lower case, so that it differs from every variable.
  return id < names.size() ? names[id] : fmt::format("'<no variable {}>'", id);
}

}  // namespace

bool is_canonical_integer(std::string_view text) {
  if (text == "0") return true;
  if (text.starts_with('-')) text.remove_prefix(1);
  return all_digits(text) && text[0] != '0';
}

std::vector<std::string> printable_variables(const std::vector<std::string>& names) {
  std::vector<std::string> printable;
  printable.reserve(names.size());
  std::unordered_set<std::string> taken;
  for (const std::string& name : names) {
    const std::string wanted = printable_variable(name);
    std::string unique = wanted;
    for (std::size_t number = 2; !taken.insert(unique).second; ++number) {
      unique = fmt::format("{}_{}", wanted, number);
    }
    printable.push_back(std::move(unique));
  }
  return printable;
}

void TextWriter::quoted(std::string_view text, char quote) {
  out_ += quote;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (byte < 0x20 || byte >= 0x7F) {
      fmt::format_to(std::back_inserter(out_), "\\x{:02x}", byte);
    } else {
      out_ += c;
    }
  }
  out_ += quote;
}

void TextWriter::name(std::string_view text) {
  if (is_bare_word(text) && !is_reserved(text)) {
    out_ += text;
  } else {
    quoted(text, '\'');
  }
}

void TextWriter::constant(Symbol symbol) {
  if (symbol >= module_->symbols->size()) {
    quoted(fmt::format("<no symbol {}>", symbol), '\'');
  } else if (const std::string& text = module_->symbols->text(symbol); is_bare_word(text)) {
    out_ += text;
  } else {
    quoted(text, '\'');
  }
}

void TextWriter::relation(RelationId id) {
  if (id < module_->relations.size()) {
    name(module_->relations[id].name);
  } else {
    quoted(fmt::format("<no relation {}>", id), '\'');
  }
}

void TextWriter::domain(DomainId id) {
  if (id == no_id) {
    out_ += '_';
  } else if (id < module_->domains.size()) {
    name(module_->domains[id].name);
  } else {
    quoted(fmt::format("<no domain {}>", id), '\'');
  }
}

void TextWriter::string(std::string_view text) {
  quoted(text, '"');
}

void TextWriter::estimate(std::string_view word, double rows, std::size_t column) {
  if (rows == 0 || std::isnan(rows)) return;
  pad(column);
  out_ += word;
  std::string digits = fmt::format("{:.4g}", std::clamp(rows, -largest_number, largest_number));
  digits.erase(std::remove(digits.begin(), digits.end(), '+'), digits.end());
  out_ += digits;
}

void TextWriter::positions(const Span& span) {
  auto to = std::back_inserter(out_);
  fmt::format_to(to, "{}:{}-", span.begin.line, span.begin.column);
  if (span.end.line != span.begin.line) fmt::format_to(to, "{}:", span.end.line);
  fmt::format_to(to, "{}", span.end.column);
}

void TextWriter::unit_place(const Span& span) {
  if (places_ == PrintedPlaces::none) return;
  const Span origin = origins_.of(span);
  if (!origin.known() || origin.file >= module_->sources->size()) {
    out_ += " at ?";
  } else {
    place(span, no_file);
  }
}

void TextWriter::place(const Span& span, FileId file) {
  if (places_ == PrintedPlaces::none) return;
  const Span origin = origins_.of(span);
  if (!origin.known() || origin.file >= module_->sources->size()) return;
  out_ += " at ";
  if (origin.file != file) {
    string((*module_->sources)[origin.file].path);
    out_ += ':';
  }
  positions(origin);
}

std::size_t TextWriter::column() const {
  const std::size_t line_end = out_.rfind('\n');
  return line_end == std::string::npos ? out_.size() : out_.size() - line_end - 1;
}

void TextWriter::list(std::size_t count, const std::function<void(std::size_t)>& item) {
  std::size_t used = column();
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out_ += ", ";
    const std::size_t start = out_.size();
    item(i);
    used += out_.size() - start + 2;
    if (used <= line_width || i == 0) continue;
    out_.insert(start, continuation_indent);
    out_.erase(start - 1, 1);  // the blank after the comma
    used = column() + 2;
  }
}

void TextWriter::pad(std::size_t column) {
  const std::size_t used = this->column();
  out_.append(used < column ? column - used : 0, ' ');
}

void write_arguments(TextWriter& out, const std::vector<std::string>& names,
                     const std::vector<Argument>& args) {
  out << "(";
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i > 0) out << ", ";
    switch (args[i].kind) {
      case Argument::Kind::variable:
        out << variable_name(names, args[i].id);
        break;
      case Argument::Kind::binder:
        out << "?" << variable_name(names, args[i].id);
        break;
      case Argument::Kind::constant:
        out.constant(args[i].id);
        break;
      case Argument::Kind::ignore:
        out << "_";
        break;
    }
  }
  out << ")";
}

}  // namespace tesuji::ir
