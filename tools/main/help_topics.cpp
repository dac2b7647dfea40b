#include "tools/main/help_topics.h"

#include "backend/driver/engines.h"
#include "backend/driver/file_formats.h"
#include "backend/driver/rulesheet/bundled_examples.h"
#include "tools/files/sheet_title.h"
#include "tools/play/seat.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

namespace tesuji::tools {
namespace {

struct Entry {
  std::vector<std::string> names;  ///< by which it is found
  std::string form;
  std::string meaning;
};

struct Topic {
  std::string_view name;
  std::string_view about;  ///< the page's first line
  std::string_view more;   ///< where to read on
  std::vector<Entry> (*entries)();
};

std::vector<Entry> player_entries() {
  std::vector<Entry> entries;
  for (const SeatKind& kind : seat_kinds()) {
    entries.push_back(
        {{std::string(kind.name)}, std::string(kind.form), std::string(kind.meaning)});
  }
  return entries;
}

/// Returns what an engine does; empty for those that are only for tests.
std::string_view meaning_of(driver::Engine engine) {
  switch (engine) {
    case driver::Engine::tiers:
      return "stencils at once, then native code as it becomes ready; the default";
    case driver::Engine::automatic:
      return "native code of matchers or of a net, whichever is faster for each question";
    case driver::Engine::interpreter:
      return "interprets plans; needs no code generator";
    case driver::Engine::stencils:
      return "machine code of plans, made without LLVM";
    case driver::Engine::jit:
      return "optimised native code of plans, compiled before the first answer";
    case driver::Engine::net:
      return "a propositional network, evaluated node by node";
    case driver::Engine::net_jit:
      return "a propositional network in native code";
    case driver::Engine::reference:
      return "reasons about the rules as written: slow, checks the others";
    case driver::Engine::lanes_64:
    case driver::Engine::lanes_256:
    case driver::Engine::lanes_512:
    case driver::Engine::lanes_gpu:
      break;
  }
  return {};
}

std::vector<Entry> engine_entries() {
  std::vector<Entry> entries;
  for (const driver::EngineInfo& one : driver::engines()) {
    const std::string_view meaning = meaning_of(one.engine);
    if (meaning.empty()) continue;
    entries.push_back({{std::string(one.name)}, std::string(one.name), std::string(meaning)});
  }
  return entries;
}

/// Removes the marks of code: `check`.
std::string plain(std::string_view text) {
  std::string result(text);
  std::erase(result, '`');
  return result;
}

std::vector<Entry> file_entries() {
  std::vector<Entry> entries;
  for (const driver::FileFormat& format : driver::file_formats()) {
    if (format.extensions().empty() || format.readers.empty()) continue;
    Entry entry{{}, fmt::format("{}", fmt::join(format.extensions(), ", ")), {}};
    for (const std::string_view ending : format.extensions()) {
      entry.names.emplace_back(ending);
      entry.names.emplace_back(ending.substr(1));
    }
    entry.meaning = fmt::format("{}; read by {}", format.name, plain(format.readers));
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<Entry> game_entries() {
  std::vector<Entry> entries;
  for (const auto& [name, path] : driver::bundled_games()) {
    std::ifstream text(path);
    const std::string sheet{std::istreambuf_iterator<char>(text), {}};
    entries.push_back({{}, name, sheet_title(sheet)});
  }
  return entries;
}

std::vector<Entry> exit_code_entries() {
  return {{{}, "0", "fine"},
          {{}, "1", "the input is wrong, or a part of the installation is missing"},
          {{}, "2", "the command line is wrong"},
          {{}, "3", "a limit was reached, or a signal came before there was a result"},
          {{}, "70", "a bug of tesuji; please report it with the command line and the files"}};
}

constexpr std::array<Topic, 5> topics{{
    {"players", "Players of `play`, `match` and `position`:",
     "`tesuji help play` has examples; docs/playing.md, docs/engines/search.md.", player_entries},
    {"engines", "Engines (--engine), which all give the same answers:",
     "docs/cli/README.md compares them.", engine_entries},
    {"files", "Files, by their endings:", "docs/conventions.md lists all formats.", file_entries},
    {"games", "Bundled games, which commands find by these names, as in `tesuji play nim`:",
     "docs/languages/writing-games.md is a tutorial for your own.", game_entries},
    {"exit-codes", "Exit codes:", "docs/cli/README.md says more.", exit_code_entries},
}};

std::string entry_lines(std::span<const Entry> entries) {
  std::size_t widest = 0;
  for (const Entry& one : entries) widest = std::max(widest, one.form.size());
  widest = std::min<std::size_t>(widest, 24);
  std::string text;
  for (const Entry& one : entries) {
    const bool fits = one.form.size() <= widest;
    text += fits ? fmt::format("  {:<{}}  {}\n", one.form, widest, one.meaning)
                 : fmt::format("  {}\n  {:<{}}  {}\n", one.form, "", widest, one.meaning);
  }
  return text;
}

}  // namespace

std::optional<std::string> help_on(std::string_view word) {
  for (const Topic& topic : topics) {
    if (topic.name != word) continue;
    return fmt::format("{}\n{}\n{}\n", topic.about, entry_lines(topic.entries()), topic.more);
  }
  for (const Topic& topic : topics) {
    for (const Entry& entry : topic.entries()) {
      if (std::find(entry.names.begin(), entry.names.end(), word) == entry.names.end()) continue;
      return fmt::format("{}\n{}\nAll: `tesuji help {}`. {}\n", topic.about,
                         entry_lines({&entry, 1}), topic.name, topic.more);
    }
  }
  return std::nullopt;
}

std::vector<std::string> help_words() {
  std::vector<std::string> words;
  for (const Topic& topic : topics) {
    words.emplace_back(topic.name);
    for (const Entry& entry : topic.entries()) {
      words.insert(words.end(), entry.names.begin(), entry.names.end());
    }
  }
  return words;
}

std::string topic_names() {
  std::string text;
  for (const Topic& topic : topics) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", topic.name);
  }
  return text;
}

}  // namespace tesuji::tools
