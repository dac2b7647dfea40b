// Prints the small elements of the IR's text form: names, constants, numbers, spans. Prints ids
// that are out of range as quoted remarks, so that modules which the verifier refuses can be
// inspected.
#pragma once

#include "ir/module/module.h"
#include "ir/text/origins.h"
#include "ir/text/text.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// Maximum length of a run of integers printed as `first .. last`.
inline constexpr std::size_t max_range = 65536;

/// Whether the text is an integer in canonical form: `0`, `17`, `-3`; not `+1`, `007`.
[[nodiscard]] bool is_canonical_integer(std::string_view text);

/// Returns unique names that can be printed as variables, the i-th for names[i]; keeps names that
/// already are.
[[nodiscard]] std::vector<std::string> printable_variables(const std::vector<std::string>& names);

/// Appends pieces of text to a string that it owns.
class TextWriter {
 public:
  explicit TextWriter(const Module& module, PrintedPlaces places = PrintedPlaces::all)
      : module_(&module), origins_(*module.sources), places_(places) {}

  TextWriter& operator<<(std::string_view text) {
    out_ += text;
    return *this;
  }
  /// Writes the name of a relation, rule, domain, ...; in single quotes unless it is a bare word
  /// that cannot be read as a keyword.
  void name(std::string_view text);
  void constant(Symbol symbol);
  void relation(RelationId id);
  void domain(DomainId id);
  void string(std::string_view text);
  /// Writes `word` and the number of rows, with four significant digits and an exponent sign only
  /// if negative, at `column` of the line if there is room; writes nothing if it is 0, which means
  /// unknown.
  void estimate(std::string_view word, double rows, std::size_t column = 0);
  /// Writes ` at "file":1:2-3:4`; ` at ?` if unknown. Prints original places (origins.h), like
  /// place(); both write nothing if places are not printed.
  void unit_place(const Span& span);
  /// Writes ` at 1:2-3:4` for a span in `file`, with the file's name if it is another file; nothing
  /// if unknown.
  void place(const Span& span, FileId file);
  /// Returns the file that a unit comes from, for the places of its parts.
  [[nodiscard]] FileId file_of(const Span& span) { return origins_.of(span).file; }
  /// Writes items 0 to count - 1, separated by commas, broken into lines.
  void list(std::size_t count, const std::function<void(std::size_t)>& item);
  /// Writes blanks up to `column` of the current line.
  void pad(std::size_t column);

  [[nodiscard]] const Module& module() const { return *module_; }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void quoted(std::string_view text, char quote);
  void positions(const Span& span);
  [[nodiscard]] std::size_t column() const;

  const Module* module_;
  Origins origins_;
  PrintedPlaces places_;
  std::string out_;
};

/// Column of estimates in a line, if the operation before them leaves room.
inline constexpr std::size_t estimate_column = 43;

/// Writes `(?X, Y, red, _)`.
void write_arguments(TextWriter& out, const std::vector<std::string>& names,
                     const std::vector<Argument>& args);

/// Writes a rule, a plan, an agenda, or all clauses of a proc as blocks.
void write(TextWriter& out, const Rule& rule);
void write(TextWriter& out, const Plan& plan);
void write(TextWriter& out, const Proc& proc);
void write(TextWriter& out, const Agenda& agenda);

}  // namespace tesuji::ir
