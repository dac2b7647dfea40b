// Options whose values have names.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

/// An option that takes one of these names and stores what the name stands for. Its help and what
/// is said of a wrong name show the names alone, not the values behind them.
template <typename Value>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Value& value,
                        const std::vector<std::pair<std::string, Value>>& choices,
                        const std::string& help) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.push_back(choice.first);
  const auto store = [&value, choices](const std::string& given) {
    for (const auto& [name_of, stands_for] : choices) {
      if (name_of == given) value = stands_for;
    }
  };
  return command.add_option_function<std::string>(name, store, help)->check(CLI::IsMember(names));
}

}  // namespace tesuji::tools
