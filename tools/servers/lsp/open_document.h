// Holds a document that the editor has open: its text, version by version, and what is made of it.
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

// Checks the text of a document in the language that it is written in.

// Checks a text of invariants against the rulesheet that they are about.

/// The text of a file, open in the editor or not; nothing where there is none.
using ReadText = std::function<std::optional<std::string>(const std::string& path)>;

/// Where the rulesheet of `a/b.inv` may be: `a/b.kif`, else `a/b.gdl`. `verify` is told the sheet;
/// an editor is not, and in other folders games of the same name may be others.
[[nodiscard]] std::vector<std::string> sheets_of_invariants(const std::string& path);

/// Reports what is wrong with the invariants: with their form alone where no such rulesheet is
/// there, or where that one has errors.
void check_invariants(ir::FileId file, const std::string& path, const ReadText& read_text,
                      driver::Session& session);

using driver::FileKind;

/// What a document is written in: rulesheet, clauses, rules, metarules or formulas; nothing where
/// nothing checks it. By the extension of the path, else by the editor's name for the language
/// (`gdl`, `prolog`).
[[nodiscard]] std::optional<FileKind> language_of(const std::string& path,
                                                  std::string_view editor_name);

/// Sends arrays of diagnostics as docs/cli/diagnostics-json.md describes them: what is found
/// soon, and then all.
/// `read_text` is asked for the rulesheet of invariants.
void check_text(std::optional<FileKind> language, const std::string& path, const std::string& text,
                const ReadText& read_text, const BackgroundCheck::Send& send);

class OpenDocument {
 public:
  OpenDocument(std::string uri, std::string_view editor_language, std::int64_t version,
               std::string text);

  [[nodiscard]] const std::string& uri() const { return uri_; }
  /// Of a `file:` address; of others what stands behind the last `/`.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::optional<FileKind> language() const { return language_; }
  [[nodiscard]] std::int64_t version() const { return version_; }
  [[nodiscard]] const ir::SourceFile& source() const { return (*sources_)[file_]; }

  /// Makes the changes of `textDocument/didChange`, one after the other. Throws Json exceptions
  /// where `changes` are none; those before have been made then.
  void change(const Json& changes, std::int64_t version, PositionUnits units);

  /// Of a rulesheet as it stands now; valid until the next change.
  [[nodiscard]] const frontend::SheetSnapshot& sheet() const;

  /// A `Range` of its text.
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

/// The path of a `file:` address, with `%20` and the like decoded.
[[nodiscard]] std::string path_of_uri(std::string_view uri);

}  // namespace tesuji::tools
