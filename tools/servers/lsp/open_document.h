// Holds a document that the editor has open: its text, version by version, and what is made of it.
#pragma once

#include "frontend/gdl/editing/sheet_snapshot.h"
#include "tools/servers/lsp/text_check.h"
#include "tools/servers/lsp/text_positions.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tesuji::tools {

class OpenDocument {
 public:
  OpenDocument(std::string uri, std::string_view editor_language, std::int64_t version,
               std::string text);

  [[nodiscard]] const std::string& uri() const { return uri_; }
  /// Of a `file:` address; of others what stands behind the last `/`.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] Language language() const { return language_; }
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
  Language language_;
  std::int64_t version_;
  std::unique_ptr<ir::SourceMap> sources_;
  ir::FileId file_ = 0;
  mutable std::unique_ptr<frontend::SheetSnapshot> sheet_;
};

/// The path of a `file:` address, with `%20` and the like decoded.
[[nodiscard]] std::string path_of_uri(std::string_view uri);

}  // namespace tesuji::tools
