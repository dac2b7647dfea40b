#include "tools/servers/explore/explore_requests.h"

#include "backend/driver/file_formats.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument(why);
}

/// Returns one of the names; the first if the request has none.
std::string name_in(const json& request, const char* key,
                    std::initializer_list<std::string_view> names) {
  const std::string name = request.value(key, std::string(*names.begin()));
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    refuse(fmt::format("`{}` is not a {}", name, key));
  }
  return name;
}

double number_in(const json& request, const char* key, double usual, double least, double most) {
  const double number = request.value(key, usual);
  if (!(number >= least && number <= most)) {
    refuse(fmt::format("`{}` is not between {} and {}", key, least, most));
  }
  return number;
}

std::uint64_t whole_in(const json& request, const char* key, std::uint64_t usual,
                       std::uint64_t most) {
  return static_cast<std::uint64_t>(
      number_in(request, key, static_cast<double>(usual), 0, static_cast<double>(most)));
}

/// Returns terms, those of one joint move (or state) per line.
std::string moves_text(const json& moves) {
  std::string text;
  for (const json& joint : moves) {
    for (const json& move : joint) {
      std::string term = move.get<std::string>();
      for (char& c : term) {
        if (c == ';' || c == '\n' || c == '\r') refuse("a move contains a `;` or a line end");
      }
      text += term + ' ';
    }
    text += '\n';
  }
  return text;
}

/// Returns a file name, which names the game: that of the request, if it consists of letters,
/// digits and `.-_` and has a rulesheet's extension.
std::string sheet_name(const json& request) {
  constexpr std::size_t longest = 100;
  constexpr std::string_view plain = "sheet.kif";
  std::string name = request.value("name", std::string(plain));
  const bool known_end = driver::is_named_as(driver::FileKind::rulesheet, name);
  const bool known_letters = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c < 128 && (std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_');
  });
  const bool begins = !name.empty() && std::isalnum(static_cast<unsigned char>(name.front())) != 0;
  return known_end && known_letters && begins && name.size() <= longest ? name : std::string(plain);
}

class Builder {
 public:
  explicit Builder(const json& request) : request_(request), sheet_(sheet_name(request)) {
    job_.files.push_back({sheet_, request.at("sheet").get<std::string>()});
  }

  void add(std::string argument) { job_.arguments.push_back({std::move(argument)}); }
  void add(std::initializer_list<std::string_view> arguments) {
    for (const std::string_view argument : arguments) add(std::string(argument));
  }
  /// Adds an argument that ends in the path of a file with this text.
  void add_file(std::string argument, const std::string& name, std::string text) {
    job_.files.push_back({name, std::move(text)});
    job_.arguments.push_back({std::move(argument), name});
  }
  /// Adds an argument that ends in the path of the command's result file.
  void add_result(std::string argument, const std::string& name) {
    job_.result = name;
    job_.arguments.push_back({std::move(argument), name});
  }
  void add_moves() {
    if (!request_.contains("moves") || request_["moves"].empty()) return;
    // The option reads a file if its value begins with @.
    add_file("--after=@", "moves.txt", moves_text(request_["moves"]));
  }
  void add_sheet() { job_.arguments.push_back({"", sheet_}); }
  /// Lets a process answer that has loaded the sheet before.
  void set_game() { job_.game = sheet_; }

  [[nodiscard]] const json& request() const { return request_; }
  [[nodiscard]] JobRequest take() { return std::move(job_); }

 private:
  const json& request_;
  std::string sheet_;
  JobRequest job_;
};

void check_sheet(Builder& job) {
  job.add({"check", "--json"});
  job.add_sheet();
}

/// Returns the player that the page asks, as `--ask` describes it; empty: none. `simulations`
/// limits the strength of mcts, so that it plays the same on any machine.
std::string player_in(const json& request) {
  constexpr std::string_view limit = "mcts:simulations=";
  constexpr std::uint64_t most = 1'000'000;
  json known = request;
  const std::string asked = request.value("ask", std::string());
  if (asked.starts_with(limit)) {
    const json number = json::parse(asked.substr(limit.size()), nullptr, false);
    if (!number.is_number_unsigned()) refuse(fmt::format("`{}` is not a player", asked));
    known["ask"] = "mcts";
    known["simulations"] = number;
  }
  std::string player = name_in(
      known, "ask",
      {"", "random", "mcts", "mcts:search=auto", "minimax", "alpha-beta:goal", "alpha-beta:fluents",
       "alpha-beta:patterns", "greedy:goal", "greedy:fluents", "greedy:patterns", "strategy"});
  const std::uint64_t simulations = whole_in(known, "simulations", 0, most);
  if (simulations == 0) return player;
  if (!player.starts_with("mcts")) refuse("only mcts has a number of simulations");
  return fmt::format("{}{}simulations={}", player, player == "mcts" ? ":" : ",", simulations);
}

void show_position(Builder& job) {
  job.add({"position", "--json"});
  job.add_sheet();
  job.set_game();
  job.add_moves();
  const json& request = job.request();
  if (request.contains("state")) {
    job.add_file("--state=@", "state.txt", moves_text(json::array({request["state"]})));
  }
  for (const json& role : request.value("view_of", json::array())) {
    job.add("--view-of=" + role.get<std::string>());
  }
  const double seconds = number_in(request, "seconds", 1, 0.01, 30);
  job.add(fmt::format("--move-seconds={}", seconds));
  job.add(fmt::format("--seed={}", whole_in(request, "seed", 1, 1'000'000'000)));
  const std::string player = player_in(request);
  if (player == "strategy") {
    job.add_file("--ask=strategy:", "strategy.pl", request.at("strategy").get<std::string>());
  } else if (!player.empty()) {
    job.add("--ask=" + player);
  }
  if (request.value("values", false)) job.add(fmt::format("--values={}", seconds));
}

void show_stage(Builder& job) {
  const json& request = job.request();
  job.add({"dump", "--source-lines"});
  const std::string stage = name_in(request, "stage",
                                    {"plan", "ast", "clauses", "metarules", "net", "lanes", "dot",
                                     "llvm", "llvm-optimised", "asm"});
  job.add("--emit=" + stage);
  if (request.contains("question")) {
    job.add("--question=" +
            name_in(request, "question", {"terminal", "legal", "next", "goal", "sees"}));
  }
  const std::string code =
      name_in(request, "engine", {"jit", "net-jit", "lanes-64", "lanes-256", "lanes-512"});
  const bool is_code = stage.starts_with("llvm") || stage == "asm";
  constexpr std::string_view lanes = "lanes-";
  if (!code.starts_with(lanes)) {
    job.add("--engine=" + code);
  } else if (is_code) {
    job.add("--lanes=" + code.substr(lanes.size()));
  }
  job.add_sheet();
}

void show_passes(Builder& job) {
  job.add({"dump", "--emit=plan", "--print-changed=all", "--time-passes"});
  job.add_sheet();
}

void explain_game(Builder& job) {
  job.add({"explain", "--json"});
  job.add_sheet();
}

void explain_order(Builder& job) {
  job.add({"order", "--explain"});
  job.add_sheet();
}

void prove(Builder& job) {
  const json& request = job.request();
  job.add({"verify", "--json", "--progress", "--threads=1"});
  job.add(fmt::format("--proof-seconds={}", number_in(request, "seconds", 20, 1, 600)));
  job.add(fmt::format("--seconds={}", number_in(request, "seconds", 20, 1, 600)));
  job.add_sheet();
  const std::string formulas = request.value("formulas", std::string());
  if (!formulas.empty()) job.add_file("", "formulas.inv", formulas);
}

void derive(Builder& job) {
  const json& request = job.request();
  job.add({"query", "--json"});
  job.add(request.value("why_not", false) ? "--why-not" : "--trace");
  if (request.value("why_not", false)) {
    job.add(fmt::format("--depth={}", whole_in(request, "depth", 2, 20)));
  }
  job.add_moves();
  if (request.contains("does")) {
    job.add_file("--does=@", "does.txt", moves_text(json::array({request["does"]})));
  }
  job.add_sheet();
  // After `--` nothing is an option, whatever it begins with.
  job.add({"--", request.at("query").get<std::string>()});
}

void measure(Builder& job) {
  const json& request = job.request();
  job.add({"simulate", "--json", "--playouts=1000000000"});
  const std::string engine = name_in(request, "engine", {"interpreter", "jit", "net-jit", "lanes"});
  job.add(engine == "lanes" ? "--batch" : "--engine=" + engine);
  job.add(fmt::format("--play-seconds={}", number_in(request, "seconds", 0.5, 0.05, 10)));
  job.add_sheet();
}

void profile(Builder& job) {
  // Long enough that a pause of the machine does not distort a rule's time.
  job.add({"simulate", "--playouts=1000000", "--play-seconds=0.3"});
  job.add_result("--profile=", "profile.json");
  job.add_sheet();
}

void learn(Builder& job) {
  const json& request = job.request();
  job.add({"learn", "--json", "--progress"});
  job.add(fmt::format("--games={}", whole_in(request, "games", 200, 1'000'000)));
  job.add(fmt::format("--seed={}", whole_in(request, "seed", 1, 1'000'000'000)));
  if (request.value("refute", false)) job.add("--refute");
  job.add_sheet();
}

using MakeJob = void (*)(Builder&);

const std::map<std::string, MakeJob, std::less<>>& views() {
  static const std::map<std::string, MakeJob, std::less<>> all{
      {"check", &check_sheet},  {"position", &show_position}, {"stage", &show_stage},
      {"passes", &show_passes}, {"explain", &explain_game},   {"order", &explain_order},
      {"prove", &prove},        {"derive", &derive},          {"measure", &measure},
      {"learn", &learn},        {"profile", &profile}};
  return all;
}

}  // namespace

JobRequest explore_command(const json& request) {
  try {
    const auto view = views().find(request.at("view").get<std::string>());
    if (view == views().end()) refuse("unknown view");
    Builder job(request);
    view->second(job);
    return job.take();
  } catch (const json::exception&) {
    refuse("the request lacks a field, or one is not of its kind");
  }
}

}  // namespace tesuji::tools
