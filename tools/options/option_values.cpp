#include "tools/options/option_values.h"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace tesuji::tools {
namespace {

[[noreturn]] void refuse(const std::string& name) {
  throw CLI::ValidationError(name, "the value is empty");
}

}  // namespace

void refuse_empty_values(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--") return;
    if (argument.size() > 3 && argument.starts_with("--") &&
        argument.find('=') == argument.size() - 1) {
      refuse(std::string(argument.substr(0, argument.size() - 1)));
    }
  }
}

void refuse_empty_values(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    // A value that may be omitted may be empty.
    if (option->get_items_expected_min() == 0) continue;
    for (const std::string& value : option->results()) {
      if (value.empty()) refuse(option->get_name());
    }
  }
  for (const CLI::App* below : command.get_subcommands()) refuse_empty_values(*below);
}

}  // namespace tesuji::tools
