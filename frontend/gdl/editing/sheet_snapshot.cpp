#include "frontend/gdl/editing/sheet_snapshot.h"

#include "frontend/gdl/syntax.h"

#include <utility>

namespace tesuji::frontend {

SheetSnapshot::SheetSnapshot(std::string path, std::string text, std::optional<Syntax> syntax)
    : file_(sources_.add(std::move(path), std::move(text))),
      syntax_(syntax ? *syntax : detect_syntax(source().text)),
      tree_(read_source_tree(sources_, file_, syntax_, symbols_)),
      keywords_(symbols_),
      index_(tree_, keywords_) {}

SheetSnapshot::~SheetSnapshot() = default;

const SheetValues& SheetSnapshot::values() const {
  if (!values_) values_ = std::make_unique<SheetValues>(sources_, file_, syntax_, tree_, symbols_);
  return *values_;
}

std::string_view SheetSnapshot::written(NodeId node) const {
  const TextRange word = tree_[node].word;
  return std::string_view(source().text).substr(word.begin, word.end - word.begin);
}

}  // namespace tesuji::frontend
