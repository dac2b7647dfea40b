#include "tools/play/board_pieces.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace tesuji::tools {

namespace {

constexpr std::size_t most_characters = 52;
/// For pieces whose own letters are all taken.
constexpr std::string_view spare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

bool is_alnum(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}
char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}
char upper(char c) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}

/// Whether it is a word, or one character: a number such as that of a die is clearer than a letter
/// for it.
bool is_plain(std::string_view content) {
  if (content.size() == 1) return is_alnum(content.front());
  return !content.empty() && std::all_of(content.begin(), content.end(), [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '_' || c == '-';
  });
}

template <typename Each>
void each_part(std::string_view text, std::string_view between, Each each) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(between), text.size());
    if (end > 0) each(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// Returns the one role that fits; nothing if none exists, or several.
template <typename Fits>
std::optional<std::size_t> only_role(const std::vector<std::string>& roles, Fits fits) {
  std::optional<std::size_t> found;
  for (std::size_t role = 0; role < roles.size(); ++role) {
    if (!fits(roles[role])) continue;
    if (found) return std::nullopt;
    found = role;
  }
  return found;
}

struct Owner {
  std::size_t role = 0;
  std::string piece;  ///< the rest of the word; may be empty
};

std::optional<Owner> owner_of_word(std::string_view word, const std::vector<std::string>& roles) {
  if (const auto role = only_role(roles, [&](const std::string& name) { return name == word; })) {
    return Owner{*role, {}};
  }
  if (const auto role =
          only_role(roles, [&](const std::string& name) { return name.starts_with(word); })) {
    return Owner{*role, {}};
  }
  std::size_t length = 0;
  auto role = only_role(roles, [&](const std::string& name) {
    if (name.empty() || !word.starts_with(name)) return false;
    length = name.size();
    return true;
  });
  if (!role && word.size() == 2) {
    length = 1;
    role =
        only_role(roles, [&](const std::string& name) { return name.starts_with(word.front()); });
  }
  if (!role) return std::nullopt;
  return Owner{*role, std::string(word.substr(length))};
}

/// Returns the owner of a content, and the rest of its word.
std::optional<Owner> find_owner(std::string_view content, const std::vector<std::string>& roles) {
  std::optional<Owner> found;
  std::string rest;
  each_part(content, "/ ()_-", [&](std::string_view word) {
    std::optional<Owner> owner = found ? std::nullopt : owner_of_word(word, roles);
    if (owner) {
      found = std::move(owner);
    } else {
      rest += word;
    }
  });
  if (found) found->piece += rest;
  return found;
}

}  // namespace

std::optional<std::size_t> owner_of(std::string_view content,
                                    const std::vector<std::string>& roles) {
  if (const auto owner = find_owner(content, roles)) return owner->role;
  return std::nullopt;
}

namespace {

struct Colour {
  std::string_view name;
  std::string_view sequence;
};

constexpr std::array<Colour, 14> named_colours{{{"white", "\x1b[1;30;47m"},
                                                {"black", "\x1b[1;97;40m"},
                                                {"red", "\x1b[1;31m"},
                                                {"green", "\x1b[1;32m"},
                                                {"yellow", "\x1b[1;33m"},
                                                {"blue", "\x1b[1;34m"},
                                                {"magenta", "\x1b[1;35m"},
                                                {"purple", "\x1b[1;35m"},
                                                {"cyan", "\x1b[1;36m"},
                                                {"orange", "\x1b[1;38;5;208m"},
                                                {"brown", "\x1b[1;38;5;130m"},
                                                {"pink", "\x1b[1;38;5;213m"},
                                                {"grey", "\x1b[1;90m"},
                                                {"gray", "\x1b[1;90m"}}};

/// For roles that are not named after a colour, in this order.
constexpr std::array<std::string_view, 6> other_colours{"\x1b[1;36m", "\x1b[1;31m", "\x1b[1;32m",
                                                        "\x1b[1;33m", "\x1b[1;35m", "\x1b[1;34m"};

/// Whether the role is named after the colour: the colour is a word of its name, alone or with
/// `player`.
bool is_called(std::string_view role, std::string_view colour) {
  bool found = false;
  each_part(role, "/ ()_-0123456789", [&](std::string_view word) {
    constexpr std::string_view player = "player";
    if (word.starts_with(player)) word.remove_prefix(player.size());
    if (word.ends_with(player)) word.remove_suffix(player.size());
    found = found || word == colour;
  });
  return found;
}

/// Returns the colour in the role's name; empty if none exists.
std::string_view colour_of(std::string_view role, bool initials) {
  if (initials && role == "w") return named_colours[0].sequence;
  if (initials && role == "b") return named_colours[1].sequence;
  for (const Colour& colour : named_colours) {
    if (is_called(role, colour.name)) return colour.sequence;
  }
  return {};
}

}  // namespace

std::vector<std::string> role_colours(const std::vector<std::string>& roles) {
  const auto has = [&](std::string_view name) {
    return std::find(roles.begin(), roles.end(), name) != roles.end();
  };
  const bool initials = has("w") && has("b");
  std::set<std::string_view> taken;
  std::vector<std::string> colours;
  for (const std::string& role : roles) {
    const std::string_view own = colour_of(role, initials);
    // The second of two roles named after the same colour gets another one.
    colours.emplace_back(taken.insert(own).second ? own : std::string_view());
  }
  std::vector<std::string_view> free;
  for (const std::string_view colour : other_colours) {
    if (!taken.contains(colour)) free.push_back(colour);
  }
  std::size_t next = 0;
  for (std::string& colour : colours) {
    // With so many roles, colours repeat.
    if (colour.empty() && free.empty()) free.assign(other_colours.begin(), other_colours.end());
    if (colour.empty()) colour = free[next++ % free.size()];
  }
  return colours;
}

bool is_blank_name(std::string_view content) {
  constexpr std::array<std::string_view, 5> names{"blank", "empty", "none", "nothing", "free"};
  return std::find(names.begin(), names.end(), content) != names.end();
}

BoardPieces::BoardPieces(std::vector<std::string> contents, const std::set<std::string>& blank,
                         std::vector<std::string> roles)
    : contents_(std::move(contents)), roles_(std::move(roles)) {
  const bool possible = contents_.size() <= most_characters &&
                        std::all_of(contents_.begin(), contents_.end(), is_plain);
  const bool needed =
      !blank.empty() || std::any_of(contents_.begin(), contents_.end(),
                                    [](const std::string& name) { return name.size() > 1; });
  if (!possible || !needed) return;
  std::set<char> taken;
  const auto take = [&](const std::string& content, std::string_view candidates) {
    for (const char c : candidates) {
      if (!is_alnum(c) || !taken.insert(c).second) continue;
      characters_.emplace(content, c);
      return true;
    }
    return false;
  };
  for (const std::string& content : contents_) {
    if (blank.contains(content)) characters_.emplace(content, '.');
  }
  for (const std::string& content : contents_) {
    if (content.size() == 1 && !blank.contains(content)) take(content, content);
  }
  for (const std::string& content : contents_) {
    if (characters_.contains(content)) continue;
    const auto owner = find_owner(content, roles_);
    const std::string piece = owner && !owner->piece.empty() ? owner->piece : content;
    const bool capital = owner && owner->role == 0 && !owner->piece.empty();
    std::string own;
    std::string other;
    for (const char c : piece + content) {
      own += capital ? upper(c) : lower(c);
      other += capital ? lower(c) : upper(c);
    }
    if (!take(content, own) && !take(content, other)) take(content, spare);
  }
}

std::string BoardPieces::drawn(const std::string& content) const {
  if (characters_.empty()) return content;
  std::string text;
  each_part(content, "+", [&](std::string_view part) {
    const auto found = characters_.find(part);
    if (found == characters_.end()) {
      text += (text.empty() ? "" : "+") + std::string(part);
    } else if (found->second != '.') {
      text += (text.empty() ? "" : "+") + std::string(1, found->second);
    }
  });
  return text.empty() ? "." : text;
}

std::optional<std::size_t> BoardPieces::owner(const std::string& content) const {
  const std::string first = content.substr(0, content.find('+'));
  const auto found = characters_.find(first);
  if (found != characters_.end() && found->second == '.') return std::nullopt;
  return owner_of(first, roles_);
}

std::string BoardPieces::legend(const std::vector<std::string>& squares) const {
  std::set<std::string, std::less<>> there;
  for (const std::string& square : squares) {
    each_part(square, "+", [&](std::string_view part) { there.emplace(part); });
  }
  std::string text;
  for (const std::string& content : contents_) {
    const auto found = characters_.find(content);
    if (found == characters_.end() || !there.contains(content)) continue;
    if (content.size() == 1 && content.front() == found->second) continue;
    text += (text.empty() ? "" : "  ") + std::string(1, found->second) + " " + content;
  }
  return text;
}

}  // namespace tesuji::tools
