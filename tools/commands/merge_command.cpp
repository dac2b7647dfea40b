// tesuji merge: merges files of results that `tesuji spread` wrote.
#include "tools/base/command.h"
#include "tools/base/messages.h"
#include "tools/base/outputs.h"
#include "tools/options/game_options.h"
#include "tools/spread/merge_results.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

struct MergeArguments {
  std::string output;
  std::vector<std::string> files;
  bool without_times = false;
};

int merge_files(const MergeArguments& arguments) {
  std::vector<NamedResults> files;
  for (const std::string& path : arguments.files) {
    files.push_back({path, read_results(path)});
    if (files.back().results.cut) {
      print_message(path, ir::Severity::warning, "the last line is incomplete and ignored");
    }
  }
  const TaskResults merged = merge_results(std::move(files));
  if (merged.template_text.empty()) throw ResultsError("the files contain no results");
  write_results(arguments.output, merged, !arguments.without_times);
  const auto failed = std::count_if(merged.results.begin(), merged.results.end(),
                                    [](const TaskResult& result) { return result.failed(); });
  const std::vector<std::uint64_t> missing = missing_tasks(merged);
  fmt::print("{}: {} of {} tasks{}{}\n", arguments.output, merged.results.size(), merged.tasks,
             failed > 0 ? fmt::format(", {} failed", failed) : "",
             missing.empty() ? "" : fmt::format("; missing: {}", first_numbers(missing)));
  return missing.empty() ? exit_ok : exit_limit;
}

int run_merge(const MergeArguments& arguments) {
  try {
    return merge_files(arguments);
  } catch (const ResultsError& error) {
    print_error(error.what());
    return exit_input;
  }
}

}  // namespace

void add_merge_command(Command& app, Action& action) {
  Command* command = app.add_subcommand("merge", "Merge files of results that `spread` wrote");
  auto arguments = std::make_shared<MergeArguments>();
  command->add_option("FILE", arguments->files, "Files of results of the same template")
      ->required();
  command
      ->add_option("-o,--output", arguments->output,
                   "Write all results to this file, by number of the task")
      ->type_name("FILE")
      ->check([](const std::string& path) {
        return path == "-" ? std::string("a file is needed") : std::string();
      })
      ->required();
  command->add_flag("--without-times", arguments->without_times,
                    "Leave out times and rates: equal results make equal files");
  declare_output(*command, command->get_option("--output"), FileKind::task_results);
  add_examples(*command, {"tesuji merge -o all.jsonl part-*.jsonl",
                          "tesuji merge --without-times -o equal.jsonl results.jsonl"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_merge(*arguments); }; });
}

}  // namespace tesuji::tools
