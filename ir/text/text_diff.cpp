// Matches declarations by keyword and name, lines of a declaration by a longest common subsequence.
// Keeps the text's order of declarations, which is by kind.
#include "ir/text/text_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace tesuji::ir {
namespace {

using Lines = std::vector<std::string_view>;

/// Larger declarations (facts) are compared as if they had no common lines.
constexpr std::size_t most_pairs = 4'000'000;
/// Maximum number of lines shown of a run of added or removed lines.
constexpr std::size_t most_shown = 12;
/// Equal lines shown before and after a line that differs.
constexpr std::size_t context = 1;

struct Declaration {
  std::string_view kind;  ///< its keyword
  Lines lines;
};

struct Declarations {
  std::vector<std::string> order;
  std::unordered_map<std::string, Declaration> by_key;
  std::size_t strata = 0;
  std::size_t entries = 0;
  std::string order_of_evaluation;  ///< strata and entries
};

std::string_view first_word(std::string_view line) {
  return line.substr(0, line.find(' '));
}

/// Returns the key of a declaration: `rule line#2`, `plan path#2 delta 0`, `relation cell`,
/// `roles`.
std::string key_of(std::string_view line) {
  const std::string_view kind = first_word(line);
  const bool named = kind == "domain" || kind == "relation" || kind == "facts" || kind == "rule" ||
                     kind == "plan" || kind == "agenda" || kind == "proc";
  if (!named) return std::string(kind);
  return std::string(line.substr(0, line.find_first_of(kind == "relation" ? "(" : "({=")));
}

Declarations declarations_of(std::string_view text) {
  Declarations all;
  Declaration* current = nullptr;
  bool evaluation = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    const bool begins = line.front() != ' ' && line.front() != '}';
    if (begins) {
      const std::string_view kind = first_word(line);
      all.strata += kind == "stratum" ? 1 : 0;
      all.entries += kind == "entry" ? 1 : 0;
      evaluation = kind == "stratum" || kind == "entry";
      if (!evaluation) {
        std::string key = key_of(line);
        // The clauses of a proc share one name.
        while (all.by_key.contains(key)) key += "'";
        all.order.push_back(key);
        current = &all.by_key[key];
        current->kind = kind;
      }
    }
    if (evaluation) {
      all.order_of_evaluation.append(line).append("\n");
    } else if (current != nullptr) {
      current->lines.push_back(line);
    }
  }
  return all;
}

struct Edit {
  char mark;  ///< ` `, `-` or `+`
  std::string_view line;
};

std::vector<Edit> edits(const Lines& before, const Lines& after) {
  std::size_t first = 0;
  while (first < before.size() && first < after.size() && before[first] == after[first]) ++first;
  std::size_t last = 0;
  while (last < before.size() - first && last < after.size() - first &&
         before[before.size() - 1 - last] == after[after.size() - 1 - last]) {
    ++last;
  }
  std::vector<Edit> result;
  for (std::size_t i = 0; i < first; ++i) result.push_back({' ', before[i]});
  const std::size_t rows = before.size() - first - last;
  const std::size_t columns = after.size() - first - last;
  std::size_t i = 0;
  std::size_t j = 0;
  if ((rows + 1) * (columns + 1) <= most_pairs) {
    // Lengths of the longest common subsequences of the lines after each pair.
    std::vector<std::uint32_t> common((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t& {
      return common[row * (columns + 1) + column];
    };
    for (std::size_t row = rows; row-- > 0;) {
      for (std::size_t column = columns; column-- > 0;) {
        at(row, column) = before[first + row] == after[first + column]
                              ? at(row + 1, column + 1) + 1
                              : std::max(at(row + 1, column), at(row, column + 1));
      }
    }
    while (i < rows && j < columns) {
      if (before[first + i] == after[first + j]) {
        result.push_back({' ', before[first + i]});
        ++i;
        ++j;
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        result.push_back({'-', before[first + i++]});
      } else {
        result.push_back({'+', after[first + j++]});
      }
    }
  }
  for (; i < rows; ++i) result.push_back({'-', before[first + i]});
  for (; j < columns; ++j) result.push_back({'+', after[first + j]});
  for (std::size_t k = before.size() - last; k < before.size(); ++k) {
    result.push_back({' ', before[k]});
  }
  return result;
}

/// Appends a declaration's lines: the first one, those that differ, and a few others.
void write(std::string& out, const std::vector<Edit>& lines) {
  std::vector<bool> shown(lines.size(), false);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].mark == ' ') continue;
    const std::size_t end = std::min(lines.size(), i + context + 1);
    for (std::size_t k = i - std::min(i, context); k < end; ++k) shown[k] = true;
  }
  shown.front() = true;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t end = i;
    while (end < lines.size() && lines[end].mark == lines[i].mark && shown[end] == shown[i]) ++end;
    const std::size_t run = end - i;
    const bool cut = lines[i].mark != ' ' && run > most_shown + 1;
    if (!shown[i]) {
      // Lines with less indent are braces; nothing is omitted after the last one.
      if (end < lines.size()) out += "   ...\n";
    } else {
      const std::size_t all = cut ? most_shown : run;
      for (std::size_t k = i; k < i + all; ++k) {
        out += fmt::format("{}{}\n", lines[k].mark, lines[k].line);
      }
      if (cut) out += fmt::format("{}  ... {} more lines\n", lines[i].mark, run - all);
    }
    i = end;
  }
}

std::vector<Edit> all_marked(char mark, const Lines& lines) {
  std::vector<Edit> result;
  for (const std::string_view line : lines) result.push_back({mark, line});
  return result;
}

}  // namespace

std::string diff_texts(std::string_view before, std::string_view after) {
  const Declarations old = declarations_of(before);
  const Declarations now = declarations_of(after);
  // By kind, in the order of the new text; kinds that it lacks come last.
  std::vector<std::string_view> kinds;
  std::map<std::string_view, std::string> parts;
  const auto part = [&](std::string_view kind) -> std::string& {
    if (!parts.contains(kind)) kinds.push_back(kind);
    return parts[kind];
  };
  for (const std::string& key : now.order) part(now.by_key.at(key).kind);
  for (const std::string& key : old.order) {
    const Declaration& declaration = old.by_key.at(key);
    if (!now.by_key.contains(key))
      write(part(declaration.kind), all_marked('-', declaration.lines));
  }
  for (const std::string& key : now.order) {
    const Declaration& declaration = now.by_key.at(key);
    const auto known = old.by_key.find(key);
    if (known == old.by_key.end()) {
      write(part(declaration.kind), all_marked('+', declaration.lines));
    } else if (known->second.lines != declaration.lines) {
      write(part(declaration.kind), edits(known->second.lines, declaration.lines));
    }
  }
  std::string out;
  for (const std::string_view kind : kinds) out += parts[kind];
  if (old.order_of_evaluation != now.order_of_evaluation) {
    out += fmt::format("-strata: {}, entries: {}\n+strata: {}, entries: {}\n", old.strata,
                       old.entries, now.strata, now.entries);
  }
  return out;
}

}  // namespace tesuji::ir
