#include "tools/options/command_tree.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string_view>

namespace tesuji::tools {

namespace {

/// CLI11 prints names of values and choices together: `ENGINE:{jit,net-jit}`.
void read_type(const std::string& type, OptionEntry& entry) {
  const std::size_t open = type.find(":{");
  entry.value = type.substr(0, open);
  if (open == std::string::npos || type.back() != '}') return;
  const std::string list = type.substr(open + 2, type.size() - open - 3);
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    entry.choices.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
}

/// `positional`: describes an argument that can be given by its place or by a name as the former.
OptionEntry option_entry(const CLI::Option& option, bool positional) {
  OptionEntry entry;
  for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  if (positional) entry.names = {option.get_name(true)};
  // A flag has a value if it has choices.
  entry.optional = option.get_items_expected_max() == 0 &&
                   option.get_type_name().find(":{") != std::string::npos;
  if (option.get_items_expected_max() > 0 || entry.optional) {
    read_type(option.get_type_name(), entry);
  }
  entry.description = option.get_description();
  entry.group = option.get_group();
  entry.required = option.get_required() && positional == option.get_positional();
  entry.repeated = option.get_items_expected_max() > 1;
  return entry;
}

CommandEntry entry_of(const CLI::App& app) {
  CommandEntry entry{app.get_name(), app.get_description(), app.get_footer(), {}, {}, {}};
  const auto shown = [](const auto* part) { return !part->get_group().empty(); };
  for (const CLI::Option* option : app.get_options(shown)) {
    if (option->get_positional()) entry.positionals.push_back(option_entry(*option, true));
    if (option->nonpositional()) entry.options.push_back(option_entry(*option, false));
  }
  for (const CLI::App* command : app.get_subcommands(shown))
    entry.subcommands.push_back(entry_of(*command));
  return entry;
}

}  // namespace

CommandEntry command_tree(const Command& command) {
  return entry_of(command.parsed());
}

std::string first_sentence(const std::string& description) {
  std::string text = description.substr(0, description.find('\n'));
  text = text.substr(0, text.find(". "));
  if (text.ends_with('.')) text.pop_back();
  return text;
}

bool takes_files(const OptionEntry& option) {
  constexpr std::string_view names[] = {"FILE", "TEXT", "PROFILE", "PROGRAM"};
  return option.choices.empty() &&
         std::find(std::begin(names), std::end(names), option.value) != std::end(names);
}

}  // namespace tesuji::tools
