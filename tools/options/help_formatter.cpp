#include "tools/options/help_formatter.h"

#include "tools/options/command_groups.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tesuji::tools {
namespace {

constexpr std::size_t column = 28;          ///< where descriptions begin
constexpr std::size_t command_column = 21;  ///< as above, of subcommands
constexpr std::size_t most_columns = 100;
constexpr std::size_t longest_default = 12;  ///< of a default value that is shown

/// Groups of options that many commands share: a command's own groups come before these.
constexpr std::array<std::string_view, 5> shared_groups = {
    "Output", "Game and engine", "Object cache", "Order of premises", "Compiler passes"};

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    if (end > begin) words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// Breaks words into lines of at most `most_columns`, all but the first indented.
std::string filled(const std::string& begin, const std::vector<std::string>& words,
                   const std::string& indent) {
  std::string text;
  std::string line = begin;
  for (const std::string& word : words) {
    const std::string blank = line.empty() || line == indent ? "" : " ";
    if (line.size() + blank.size() + word.size() > most_columns) {
      text += line + "\n";
      line = indent + word;
    } else {
      line += blank + word;
    }
  }
  return text + line + "\n";
}

/// Writes name and explanation on one line, if they fit; the texts of options are that short.
std::string entry(std::string name, const std::string& explanation, std::size_t begin = column) {
  name = "  " + name;
  name.resize(name.size() < begin ? begin : name.size() + 2, ' ');
  return name + explanation + "\n";
}

/// Returns the groups of an app in the order of --help: "Options" first, shared ones last.
std::vector<std::string> ordered_groups(const CLI::App& app) {
  const auto rank = [](const std::string& group) -> std::ptrdiff_t {
    if (group == "Options") return -2;
    const auto* const at = std::find(shared_groups.begin(), shared_groups.end(), group);
    return at == shared_groups.end() ? -1 : at - shared_groups.begin();
  };
  std::vector<std::string> groups = app.get_groups();
  std::stable_sort(groups.begin(), groups.end(),
                   [&](const auto& one, const auto& other) { return rank(one) < rank(other); });
  return groups;
}

class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    if (mode == CLI::AppFormatMode::Sub) return make_expanded(app);
    if (mode == CLI::AppFormatMode::Normal && app->get_parent() == nullptr) return first_page(*app);
    std::string text = make_description(app) + make_usage(app, std::move(name)) +
                       make_positionals(app) + make_options(*app, mode);
    // `tesuji --help-all` explains the options of subcommands, too.
    const bool expands = mode == CLI::AppFormatMode::All && app->get_parent() == nullptr;
    text += make_subcommands(app, expands ? mode : CLI::AppFormatMode::Normal);
    return text + "\n" + footer(*app, mode);
  }

  /// Formats a subcommand within `tesuji --help-all`.
  std::string make_expanded(const CLI::App* app) const override {
    return make_description(app) + make_usage(app, "tesuji " + app->get_name()) +
           make_positionals(app) + make_options(*app, CLI::AppFormatMode::All) +
           make_subcommands(app, CLI::AppFormatMode::Normal);
  }

  /// Formats the description, a paragraph for each of its lines.
  std::string make_description(const CLI::App* app) const override {
    const std::string description = app->get_description();
    std::string text;
    for (std::size_t begin = 0; begin < description.size();) {
      const std::size_t end = std::min(description.find('\n', begin), description.size());
      text += filled("", words_of(description.substr(begin, end - begin)), "");
      begin = end + 1;
    }
    return text;
  }

  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    std::string text = "\n" + group + ":\n";
    for (const CLI::Option* option : options) text += make_option(option, is_positional);
    return text;
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string explanation = option->get_description();
    if (option->get_required() && !option->get_positional()) explanation += " (required)";
    return entry(make_option_name(option, is_positional) +
                     (is_positional ? repetition(*option) : make_option_opts(option)),
                 explanation);
  }

  /// Omits what CLI11 adds to the name of a flag: the value that it stands for.
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, is_positional);
    for (std::size_t at = name.find('{'); at != std::string::npos; at = name.find('{')) {
      name.erase(at, name.find('}', at) + 1 - at);
    }
    return name;
  }

  /// Returns the name of its value and a short default. A value's choices are in the description;
  /// messages report options that exclude each other.
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string type = option->get_type_name();
    type = type.substr(0, type.find(':'));
    // The value of a flag may be omitted.
    if (option->get_items_expected_max() == 0) return type.empty() ? "" : "[=" + type + "]";
    std::string text = type.empty() ? "" : " " + type;
    const std::string value = option->get_default_str();
    if (!value.empty() && value.size() <= longest_default) text += "=" + value;
    return text + repetition(*option);
  }

  std::string make_subcommand(const CLI::App* app) const override {
    const std::string description = app->get_description();
    return entry(app->get_name(), description.substr(0, description.find('\n')), command_column);
  }

 private:
  /// Formats `tesuji --help`: subcommands in groups, then options.
  std::string first_page(const CLI::App& app) const {
    std::string text = make_description(&app);
    text += "Usage: tesuji COMMAND [OPTION...] FILE...\n";
    text += "       tesuji FILE   (prints what can be done with a game)\n";
    for (const CommandGroup& group : command_groups()) {
      std::string lines;
      for (const std::string_view name : group.commands) {
        const auto named = [&](const CLI::App* below) { return below->get_name() == name; };
        for (const CLI::App* below : app.get_subcommands(named)) lines += make_subcommand(below);
      }
      if (!lines.empty()) text += fmt::format("\n{}:\n{}", group.heading, lines);
    }
    return text + make_options(app, CLI::AppFormatMode::Normal) + "\n" +
           footer(app, CLI::AppFormatMode::Normal);
  }

  static std::string repetition(const CLI::Option& option) {
    return option.get_expected_max() == CLI::detail::expected_max_vector_size ? " ..." : "";
  }

  /// Formats all non-positional options; of named groups, --help-all explains the options and
  /// --help lists their names.
  std::string make_options(const CLI::App& app, CLI::AppFormatMode mode) const {
    const bool all = mode == CLI::AppFormatMode::All;
    std::string text;
    std::string others;
    for (const std::string& group : ordered_groups(app)) {
      const std::vector<const CLI::Option*> options =
          app.get_options([&](const CLI::Option* option) {
            return option->get_group() == group && option->nonpositional();
          });
      if (group.empty() || options.empty()) continue;
      if (all || group == "Options") {
        text += make_group(group, false, options);
        continue;
      }
      std::vector<std::string> names;
      for (const CLI::Option* option : options) names.push_back(option->get_name());
      others += filled("  " + group + ":", names, "    ");
    }
    if (!others.empty()) text += "\nMore options, which --help-all explains:\n" + others;
    return text;
  }

  /// --help prints the first paragraph, the examples; --help-all also prints lists, such as of
  /// passes.
  static std::string footer(const CLI::App& app, CLI::AppFormatMode mode) {
    std::string text = app.get_footer();
    if (mode == CLI::AppFormatMode::Normal) text = text.substr(0, text.find("\n\n"));
    return text.empty() ? text : text + "\n";
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() {
  return std::make_shared<HelpFormatter>();
}

}  // namespace tesuji::tools
