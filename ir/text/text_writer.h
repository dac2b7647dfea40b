// Prints the small elements of the IR's text form: names, constants, numbers, spans. Ids that are
// out of range are printed as quoted remarks, so that a module which the verifier refuses can still
// be looked at.
#pragma once

#include "ir/module/module.h"
#include "ir/text/origins.h"
#include "ir/text/text.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::ir {

/// Longest run of integers that is written as `first .. last`.
inline constexpr std::size_t max_range = 65536;

/// Whether the text is an integer as it would be counted: `0`, `17`, `-3`; not `+1`, `007`.
[[nodiscard]] bool is_canonical_integer(std::string_view text);

/// Names that can be printed as variables and are unique, the i-th for names[i];
/// names that already are so stay as they are.
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
  /// A relation's, rule's, domain's, ... name; in single quotes unless it is a
  /// bare word that no keyword could be taken for.
  void name(std::string_view text);
  void constant(Symbol symbol);
  void relation(RelationId id);
  void domain(DomainId id);
  void string(std::string_view text);
  /// `word` and the number of rows, with four significant digits and without a sign
  /// in the exponent unless negative, from `column` of the line if there is room;
  /// nothing when it is 0, which means unknown.
  void estimate(std::string_view word, double rows, std::size_t column = 0);
  /// ` at "file":1:2-3:4`; ` at ?` when unknown. Both say where things come from (origins.h), and
  /// nothing where places are not to be printed.
  void unit_place(const Span& span);
  /// ` at 1:2-3:4` for a span in `file`, with the file's name in another one;
  /// nothing when unknown.
  void place(const Span& span, FileId file);
  /// The file that a unit comes from, for the places of its parts.
  [[nodiscard]] FileId file_of(const Span& span) { return origins_.of(span).file; }
  /// Items from 0 to count - 1 with commas, broken into lines.
  void list(std::size_t count, const std::function<void(std::size_t)>& item);
  /// Blanks up to `column` of the current line.
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

/// Where estimates stand in a line, if the operation before them leaves room.
inline constexpr std::size_t estimate_column = 43;

/// `(?X, Y, red, _)`.
void write_arguments(TextWriter& out, const std::vector<std::string>& names,
                     const std::vector<Argument>& args);

/// Writes a rule, a plan, an agenda, or all clauses of a proc as blocks.
void write(TextWriter& out, const Rule& rule);
void write(TextWriter& out, const Plan& plan);
void write(TextWriter& out, const Proc& proc);
void write(TextWriter& out, const Agenda& agenda);

}  // namespace tesuji::ir
