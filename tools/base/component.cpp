#include "tools/base/component.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace tesuji::tools {

std::span<const Component>& components() {
  static std::span<const Component> all;
  return all;
}

void insert_command(std::vector<NamedCommand>& commands, std::string_view predecessor,
                    const NamedCommand& command) {
  const auto place = std::ranges::find(commands, predecessor, &NamedCommand::name);
  commands.insert(place == commands.end() ? place : std::next(place), command);
}

std::string about_left_out(std::string_view word, std::string otherwise) {
  for (const Component& one : components()) {
    if (one.add != nullptr || std::ranges::find(one.words, word) == one.words.end()) continue;
    return fmt::format("this build has no `{}`: it was configured with -D{}=OFF", word, one.option);
  }
  return otherwise;
}

std::string left_out_text() {
  std::string text;
  for (const Component& one : components()) {
    if (one.add == nullptr) text += fmt::format("{}{}", text.empty() ? "" : ", ", one.option);
  }
  return text;
}

}  // namespace tesuji::tools
