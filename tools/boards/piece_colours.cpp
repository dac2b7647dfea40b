#include "tools/boards/piece_colours.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <functional>
#include <set>

namespace tesuji::tools {
namespace {

struct NamedColour {
  std::string_view word;      ///< in names
  std::string_view sequence;  ///< on a terminal
  std::string_view paint;     ///< in pictures
};

constexpr std::array<NamedColour, 15> named_colours{{{"white", "\x1b[1;30;47m", "white"},
                                                     {"black", "\x1b[1;97;40m", "black"},
                                                     {"red", "\x1b[1;31m", "red"},
                                                     {"green", "\x1b[1;32m", "green"},
                                                     {"yellow", "\x1b[1;33m", "yellow"},
                                                     {"blue", "\x1b[1;34m", "blue"},
                                                     {"magenta", "\x1b[1;35m", "magenta"},
                                                     {"purple", "\x1b[1;35m", "purple"},
                                                     {"cyan", "\x1b[1;36m", "teal"},
                                                     {"teal", "\x1b[1;36m", "teal"},
                                                     {"orange", "\x1b[1;38;5;208m", "orange"},
                                                     {"brown", "\x1b[1;38;5;130m", "brown"},
                                                     {"pink", "\x1b[1;38;5;213m", "pink"},
                                                     {"grey", "\x1b[1;90m", "grey"},
                                                     {"gray", "\x1b[1;90m", "grey"}}};

/// For roles that are not named after a colour, in this order.
constexpr std::array<std::string_view, 6> other_sequences{"\x1b[1;36m", "\x1b[1;31m", "\x1b[1;32m",
                                                          "\x1b[1;33m", "\x1b[1;35m", "\x1b[1;34m"};
/// In pictures: the first two differ for all kinds of colour blindness.
constexpr std::array<std::string_view, 6> other_paints{"blue",   "orange", "green",
                                                       "purple", "teal",   "brown"};

/// Whether the colour is a word of the name, alone or with `player`.
bool is_called(std::string_view name, std::string_view colour) {
  constexpr std::string_view between = "/ ()_-0123456789";
  while (!name.empty()) {
    const std::size_t end = std::min(name.find_first_of(between), name.size());
    std::string_view word = name.substr(0, end);
    constexpr std::string_view player = "player";
    if (word.starts_with(player)) word.remove_prefix(player.size());
    if (word.ends_with(player)) word.remove_suffix(player.size());
    if (word == colour) return true;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return false;
}

bool has_role(const std::vector<std::string>& roles, std::string_view name) {
  return std::find(roles.begin(), roles.end(), name) != roles.end();
}

/// Returns for each role `own(role)`; where that is empty or taken, the first unused of the others.
std::vector<std::string> without_repetition(
    const std::vector<std::string>& roles,
    const std::function<std::string_view(const std::string&)>& own,
    const std::array<std::string_view, 6>& others) {
  std::set<std::string_view> taken;
  std::vector<std::string> colours;
  for (const std::string& role : roles) {
    const std::string_view colour = own(role);
    // The second of two roles named after the same colour gets another one.
    colours.emplace_back(taken.insert(colour).second ? colour : std::string_view());
  }
  std::vector<std::string_view> free;
  for (const std::string_view colour : others) {
    if (!taken.contains(colour)) free.push_back(colour);
  }
  std::size_t next = 0;
  for (std::string& colour : colours) {
    // With so many roles, colours repeat.
    if (colour.empty() && free.empty()) free.assign(others.begin(), others.end());
    if (colour.empty()) colour = free[next++ % free.size()];
  }
  return colours;
}

/// Returns the colour of a role named by its first letter, as in chess, if both are.
const NamedColour* initial_colour(const std::vector<std::string>& roles, const std::string& role) {
  if (!has_role(roles, "w") || !has_role(roles, "b")) return nullptr;
  return role == "w" ? named_colours.data() : role == "b" ? &named_colours[1] : nullptr;
}

const NamedColour* named_colour(std::string_view name) {
  const auto found =
      std::find_if(named_colours.begin(), named_colours.end(),
                   [&](const NamedColour& colour) { return is_called(name, colour.word); });
  return found == named_colours.end() ? nullptr : &*found;
}

}  // namespace

std::string_view colour_in(std::string_view name) {
  const NamedColour* const found = named_colour(name);
  return found == nullptr ? std::string_view() : found->paint;
}

std::vector<std::string> role_colours(const std::vector<std::string>& roles) {
  const auto own = [&](const std::string& role) {
    const NamedColour* colour = initial_colour(roles, role);
    if (colour == nullptr) colour = named_colour(role);
    return colour == nullptr ? std::string_view() : colour->sequence;
  };
  return without_repetition(roles, own, other_sequences);
}

std::vector<std::string> role_paints(const std::vector<std::string>& roles) {
  const bool shades = has_role(roles, "light") && has_role(roles, "dark");
  const auto own = [&](const std::string& role) {
    if (shades && role == "light") return named_colours[0].paint;
    if (shades && role == "dark") return named_colours[1].paint;
    const NamedColour* colour = initial_colour(roles, role);
    if (colour == nullptr) colour = named_colour(role);
    return colour == nullptr ? std::string_view() : colour->paint;
  };
  return without_repetition(roles, own, other_paints);
}

}  // namespace tesuji::tools
