#include "ir/core/diagnostics.h"

#include "ir/core/counted.h"
#include "ir/core/diagnostic_style.h"
#include "ir/text/origins.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>

namespace tesuji::ir {
namespace {

/// Lines longer than this are cut around the carets.
constexpr std::size_t max_line_width = 100;
constexpr std::size_t context_before = 40;

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Returns the length of the well-formed UTF-8 sequence at the beginning of `text`, or 0.
std::size_t utf8_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  std::size_t length = 1;
  if (lead >= 0x80) length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead >= 0x80 && (lead < 0xC2 || lead > 0xF4)) return 0;
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return 0;
  }
  return length;
}

/// Whether the byte must not be printed on a terminal.
bool is_unprintable(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// A source line and the carets below it, as printed: one column per character, tabs kept so that
/// both lines stay aligned.
class Excerpt {
 public:
  Excerpt(std::string_view line, std::size_t begin, std::size_t end) : line_(line) {
    begin_ = std::min(begin, line.size());
    end_ = std::clamp(end, begin_ + 1, std::max(line.size(), begin_ + 1));
  }

  /// The marks are put around the carets.
  [[nodiscard]] std::string render(std::string_view begin_mark, std::string_view end_mark) {
    auto [from, to] = window();
    if (from > 0) add("...", ' ');
    for (std::size_t i = from; i < to;) {
      const std::size_t length = utf8_length(line_.substr(i, to - i));
      const char mark = i + std::max<std::size_t>(length, 1) > begin_ && i < end_ ? '^' : ' ';
      if (line_[i] == '\t') {
        text_ += '\t';
        carets_ += mark == '^' ? '^' : '\t';
      } else if (length == 0 || is_unprintable(line_[i])) {
        add("?", mark);  // binary input must not reach the terminal
      } else {
        text_ += line_.substr(i, length);
        carets_ += mark;
      }
      i += std::max<std::size_t>(length, 1);
    }
    if (to < line_.size()) add("...", ' ');
    if (begin_ >= line_.size()) carets_ += '^';
    carets_.erase(carets_.find_last_not_of(" \t") + 1);
    const std::size_t indent = carets_.find_first_not_of(" \t");
    if (indent == std::string::npos) return fmt::format("  {}\n  {}\n", text_, carets_);
    return fmt::format("  {}\n  {}{}{}{}\n", text_, carets_.substr(0, indent), begin_mark,
                       carets_.substr(indent), end_mark);
  }

 private:
  [[nodiscard]] std::pair<std::size_t, std::size_t> window() const {
    if (line_.size() <= max_line_width) return {0, line_.size()};
    std::size_t from = begin_ > context_before ? begin_ - context_before : 0;
    from = std::min(from, line_.size() - max_line_width);
    std::size_t to = from + max_line_width;
    // Do not cut within a UTF-8 character: it has at most 3 continuation bytes.
    for (int i = 0; i < 3 && from > 0 && is_continuation(line_[from]); ++i) --from;
    for (int i = 0; i < 3 && to < line_.size() && is_continuation(line_[to]); ++i) ++to;
    return {from, to};
  }

  void add(std::string_view glyphs, char mark) {
    text_ += glyphs;
    carets_.append(glyphs.size(), mark);
  }

  std::string_view line_;
  std::size_t begin_ = 0;  ///< bytes from 0, half-open, never empty
  std::size_t end_ = 0;
  std::string text_;
  std::string carets_;
};

/// Replaces unprintable bytes: a message may quote arbitrary input.
std::string printable(std::string_view message) {
  std::string text;
  for (std::size_t i = 0; i < message.size();) {
    const std::size_t length = utf8_length(message.substr(i));
    const bool keep = length > 0 && (message[i] == '\n' || !is_unprintable(message[i]));
    text += keep ? message.substr(i, length) : "?";
    i += std::max<std::size_t>(length, 1);
  }
  return text;
}

std::string_view mark_of(Severity severity, const DiagnosticStyle& style) {
  if (severity == Severity::error) return style.error;
  return severity == Severity::warning ? style.warning : style.note;
}

void render_message(std::string& out, const SourceMap& sources, const Span& span, Severity severity,
                    std::string_view message, const DiagnosticStyle& style) {
  const auto add = [&](const std::string& place) {
    out += styled_message(place, severity, message, style) + '\n';
  };
  if (!span.known() || span.file >= sources.size()) return add({});
  const SourceFile& file = sources[span.file];
  if (span.begin.line == 0) return add(file.path);  // the whole file
  add(fmt::format("{}:{}:{}", file.path, span.begin.line, span.begin.column));
  if (file.text.empty() || span.begin.line > file.line_starts.size()) return;
  const std::string_view line = file.line(span.begin.line);
  const std::size_t begin = span.begin.column > 0 ? span.begin.column - 1 : 0;
  std::size_t end = line.size();  // a range over several lines is marked on its first line
  if (span.end.line <= span.begin.line) end = span.end.column > 0 ? span.end.column - 1 : 0;
  out += Excerpt(line, begin, end).render(mark_of(severity, style), style.end);
}

/// Computes the edit distance with transpositions of neighbours (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      break;
  }
  return "error";
}

Diagnostic& Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::error) ++errors_;
  std::size_t& count = counts_[{diagnostic.severity, diagnostic.code}];
  if (++count <= max_of_a_kind) {
    const Span origin = Origins(*sources_).of(diagnostic.span);
    if (origin.known() && !(origin == diagnostic.span)) {
      diagnostic.notes.push_back({origin, "generated from this"});
    }
    return all_.emplace_back(std::move(diagnostic));
  }
  omitted_ = std::move(diagnostic);
  return omitted_;
}

void abridge_steps(Diagnostic& diagnostic) {
  constexpr std::ptrdiff_t shown = 4;  // at each end
  std::vector<Diagnostic::Note>& notes = diagnostic.notes;
  const auto count = static_cast<std::ptrdiff_t>(notes.size());
  if (count <= 2 * shown + 1) return;
  notes[shown] = {{}, fmt::format("{} more steps", count - 2 * shown)};
  notes.erase(notes.begin() + shown + 1, notes.end() - shown);
}

Diagnostic& Diagnostics::error(Span span, std::string code, std::string message) {
  return add({Severity::error, std::move(code), span, std::move(message), {}});
}

Diagnostic& Diagnostics::warning(Span span, std::string code, std::string message) {
  return add({Severity::warning, std::move(code), span, std::move(message), {}});
}

Diagnostic& Diagnostics::note(Span span, std::string code, std::string message) {
  return add({Severity::note, std::move(code), span, std::move(message), {}});
}

std::string Diagnostics::Omitted::message() const {
  return fmt::format("{} of the kind \"{}\" {} not shown",
                     counted(count, fmt::format("more {}", name_of(severity))), code,
                     count == 1 ? "is" : "are");
}

std::vector<Diagnostics::Omitted> Diagnostics::omitted() const {
  std::vector<Omitted> list;
  for (const auto& [kind, count] : counts_) {
    if (count > max_of_a_kind) list.push_back({kind.first, kind.second, count - max_of_a_kind});
  }
  return list;
}

void Diagnostics::sort_by_place(FileId file) {
  const auto elsewhere = [&](const Diagnostic& diagnostic) { return diagnostic.span.file != file; };
  const auto earlier = [](const Diagnostic& a, const Diagnostic& b) {
    const Position& left = a.span.begin;
    const Position& right = b.span.begin;
    return std::tie(left.line, left.column) < std::tie(right.line, right.column);
  };
  for (auto begin = all_.begin(); begin != all_.end();) {
    begin = std::find_if_not(begin, all_.end(), elsewhere);
    const auto end = std::find_if(begin, all_.end(), elsewhere);
    std::stable_sort(begin, end, earlier);
    begin = end;
  }
}

std::string Diagnostics::render() const {
  std::string out;
  for (const Diagnostic& diagnostic : all_) out += render(diagnostic);
  for (const Omitted& kind : omitted()) out += fmt::format("note: {}\n", kind.message());
  return out;
}

std::string Diagnostics::render(const Diagnostic& diagnostic) const {
  return ir::render(*this, diagnostic, {});
}

std::string render(const Diagnostics& diagnostics, const Diagnostic& diagnostic,
                   const DiagnosticStyle& style) {
  const SourceMap& sources = diagnostics.sources();
  std::string out;
  render_message(out, sources, diagnostic.span, diagnostic.severity, diagnostic.message, style);
  for (const Diagnostic::Note& note : diagnostic.notes) {
    render_message(out, sources, note.span, Severity::note, note.message, style);
  }
  return out;
}

const DiagnosticStyle& coloured_style() {
  static constexpr DiagnosticStyle style{.place = "\x1b[1m",
                                         .error = "\x1b[1;31m",
                                         .warning = "\x1b[1;33m",
                                         .note = "\x1b[1;36m",
                                         .message = "\x1b[1m",
                                         .end = "\x1b[0m"};
  return style;
}

std::string styled_message(std::string_view place, Severity severity, std::string_view message,
                           const DiagnosticStyle& style) {
  const auto painted = [&](std::string_view mark, std::string_view text) {
    return mark.empty() ? std::string(text) : fmt::format("{}{}{}", mark, text, style.end);
  };
  // Only the first line is bold: what follows quotes and explains.
  const std::string text = printable(message);
  const std::size_t line = std::min(text.find('\n'), text.size());
  const bool bold = severity != Severity::note;
  return (place.empty() ? "" : painted(style.place, fmt::format("{}:", place)) + " ") +
         painted(mark_of(severity, style), fmt::format("{}:", name_of(severity))) + " " +
         painted(bold ? style.message : std::string_view(), text.substr(0, line)) +
         text.substr(line);
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  // At most a third of the letters may differ. Names of one or two letters are close to too many
  // others, so they get no suggestion.
  constexpr std::size_t longest = 64;
  if (name.size() > longest) return {};
  const std::size_t limit = name.size() / 3;
  std::size_t best = limit + 1;
  const std::string* nearest = nullptr;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(candidate.size(), name.size());
    const std::size_t shorter = std::min(candidate.size(), name.size());
    if (longer - shorter >= best || candidate == name) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best) {
      best = distance;
      nearest = &candidate;
    }
  }
  return nearest == nullptr ? std::string{} : *nearest;
}

}  // namespace tesuji::ir
