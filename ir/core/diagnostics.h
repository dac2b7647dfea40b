// Collects diagnostics: the sink that every stage receives.
#pragma once

#include "ir/core/source.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::ir {

enum class Severity { note, warning, error };

/// Returns `note`, `warning` or `error`.
[[nodiscard]] std::string_view name_of(Severity severity);

/// A message about a fault. `code` names the kind of fault as in the conformance corpus ("parse",
/// "unsafe", "unstratified", "keyword", "arity", "no-role", "limit", ...).
struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  Span span;
  std::string message;
  struct Note {
    Span span;  ///< may be unknown
    std::string message;
  };
  std::vector<Note> notes;
};

/// Shortens notes that list the steps of a path: keeps the first and last few, and prints how many
/// it omits.
void abridge_steps(Diagnostic& diagnostic);

/// Collects diagnostics in the order of their report; never throws or exits. Keeps the first
/// max_of_a_kind with the same severity and code, and counts the others: a systematic fault does
/// not need a thousand messages.
class Diagnostics {
 public:
  static constexpr std::size_t max_of_a_kind = 50;

  explicit Diagnostics(const SourceMap& sources) : sources_(&sources) {}

  /// Returns the diagnostic, so that notes can be added; valid until the next report.
  Diagnostic& error(Span span, std::string code, std::string message);
  Diagnostic& warning(Span span, std::string code, std::string message);
  /// Reports a remark that requires no correction.
  Diagnostic& note(Span span, std::string code, std::string message);

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] std::size_t error_count() const { return errors_; }
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return all_; }
  [[nodiscard]] const SourceMap& sources() const { return *sources_; }

  /// A kind of diagnostics that were counted but not kept.
  struct Omitted {
    Severity severity = Severity::error;
    std::string code;
    std::size_t count = 0;
    /// Prints `950 more errors of the kind "unsafe" are not shown`.
    [[nodiscard]] std::string message() const;
  };
  [[nodiscard]] std::vector<Omitted> omitted() const;

  /// Sorts each run of consecutive diagnostics about `file` by place; equal places keep their
  /// order.
  void sort_by_place(FileId file);

  /// Prints `file:line:col: error: message`, the source line, carets below the range, then notes in
  /// the same form. Cuts long lines around the carets. Ends with the omitted diagnostics.
  [[nodiscard]] std::string render() const;
  [[nodiscard]] std::string render(const Diagnostic& diagnostic) const;

 private:
  Diagnostic& add(Diagnostic diagnostic);

  const SourceMap* sources_;
  std::vector<Diagnostic> all_;
  std::map<std::pair<Severity, std::string>, std::size_t> counts_;  ///< per kind
  Diagnostic omitted_;                                              ///< the last one not kept
  std::size_t errors_ = 0;
};

/// Returns the candidate nearest to `name` in edit distance, if it is close enough for a "did you
/// mean"; otherwise empty.
[[nodiscard]] std::string nearest_name(std::string_view name,
                                       const std::vector<std::string>& candidates);

}  // namespace tesuji::ir
