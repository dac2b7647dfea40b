#include "tools/boards/board_pieces.h"

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

OwnedPiece piece_of(std::string_view content, const std::vector<std::string>& roles) {
  if (auto owner = find_owner(content, roles)) return {owner->role, std::move(owner->piece)};
  return {std::nullopt, std::string(content)};
}

bool is_blank_name(std::string_view content) {
  constexpr std::array<std::string_view, 5> names{"blank", "empty", "none", "nothing", "free"};
  return std::find(names.begin(), names.end(), content) != names.end();
}

BoardPieces::BoardPieces(std::vector<std::string> contents, const std::set<std::string>& blank,
                         std::vector<std::string> roles, std::map<std::string, std::size_t> owners)
    : contents_(std::move(contents)),
      roles_(std::move(roles)),
      blank_(blank.begin(), blank.end()),
      owners_(owners.begin(), owners.end()) {
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

OwnedPiece BoardPieces::piece(std::string_view thing) const {
  OwnedPiece named = piece_of(thing, roles_);
  const auto known = owners_.find(thing);
  if (named.owner || known == owners_.end()) return named;
  return {known->second, thing.size() == 1 ? std::string() : std::string(thing)};
}

std::vector<std::string> BoardPieces::things() const {
  std::vector<std::string> all;
  for (const std::string& content : contents_) {
    if (!is_blank(content)) all.push_back(content);
  }
  return all;
}

std::optional<std::size_t> BoardPieces::owner(const std::string& content) const {
  std::string first;
  each_part(content, "+", [&](std::string_view part) {
    const auto found = characters_.find(part);
    const bool blank = found != characters_.end() && found->second == '.';
    if (first.empty() && !blank) first = part;
  });
  return first.empty() ? std::nullopt : piece(first).owner;
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
