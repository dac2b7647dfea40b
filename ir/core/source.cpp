#include "ir/core/source.h"

#include <utility>

namespace tesuji::ir {
namespace {

std::vector<std::uint32_t> find_line_starts(std::string_view text) {
  std::vector<std::uint32_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (crlf) continue;  // the following LF ends the line
    if (text[i] == '\n' || text[i] == '\r') starts.push_back(static_cast<std::uint32_t>(i + 1));
  }
  return starts;
}

}  // namespace

std::string_view SourceFile::line(std::uint32_t line) const {
  if (line == 0 || line > line_starts.size()) return {};
  const std::size_t begin = line_starts[line - 1];
  std::size_t end = line < line_starts.size() ? line_starts[line] : text.size();
  if (line < line_starts.size()) {
    --end;
    if (text[end] == '\n' && end > begin && text[end - 1] == '\r') --end;
  }
  return std::string_view(text).substr(begin, end - begin);
}

FileId SourceMap::add(std::string path, std::string text) {
  SourceFile& file = files_.emplace_back();
  file.path = std::move(path);
  file.text = std::move(text);
  file.line_starts = find_line_starts(file.text);
  return static_cast<FileId>(files_.size() - 1);
}

FileId SourceMap::find_or_add(std::string_view path) {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    if (files_[i].path == path) return static_cast<FileId>(i);
  }
  return add(std::string(path), {});
}

}  // namespace tesuji::ir
