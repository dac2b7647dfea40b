// tesuji explore: serves a page for the browser that shows rules and their compilation.
#include "backend/driver/file_formats.h"
#include "backend/driver/rulesheet/bundled_examples.h"
#include "backend/temporary/temporary.h"
#include "tools/base/command.h"
#include "tools/base/component.h"
#include "tools/base/interrupt.h"
#include "tools/base/messages.h"
#include "tools/options/example_option.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"
#include "tools/servers/explore/explore_page.h"
#include "tools/servers/explore/explorer.h"
#include "tools/servers/explore/open_browser.h"
#include "tools/servers/open_http.h"

#include <fmt/format.h>

#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

namespace tesuji::tools {
namespace {

/// The path of Debian's libjs-codemirror.
constexpr const char* usual_libraries = "/usr/share/javascript";

struct ExploreArguments {
  std::string path;  ///< empty: the games that come with the program
  bool open = false;
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

/// Opens the address in a browser, or says what to do with it.
void show_address(const std::string& address, bool open) {
  fmt::print("{}\n", address);
  std::fflush(stdout);
  if (open && open_browser(address)) return;
  if (open) {
    print_note(
        "no browser can be started here (xdg-open, or a graphical session, is missing); open the "
        "address in a browser on this machine");
  } else if (isatty(STDOUT_FILENO) != 0) {
    fmt::print(stderr,
               "Open this address in a browser, or run `tesuji explore --open`. Ctrl-C ends the "
               "server.\n");
  }
}

int explore_error(const std::string& message) {
  print_error(message);
  return exit_input;
}

int run_explore(ExploreArguments& arguments) {
  namespace fs = std::filesystem;
  ExploreOptions options;
  std::error_code error;
  options.program = fs::read_symlink("/proc/self/exe", error).string();
  if (error) return explore_error("cannot find this program's file: " + error.message());
  if (arguments.path.empty()) {
    if (driver::bundled_examples().empty()) {
      return explore_error(
          "the games that come with the program are not installed; name a folder of rulesheets");
    }
    arguments.path = driver::bundled_examples().string();
  }
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
  show_address(fmt::format("http://127.0.0.1:{}/{}/", server->port(), token), arguments.open);
  if (page_file("codemirror/lib/codemirror.js").name.empty() &&
      !fs::is_directory(fs::path(options.libraries) / "codemirror", error)) {
    print_note(fmt::format(
        "{}/codemirror is missing (Debian: libjs-codemirror); the page has a plain editor",
        options.libraries));
  }

  std::atomic<bool> ended{false};
  std::thread serving([&] {
    server->run();
    ended = true;
  });
  while (!interrupted() && !ended) std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const bool lost = ended;
  explorer.stop_editing();
  server->stop();
  serving.join();
  if (!lost) return exit_ok;
  fmt::print(stderr, "tesuji: error: the port was lost\n");
  return exit_limit;
}

void add_explore_command(Command& app, Action& action) {
  Command* command =
      app.add_subcommand("explore", "Show boards, rules, proofs and speeds in the browser");
  auto arguments = std::make_shared<ExploreArguments>();
  or_example(command->add_option(
      "PATH", arguments->path, "Rulesheet, or folder of rulesheets (default: the bundled games)"));
  command->add_flag("--open", arguments->open, "Open the page in the browser");
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
  add_examples(*command, {"tesuji explore --open", "tesuji explore connect-four.kif",
                          "tesuji explore --port=8080 --seconds=300 my-games"});
  command->callback(
      [arguments, &action] { action = [arguments] { return run_explore(*arguments); }; });
}

}  // namespace

void add_explore_component(std::vector<NamedCommand>& commands) {
  insert_command(commands, "position", {"explore", add_explore_command});
}

}  // namespace tesuji::tools
