#include "tools/servers/ggp_matches.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace tesuji::tools {
namespace {

/// Matches whose end is remembered, so that a second STOP is not an error.
constexpr std::size_t most_ended = 64;

}  // namespace

GgpMatches::GgpMatches(GgpOptions options, GgpMatch::Log log)
    : options_(std::move(options)), log_(std::move(log)) {
  recorder_ = std::thread([this] { record_ended(); });
  releaser_ = std::thread([this] { let_go_of_recorded(); });
}

GgpMatches::~GgpMatches() {
  end_all();
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
    changed_.notify_all();
  }
  recorder_.join();
  releaser_.join();
}

std::string GgpMatches::answer(std::string_view text,
                               std::chrono::steady_clock::time_point arrived) {
  std::variant<GgpMessage, GgpFault> parsed = parse_ggp_message(text);
  if (const auto* fault = std::get_if<GgpFault>(&parsed)) {
    const std::string why = fmt::format("{}:{}: {}", fault->line, fault->column, fault->what);
    log_("no message: " + why);
    return error_answer(why);
  }
  auto& message = std::get<GgpMessage>(parsed);
  if (message.kind == GgpMessage::Kind::info) return info();
  if (message.kind == GgpMessage::Kind::preview) return "READY";
  if (message.kind == GgpMessage::Kind::start) return start(std::move(message), arrived);

  const std::string key = ggp_match_key(message.match);
  const std::string name = message.match;
  const std::shared_ptr<GgpMatch> match = find(key);
  const bool play = message.kind == GgpMessage::Kind::play;
  if (!match) {
    const std::lock_guard lock(mutex_);
    const bool ended = std::find(ended_.begin(), ended_.end(), key) != ended_.end();
    if (ended && !play) return message.kind == GgpMessage::Kind::stop ? "DONE" : "ABORTED";
    log_(fmt::format("{}: {} match", name, ended ? "ended" : "unknown"));
    return error_answer("unknown match " + name);
  }
  if (play) return match->play(std::move(message), arrived);
  const bool stop = message.kind == GgpMessage::Kind::stop;
  if (stop) {
    match->stop(std::move(message));
  } else {
    match->abort();
    log_(name + ": aborted");
  }
  retire(key, match);
  return stop ? "DONE" : "ABORTED";
}

std::string GgpMatches::info() {
  const std::lock_guard lock(mutex_);
  const bool busy = matches_.size() >= options_.most_matches;
  return fmt::format("((name {}) (status {}) (species alien))", options_.match.name,
                     busy ? "busy" : "available");
}

std::shared_ptr<GgpMatch> GgpMatches::find(const std::string& match) {
  const std::lock_guard lock(mutex_);
  const auto found = matches_.find(match);
  return found == matches_.end() ? nullptr : found->second;
}

std::string GgpMatches::start(GgpMessage message, std::chrono::steady_clock::time_point arrived) {
  const std::string key = ggp_match_key(message.match);
  const std::string name = message.match;
  if (const auto same = find(key)) {
    const bool again = same->opening().role == message.role &&
                       same->opening().rules == message.rules && same->is_new();
    if (again) return same->start(arrived);
    // A second role of it would get the same messages.
    if (same->opening().role != message.role) {
      log_(fmt::format("{} {}: busy with another role of it", name, message.role));
      return "BUSY";
    }
    log_(name + ": starts anew");
    retire(key, same);
  }
  std::shared_ptr<GgpMatch> match;
  {
    const std::lock_guard lock(mutex_);
    // The same message may arrive twice at the same time.
    if (matches_.size() >= options_.most_matches || closed_ || matches_.contains(key)) {
      log_(fmt::format("{} {}: busy", name, message.role));
      return "BUSY";
    }
    std::unique_ptr<const RulesFile> rules;
    try {
      rules = std::make_unique<const RulesFile>(message.rules);
    } catch (const std::system_error& error) {
      log_(fmt::format("{}: the rules cannot be written to a temporary file: {}", name,
                       error.what()));
      return error_answer("no space for the rules");
    }
    GgpMatchOptions options = options_.match;
    options.player.search.seed += started_++;
    options.player.search.memory /= options_.most_matches;
    try {
      match = std::make_shared<GgpMatch>(std::move(message), std::move(rules), std::move(options),
                                         arrived, log_);
    } catch (const std::system_error&) {
      return "BUSY";
    }
    matches_[key] = match;
  }
  std::string answer = match->start(arrived);
  if (match->is_failed()) retire(key, match);
  return answer;
}

void GgpMatches::retire(const std::string& key, const std::shared_ptr<GgpMatch>& match) {
  const std::lock_guard lock(mutex_);
  const auto found = matches_.find(key);
  if (found == matches_.end() || found->second != match) return;
  matches_.erase(found);
  if (ended_.size() == most_ended) ended_.pop_front();
  ended_.push_back(key);
  retired_.push_back(match);
  changed_.notify_all();
}

void GgpMatches::record_ended() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return done_ || !retired_.empty(); });
    if (retired_.empty()) return;
    const std::shared_ptr<GgpMatch> match = std::move(retired_.front());
    retired_.pop_front();
    ++recording_;
    lock.unlock();
    const std::optional<MatchRecord> record = match->finish();
    if (record && !options_.record_folder.empty()) {
      ir::SourceMap sources;
      ir::Diagnostics diagnostics(sources);
      const std::string path = save_match_record(*record, options_.record_folder, diagnostics);
      if (path.empty()) {
        log_(diagnostics.render());
      } else {
        log_(fmt::format("{} {}: recorded in {}", record->match, match->opening().role, path));
      }
    }
    lock.lock();
    --recording_;
    recorded_.push_back(match);
    changed_.notify_all();
  }
}

void GgpMatches::let_go_of_recorded() {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto all_recorded = [&] { return retired_.empty() && recording_ == 0; };
    changed_.wait(lock, [&] { return !recorded_.empty() || (done_ && all_recorded()); });
    if (recorded_.empty()) return;
    const std::shared_ptr<GgpMatch> match = std::move(recorded_.front());
    recorded_.pop_front();
    ++releasing_;
    lock.unlock();
    match->let_go();
    lock.lock();
    --releasing_;
    changed_.notify_all();
  }
}

bool GgpMatches::is_idle() {
  const std::lock_guard lock(mutex_);
  return matches_.empty() && retired_.empty() && recording_ == 0 && recorded_.empty() &&
         releasing_ == 0;
}

void GgpMatches::end_silent() {
  std::map<std::string, std::shared_ptr<GgpMatch>> silent;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, match] : matches_) {
      if (match->is_silent()) silent.emplace(key, match);
    }
  }
  for (const auto& [key, match] : silent) {
    log_(match->opening().match + ": no more messages arrive, so it ends");
    retire(key, match);
  }
}

void GgpMatches::end_all() {
  std::map<std::string, std::shared_ptr<GgpMatch>> all;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    all = matches_;
  }
  for (const auto& [key, match] : all) {
    match->abort();
    retire(key, match);
  }
  std::unique_lock lock(mutex_);
  constexpr std::chrono::seconds patience{3};
  changed_.wait_for(lock, patience, [&] { return retired_.empty() && recording_ == 0; });
}

}  // namespace tesuji::tools
