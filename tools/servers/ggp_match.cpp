#include "tools/servers/ggp_match.h"

#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace tesuji::tools {
namespace {

using Clock = GgpMatch::Clock;

/// Messages of one match that wait for its thread.
constexpr std::size_t most_waiting = 16;
constexpr std::size_t longest_message = 300;
/// Search is asked in parts, so that lanes are used once they are there.
constexpr double longest_part = 1.0;
/// Of the time for a move, after which there is a move that was searched for.
constexpr double first_part = 0.4;
/// Less time than that is not worth another part.
constexpr double shortest_part = 0.05;

Clock::duration seconds(double count) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

double seconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

double seconds_until(Clock::time_point end) {
  return seconds_between(Clock::now(), end);
}

std::uint64_t milliseconds_since_1970() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                        std::chrono::system_clock::now().time_since_epoch())
                                        .count());
}

/// The first error on one line, with its place in the rules.
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

/// A request that is being answered: while there is one the match is not silent.
class GgpMatch::Request {
 public:
  /// Both with the match's mutex locked.
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

GgpMatch::GgpMatch(GgpMessage start, std::string path, GgpMatchOptions options,
                   Clock::time_point arrived, Log log)
    : start_(std::move(start)),
      path_(std::move(path)),
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
  // Not even the legal moves are known: rather late than never.
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
  // As long as a server may wait for others' starts, and for some of their moves.
  constexpr double turns = 5;
  constexpr double grace = 2;
  const double most = start_.start_clock + turns * (start_.play_clock + grace);
  return requests_ == 0 && seconds_between(heard_, Clock::now()) > most;
}

std::optional<MatchRecord> GgpMatch::finish() {
  {
    std::unique_lock lock(mutex_);
    // What a STOP told last.
    constexpr std::chrono::seconds patience{1};
    changed_.wait_for(lock, patience, [&] {
      return processed_ == posted_ || stage_ != Stage::ready || cancelled_;
    });
    cancelled_ = interrupt_ = true;
    changed_.notify_all();
  }
  if (worker_.joinable()) worker_.join();
  record_.aborted = !record_.completed;
  return record_.roles.empty() ? std::nullopt : std::optional(record_);
}

void GgpMatch::let_go() {
  player_ = nullptr;
  possible_ = nullptr;
  scratch_ = nullptr;
  game_ = {};
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
      // Limits of the game, memory: what is decided is sent.
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
    fail(fmt::format("the game has no role {}; its roles are {}", start_.role,
                     fmt::join(roles, ", ")));
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
      auto lanes = options_.lanes ? std::make_shared<driver::LaneLoader>(path_, options_.driver)
                                  : nullptr;
      player_ =
          std::make_unique<driver::TreePlayer>(game_, std::move(lanes), options_.player);
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

/// The first simulation, to tell how soon there was one.
void GgpMatch::search_once() {
  const double left = seconds_until(search_until_);
  if (!player_ || left < shortest_part) return;
  try {
    player_->ponder({left, 1, &interrupt_});
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
    // As long as others' clocks may take, twice.
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
      say(fmt::format("turn {}: the message came again, and has the same answer", turn_ + 1));
      publish(task.number, before, true);
      ahead_ = true;
      return;
    }
  } else if (message.seen) {
    take_percepts(message, task.think_until);
  } else {
    take_moves(message);
  }
  if (play) {
    decide(task);
    asked_ = true;
    return;
  }
  record_.completed = !possible_ && game_.game->terminal(state_, *scratch_);
  std::string end = "the match was stopped before its end";
  if (record_.completed) {
    record_.goals.resize(record_.roles.size());
    game_.game->goal_values(state_, *scratch_, record_.goals);
    end = fmt::format("end after {} turns, goals {}", turn_, fmt::join(record_.goals, " "));
  }
  say(end);
}

// Turns -------------------------------------------------------------------------------------------

/// Without numbers of turns, the same moves may be those of the next turn, too. They are if they
/// are legal there, and the server had the answer that it was waiting for.
bool GgpMatch::is_repeated(const Task& task) {
  if (!asked_) return false;
  const GgpMessage& message = task.message;
  if (message.seen) {
    return seen_ && seen_->turn == message.seen->turn && seen_->move == message.seen->move &&
           seen_->percepts == message.seen->percepts;
  }
  if (message.moves != told_) return message.moves.empty();
  std::string ignored;
  return told_.empty() || !task.answered || !legal_joint(message.moves, ignored);
}

std::optional<std::vector<runtime::Move>> GgpMatch::legal_joint(
    const std::vector<std::string>& moves, std::string& why) {
  const runtime::Game& game = *game_.game;
  if (moves.size() != game.roles().size()) {
    why = fmt::format("{} moves for {} roles", moves.size(), game.roles().size());
    return std::nullopt;
  }
  if (game.terminal(state_, *scratch_)) {
    why = "the game has ended";
    return std::nullopt;
  }
  std::vector<std::vector<runtime::Move>> legal;
  game.legal(state_, *scratch_, legal);
  std::vector<runtime::Move> joint;
  for (runtime::Role role = 0; role < moves.size(); ++role) {
    const std::optional<runtime::Move> move = game.find_move(moves[role]);
    if (!move || !std::binary_search(legal[role].begin(), legal[role].end(), *move)) {
      why = fmt::format("{} is no legal move of {}", moves[role], game.roles()[role]);
      return std::nullopt;
    }
    joint.push_back(*move);
  }
  return joint;
}

void GgpMatch::take_moves(const GgpMessage& message) {
  if (message.moves.empty()) {
    told_.clear();
    return;
  }
  if (possible_) state_ = possible_->states().states().front();
  std::string why;
  const auto joint = legal_joint(message.moves, why);
  if (!joint) {
    say(fmt::format("turn {}: {}: the state stays as it is", turn_ + 1, why));
    return;
  }
  runtime::State next(game_.game->state_words());
  game_.game->next(state_, *joint, *scratch_, next);
  state_ = std::move(next);
  if (possible_) possible_->set(state_);
  told_ = message.moves;
  note_turn(message.moves);
}

void GgpMatch::take_percepts(const GgpMessage& message, Clock::time_point until) {
  if (!possible_) {
    driver::PerceptPlayerOptions options;
    options.states.seed = options.search.seed = options_.player.search.seed;
    options.search.memory = options_.player.search.memory;
    options.search.step_limit = options_.player.step_limit;
    possible_ = std::make_unique<driver::PerceptPlayer>(game_.game, role_, options);
    possible_->set(state_);
  }
  seen_ = message.seen;
  if (seen_->move.empty()) return;
  const std::optional<runtime::Move> own = game_.game->find_move(seen_->move);
  if (!own) {
    say(fmt::format("turn {}: {} is no move of the game: the states stay as they are", turn_ + 1,
                    seen_->move));
    return;
  }
  ++turn_;
  const auto half = Clock::now() + (until - Clock::now()) / 2;
  if (!possible_->advance(*own, seen_->percepts, half)) {
    say(fmt::format("turn {}: no state that is known explains what is seen", turn_));
  }
}

void GgpMatch::note_turn(const std::vector<std::string>& moves) {
  ++turn_;
  {
    const std::lock_guard lock(mutex_);
    // The task that is being processed is not answered yet, those that wait neither.
    const bool asked = asked_ && sent_of_ > 0 && !sent_.empty();
    record_.answers.push_back(asked ? sent_ : std::string());
    sent_.clear();
  }
  record_.moves.push_back(moves);
  note_state();
}

void GgpMatch::note_state() {
  record_.states.push_back(game_.game->fluents(state_));
  record_.times.push_back(milliseconds_since_1970());
}

// Moves -------------------------------------------------------------------------------------------

void GgpMatch::publish(std::uint64_t number, const std::string& move, bool final) {
  const std::lock_guard lock(mutex_);
  (final ? answer_of_ : fallback_of_) = number;
  (final ? answer_ : fallback_) = move;
  changed_.notify_all();
}

void GgpMatch::log_move(const Task& task, const std::string& move, const std::string& how) {
  say(fmt::format("turn {}: {}: {}, {:.3f} s", turn_ + 1, move, how,
                  seconds_between(task.arrived, Clock::now())));
}

void GgpMatch::decide(const Task& task) {
  const runtime::Game& game = *game_.game;
  std::vector<runtime::Move> own;
  if (possible_) {
    own = possible_->legal();
  } else if (!game.terminal(state_, *scratch_)) {
    std::vector<std::vector<runtime::Move>> legal;
    game.legal(state_, *scratch_, legal);
    own = std::move(legal[role_]);
  }
  if (own.empty()) {
    publish(task.number, "nil", true);
    log_move(task, "nil", "there is no legal move");
    return;
  }
  const std::string at_once = game.move_name(own[random_.below(own.size())]);
  publish(task.number, at_once, false);
  if (own.size() == 1 || (!player_ && !possible_)) {
    publish(task.number, at_once, true);
    log_move(task, at_once, own.size() == 1 ? "the only legal move" : "random");
    if (player_ && !possible_) player_->set_state(state_);
    ahead_ = true;
    return;
  }
  std::string how = "random";
  const std::string move = search(task, own, how);
  publish(task.number, move.empty() ? at_once : move, true);
  log_move(task, move.empty() ? at_once : move, how);
  ahead_ = true;
}

std::optional<driver::Thought> GgpMatch::think(double seconds) {
  const runtime::TreeSearchLimits limits{seconds, 0, &interrupt_};
  return possible_ ? possible_->think(limits) : player_->think(role_, limits);
}

std::string GgpMatch::search(const Task& task, std::span<const runtime::Move> legal,
                             std::string& how) {
  std::string move;
  try {
    if (!possible_) player_->set_state(state_);
    double part = first_part * seconds_until(task.think_until);
    for (;;) {
      // At least a moment, so that late messages are answered, too.
      const double left = std::max(seconds_until(task.think_until), shortest_part / 10);
      if (left - part < shortest_part) part = left;
      const auto begin = Clock::now();
      const std::optional<driver::Thought> thought = think(std::max(part, shortest_part / 10));
      const std::optional<runtime::Move> found =
          thought ? game_.game->find_move(thought->move) : std::nullopt;
      if (!found || !std::binary_search(legal.begin(), legal.end(), *found)) {
        how = "random: search found no move";
        return {};
      }
      move = thought->move;
      publish(task.number, move, false);
      how = driver::describe(*thought);
      const bool early = seconds_between(begin, Clock::now()) < part / 2;
      if (interrupt_ || early || seconds_until(task.think_until) < shortest_part) return move;
      part = std::min(longest_part, seconds_until(task.think_until));
    }
  } catch (const runtime::LimitReached& error) {
    say(fmt::format("turn {}: search ended: {}", turn_ + 1, error.what()));
  }
  return move;
}

}  // namespace tesuji::tools
