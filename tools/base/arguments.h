// Declares subcommands and their options, over CLI11. CLI11 stays behind this header: its classes
// are inline, and cost every file that includes them seconds of compile time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace tesuji::tools {

/// Thrown by callbacks during parsing if the command line is wrong; exit code 2.
class UsageError : public std::runtime_error {
 public:
  /// `option`: the beginning of the message.
  UsageError(std::string option, const std::string& what)
      : std::runtime_error(what), option_(std::move(option)) {}
  [[nodiscard]] const std::string& option() const { return option_; }

 private:
  std::string option_;
};

/// As UsageError: a positional is missing.
class MissingArgument : public UsageError {
 public:
  explicit MissingArgument(std::string name) : UsageError(std::move(name), "is required") {}
};

/// Restricts the values of an option; --help shows it.
class ValueCheck {
 public:
  explicit ValueCheck(std::shared_ptr<CLI::Validator> validator)
      : validator_(std::move(validator)) {}
  /// Sets the text that --help shows instead.
  [[nodiscard]] ValueCheck description(const std::string& text) const;
  [[nodiscard]] const CLI::Validator& validator() const { return *validator_; }

 private:
  std::shared_ptr<CLI::Validator> validator_;
};

/// Accepts one of these words; `unlisted` ones are accepted, too, but --help and messages do not
/// name them.
[[nodiscard]] ValueCheck one_of(const std::vector<std::string>& words,
                                const std::vector<std::string>& unlisted = {});
/// Accepts a number from `least` to `most`.
[[nodiscard]] ValueCheck in_range(int least, int most);
[[nodiscard]] ValueCheck in_range(unsigned least, unsigned most);
[[nodiscard]] ValueCheck in_range(std::uint64_t least, std::uint64_t most);
[[nodiscard]] ValueCheck in_range(double least, double most);

/// An option or a positional of a command, which owns it. Functions return the option itself.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option(const Option&) = delete;
  Option& operator=(const Option&) = delete;

  /// `wrong` returns what is wrong with a value, or an empty text.
  Option* check(std::function<std::string(const std::string&)> wrong);
  Option* check(const ValueCheck& check);
  /// Replaces the text of a value before it is read.
  Option* transform(std::function<std::string(std::string)> replace);
  /// Calls `seen` with each value.
  Option* each(std::function<void(std::string)> seen);
  Option* excludes(Option* other);
  /// Excludes an existing option of the same command.
  Option* excludes(const std::string& name);
  Option* needs(Option* other);
  Option* needs(const std::string& name);
  Option* required();
  /// Sets how many values it takes.
  Option* expected(int least, int most);
  /// Sets the character that separates several values in one argument.
  Option* delimiter(char between);
  /// Sets whether it takes the arguments that follow its first value.
  Option* allow_extra_args(bool allow);
  /// Sets the name of its value in --help.
  Option* type_name(const std::string& name);
  Option* group(const std::string& heading);
  /// Shows the variable's value as the default.
  Option* capture_default_str();
  Option* default_str(const std::string& text);

  [[nodiscard]] std::string get_name() const;
  /// Returns how often it was given.
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] bool empty() const { return count() == 0; }
  /// Returns its values as given.
  [[nodiscard]] const std::vector<std::string>& results() const;
  [[nodiscard]] CLI::Option* parsed() const { return option_; }

 private:
  CLI::Option* option_;
};

/// A command with its options and subcommands, which it owns.
class Command {
 public:
  explicit Command(CLI::App& app);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  Command* add_subcommand(const std::string& name, const std::string& description);
  /// Stores the option in `value`, which keeps its content if the option is not given, and must
  /// outlive the command. For the types that arguments.cpp lists. --help calls an integer value N
  /// and a double, usually a time in seconds, S, unless type_name() replaces that.
  template <typename Value>
  Option* add_option(const std::string& names, Value& value, const std::string& help);
  /// Calls `store` with the value.
  Option* add_option_function(const std::string& names,
                              std::function<void(const std::string&)> store,
                              const std::string& help);
  Option* add_flag(const std::string& names, bool& value, const std::string& help);
  Option* add_flag(const std::string& names, const std::string& help);
  /// Moves existing options, by one name each, to a named group: --help lists only the names of a
  /// group's options, --help-all explains them.
  void group(const std::string& heading, const std::vector<std::string>& names);
  /// Finds an existing option by one of its names.
  [[nodiscard]] Option* get_option(const std::string& name) const;
  /// Returns how often an option was given.
  [[nodiscard]] std::size_t count(const std::string& name) const;
  /// Called when the command was chosen and parsed; may throw UsageError.
  void callback(std::function<void()> chosen);
  /// Called before the callback, when the options of the command have been parsed.
  void parse_complete_callback(std::function<void()> parsed);
  void require_subcommand();
  /// Sets the end of --help.
  void footer(const std::string& text);
  [[nodiscard]] std::string get_footer() const;
  [[nodiscard]] CLI::App& parsed() const { return app_; }

 private:
  Option* keep(CLI::Option* option);

  CLI::App& app_;
  std::vector<std::unique_ptr<Option>> options_;
  std::vector<std::unique_ptr<Command>> commands_;
};

}  // namespace tesuji::tools
