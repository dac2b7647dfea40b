#include "tools/boards/side_panel.h"

#include "runtime/host/game/term_names.h"
#include "tools/boards/piece_colours.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

/// `box_count` and `boxCount` are `box count`.
std::string words_of_name(const std::string& name) {
  std::string words;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool hump =
        i > 0 && std::isupper(c) != 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if (hump) words += ' ';
    const bool between = c == '_' || (c == '-' && i > 0 && i + 1 < name.size());
    words += between ? ' ' : hump ? static_cast<char>(std::tolower(c)) : name[i];
  }
  return words;
}

std::optional<std::size_t> role_named(const std::vector<std::string>& roles,
                                      const std::string& name) {
  const auto found = std::find(roles.begin(), roles.end(), name);
  if (found == roles.end()) return std::nullopt;
  return static_cast<std::size_t>(found - roles.begin());
}

void add_value(std::vector<PanelLine>& lines, const std::string& label, std::string value) {
  auto line = std::find_if(lines.begin(), lines.end(),
                           [&](const PanelLine& each) { return each.label == label; });
  if (line == lines.end()) line = lines.insert(line, PanelLine{label, {}, false});
  line->values.push_back(std::move(value));
}

bool is_simple(const std::string& term) {
  return !term.empty() && term.front() != '(';
}

/// Whether the fluent's name says that it is about cards.
bool names_cards(std::string_view label) {
  constexpr std::array<std::string_view, 6> words{"hand",  "card",  "cards",
                                                  "holds", "dealt", "deck"};
  while (!label.empty()) {
    const std::size_t end = std::min(label.find(' '), label.size());
    if (std::find(words.begin(), words.end(), label.substr(0, end)) != words.end()) return true;
    label.remove_prefix(std::min(end + 1, label.size()));
  }
  return false;
}

void find_cards(std::vector<PanelLine>& lines) {
  for (PanelLine& line : lines) {
    line.cards = !line.values.empty() &&
                 (names_cards(line.label) ||
                  std::all_of(line.values.begin(), line.values.end(), [](const std::string& value) {
                    return card_corner(value).has_value();
                  }));
  }
}

/// Lines of fluents without arguments, at most: rules without variables have thousands.
constexpr std::size_t most_lines = 20;

}  // namespace

std::optional<std::string> card_corner(const std::string& name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 13> names{{{"ace", "A"},
                                                                                 {"king", "K"},
                                                                                 {"queen", "Q"},
                                                                                 {"jack", "J"},
                                                                                 {"ten", "10"},
                                                                                 {"nine", "9"},
                                                                                 {"eight", "8"},
                                                                                 {"seven", "7"},
                                                                                 {"six", "6"},
                                                                                 {"five", "5"},
                                                                                 {"four", "4"},
                                                                                 {"three", "3"},
                                                                                 {"two", "2"}}};
  for (const auto& [word, corner] : names) {
    if (word == name) return std::string(corner);
  }
  return std::nullopt;
}

bool SidePanel::empty() const {
  return lines.empty() && piles.empty() && rest.empty() &&
         std::all_of(roles.begin(), roles.end(), [](const PanelRole& role) {
           return role.marks.empty() && role.lines.empty();
         });
}

std::string facts_line(const std::vector<PanelFact>& facts) {
  std::string line;
  std::string name;  // of the last fact, if it has one simple argument
  for (const auto& [fluent, is_new] : facts) {
    const auto parts = runtime::term_parts(fluent);
    const std::string star = is_new ? "*" : "";
    const bool simple = parts && std::all_of(parts->begin(), parts->end(), is_simple);
    if (simple && parts->size() == 2 && parts->front() == name) {
      line += ", " + (*parts)[1] + star;
      continue;
    }
    if (!line.empty()) line += " \u00b7 ";
    if (simple) {
      line += words_of_name(parts->front());
      for (std::size_t i = 1; i < parts->size(); ++i) line += ' ' + (*parts)[i];
    } else {
      line += fluent;
    }
    line += star;
    name = simple && parts->size() == 2 ? parts->front() : std::string();
  }
  return line;
}

SidePanel arrange_panel(std::vector<std::string> fluents, const std::vector<std::string>& roles,
                        const std::vector<PileForm>& piles) {
  SidePanel panel;
  panel.piles = take_piles(piles, fluents);
  for (PanelPiles& each : panel.piles) each.label = words_of_name(each.label);
  const std::vector<std::string> paints = role_paints(roles);
  for (std::size_t role = 0; role < roles.size(); ++role) {
    panel.roles.push_back({roles[role], paints[role], {}, {}});
  }
  for (const std::string& fluent : fluents) {
    auto parts = runtime::term_parts(fluent);
    if (!parts) parts = std::vector<std::string>{fluent};
    if (parts->size() > 3 || !std::all_of(parts->begin(), parts->end(), is_simple)) {
      panel.rest.push_back(fluent);
      continue;
    }
    const std::string label = words_of_name(parts->front());
    if (parts->size() == 1) {
      if (panel.lines.size() < most_lines) {
        panel.lines.push_back({label, {}, false});
      } else {
        panel.rest.push_back(fluent);
      }
      continue;
    }
    const auto first = role_named(roles, (*parts)[1]);
    if (parts->size() == 2) {
      if (first) {
        panel.roles[*first].marks.push_back(label);
      } else {
        add_value(panel.lines, label, (*parts)[1]);
      }
      continue;
    }
    const auto second = role_named(roles, (*parts)[2]);
    if (first.has_value() == second.has_value()) {
      panel.rest.push_back(fluent);
    } else {
      add_value(panel.roles[first ? *first : *second].lines, label, (*parts)[first ? 2 : 1]);
    }
  }
  find_cards(panel.lines);
  for (PanelRole& role : panel.roles) find_cards(role.lines);
  return panel;
}

}  // namespace tesuji::tools
