#include "tools/servers/lsp/folder_symbols.h"

#include "ir/core/characters.h"
#include "tools/base/json.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

namespace fs = std::filesystem;

/// Folders with files that nobody writes by hand.
bool is_left_out(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with('.') || name.starts_with("build") || name == "node_modules";
}

std::vector<fs::path> sheets_below(const std::vector<std::string>& folders) {
  std::set<fs::path> sheets;
  std::size_t entries = 0;
  for (const std::string& folder : folders) {
    std::error_code fault;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied,
                                        fault);
    for (; !fault && at != fs::end(at); at.increment(fault)) {
      if (++entries > FolderSymbols::most_entries || sheets.size() >= FolderSymbols::most_sheets) {
        return {sheets.begin(), sheets.end()};
      }
      std::error_code ignored;
      if (at->is_directory(ignored)) {
        if (is_left_out(at->path()) || at.depth() >= FolderSymbols::deepest_folder) {
          at.disable_recursion_pending();
        }
      } else if (language_of(at->path().string(), {}) == Language::gdl &&
                 at->is_regular_file(ignored) &&
                 at->file_size(ignored) <= FolderSymbols::largest_sheet) {
        sheets.insert(at->path());
      }
    }
  }
  return {sheets.begin(), sheets.end()};
}

std::string uri_of_path(const std::string& path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    if (ir::is_word_byte(c) || std::string_view("/-.~").find(c) != std::string_view::npos) {
      uri += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      uri += '%';
      uri += digits[byte >> 4U];
      uri += digits[byte & 15U];
    }
  }
  return uri;
}

}  // namespace

struct FolderSymbols::Files {
  struct Known {
    fs::file_time_type time;
    std::uintmax_t size = 0;
    Json symbols;
  };
  std::map<fs::path, Known> known;

  const Json& symbols_of(const Workspace& workspace, const fs::path& path) {
    std::error_code ignored;
    const fs::file_time_type time = fs::last_write_time(path, ignored);
    const std::uintmax_t size = fs::file_size(path, ignored);
    Known& file = known[path];
    if (!file.symbols.is_null() && file.time == time && file.size == size) return file.symbols;
    std::ifstream stream(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const OpenDocument document(uri_of_path(path.string()), {}, 0, std::move(text));
    file = {time, size, outline_of(workspace, document)};
    return file.symbols;
  }
};

FolderSymbols::FolderSymbols() : files_(std::make_unique<Files>()) {}
FolderSymbols::~FolderSymbols() = default;

Json FolderSymbols::find(const Workspace& workspace, const Json& params) {
  const std::string query = ir::lower_case(params.at("query").get<std::string>());
  Json list = Json::array();
  const auto add = [&](const Json& symbols) {
    for (const Json& symbol : symbols) {
      if (list.size() >= most_symbols) return;
      if (symbol.at("name").get<std::string>().find(query) != std::string::npos) {
        list.push_back(symbol);
      }
    }
  };
  std::set<fs::path> open;
  for (const auto& [uri, document] : workspace.documents) {
    if (document.language() != Language::gdl) continue;
    open.insert(document.path());
    add(outline_of(workspace, document));
  }
  for (const fs::path& path : sheets_below(workspace.folders)) {
    if (!open.contains(path)) add(files_->symbols_of(workspace, path));
  }
  return list;
}

}  // namespace tesuji::tools
