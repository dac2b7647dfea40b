// tesuji spread: runs many tasks, each a command of tesuji, in as many processes.
#include "backend/mpi/mpi_library.h"
#include "tools/base/command.h"
#include "tools/base/input_stream.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/outputs.h"
#include "tools/base/progress.h"
#include "tools/base/report.h"
#include "tools/options/command_tree.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/options/time_limits.h"
#include "tools/spread/local_jobs.h"
#include "tools/spread/rank_jobs.h"
#include "tools/spread/task_list.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr std::string_view jobs_of_mpi = "mpi";
constexpr unsigned most_jobs = 4096;

struct SpreadArguments {
  SpreadWork work;
  std::string list;  ///< a file of inputs
  std::string jobs;  ///< a number, `mpi`, or empty
  std::string part;
  TaskLimits limits;
  std::uint64_t memory_mib = 0;
  double seconds = 0;
  ProgressFlags progress;
  bool json = false;
};

/// Parses a number of jobs, 1 to most_jobs; returns nothing if the text is not one.
std::optional<unsigned> number_of_jobs(const std::string& text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool good = error == std::errc() && end == text.data() + text.size();
  return good && number >= 1 && number <= most_jobs ? std::optional(number) : std::nullopt;
}

std::string wrong_jobs(const std::string& text) {
  return text == jobs_of_mpi || number_of_jobs(text)
             ? std::string()
             : fmt::format("`{}` is neither a number up to {} nor `mpi`", text, most_jobs);
}

std::string wrong_part(const std::string& text) {
  return task_part(text) ? std::string() : fmt::format("`{}` is not K/N with 1 <= K <= N", text);
}

/// Splits the template. Throws UsageError, also if it is not a command that can be a task.
std::vector<std::string> template_words(const std::string& text, const CommandEntry& root) {
  std::vector<std::string> words;
  try {
    words = split_words(text);
  } catch (const WordsError& error) {
    throw UsageError("TEMPLATE", error.what());
  }
  const bool is_command = !words.empty() && words.front() != "spread" &&
                          std::any_of(root.subcommands.begin(), root.subcommands.end(),
                                      [&](const auto& one) { return one.name == words.front(); });
  if (!is_command) {
    throw UsageError("TEMPLATE", fmt::format("`{}` is not a subcommand that can be a task",
                                             words.empty() ? text : words.front()));
  }
  return words;
}

/// Adds the lines of the file that are not blank. Reports, and returns false, if it cannot be read.
bool read_inputs(const std::string& path, std::vector<std::string>& inputs) {
  const ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const auto file = InputStream::open(path, diagnostics);
  std::string line;
  while (file != nullptr && std::getline(*file, line)) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.find_first_not_of(" \t") != std::string::npos) inputs.push_back(line);
  }
  if (file != nullptr && !file->fault().empty()) {
    diagnostics.error({}, "io", "cannot read `" + path + "`: " + file->fault());
  }
  print_diagnostics(diagnostics);
  return !diagnostics.has_errors();
}

struct Tally {
  std::size_t wanted = 0;  ///< tasks of this part
  std::size_t done = 0;    ///< with a result
  std::size_t failed = 0;
  const TaskResult* first_failure = nullptr;
};

Tally tally(const TaskResults& all, const TaskPart& part) {
  Tally result;
  for (std::uint64_t number = 1; number <= all.tasks; ++number) result.wanted += part.has(number);
  for (const TaskResult& one : all.results) {
    if (!part.has(one.number)) continue;
    ++result.done;
    if (!one.failed()) continue;
    ++result.failed;
    if (result.first_failure == nullptr) result.first_failure = &one;
  }
  return result;
}

void print_tally(const Tally& tally, const SpreadArguments& arguments, double seconds) {
  if (arguments.json) {
    print_json(make_object("output", arguments.work.output, "tasks", tally.wanted, "done",
                           tally.done, "failed", tally.failed, "seconds", seconds));
    return;
  }
  fmt::print("{}: {} of {} tasks done", arguments.work.output, tally.done, tally.wanted);
  if (const TaskResult* const first = tally.first_failure) {
    fmt::print(", {} failed; task {}, {}: {}", tally.failed, first->number, first->input,
               first->error);
  }
  fmt::print("\n");
}

/// Prints the results of the tasks; returns the exit code.
int report(const TaskResults& results, const SpreadArguments& arguments, bool out_of_time,
           double seconds) {
  const Tally result = tally(results, arguments.work.part);
  print_tally(result, arguments, seconds);
  if (result.done < result.wanted) {
    std::fflush(stdout);
    print_error(fmt::format(
        "{} of {} tasks missing: {}", result.wanted - result.done, result.wanted,
        out_of_time ? fmt::format("{:g} s were not enough (--seconds)", arguments.seconds)
                    : std::string("interrupted")));
    return exit_limit;
  }
  return result.failed > 0 ? exit_input : exit_ok;
}

int spread(SpreadArguments& arguments) {
  if (!arguments.list.empty() && !read_inputs(arguments.list, arguments.work.inputs)) {
    return exit_input;
  }
  const TimeLimit limit(arguments.seconds);
  const auto begin = std::chrono::steady_clock::now();
  RankOutcome outcome;
  try {
    if (arguments.jobs == jobs_of_mpi) {
      outcome = spread_on_ranks(arguments.work, arguments.limits, limit.flag(), arguments.progress);
    } else {
      const unsigned jobs = number_of_jobs(arguments.jobs).value_or(usual_jobs());
      ProgressLine progress("spread", arguments.progress);
      outcome.results =
          spread_locally(arguments.work, arguments.limits, jobs, limit.flag(), progress);
    }
  } catch (const ResultsFull& error) {
    print_error(error.what());
    return exit_limit;
  } catch (const ResultsError& error) {
    print_error(error.what());
    // Otherwise each process of mpirun would run all tasks.
    if (mpi::under_mpi() && arguments.jobs != jobs_of_mpi && arguments.part.empty()) {
      print_note("--jobs=mpi makes its processes share the tasks");
    }
    return exit_input;
  }
  if (!outcome.tells || !outcome.results) return exit_ok;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return report(*outcome.results, arguments, limit.is_over(), took.count());
}

void add_task_limits(Command& command, SpreadArguments& arguments) {
  command
      .add_option("--task-seconds", arguments.limits.seconds,
                  "Time after which a task is ended, and has failed; 0: never")
      ->check(some_seconds)
      ->capture_default_str();
  command
      .add_option("--memory", arguments.memory_mib,
                  "MiB of address space that each task may have; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  command
      .add_option("--seconds", arguments.seconds,
                  "Time after which all tasks are stopped; results are kept; 0: never")
      ->check(some_seconds)
      ->capture_default_str();
  command.group("Limits", {"--task-seconds", "--memory", "--seconds"});
}

}  // namespace

void add_spread_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("spread", "Run a command on many inputs, over processes or MPI");
  auto arguments = std::make_shared<SpreadArguments>();
  SpreadWork& work = arguments->work;
  command
      ->add_option("TEMPLATE", work.template_text,
                   "Arguments of tesuji; {} is the input, {#} its number from 1")
      ->required();
  command->add_option("INPUT", work.inputs, "Inputs, each of which makes a task");
  command
      ->add_option("-o,--output", work.output,
                   "Write results to this file, and skip those that it has")
      ->type_name("FILE")
      ->check([](const std::string& path) {
        return path == "-" ? std::string("a file is needed") : std::string();
      })
      ->required();
  command
      ->add_option("--inputs", arguments->list, "Read more inputs, one per line; -: standard input")
      ->type_name("FILE");
  command
      ->add_option("--jobs", arguments->jobs,
                   "Tasks at a time (as many as processors), or MPI's processes")
      ->type_name("N|mpi")
      ->check(wrong_jobs);
  command
      ->add_option("--part", arguments->part,
                   "Run only tasks whose number is K modulo N, for job arrays")
      ->type_name("K/N")
      ->check(wrong_part);
  command->add_flag("--retry", work.retry, "Run failed tasks again");
  command->add_flag("--in-order", work.in_order, "Run tasks as given, not large input files first");
  add_task_limits(*command, *arguments);
  arguments->progress.add_to(*command, "Print the number of finished tasks");
  add_json_flag(*command, arguments->json);
  command->group("Order", {"--in-order"});
  declare_output(*command, command->get_option("--output"), FileKind::task_results);
  add_examples(*command,
               {"tesuji spread -o results.jsonl 'verify --auto --json {}' games/*.kif",
                "tesuji spread --part=3/16 -o part-3.jsonl 'perft --json {} 5' games/*.kif",
                "mpirun -n 8 tesuji spread --jobs=mpi -o all.jsonl 'solve --json' games/*.kif",
                "tesuji merge -o all.jsonl part-*.jsonl"});
  command->callback([arguments, command, &app, &action] {
    SpreadWork& wanted = arguments->work;
    wanted.words = template_words(wanted.template_text, command_tree(app));
    if (wanted.inputs.empty() && arguments->list.empty()) {
      throw MissingArgument("INPUT (or --inputs)");
    }
    if (!arguments->part.empty()) wanted.part = *task_part(arguments->part);
    wanted.anew = command->count("--force") > 0;
    arguments->limits.memory_bytes =
        arguments->memory_mib == 0 ? 0 : memory_bytes(arguments->memory_mib);
    action = [arguments] { return spread(*arguments); };
  });
}

}  // namespace tesuji::tools
