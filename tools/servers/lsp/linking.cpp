// Lists links: names of existing files in comments, `% As family.pl, with types`.
#include "tools/base/json.h"
#include "tools/servers/lsp/workspace.h"

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

namespace fs = std::filesystem;
using frontend::TextRange;

/// Returns the ranges of comments to line ends: after `;` or `%`, unless in quotes.
std::vector<TextRange> line_comments(std::string_view text, char mark) {
  std::vector<TextRange> comments;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') quoted = false;  // no quoted name has a line end
    if (c == '\'') quoted = !quoted;
    if (c != mark || quoted) continue;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    comments.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)});
    at = end == 0 ? 0 : end - 1;
  }
  return comments;
}

std::vector<TextRange> comments_of(const OpenDocument& document) {
  if (document.language() == FileKind::rulesheet) return document.sheet().tree().comments;
  if (!document.language()) return {};
  const bool prolog =
      document.language() == FileKind::clauses || document.language() == FileKind::formulas;
  return line_comments(document.source().text, prolog ? '%' : ';');
}

bool is_path_byte(char c) {
  constexpr std::string_view others = "/._-+~";
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         others.find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether a word may be the name of a file: it has an extension that begins with a letter.
bool has_extension(std::string_view word) {
  const std::size_t dot = word.rfind('.');
  const std::size_t slash = word.rfind('/');
  if (dot == std::string_view::npos || dot + 1 >= word.size()) return false;
  const char first = word[dot + 1];
  return (slash == std::string_view::npos || slash < dot) &&
         ((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z'));
}

/// Finds files by their names, relative to a document's folder or to a folder of the editor.
class FileFinder {
 public:
  FileFinder(const Workspace& workspace, const OpenDocument& document) : own_(document.path()) {
    bases_.push_back(own_.parent_path());
    for (const std::string& folder : workspace.folders) bases_.emplace_back(folder);
  }

  /// Returns an empty path if no such file exists, or if it is the document.
  [[nodiscard]] fs::path find(std::string_view name) const {
    for (const fs::path& base : bases_) {
      std::error_code fault;
      if (base.empty() || !base.is_absolute()) continue;
      const fs::path path = (base / name).lexically_normal();
      if (path != own_ && fs::is_regular_file(path, fault)) return path;
    }
    return {};
  }

 private:
  fs::path own_;
  std::vector<fs::path> bases_;
};

}  // namespace

Json list_links(const Workspace& workspace, const OpenDocument& document, const Json&) {
  constexpr std::size_t most_lookups = 1'000;
  const FileFinder files(workspace, document);
  const std::string_view text = document.source().text;
  std::size_t lookups = 0;
  Json list = Json::array();
  for (const TextRange comment : comments_of(document)) {
    for (std::uint32_t at = comment.begin; at < comment.end;) {
      std::uint32_t end = at;
      while (end < comment.end && is_path_byte(text[end])) ++end;
      const std::uint32_t begin = at;
      at = end + 1;
      // The full stop of a sentence is not part of a name.
      while (end > begin && text[end - 1] == '.') --end;
      const std::string_view word = text.substr(begin, end - begin);
      if (!has_extension(word) || lookups >= most_lookups) continue;
      ++lookups;
      const fs::path path = files.find(word);
      if (path.empty()) continue;
      list.push_back(make_object("range", document.range({begin, end}, workspace.units), "target",
                                 uri_of_path(path.string()), "tooltip", path.string()));
    }
  }
  return list;
}

}  // namespace tesuji::tools
