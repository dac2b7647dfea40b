#include "tests/unit/support/words.h"

#include "tests/unit/support/folders.h"

#include <catch2/catch.hpp>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string_view>
#include <vector>

namespace tesuji::tests {
namespace {

using Sections = std::map<std::string, std::vector<std::string>>;

Sections read_sections(const std::filesystem::path& path) {
  Sections sections;
  std::ifstream in(path);
  std::string section;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("== ")) {
      section = line.substr(3);
    } else if (!line.empty()) {
      sections[section].push_back(line);
    }
  }
  return sections;
}

/// Lines in one, since a sentence is a line of words.txt, and paths without folders, which may be
/// temporary.
std::string in_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n') {
      line += " | ";
    } else {
      line += c;
    }
  }
  if (line.ends_with(" | ")) line.resize(line.size() - 3);
  static const std::regex folders("/(?:[^\\s`'\",;:()\\[\\]/]*/)+");
  return line.empty() ? "(nothing)" : std::regex_replace(line, folders, "");
}

std::string place_of(const ir::Diagnostic& diagnostic) {
  const ir::Position begin = diagnostic.span.begin;
  if (begin.line == 0) return diagnostic.code;
  return std::to_string(begin.line) + ':' + std::to_string(begin.column) + ' ' + diagnostic.code;
}

}  // namespace

void check_words(const std::string& text, std::source_location where) {
  const std::filesystem::path file(where.file_name());
  std::string folder = file.parent_path().string();
  folder = source_dir() + folder.substr(folder.rfind("/tests/unit"));
  const std::string words = folder + "/words.txt";
  const std::string section =
      file.filename().string() + ": " + Catch::getResultCapture().getCurrentTestName();
  const std::string line = in_one_line(text);
  if (const char* const written = std::getenv("TESUJI_WORDS")) {
    std::ofstream out(std::string(written) + "/unit." + std::to_string(getpid()), std::ios::app);
    out << words << '\t' << section << '\t' << line << '\n';
    return;
  }
  static std::map<std::string, Sections> files;
  static std::map<std::string, std::size_t> compared;
  if (!files.contains(words)) files[words] = read_sections(words);
  const std::vector<std::string>& sentences = files[words][section];
  const std::size_t next = compared[words + section]++;
  INFO(where.file_name() << ':' << where.line()
                         << ": if it is right: tests/words.py --write build");
  CHECK(line == (next < sentences.size() ? sentences[next] : "(no sentence in words.txt)"));
}

std::string places(const ir::Diagnostics& diagnostics) {
  std::string text;
  for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
    if (!text.empty()) text += ", ";
    text += place_of(diagnostic);
  }
  return text;
}

std::string sentences(const ir::Diagnostics& diagnostics) {
  std::string text;
  for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
    text += place_of(diagnostic) + ": " + diagnostic.message + '\n';
    for (const ir::Diagnostic::Note& note : diagnostic.notes)
      text += "note: " + note.message + '\n';
  }
  return text;
}

}  // namespace tesuji::tests
