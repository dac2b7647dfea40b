#include "backend/proofs/knowledge/alike_plays.h"

#include "backend/proofs/knowledge/walk.h"
#include "runtime/host/memory/rng.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

namespace tesuji::proofs {

namespace {

/// Mixes a text into a hash of a role's history.
std::uint64_t mixed(std::uint64_t hash, std::string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return (hash ^ 0xffU) * 0x9e3779b97f4a7c15U;
}

class Attack {
 public:
  Attack(const Observer& observer, const AlikeOptions& options)
      : observer_(observer),
        game_(observer.game()),
        options_(options),
        walk_(observer),
        rng_(options.seed) {
    for (std::uint32_t role = 0; role < game_.roles().size(); ++role) {
      if (game_.roles()[role] != "random") roles_.push_back(role);
    }
  }

  AlikeResult run() {
    const auto begin = std::chrono::steady_clock::now();
    const auto late = [&] {
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
      return options_.seconds > 0 && time.count() > options_.seconds;
    };
    while (result_.pairs < options_.pairs && !roles_.empty()) {
      if (late() || (options_.stop != nullptr && options_.stop->load())) break;
      play();
    }
    return std::move(result_);
  }

 private:
  /// Where a history first occurred.
  struct Met {
    View view;
    std::size_t play = 0;
    std::uint32_t moves = 0;
  };
  struct Key {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const { return key.first; }
  };

  void play() {
    constexpr std::size_t most_moves = 1000;
    ++result_.plays;
    walk_.restart();
    std::vector<Moves> moves;
    std::vector<Key> seen;
    for (const std::uint32_t role : roles_) {
      seen.push_back({mixed(role, "first"), mixed(role + 0x9e37U, "second")});
    }
    for (;;) {
      const std::vector<View> views = walk_.views();
      compare(seen, views, moves);
      if (views.front().over || moves.size() == most_moves) break;
      Moves joint;
      for (const View& view : views) {
        if (view.legal.empty()) break;
        joint.push_back(view.legal[rng_.below(view.legal.size())]);
      }
      if (joint.size() < views.size()) break;
      const auto percepts = walk_.advance(joint);
      for (std::size_t i = 0; i < roles_.size(); ++i) {
        const auto add = [&](std::string_view text) {
          seen[i].first = mixed(seen[i].first, text);
          seen[i].second = mixed(seen[i].second, text);
        };
        add(std::to_string(joint[roles_[i]]));
        for (const std::string& percept : percepts[roles_[i]]) add(percept);
        add("");
      }
      moves.push_back(std::move(joint));
    }
    if (remembered_) plays_.push_back(std::move(moves));
    remembered_ = false;
  }

  void compare(const std::vector<Key>& seen, const std::vector<View>& views,
               const std::vector<Moves>& moves) {
    for (std::size_t i = 0; i < roles_.size(); ++i) {
      const View& view = views[roles_[i]];
      const auto found = met_.find(seen[i]);
      if (found == met_.end()) {
        if (met_.size() >= options_.most_histories) continue;
        met_.emplace(seen[i], Met{view, plays_.size(), static_cast<std::uint32_t>(moves.size())});
        remembered_ = true;
        continue;
      }
      ++result_.pairs;
      for (const Known known : all_known) {
        if (same(known, found->second.view, view)) continue;
        if (!violated_.emplace(roles_[i], known).second) continue;
        const std::vector<Moves>& other =
            found->second.play < plays_.size() ? plays_[found->second.play] : moves;
        result_.violations.push_back(
            {roles_[i],
             known,
             {shown_play(observer_, std::span(other).first(found->second.moves)),
              shown_play(observer_, moves)}});
      }
    }
  }

  const Observer& observer_;
  const runtime::Game& game_;
  const AlikeOptions& options_;
  Walk walk_;
  runtime::Rng rng_;
  std::vector<std::uint32_t> roles_;
  std::unordered_map<Key, Met, Hash> met_;  ///< by a role's history
  std::vector<std::vector<Moves>> plays_;   ///< in which histories first occurred
  bool remembered_ = false;                 ///< whether the current play is one of these
  std::set<std::pair<std::uint32_t, Known>> violated_;
  AlikeResult result_;
};

}  // namespace

std::string replay_alike(const Observer& observer, std::uint32_t role, Known known,
                         const std::pair<Play, Play>& plays) {
  Walk first(observer);
  Walk second(observer);
  std::string wrong = play_alike(role, plays.first, plays.second, first, second);
  if (!wrong.empty()) return wrong;
  if (!same(known, first.views()[role], second.views()[role])) return "";
  return fmt::format("{} knows {} by the game's rules", observer.game().roles()[role],
                     words_for(known));
}

AlikeResult attack_alike(const Observer& observer, const AlikeOptions& options) {
  return Attack(observer, options).run();
}

}  // namespace tesuji::proofs
