#include "tools/base/arguments.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

namespace tesuji::tools {
namespace {

template <typename Number>
ValueCheck range(Number least, Number most) {
  return ValueCheck(std::make_shared<CLI::Range>(least, most));
}

template <typename Value>
constexpr bool is_integer = std::is_integral_v<Value>;
template <typename Value>
constexpr bool is_integer<std::optional<Value>> = std::is_integral_v<Value>;
template <typename Value>
constexpr bool is_decimal = std::is_same_v<Value, double>;
template <>
constexpr bool is_decimal<std::optional<double>> = true;

/// Converts errors to CLI11's own exceptions.
void translating_errors(const std::function<void()>& call) {
  try {
    call();
  } catch (const MissingArgument& error) {
    throw CLI::RequiredError(error.option());
  } catch (const UsageError& error) {
    throw CLI::ValidationError(error.option(), error.what());
  }
}

}  // namespace

ValueCheck ValueCheck::description(const std::string& text) const {
  return ValueCheck(std::make_shared<CLI::Validator>(validator_->description(text)));
}

ValueCheck one_of(const std::vector<std::string>& words, const std::vector<std::string>& unlisted) {
  if (unlisted.empty()) return ValueCheck(std::make_shared<CLI::IsMember>(words));
  const CLI::Validator listed = CLI::IsMember(words);
  return ValueCheck(std::make_shared<CLI::Validator>(
      [listed, unlisted](std::string& text) {
        const bool known = std::find(unlisted.begin(), unlisted.end(), text) != unlisted.end();
        return known ? std::string() : listed(text);
      },
      listed.get_description()));
}

ValueCheck in_range(int least, int most) {
  return range(least, most);
}
ValueCheck in_range(unsigned least, unsigned most) {
  return range(least, most);
}
ValueCheck in_range(std::uint64_t least, std::uint64_t most) {
  return range(least, most);
}
ValueCheck in_range(double least, double most) {
  return range(least, most);
}

Option* Option::check(std::function<std::string(const std::string&)> wrong) {
  option_->check(std::move(wrong));
  return this;
}
Option* Option::check(const ValueCheck& check) {
  option_->check(check.validator());
  return this;
}
Option* Option::transform(std::function<std::string(std::string)> replace) {
  option_->transform(std::move(replace));
  return this;
}
Option* Option::each(std::function<void(std::string)> seen) {
  option_->each(std::move(seen));
  return this;
}
Option* Option::excludes(Option* other) {
  option_->excludes(other->option_);
  return this;
}
Option* Option::excludes(const std::string& name) {
  option_->excludes(name);
  return this;
}
Option* Option::needs(const std::string& name) {
  option_->needs(name);
  return this;
}
Option* Option::needs(Option* other) {
  option_->needs(other->option_);
  return this;
}
Option* Option::required() {
  option_->required();
  return this;
}
Option* Option::expected(int least, int most) {
  option_->expected(least, most);
  return this;
}
Option* Option::delimiter(char between) {
  option_->delimiter(between);
  return this;
}
Option* Option::allow_extra_args(bool allow) {
  option_->allow_extra_args(allow);
  return this;
}
Option* Option::type_name(const std::string& name) {
  option_->type_name(name);
  return this;
}
Option* Option::group(const std::string& heading) {
  option_->group(heading);
  return this;
}
Option* Option::capture_default_str() {
  option_->capture_default_str();
  return this;
}
Option* Option::default_str(const std::string& text) {
  option_->default_str(text);
  return this;
}
std::string Option::get_name() const {
  return option_->get_name();
}
std::size_t Option::count() const {
  return option_->count();
}
const std::vector<std::string>& Option::results() const {
  return option_->results();
}

Command::Command(CLI::App& app) : app_(app) {}
Command::~Command() = default;

Option* Command::keep(CLI::Option* option) {
  return options_.emplace_back(std::make_unique<Option>(option)).get();
}

Command* Command::add_subcommand(const std::string& name, const std::string& description) {
  return commands_.emplace_back(std::make_unique<Command>(*app_.add_subcommand(name, description)))
      .get();
}

template <typename Value>
Option* Command::add_option(const std::string& names, Value& value, const std::string& help) {
  Option* const option = keep(app_.add_option(names, value, help));
  if constexpr (is_integer<Value>) option->type_name("N");
  if constexpr (is_decimal<Value>) option->type_name("S");
  return option;
}
template Option* Command::add_option(const std::string&, std::string&, const std::string&);
template Option* Command::add_option(const std::string&, std::vector<std::string>&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, int&, const std::string&);
template Option* Command::add_option(const std::string&, unsigned&, const std::string&);
template Option* Command::add_option(const std::string&, unsigned long&, const std::string&);
template Option* Command::add_option(const std::string&, double&, const std::string&);
template Option* Command::add_option(const std::string&, std::optional<std::string>&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, std::optional<unsigned>&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, std::optional<unsigned long>&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, std::optional<double>&,
                                     const std::string&);

Option* Command::add_option_function(const std::string& names,
                                     std::function<void(const std::string&)> store,
                                     const std::string& help) {
  return keep(app_.add_option_function<std::string>(names, std::move(store), help));
}

Option* Command::add_flag(const std::string& names, bool& value, const std::string& help) {
  return keep(app_.add_flag(names, value, help));
}
Option* Command::add_flag(const std::string& names, const std::string& help) {
  return keep(app_.add_flag(names, help));
}

Option* Command::get_option(const std::string& name) const {
  CLI::Option* found = app_.get_option(name);
  for (const std::unique_ptr<Option>& option : options_) {
    if (option->parsed() == found) return option.get();
  }
  throw std::logic_error("no option of this command: " + name);
}

void Command::group(const std::string& heading, const std::vector<std::string>& names) {
  for (const std::string& name : names) get_option(name)->group(heading);
}

std::size_t Command::count(const std::string& name) const {
  return app_.count(name);
}

void Command::callback(std::function<void()> chosen) {
  app_.callback([chosen = std::move(chosen)] { translating_errors(chosen); });
}

void Command::parse_complete_callback(std::function<void()> parsed) {
  app_.parse_complete_callback([parsed = std::move(parsed)] { translating_errors(parsed); });
}

void Command::require_subcommand() {
  app_.require_subcommand(1);
}
void Command::footer(const std::string& text) {
  app_.footer(text);
}
std::string Command::get_footer() const {
  return app_.get_footer();
}

}  // namespace tesuji::tools
