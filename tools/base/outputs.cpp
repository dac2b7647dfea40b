#include "tools/base/outputs.h"

#include "tools/base/command.h"
#include "tools/base/messages.h"
#include "tools/base/next_run.h"
#include "tools/base/output_file.h"
#include "tools/base/report.h"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

struct Declared {
  std::vector<Option*> options;
  std::function<std::vector<Output>()> outputs;
};

/// The outputs of every command, until forget_outputs().
std::map<const CLI::App*, std::vector<Declared>>& declarations() {
  static std::map<const CLI::App*, std::vector<Declared>> all;
  return all;
}

/// A regular file, which need not exist yet.
struct Place {
  dev_t device = 0;
  ino_t inode = 0;   ///< of the file, or of its folder if it does not exist
  std::string name;  ///< then its name in the folder

  bool operator==(const Place&) const = default;
};

/// Returns nothing for standard streams, devices, folders, and paths that cannot be files.
std::optional<Place> place_of(const std::string& path) {
  if (path.empty() || path == "-") return std::nullopt;
  struct stat status{};
  if (stat(path.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) return std::nullopt;
    return Place{status.st_dev, status.st_ino, {}};
  }
  const std::filesystem::path target = final_path(path);
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  if (target.empty() || stat(folder.c_str(), &status) != 0) return std::nullopt;
  return Place{status.st_dev, status.st_ino, target.filename().string()};
}

/// Returns the files that a value may name, as in `strategy:FILE` and `ROLE=strategy:FILE`.
std::vector<std::string> named_files(const std::string& value) {
  std::vector<std::string> names{value};
  for (const char mark : {'=', ':', '@'}) {
    const std::size_t at = value.find(mark);
    if (at != std::string::npos) names.push_back(value.substr(at + 1));
  }
  const std::size_t last = value.rfind(':');
  if (last != std::string::npos) names.push_back(value.substr(last + 1));
  return names;
}

/// Returns the option whose value names the file; null: none.
const CLI::Option* reader_of(const Place& place, const CLI::App& command,
                             const std::vector<Declared>& declared) {
  for (const CLI::Option* option : command.get_options()) {
    const bool writes = std::any_of(declared.begin(), declared.end(), [&](const Declared& one) {
      return std::any_of(one.options.begin(), one.options.end(),
                         [&](const Option* written) { return written->parsed() == option; });
    });
    // A word from a list, whose type is shown as `{csv,npy}`, does not name a file.
    const bool names_word = option->get_type_name().find('{') != std::string::npos;
    if (writes || names_word) continue;
    for (const std::string& value : option->results()) {
      for (const std::string& name : named_files(value)) {
        if (place_of(name) == place) return option;
      }
    }
  }
  return nullptr;
}

/// Whether the file exists and is of another kind.
bool is_foreign(const Output& output) {
  std::ifstream file(output.path, std::ios::binary);
  if (!file) return false;  // opening it reports the reason
  std::string head(driver::file_head, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return !driver::may_be(output.kind, head);
}

void add_force(Command& command) {
  if (command.parsed().get_option_no_throw("--force") != nullptr) return;
  const std::string meaning = "Overwrite files that are not earlier results of the same kind";
  command.add_flag("--force", meaning)->group("Output");
}

/// Returns what is wrong with the names; empty: nothing.
std::string trouble_with(const std::vector<Declared>& all, const CLI::App& command) {
  std::vector<std::pair<Place, Output>> seen;
  bool standard_output = false;
  for (const Declared& declared : all) {
    for (const Output& output : declared.outputs()) {
      if (output.path == "-" && std::exchange(standard_output, true)) {
        return fmt::format("{}: only one result can go to standard output", output.option);
      }
      const std::optional<Place> place = place_of(output.path);
      if (!place) continue;
      if (const CLI::Option* reader = reader_of(*place, command, all)) {
        return fmt::format("{}: `{}` is an input ({}), and would be written over", output.option,
                           output.path, reader->get_name());
      }
      const auto same = std::find_if(seen.begin(), seen.end(),
                                     [&](const auto& one) { return one.first == *place; });
      if (same != seen.end()) {
        return fmt::format("{}: `{}` would be written twice ({})", output.option, output.path,
                           same->second.option);
      }
      if (command.count("--force") == 0 && is_foreign(output)) {
        return fmt::format("{}: `{}` is there and is not {}; --force writes over it", output.option,
                           output.path, driver::format_of(output.kind).name);
      }
      seen.emplace_back(*place, output);
    }
  }
  return {};
}

}  // namespace

void declare_outputs(Command& command, std::vector<Option*> options,
                     std::function<std::vector<Output>()> outputs) {
  add_force(command);
  declarations()[&command.parsed()].push_back({std::move(options), std::move(outputs)});
}

void declare_output(Command& command, Option* option, std::function<FileKind()> kind) {
  declare_outputs(command, {option}, [option, kind = std::move(kind)] {
    std::vector<Output> outputs;
    if (option->count() > 0) {
      outputs.push_back({option->results().back(), option->get_name(), kind()});
    }
    return outputs;
  });
}

void declare_output(Command& command, Option* option, FileKind kind) {
  declare_output(command, option, [kind] { return kind; });
}

void forget_outputs() {
  declarations().clear();
}

int check_outputs(const CLI::App& command) {
  const auto found = declarations().find(&command);
  if (found == declarations().end()) return exit_ok;
  if (const std::string trouble = trouble_with(found->second, command); !trouble.empty()) {
    print_error(trouble);
    return exit_usage;
  }
  const ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  for (const Declared& declared : found->second) {
    for (const Output& output : declared.outputs()) {
      if (!can_write_output(output.path, diagnostics)) break;
    }
  }
  print_diagnostics(diagnostics);
  return exit_code_of(diagnostics);
}

}  // namespace tesuji::tools
