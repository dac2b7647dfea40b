#include "tools/servers/ggp_match.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "tools/base/json.h"
#include "tools/base/output_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr int indent = 1;
constexpr std::size_t longest_name = 100;

/// Returns the text with only characters that are safe in file names.
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

using namespace match_times;

namespace {

/// Messages of one match that wait for its thread.
constexpr std::size_t most_waiting = 16;
constexpr std::size_t longest_message = 300;
/// Returns the first error on one line, with its place in the rules.
std::string error_message(const ir::Diagnostics& diagnostics, const std::string& path) {
  for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.severity != ir::Severity::error) continue;
    std::string text = diagnostics.render(diagnostic);
    text.resize(std::min(text.size(), text.find('\n')));
    if (text.starts_with(path)) text.replace(0, path.size(), "rules");
    return text;
  }
  return "the game cannot be loaded";
}

}  // namespace

std::string error_answer(std::string_view why) {
  std::string text(why.substr(0, longest_message));
  for (char& c : text) {
    if (c == '"') c = '\'';
    if (c < ' ' || c > '~') c = '?';
  }
  return "(error \"" + text + "\")";
}

/// A request that is being answered: while there is one, the match does not count as silent.
class GgpMatch::Request {
 public:
  /// Constructor and destructor require the match's mutex to be locked.
  explicit Request(GgpMatch& match) : match_(match) { ++match_.requests_; }
  ~Request() {
    --match_.requests_;
    match_.heard_ = Clock::now();
  }
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

 private:
  GgpMatch& match_;
};

RulesFile::RulesFile(const std::string& rules) : folder_("tesuji-serve") {
  std::ofstream file(path(), std::ios::binary);
  // Text that begins otherwise could be taken for IR text.
  if (rules.find_first_not_of(" \t\r\n") != rules.find('(')) file << "; rules\n";
  file << rules << '\n';
  file.close();
  if (file.fail()) throw std::system_error(std::make_error_code(std::errc::io_error), path());
}

GgpMatch::GgpMatch(GgpMessage start, std::unique_ptr<const RulesFile> rules,
                   GgpMatchOptions options, Clock::time_point arrived, Log log)
    : start_(std::move(start)),
      rules_(std::move(rules)),
      path_(rules_->path()),
      options_(std::move(options)),
      log_(std::move(log)),
      arrived_(arrived),
      search_until_(search_end(start_.start_clock, arrived)),
      heard_(arrived),
      random_(options_.player.search.seed) {
  record_.start_time = milliseconds_since_1970();
  worker_ = std::thread([this] { work(); });
}

GgpMatch::~GgpMatch() {
  static_cast<void>(finish());
}

// Requests ----------------------------------------------------------------------------------------

Clock::time_point GgpMatch::search_end(double clock, Clock::time_point arrived) const {
  return arrived + seconds(clock - std::min(options_.margin, clock / 2));
}

/// Search may end a little late.
Clock::time_point GgpMatch::answer_end(double clock, Clock::time_point arrived) const {
  return search_end(clock, arrived) + seconds(std::min(options_.margin, clock / 2) / 3);
}

std::string GgpMatch::start(Clock::time_point arrived) {
  std::unique_lock lock(mutex_);
  const Request request(*this);
  changed_.wait_until(lock, answer_end(start_.start_clock, arrived),
                      [&] { return prepared_ || stage_ == Stage::failed || cancelled_; });
  return stage_ == Stage::failed ? error_answer(failure_) : "READY";
}

std::string GgpMatch::play(GgpMessage message, Clock::time_point arrived) {
  std::unique_lock lock(mutex_);
  const Request request(*this);
  if (tasks_.size() >= most_waiting) return error_answer("too many messages");
  const double clock = start_.play_clock;
  const std::uint64_t number = posted_ + 1;
  const bool answered = sent_of_ == posted_;
  tasks_.push_back({number, std::move(message), arrived, search_end(clock, arrived), answered});
  posted_ = number;
  interrupt_ = true;
  changed_.notify_all();
  const auto ended = [&] { return stage_ == Stage::failed || cancelled_; };
  changed_.wait_until(lock, answer_end(clock, arrived),
                      [&] { return answer_of_ >= number || ended(); });
  // Not even the legal moves are known: a late answer is better than none.
  changed_.wait_until(lock, arrived + seconds(clock),
                      [&] { return answer_of_ >= number || fallback_of_ >= number || ended(); });
  if (answer_of_ < number && fallback_of_ < number) {
    const std::string why = stage_ == Stage::failed  ? failure_
                            : stage_ == Stage::ready ? "no legal move was found in time"
                                                     : "the game is still being loaded";
    say(fmt::format("turn {}: no answer: {}", number, why));
    return error_answer(why);
  }
  const std::string answer = answer_of_ >= number ? answer_ : fallback_;
  if (number > sent_of_) {
    sent_of_ = number;
    sent_ = answer;
  }
  return answer;
}

void GgpMatch::stop(GgpMessage message) {
  const std::lock_guard lock(mutex_);
  if (tasks_.size() >= most_waiting) return;
  const bool answered = sent_of_ == posted_;
  tasks_.push_back({++posted_, std::move(message), Clock::now(), Clock::now(), answered});
  interrupt_ = true;
  changed_.notify_all();
}

void GgpMatch::abort() {
  const std::lock_guard lock(mutex_);
  cancelled_ = interrupt_ = true;
  changed_.notify_all();
}

bool GgpMatch::is_new() const {
  const std::lock_guard lock(mutex_);
  return posted_ == 0;
}

bool GgpMatch::is_failed() const {
  const std::lock_guard lock(mutex_);
  return stage_ == Stage::failed;
}

bool GgpMatch::is_silent() const {
  const std::lock_guard lock(mutex_);
  // As long as a server may wait for the other players' starts, and for some of their moves.
  constexpr double turns = 5;
  constexpr double grace = 2;
  const double most = start_.start_clock + turns * (start_.play_clock + grace);
  return requests_ == 0 && seconds_between(heard_, Clock::now()) > most;
}

std::optional<MatchRecord> GgpMatch::finish() {
  {
    std::unique_lock lock(mutex_);
    // For the last moves in a STOP.
    constexpr std::chrono::seconds patience{1};
    changed_.wait_for(lock, patience, [&] {
      return processed_ == posted_ || stage_ != Stage::ready || cancelled_;
    });
    cancelled_ = interrupt_ = true;
    changed_.notify_all();
  }
  if (worker_.joinable()) worker_.join();
  record_.aborted = !ended_;
  return record_.roles.empty() ? std::nullopt : std::optional(record_);
}

void GgpMatch::let_go() {
  player_ = nullptr;
  possible_ = nullptr;
  scratch_ = nullptr;
  game_ = {};
  rules_ = nullptr;
}

// The match's thread ------------------------------------------------------------------------------

void GgpMatch::say(const std::string& text) const {
  log_(fmt::format("{} {}: {}", start_.match, start_.role, text));
}

void GgpMatch::fail(const std::string& why) {
  say(why);
  const std::lock_guard lock(mutex_);
  stage_ = Stage::failed;
  failure_ = why;
  changed_.notify_all();
}

void GgpMatch::work() {
  const runtime::StopScope scope(&cancelled_);
  try {
    load();
  } catch (const std::exception& error) {
    if (!cancelled_) fail(error.what());
  }
  {
    const std::lock_guard lock(mutex_);
    if (stage_ != Stage::ready) return;
  }
  search_once();
  search_ahead(search_until_);
  {
    const std::lock_guard lock(mutex_);
    prepared_ = true;
    changed_.notify_all();
  }
  while (const std::optional<Task> task = next_task()) {
    try {
      process(*task);
    } catch (const std::exception& error) {
      // Limits of the game, or memory: the move decided so far is sent.
      if (!cancelled_) say(error.what());
      const std::lock_guard lock(mutex_);
      if (fallback_of_ == task->number) {
        answer_of_ = task->number;
        answer_ = fallback_;
      }
    }
    const std::lock_guard lock(mutex_);
    processed_ = task->number;
    changed_.notify_all();
  }
}

void GgpMatch::load() {
  const auto begin = Clock::now();
  driver::Session session;
  session.syntax = frontend::Syntax::kif;
  std::optional<driver::LoadedGame> loaded = driver::load_game(path_, options_.driver, session);
  if (!loaded) {
    fail(error_message(session.diagnostics, path_));
    return;
  }
  game_ = std::move(*loaded);
  const auto roles = game_.game->roles();
  const auto found = std::find(roles.begin(), roles.end(), start_.role);
  if (found == roles.end()) {
    fail(fmt::format("unknown role {}; the roles are {}", start_.role, fmt::join(roles, ", ")));
    return;
  }
  role_ = static_cast<runtime::Role>(found - roles.begin());
  scratch_ = game_.game->make_scratch();
  state_.assign(game_.game->initial().begin(), game_.game->initial().end());
  record_.match = start_.match;
  record_.player = options_.name;
  record_.rules = start_.rules;
  record_.roles.assign(roles.begin(), roles.end());
  record_.role = role_;
  record_.start_clock = start_.start_clock;
  record_.play_clock = start_.play_clock;
  note_state();
  if (game_.game->has_percepts()) {
    say("incomplete information (GDL-II): search over states that percepts allow");
  } else {
    try {
      auto lanes =
          options_.lanes ? std::make_shared<driver::LaneLoader>(path_, options_.driver) : nullptr;
      driver::TreePlayerOptions player = options_.player;
      player.symmetries = driver::symmetry_loader(path_, options_.driver);
      if (options_.learners) {
        const driver::EvaluationLearners learners = options_.learners(path_, options_.driver);
        player.end_order_learner = learners.goal;
        if (lanes && options_.contest) {
          player.contest = std::make_shared<driver::SearchContest>(
              lanes, learners, driver::contest_for(player.search));
        }
      }
      if (options_.plans) player.plans = options_.plans(path_, options_.driver);
      if (options_.solve) player.solve_seconds = std::max(0.0, seconds_until(search_until_));
      player_ = std::make_unique<driver::TreePlayer>(game_, std::move(lanes), std::move(player));
    } catch (const runtime::LimitReached& error) {
      say(fmt::format("moves are drawn at random, without search: {}", error.what()));
    }
  }
  say(fmt::format("start: {} with {}, clocks {} s and {} s, loaded in {:.3f} s",
                  roles.size() == 1 ? "game" : "match", fmt::join(roles, ", "), start_.start_clock,
                  start_.play_clock, seconds_between(begin, Clock::now())));
  const std::lock_guard lock(mutex_);
  stage_ = Stage::ready;
  changed_.notify_all();
}

/// Runs the first simulation, to measure how soon it is done.
void GgpMatch::search_once() {
  const double left = seconds_until(search_until_);
  if (!player_ || left < shortest_part) return;
  try {
    if (player_->ponder({left, 1, &interrupt_}) == 0) return;
    say(fmt::format("first simulation after {:.3f} s", seconds_between(arrived_, Clock::now())));
  } catch (const std::exception& error) {
    if (!cancelled_) say(error.what());
  }
}

void GgpMatch::search_ahead(Clock::time_point until) {
  while (player_ && !possible_ && !interrupt_) {
    const double left = seconds_until(until);
    if (left < shortest_part) return;
    const double part = std::min(left, longest_part);
    const auto begin = Clock::now();
    try {
      player_->ponder({part, 0, &interrupt_});
    } catch (const std::exception& error) {
      if (!cancelled_) say(error.what());
      return;
    }
    if (seconds_between(begin, Clock::now()) < part / 2) return;  // all is known, or interrupted
  }
}

std::optional<GgpMatch::Task> GgpMatch::next_task() {
  std::unique_lock lock(mutex_);
  if (tasks_.empty() && ahead_ && options_.ponder && !cancelled_) {
    lock.unlock();
    // Twice as long as others' clocks may take.
    search_ahead(Clock::now() + seconds(2 * (start_.play_clock + 1)));
    lock.lock();
  }
  ahead_ = false;
  changed_.wait(lock, [&] { return cancelled_ || !tasks_.empty(); });
  if (cancelled_) return std::nullopt;
  Task task = std::move(tasks_.front());
  tasks_.pop_front();
  interrupt_ = !tasks_.empty();
  return task;
}

void GgpMatch::process(const Task& task) {
  const GgpMessage& message = task.message;
  const bool play = message.kind == GgpMessage::Kind::play;
  if (play && is_repeated(task)) {
    std::string before;
    {
      const std::lock_guard lock(mutex_);
      before = sent_of_ + 1 == task.number && !sent_.empty() ? sent_ : answer_;
    }
    if (!before.empty()) {
      say(fmt::format("turn {}: the message was repeated and has the same answer", turn_ + 1));
      publish(task.number, before, true);
      ahead_ = true;
      return;
    }
  } else if (message.seen) {
    // finish() waits a second for the contents of a STOP.
    take_percepts(message, play ? task.think_until : Clock::now() + std::chrono::seconds(1));
  } else {
    take_moves(message);
  }
  if (play) {
    decide(task);
    asked_ = true;
    return;
  }
  note_end();
}

}  // namespace tesuji::tools
