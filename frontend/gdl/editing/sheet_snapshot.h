// Holds one version of a rulesheet's text with all that editors ask of it.
#pragma once

#include "frontend/gdl/editing/sheet_index.h"
#include "frontend/gdl/editing/sheet_values.h"
#include "frontend/gdl/editing/source_tree.h"
#include "frontend/gdl/gdl_keywords.h"

#include <memory>
#include <optional>
#include <string>

namespace tesuji::frontend {

/// Never changes. Not to be shared between threads: values are computed when they are first asked
/// for.
class SheetSnapshot {
 public:
  /// `syntax`: nothing: found from the text.
  SheetSnapshot(std::string path, std::string text, std::optional<Syntax> syntax = {});
  ~SheetSnapshot();
  SheetSnapshot(const SheetSnapshot&) = delete;
  SheetSnapshot& operator=(const SheetSnapshot&) = delete;

  [[nodiscard]] const ir::SourceFile& source() const { return sources_[file_]; }
  [[nodiscard]] const ir::SourceMap& sources() const { return sources_; }
  [[nodiscard]] ir::FileId file() const { return file_; }
  [[nodiscard]] Syntax syntax() const { return syntax_; }
  [[nodiscard]] const ir::SymbolTable& symbols() const { return symbols_; }
  [[nodiscard]] const SourceTree& tree() const { return tree_; }
  [[nodiscard]] const Keywords& keywords() const { return keywords_; }
  [[nodiscard]] const SheetIndex& index() const { return index_; }
  [[nodiscard]] const SheetValues& values() const;

  /// A name as it stands in the text.
  [[nodiscard]] std::string_view written(NodeId node) const;
  /// A name in lower case.
  [[nodiscard]] const std::string& name(NodeId node) const {
    return symbols_.text(tree_[node].name);
  }

 private:
  ir::SourceMap sources_;
  ir::FileId file_;
  Syntax syntax_;
  mutable ir::SymbolTable symbols_;
  SourceTree tree_;
  Keywords keywords_;
  SheetIndex index_;
  mutable std::unique_ptr<SheetValues> values_;
};

}  // namespace tesuji::frontend
