#include "backend/plugins/make/plugin_header.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <iterator>
#include <set>
#include <string_view>

namespace tesuji::driver {
namespace {

/// Converts a text to part of an identifier: letters and digits, other characters as underscores.
std::string identifier(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    name += plain ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : '_';
  }
  return name;
}

/// Makes identifiers unique, by appending numbers if necessary.
class Names {
 public:
  std::string of(std::string_view text) {
    std::string name = identifier(text);
    if (name.empty()) name = "_";
    for (int number = 2; !used_.insert(name).second; ++number) {
      name = fmt::format("{}_{}", identifier(text), number);
    }
    return name;
  }

  /// The same for a name that is also used with the suffix `_COUNT`.
  std::string counted_of(std::string_view text) {
    for (;;) {
      std::string name = of(text);
      if (used_.insert(name + "_COUNT").second) return name;
    }
  }

 private:
  std::set<std::string> used_;
};

/// Returns the functor: `cell` of `(cell ? ?)`.
std::string_view functor_of(std::string_view term) {
  if (term.starts_with('(')) term.remove_prefix(1);
  return term.substr(0, term.find_first_of(" )"));
}

/// Replaces `*/`, so that the text cannot end a comment.
std::string comment_text(std::string text) {
  for (std::size_t at = 0; (at = text.find("*/", at)) != std::string::npos;) text[at] = '?';
  return text;
}

}  // namespace

std::string plugin_header(const runtime::Game& game, const std::string& path,
                          std::span<const std::string> predicates,
                          const runtime::DenseNumbers& numbers,
                          std::span<const runtime::FluentBlock> fluents) {
  std::string prefix = identifier(game.name());
  // C allows this as a name, and does not reserve it.
  if (prefix.empty() || std::isalpha(static_cast<unsigned char>(prefix.front())) == 0) {
    prefix = "GAME_" + prefix;
  }
  const std::string source = std::filesystem::path(path).filename().string();
  std::string text = fmt::format(
      "/* Made by tesuji of {}: numbers of the game `{}` in its plugin (tesuji/plugin.h). */\n"
      "#ifndef TESUJI_GAME_{}_H\n#define TESUJI_GAME_{}_H\n\n"
      "enum {{\n  {}_STATE_WORDS = {},\n  {}_ROLES = {},\n",
      source, game.name(), prefix, prefix, prefix, game.state_words(), prefix, game.roles().size());
  Names roles;
  for (std::size_t role = 0; role < game.roles().size(); ++role) {
    fmt::format_to(std::back_inserter(text), "  {}_ROLE_{} = {},\n", prefix,
                   roles.of(game.roles()[role]), role);
  }
  Names actions;
  for (runtime::Role role = 0; role < game.roles().size(); ++role) {
    fmt::format_to(std::back_inserter(text), "  {}_ACTIONS_{} = {},\n", prefix,
                   actions.of(game.roles()[role]), numbers.action_count(role));
  }
  fmt::format_to(std::back_inserter(text), "  {}_FLUENTS = {},\n", prefix, numbers.fluents);
  Names relations;
  for (const runtime::FluentBlock& block : fluents) {
    if (numbers.fluents == 0) break;
    const std::string name = relations.counted_of(functor_of(block.term));
    fmt::format_to(std::back_inserter(text),
                   "  {0}_FLUENT_{1} = {2}, /* {4} */\n  {0}_FLUENT_{1}_COUNT = {3},\n", prefix,
                   name, block.first, block.count, comment_text(block.term));
  }
  Names names;
  for (std::size_t p = 0; p < predicates.size(); ++p) {
    fmt::format_to(std::back_inserter(text), "  {}_PREDICATE_{} = {},\n", prefix,
                   names.of(predicates[p]), p);
  }
  text += "};\n\n#endif\n";
  return text;
}

}  // namespace tesuji::driver
