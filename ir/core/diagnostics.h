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

/// `note`, `warning`, `error`.
[[nodiscard]] std::string_view name_of(Severity severity);

/// What kind of fault it is; the names are those of the conformance corpus
/// ("parse", "unsafe", "unstratified", "keyword", "arity", "no-role", "limit", ...).
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

/// For notes that retrace a way, one for each step: keeps the first and the last few
/// and tells how many there are between them.
void abridge_steps(Diagnostic& diagnostic);

/// Collects diagnostics in the order of their report; never throws or exits. Of
/// those with the same severity and code it keeps the first max_of_a_kind and
/// counts the others: a systematic fault is not worth a thousand messages.
class Diagnostics {
 public:
  static constexpr std::size_t max_of_a_kind = 50;

  explicit Diagnostics(const SourceMap& sources) : sources_(&sources) {}

  /// The result is there to add notes to; valid until the next report.
  Diagnostic& error(Span span, std::string code, std::string message);
  Diagnostic& warning(Span span, std::string code, std::string message);
  /// A remark about something that needs no correction.
  Diagnostic& note(Span span, std::string code, std::string message);

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] std::size_t error_count() const { return errors_; }
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return all_; }
  [[nodiscard]] const SourceMap& sources() const { return *sources_; }

  /// Diagnostics that were counted but not kept.
  struct Omitted {
    Severity severity = Severity::error;
    std::string code;
    std::size_t count = 0;
    /// `950 more errors of the kind "unsafe" are not shown`
    [[nodiscard]] std::string message() const;
  };
  [[nodiscard]] std::vector<Omitted> omitted() const;

  /// Puts the diagnostics about `file` in the order of their places in it, where
  /// they were reported one after the other; equal places keep their order.
  void sort_by_place(FileId file);

  /// `file:line:col: error: message`, the source line, carets over the range,
  /// then notes in the same way. Long lines are cut around the carets. What was
  /// omitted is told at the end.
  [[nodiscard]] std::string render() const;
  [[nodiscard]] std::string render(const Diagnostic& diagnostic) const;

 private:
  Diagnostic& add(Diagnostic diagnostic);

  const SourceMap* sources_;
  std::vector<Diagnostic> all_;
  std::map<std::pair<Severity, std::string>, std::size_t> counts_;  ///< of each kind
  Diagnostic omitted_;                                              ///< the last one not kept
  std::size_t errors_ = 0;
};

/// The candidate nearest to `name` in edit distance, if it is near enough to be
/// worth a "did you mean"; otherwise empty.
[[nodiscard]] std::string nearest_name(std::string_view name,
                                       const std::vector<std::string>& candidates);

}  // namespace tesuji::ir
