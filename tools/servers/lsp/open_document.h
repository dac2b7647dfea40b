// Holds a document that the editor has open: its text, version by version, and the data derived
// from it.
#pragma once

#include "backend/driver/file_formats.h"
#include "backend/driver/session.h"
#include "frontend/gdl/editing/sheet_snapshot.h"
#include "tools/servers/lsp/background_check.h"
#include "tools/servers/lsp/text_positions.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {

// Checks the text of a document in its language.

// Checks a text of invariants against the rulesheet that they are about.

/// Returns the text of a file, open in the editor or not; nothing if it does not exist.
using ReadText = std::function<std::optional<std::string>(const std::string& path)>;

/// Returns where the rulesheet of `a/b.inv` may be: `a/b.kif`, else `a/b.gdl`. `verify` is given
/// the sheet, but an editor is not, and games of the same name in other folders may be different.
[[nodiscard]] std::vector<std::string> sheets_of_invariants(const std::string& path);

/// Reports errors in the invariants: only in their form if no such rulesheet exists, or if it has
/// errors.
void check_invariants(ir::FileId file, const std::string& path, const ReadText& read_text,
                      driver::Session& session);

using driver::FileKind;

/// Determines the language of a document by the path's extension, else by the editor's name for it
/// (`gdl`, `prolog`): rulesheet, clauses, rules, metarules or formulas; nothing if it is not
/// checked.
[[nodiscard]] std::optional<FileKind> language_of(const std::string& path,
                                                  std::string_view editor_name);

/// Sends arrays of diagnostics as docs/cli/diagnostics-json.md describes them: those found quickly,
/// and then all. `read_text` returns the rulesheet of invariants.
void check_text(std::optional<FileKind> language, const std::string& path, const std::string& text,
                const ReadText& read_text, const BackgroundCheck::Send& send);

class OpenDocument {
 public:
  OpenDocument(std::string uri, std::string_view editor_language, std::int64_t version,
               std::string text);

  [[nodiscard]] const std::string& uri() const { return uri_; }
  /// Returns the path of a `file:` URI; for others the text after the last `/`.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::optional<FileKind> language() const { return language_; }
  [[nodiscard]] std::int64_t version() const { return version_; }
  [[nodiscard]] const ir::SourceFile& source() const { return (*sources_)[file_]; }

  /// Makes the changes of `textDocument/didChange`, one after the other. Throws Json exceptions if
  /// an element of `changes` is not a change; earlier ones have been made then.
  void change(const Json& changes, std::int64_t version, PositionUnits units);

  /// Returns the snapshot of a rulesheet's current text; valid until the next change.
  [[nodiscard]] const frontend::SheetSnapshot& sheet() const;

  /// Returns a `Range` of its text.
  [[nodiscard]] Json range(frontend::TextRange range, PositionUnits units) const;

 private:
  void set_text(std::string text);

  std::string uri_;
  std::string path_;
  std::optional<FileKind> language_;
  std::int64_t version_;
  std::unique_ptr<ir::SourceMap> sources_;
  ir::FileId file_ = 0;
  mutable std::unique_ptr<frontend::SheetSnapshot> sheet_;
};

/// Returns the path of a `file:` URI, with `%20` and the like decoded.
[[nodiscard]] std::string path_of_uri(std::string_view uri);
/// Returns the `file:` URI of an absolute path.
[[nodiscard]] std::string uri_of_path(const std::string& path);

}  // namespace tesuji::tools
