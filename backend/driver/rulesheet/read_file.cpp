// Reads files into a session's sources, and checks what may be read and how much of it.
#include "backend/driver/file_formats.h"
#include "backend/driver/rulesheet/bundled_examples.h"
#include "backend/driver/session.h"
#include "backend/plugins/host/seal.h"
#include "ir/text/text.h"
#include "runtime/host/game/stop.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <ranges>
#include <system_error>
#include <utility>
#include <vector>

namespace tesuji::driver {

namespace {

/// Far larger than any rulesheet, strategy or IR text: a larger file was named by mistake. Also
/// keeps offsets into a text within 32 bits.
constexpr std::size_t max_file_size = std::size_t{256} << 20;

/// Folders with more files are not searched for a similar name.
constexpr std::size_t most_neighbours = 10'000;

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

/// The contents of a file, or why it cannot be read.
struct FileText {
  std::string text;
  std::string fault;  ///< empty: no fault
};

/// Throws runtime::Stopped if a signal ends the wait for a pipe.
FileText read_now(const std::string& path) {
  const bool from_stdin = path == "-";
  std::error_code ignored;
  if (!from_stdin && std::filesystem::is_directory(path, ignored)) {
    return {{}, "it is a directory"};
  }
  const std::unique_ptr<std::FILE, CloseFile> file(from_stdin ? stdin
                                                              : std::fopen(path.c_str(), "rb"));
  if (!file) return {{}, std::strerror(errno)};

  // Reads to the end instead of querying the size: pipes have none.
  FileText read;
  std::string chunk(std::size_t{1} << 16, '\0');
  while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
    read.text.append(chunk, 0, got);
    if (read.text.size() > max_file_size) return {{}, "it is larger than 256 MiB"};
  }
  if (std::ferror(file.get()) != 0) {
    if (errno == EINTR) throw runtime::Stopped();
    return {{}, std::strerror(errno)};
  }
  return read;
}

/// Returns the names of a folder's files, sorted; empty if there are too many to search.
std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    names.push_back(entry->path().filename().string());
    if (names.size() == most_neighbours) return {};
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Returns the path of the file in one of the folders whose name is nearest to `name`, with or
/// without the ending of a rulesheet; the first such folder counts. Empty if no name is near.
std::string nearest_file(const std::string& name,
                         const std::vector<std::filesystem::path>& folders) {
  std::vector<std::string> wanted{name};
  for (const std::string_view extension : format_of(FileKind::rulesheet).extensions()) {
    wanted.push_back(name + std::string(extension));
  }
  for (const std::filesystem::path& folder : folders) {
    const std::vector<std::string> names = names_in(folder);
    for (const std::string& one : wanted) {
      const std::string nearest = ir::nearest_name(one, names);
      if (!nearest.empty()) return (folder / nearest).string();
    }
  }
  return {};
}

/// Returns a hint for a path that cannot be read: `; did you mean ..?`, or how to read something at
/// another place; or nothing.
std::string hint(const std::string& path) {
  if (path.starts_with("http://") || path.starts_with("https://")) {
    return "; URLs are not supported: give a file, or the text on standard input (`-`)";
  }
  const std::filesystem::path given(path);
  std::error_code error;
  if (std::filesystem::exists(given, error)) return {};
  // A game may be named without folder and ending, as for `examples/nim.kif`.
  const std::filesystem::path folder = given.parent_path();
  std::vector<std::filesystem::path> folders{folder, folder / "examples"};
  if (!bundled_examples().empty()) folders.push_back(bundled_examples());
  for (const std::filesystem::path& in : folders) {
    std::vector<std::string> names{given.filename().string()};
    for (const std::string_view extension : format_of(FileKind::rulesheet).extensions()) {
      names.push_back(names.front() + std::string(extension));
    }
    for (const std::string& name : names) {
      const std::filesystem::path other = in / name;
      if (other != given && std::filesystem::is_regular_file(other, error)) {
        return "; did you mean `" + other.string() + "`?";
      }
    }
  }
  const std::string nearest = nearest_file(given.filename().string(), folders);
  if (!nearest.empty()) return "; did you mean `" + nearest + "`?";
  const auto games = bundled_games();
  if (path.find_first_of("/.") != std::string::npos || games.empty()) return "";
  return fmt::format("; bundled games: {}", fmt::join(std::views::keys(games), ", "));
}

/// Keeps the contents of pipes: they can be read only once, and a command may need them twice, to
/// detect the kind of text, and for each stage that starts from the file again.
FileText read_text(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, FileText> kept;
  std::error_code ignored;
  if (path != "-" && !std::filesystem::is_fifo(path, ignored)) return read_now(path);
  const std::lock_guard lock(mutex);
  const auto found = kept.find(path);
  if (found != kept.end()) return found->second;
  return kept.emplace(path, read_now(path)).first->second;
}

}  // namespace

std::optional<ir::FileId> read_file(const std::string& path, Session& session) {
  const auto text = session.texts.find(path);
  if (text != session.texts.end()) return session.sources->add(path, text->second);
  FileText read = read_text(path);
  if (!read.fault.empty()) {
    session.diagnostics.error({}, "io", "cannot read `" + path + "`: " + read.fault + hint(path));
    return std::nullopt;
  }
  if (plugin::is_elf(read.text)) {
    session.diagnostics.error(
        {}, "plugin", "`" + path + "` is a shared library; the text of rules is needed here");
    return std::nullopt;
  }
  return session.sources->add(path == "-" ? "<stdin>" : path, std::move(read.text));
}

bool is_ir_path(const std::string& path) {
  if (is_named_as(FileKind::ir, path)) return true;
  const FileText read = read_text(path);
  return read.fault.empty() && ir::is_ir_text(read.text);
}

bool is_ir_path(const std::string& path, const Session& session) {
  const auto text = session.texts.find(path);
  if (text == session.texts.end()) return is_ir_path(path);
  return is_named_as(FileKind::ir, path) || ir::is_ir_text(text->second);
}

}  // namespace tesuji::driver
