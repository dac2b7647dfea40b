// tesuji serve: runs a player that game servers contact over HTTP.
#include "backend/temporary/temporary.h"
#include "tools/base/command.h"
#include "tools/base/interrupt.h"
#include "tools/base/messages.h"
#include "tools/options/cache_options.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/play/program_players.h"
#include "tools/servers/ggp_matches.h"
#include "tools/servers/open_http.h"
#include "tools/servers/url_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

/// The port that reference players use.
constexpr int usual_port = 9147;
constexpr int most_ports = 65'535;

/// Pages of any origin may send messages, such as those of public game servers.
const std::vector<std::pair<std::string, std::string>> open_to_all{
    {"Access-Control-Allow-Origin", "*"},
    {"Access-Control-Allow-Methods", "POST, GET, OPTIONS"},
    {"Access-Control-Allow-Headers", "Content-Type"},
    {"Access-Control-Allow-Age", "86400"}};

struct ServeArguments {
  HttpOptions http{.port = usual_port, .headers = open_to_all};
  GgpOptions ggp;
  CacheOptions cache;
  std::uint64_t memory_mib = 1024;
  bool no_lanes = false;
  bool no_contest = false;
  bool no_solve = false;
  bool no_plan = false;
  bool no_ponder = false;
};

std::string check_name(const std::string& name) {
  const bool word = std::all_of(name.begin(), name.end(), [](char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return letter || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  });
  return word ? "" : "`" + name + "` has other characters than letters, digits, `-`, `_` and `.`";
}

/// Writes lines from several threads, which contain data sent by others.
class LogLines {
 public:
  void print(const std::string& line) {
    std::string shown = line.substr(0, longest);
    while (!shown.empty() && shown.back() == '\n') shown.pop_back();
    for (char& c : shown) {
      if (c < ' ' || c > '~') c = '?';
    }
    const auto now = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_);
    const std::lock_guard lock(mutex_);
    fmt::print(stderr, "{:.3f} {}\n", now.count(), shown);
  }

 private:
  static constexpr std::size_t longest = 2'000;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
};

/// Answers a message: the body of a POST, or the target of a GET.
HttpAnswer answer_message(GgpMatches& matches, const HttpRequest& request) {
  HttpAnswer answer{.type = "text/acl", .text = {}};
  if (request.method == "OPTIONS") return answer;
  const bool post = request.method == "POST";
  const std::string message =
      post ? std::string(request.text)
           : url_decoded(request.target.substr(std::min<std::size_t>(1, request.target.size())));
  try {
    answer.text = matches.answer(message, request.arrived);
  } catch (const std::exception& error) {
    answer.text = fmt::format("(error \"{}\")", error.what());
  }
  return answer;
}

int run_serve(ServeArguments& arguments) {
  GgpOptions& ggp = arguments.ggp;
  std::error_code ignored;
  if (!ggp.record_folder.empty() && !std::filesystem::is_directory(ggp.record_folder, ignored)) {
    print_error(fmt::format("--record: cannot find the folder {}", ggp.record_folder));
    return exit_input;
  }
  ggp.match.player.search.memory = memory_bytes(arguments.memory_mib);
  ggp.match.lanes = !arguments.no_lanes;
  ggp.match.solve = !arguments.no_solve;
  ggp.match.contest = !arguments.no_contest;
  ggp.match.learners = [](const std::string& path, const driver::Options& options) {
    return evaluation_learners(path, options, {});
  };
  if (!arguments.no_plan) ggp.match.plans = plan_maker;
  ggp.match.ponder = !arguments.no_ponder;
  ggp.match.driver.engine = driver::Engine::tiers;
  ggp.match.driver.cache = arguments.cache.open();

  watch_interrupts();
  LogLines log;
  const auto print = [&log](const std::string& line) { log.print(line); };
  GgpMatches matches(ggp, print);
  std::string why;
  const std::unique_ptr<HttpServer> server = open_http_server(
      arguments.http, [&](const HttpRequest& request) { return answer_message(matches, request); },
      why);
  if (!server) {
    print_error(fmt::format("cannot listen to port {} of {}: {}", arguments.http.port,
                            arguments.http.host, why));
    return exit_input;
  }
  const bool v6 = arguments.http.host.find(':') != std::string::npos;
  fmt::print("http://{}{}{}:{}\n", v6 ? "[" : "", arguments.http.host, v6 ? "]" : "",
             server->port());
  std::fflush(stdout);

  std::atomic<bool> ended{false};
  std::thread serving([&] {
    server->run();
    ended = true;
  });
  constexpr std::chrono::milliseconds glance{100};
  while (!interrupted() && !ended) {
    std::this_thread::sleep_for(glance);
    matches.end_silent();
  }
  const bool lost = ended;
  matches.end_all();
  server->stop();
  serving.join();
  int code = exit_ok;
  if (lost) {
    print_error("the port was lost");
    code = exit_limit;
  } else {
    log.print("stopped");
  }
  if (!matches.is_idle()) {
    // All output is written, and the compilers' unfinished work would be discarded.
    std::fflush(stdout);
    temporary::remove_all();
    std::_Exit(code);
  }
  return code;
}

}  // namespace

void add_serve_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("serve", "Play for game servers: the GGP protocol over HTTP");
  auto arguments = std::make_shared<ServeArguments>();
  GgpOptions& ggp = arguments->ggp;
  ggp.match.player.search.threads = std::max(1U, std::thread::hardware_concurrency());
  command->add_option("--port", arguments->http.port, "Port; 0: a free one, which is printed")
      ->check(in_range(0, most_ports))
      ->capture_default_str();
  command->add_option("--host", arguments->http.host, "Address to listen to; 0.0.0.0: all")
      ->capture_default_str();
  command->add_option("--name", ggp.match.name, "Name of the player")
      ->check(check_name)
      ->capture_default_str();
  command->add_option("--threads", ggp.match.player.search.threads, "Threads of search, each match")
      ->check(in_range(1U, 1024U))
      ->default_str("all processors");
  command
      ->add_option("--memory", arguments->memory_mib,
                   "MiB of the search trees of all matches; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--margin", ggp.match.margin, "Seconds before the end of a clock to stop search")
      ->check(some_seconds)
      ->capture_default_str()
      ->type_name("S");
  const auto add_parallel = [&](const char* name) {
    return command->add_option(name, ggp.most_matches, "Matches at a time; further ones: BUSY")
        ->check(in_range(std::uint64_t{1}, std::uint64_t{64}))
        ->capture_default_str();
  };
  add_parallel("--parallel");
  add_parallel("--matches")->group("");  // the earlier name, which is not listed
  command
      ->add_option("--record", ggp.record_folder, "Write each match to a JSON file in this folder")
      ->type_name("FOLDER");
  const std::string search = "Search";
  command->add_option("--seed", ggp.match.player.search.seed, "Seed of random numbers")
      ->check(natural_number)
      ->capture_default_str()
      ->group(search);
  command
      ->add_option("--max-steps", ggp.match.player.step_limit,
                   "Cut a playout after so many moves; 0: no limit")
      ->check(natural_number)
      ->transform(or_no_limit)
      ->capture_default_str()
      ->group(search);
  command->add_flag("--no-lanes", arguments->no_lanes, "Make playouts one by one")->group(search);
  command
      ->add_flag("--no-contest", arguments->no_contest,
                 "Do not find out by short matches how to search the game")
      ->group(search);
  command
      ->add_flag("--no-solve", arguments->no_solve, "Do not solve small games in the start clock")
      ->group(search);
  command->add_flag("--no-plan", arguments->no_plan, "Play games for one by tree search alone")
      ->group(search);
  command->add_flag("--no-ponder", arguments->no_ponder, "Do not search while others think")
      ->group(search);
  arguments->cache.add_to(*command);
  add_examples(*command, {"tesuji serve", "tesuji serve --port=9148 --threads=2 --record=matches",
                          "tesuji serve --host=0.0.0.0 --name=tesuji --parallel=4"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_serve(*arguments); }; });
}

}  // namespace tesuji::tools
