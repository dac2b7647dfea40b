// The diagnostics sink that is threaded through every stage.
#pragma once

#include "ir/source.h"

#include <string>
#include <vector>

namespace tesuji::ir {

enum class Severity { note, warning, error };

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

/// Collects diagnostics in the order of their report; never throws or exits.
class Diagnostics {
 public:
  explicit Diagnostics(const SourceMap& sources) : sources_(&sources) {}

  Diagnostic& error(Span span, std::string code, std::string message);
  Diagnostic& warning(Span span, std::string code, std::string message);

  [[nodiscard]] bool has_errors() const { return errors_ > 0; }
  [[nodiscard]] std::size_t error_count() const { return errors_; }
  [[nodiscard]] const std::vector<Diagnostic>& all() const { return all_; }
  [[nodiscard]] const SourceMap& sources() const { return *sources_; }

  /// `file:line:col: error: message`, the source line, carets over the range,
  /// then notes in the same way. Long lines are cut around the carets.
  [[nodiscard]] std::string render() const;
  [[nodiscard]] std::string render(const Diagnostic& diagnostic) const;

 private:
  const SourceMap* sources_;
  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
};

/// The candidate nearest to `name` in edit distance, if it is near enough to be
/// worth a "did you mean"; otherwise empty.
[[nodiscard]] std::string nearest_name(std::string_view name,
                                       const std::vector<std::string>& candidates);

}  // namespace tesuji::ir
