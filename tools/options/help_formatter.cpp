#include "tools/options/help_formatter.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace tesuji::tools {
namespace {

constexpr std::size_t column = 28;  ///< where descriptions begin
constexpr std::size_t most_columns = 100;

/// Words after each other, in lines of at most `most_columns`, all but the first indented.
std::string filled(const std::string& begin, const std::vector<std::string>& words,
                   const std::string& indent) {
  std::string text;
  std::string line = begin;
  for (const std::string& word : words) {
    if (line.size() + 1 + word.size() > most_columns) {
      text += line + "\n";
      line = indent + word;
    } else {
      line += " " + word;
    }
  }
  return text + line + "\n";
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    if (end > begin) words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    all_ = mode == CLI::AppFormatMode::All;
    return CLI::Formatter::make_help(app, std::move(name), mode);
  }

  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    if (all_ || is_positional || group == "Options") {
      return CLI::Formatter::make_group(std::move(group), is_positional, std::move(options));
    }
    std::vector<std::string> names;
    for (const CLI::Option* option : options) names.push_back(option->get_name());
    return filled(group + ":", names, "  ");
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string begin = "  " + make_option_name(option, is_positional) + make_option_opts(option);
    const std::string indent(column, ' ');
    std::string text;
    if (begin.size() >= column) {
      text = begin + "\n";
      begin = std::string(column - 1, ' ');
    } else {
      begin.resize(column - 1, ' ');
    }
    return text + filled(begin, words_of(make_option_desc(option)), indent);
  }

  /// What its value is called, and the default. What an option excludes is said when it is used so.
  std::string make_option_opts(const CLI::Option* option) const override {
    if (all_) return CLI::Formatter::make_option_opts(option);
    std::string text;
    if (option->get_type_size() != 0) {
      std::string type = option->get_type_name();
      type = type.substr(0, type.find(':'));
      if (!type.empty()) text += " " + type;
      const std::string value = option->get_default_str();
      if (!value.empty() && value.size() <= 12) text += "=" + value;
      if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += " ...";
    }
    return text;
  }

 private:
  mutable bool all_ = false;  ///< as make_help was asked last
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() {
  return std::make_shared<HelpFormatter>();
}

}  // namespace tesuji::tools
