#include "tools/servers/match_record.h"

#include "tools/base/json.h"
#include "tools/base/output_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace tesuji::tools {
namespace {

constexpr int indent = 1;
constexpr std::size_t longest_name = 100;

/// What may stand in names of files anywhere.
std::string file_name(const std::string& text) {
  std::string name = text.substr(0, longest_name);
  std::replace_if(
      name.begin(), name.end(),
      [](char c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return !letter && !(c >= '0' && c <= '9') && c != '.' && c != '-' && c != '_';
      },
      '_');
  if (name.empty() || name.front() == '.' || name.front() == '-') name.insert(0, "_");
  return name;
}

}  // namespace

std::string match_record_text(const MatchRecord& record) {
  Json errors = Json::array();
  for (std::size_t step = 0; step < record.moves.size(); ++step) {
    std::vector<std::string> of_roles(record.roles.size());
    const std::string answer = step < record.answers.size() ? record.answers[step] : "";
    if (answer.empty()) {
      of_roles[record.role] = "TO";
    } else if (answer != record.moves[step][record.role]) {
      of_roles[record.role] = "IL " + answer;
    }
    errors.push_back(of_roles);
  }
  std::vector<std::string> players(record.roles.size());
  players[record.role] = record.player;
  return json_text({{"matchId", record.match},
                    {"startTime", record.start_time},
                    {"startClock", record.start_clock},
                    {"playClock", record.play_clock},
                    {"gameRoleNames", record.roles},
                    {"playerNamesFromHost", players},
                    {"gameRulesheet", record.rules},
                    {"isCompleted", record.completed},
                    {"isAborted", record.aborted},
                    {"states", record.states},
                    {"stateTimes", record.times},
                    {"moves", record.moves},
                    {"errors", std::move(errors)},
                    {"goalValues", record.goals}},
                   indent);
}

std::string save_match_record(const MatchRecord& record, const std::string& folder,
                              ir::Diagnostics& diagnostics) {
  const std::string name =
      fmt::format("{}/{}-{}", folder, file_name(record.match),
                  file_name(record.role < record.roles.size() ? record.roles[record.role] : ""));
  std::string path = name + ".json";
  std::error_code ignored;
  for (int number = 2; std::filesystem::exists(path, ignored); ++number) {
    path = fmt::format("{}-{}.json", name, number);
  }
  return write_output(path, match_record_text(record), diagnostics) ? path : std::string();
}

}  // namespace tesuji::tools
