// tesuji explore: serves a page for the browser that shows rules and their compilation.
#include "backend/driver/file_formats.h"
#include "backend/temporary/temporary.h"
#include "tools/base/command.h"
#include "tools/base/component.h"
#include "tools/base/interrupt.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/servers/explore/explorer.h"
#include "tools/servers/open_http.h"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <thread>

namespace tesuji::tools {
namespace {

/// The path of Debian's libjs-codemirror.
constexpr const char* usual_libraries = "/usr/share/javascript";

struct ExploreArguments {
  std::string path = ".";
  HttpOptions http;
  ExploreLimits limits;
  std::uint64_t memory_mib = 4096;
  std::string libraries = usual_libraries;
};

/// Browsers then run only the page's own scripts, and do not show it inside other pages.
HttpOptions with_headers(HttpOptions http) {
  http.headers = {{"Content-Security-Policy",
                   "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
                   "frame-ancestors 'none'; form-action 'none'; base-uri 'none'"},
                  {"X-Content-Type-Options", "nosniff"},
                  {"Referrer-Policy", "no-referrer"},
                  {"Cache-Control", "no-store"}};
  return http;
}

int explore_error(const std::string& message) {
  fmt::print(stderr, "tesuji explore: error: {}\n", message);
  return exit_input;
}

int run_explore(ExploreArguments& arguments) {
  namespace fs = std::filesystem;
  ExploreOptions options;
  std::error_code error;
  const fs::path path = fs::absolute(arguments.path, error);
  if (fs::is_directory(path, error)) {
    options.folder = path;
  } else if (fs::is_regular_file(path, error) && is_rulesheet_path(path.string())) {
    options.folder = path.parent_path();
    options.first = path.filename().string();
  } else {
    return explore_error(
        fmt::format("{} is neither a folder nor a rulesheet ({})", arguments.path,
                    fmt::join(driver::format_of(driver::FileKind::rulesheet).extensions(), ", ")));
  }
  options.program = fs::read_symlink("/proc/self/exe", error).string();
  if (error) return explore_error("cannot find this program's file: " + error.message());
  options.libraries = arguments.libraries;
  options.limits = arguments.limits;
  options.limits.memory = memory_bytes(arguments.memory_mib);

  watch_interrupts();
  const std::string token = random_token();
  Explorer explorer(options, token);
  std::string why;
  const std::unique_ptr<HttpServer> server = open_http_server(
      with_headers(arguments.http),
      [&](const HttpRequest& request) { return explorer.answer(request); }, why);
  if (!server) {
    return explore_error(fmt::format("cannot listen to port {}: {}", arguments.http.port, why));
  }
  explorer.set_port(server->port());
  fmt::print("http://127.0.0.1:{}/{}/\n", server->port(), token);
  std::fflush(stdout);
  if (!fs::is_directory(fs::path(options.libraries) / "codemirror", error)) {
    fmt::print(stderr,
               "tesuji explore: note: {}/codemirror is missing (Debian: libjs-codemirror); "
               "the page has a plain editor\n",
               options.libraries);
  }

  std::atomic<bool> ended{false};
  std::thread serving([&] {
    server->run();
    ended = true;
  });
  while (!interrupted() && !ended) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const bool lost = ended;
  server->stop();
  serving.join();
  if (!lost) return exit_ok;
  fmt::print(stderr, "tesuji explore: error: the port was lost\n");
  return exit_limit;
}

void add_explore_command(Command& app, Action& action) {
  Command* command = app.add_subcommand(
      "explore", "Show rules, boards, stages, proofs and speeds on a page in the browser");
  auto arguments = std::make_shared<ExploreArguments>();
  command->add_option("PATH", arguments->path, "Rulesheet (.kif, .gdl), or folder of rulesheets")
      ->capture_default_str();
  command->add_option("--port", arguments->http.port, "Port on 127.0.0.1; 0: a free one")
      ->check(in_range(0, 65'535))
      ->capture_default_str();
  command->add_option("--seconds", arguments->limits.seconds, "Maximum time of one request")
      ->check(some_seconds)
      ->capture_default_str()
      ->type_name("S");
  command
      ->add_option("--memory", arguments->memory_mib,
                   "Maximum address space in MiB of one request; 0: no limit")
      ->check(natural_number)
      ->capture_default_str();
  command
      ->add_option("--libraries", arguments->libraries,
                   "Folder with `codemirror`, the editor of the page")
      ->type_name("DIR")
      ->capture_default_str();
  add_examples(*command, {"tesuji explore", "tesuji explore examples/connect-four.kif",
                          "tesuji explore --port=8080 --seconds=300 my-games"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_explore(*arguments); }; });
}

}  // namespace

void add_explore_component(std::vector<NamedCommand>& commands) {
  insert_command(commands, "position", {"explore", add_explore_command});
}

}  // namespace tesuji::tools
