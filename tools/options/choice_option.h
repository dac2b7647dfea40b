// Adds options whose values are names.
#pragma once

#include "tools/base/arguments.h"

#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {

/// A value for each of several names.
template <typename Value>
class Choices {
 public:
  explicit Choices(std::vector<std::pair<std::string, Value>> choices)
      : choices_(std::move(choices)) {}

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& choice : choices_) names.push_back(choice.first);
    return names;
  }
  void store(const std::string& given, Value& value) const {
    for (const auto& [name, stands_for] : choices_) {
      if (name == given) value = stands_for;
    }
  }

 private:
  std::vector<std::pair<std::string, Value>> choices_;
};

/// Adds an option that takes one of these names and stores the value of the name. Help and messages
/// show only the names, not the values.
template <typename Value>
Option* add_choice(Command& command, const std::string& name, Value& value,
                   const std::vector<std::pair<std::string, Value>>& choices,
                   const std::string& help) {
  const Choices<Value> all(choices);
  const auto store = [&value, all](const std::string& given) { all.store(given, value); };
  return command.add_option_function(name, store, help)->check(one_of(all.names()));
}

/// As above, for a flag that may be given without a name, or with one after `=`; without, it stores
/// the value of the first name.
template <typename Value>
Option* add_choice_flag(Command& command, const std::string& name, Value& value,
                        const std::vector<std::pair<std::string, Value>>& choices,
                        const std::string& help) {
  const Choices<Value> all(choices);
  const auto store = [&value, all](const std::string& given) { all.store(given, value); };
  const std::string flag = name + "{" + choices.front().first + "}";
  return command.add_flag(flag, help)->check(one_of(all.names()))->each(store);
}

}  // namespace tesuji::tools
