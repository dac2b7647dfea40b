#include "backend/proofs/knowledge/alike_plays.h"

#include "backend/proofs/observe/observed_game.h"
#include "runtime/host/memory/rng.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

namespace tesuji::proofs {
namespace {

/// Returns the joint move of a play's step; nothing, with the reason in `wrong`, if it is not
/// legal.
std::optional<Moves> joint_move(Walk& walk, const PlayStep& step, std::string& wrong) {
  const runtime::Game& game = walk.game();
  const std::vector<Moves>& legal = walk.legal();
  if (step.joint.size() != legal.size()) {
    wrong = "it needs one move for each role";
    return std::nullopt;
  }
  Moves joint;
  for (std::size_t role = 0; role < legal.size(); ++role) {
    const std::optional<runtime::Move> move = game.find_move(step.joint[role]);
    if (!move || std::find(legal[role].begin(), legal[role].end(), *move) == legal[role].end()) {
      wrong = fmt::format("`{}` is not legal for {}", step.joint[role], game.roles()[role]);
      return std::nullopt;
    }
    joint.push_back(*move);
  }
  return joint;
}

}  // namespace

bool same(Known known, const View& a, const View& b) {
  switch (known) {
    case Known::terminal:
      return a.over == b.over;
    case Known::legal:
      return a.over || b.over || a.legal == b.legal;
    case Known::goal:
      return !a.over || !b.over || a.goals == b.goals;
  }
  return false;
}

const std::vector<Moves>& Walk::legal() {
  game_.legal(state_, *scratch_, legal_);
  return legal_;
}

std::vector<View> Walk::views() {
  std::vector<View> views(game_.roles().size());
  const bool over = this->over();
  std::vector<std::vector<std::string>> goals;
  if (over) {
    game_.goal(state_, *scratch_, goals);
  } else {
    game_.legal(state_, *scratch_, legal_);
  }
  for (std::size_t role = 0; role < views.size(); ++role) {
    views[role].over = over;
    if (!over) {
      views[role].legal = legal_[role];
      continue;
    }
    views[role].goals = std::move(goals[role]);
    std::erase_if(views[role].goals, [&](const std::string& goal) {
      return is_observed_goal(observer_.module(), goal);
    });
  }
  return views;
}

std::vector<std::vector<std::string>> Walk::percepts(const Moves& joint) {
  std::vector<std::vector<std::string>> percepts;
  game_.percepts(state_, joint, *scratch_, percepts);
  return percepts;
}

std::vector<std::vector<std::string>> Walk::advance(const Moves& joint) {
  std::vector<std::vector<std::string>> seen = percepts(joint);
  runtime::State next(game_.state_words());
  game_.next(state_, joint, *scratch_, next);
  state_ = std::move(next);
  return seen;
}

Play shown_play(const Observer& observer, std::span<const Moves> moves) {
  Play play;
  Walk walk(observer);
  for (std::size_t t = 0;; ++t) {
    PlayStep& step = play.steps.emplace_back();
    step.fluents = walk.fluents();
    if (t == moves.size()) break;
    for (const runtime::Move move : moves[t]) step.joint.push_back(walk.game().move_name(move));
    static_cast<void>(walk.advance(moves[t]));
  }
  play.violated = moves.size();
  return play;
}

std::string play_alike(std::uint32_t role, const Play& a, const Play& b, Walk& first,
                       Walk& second) {
  const std::span<const std::string> roles = first.game().roles();
  const std::size_t steps = a.steps.size();
  if (steps == 0 || b.steps.size() != steps) return "the plays are of different length";
  for (std::size_t t = 0;; ++t) {
    std::string wrong;
    std::array<std::vector<std::string>, 2> percepts;
    std::array<runtime::Move, 2> own{};
    for (const std::size_t i : {0U, 1U}) {
      Walk& walk = i == 0 ? first : second;
      const PlayStep& step = (i == 0 ? a : b).steps[t];
      std::vector<std::string> fluents = step.fluents;
      std::sort(fluents.begin(), fluents.end());
      fluents.erase(std::unique(fluents.begin(), fluents.end()), fluents.end());
      if (walk.fluents() != fluents) return fmt::format("state {} has other fluents", t);
      if (t + 1 == steps) continue;
      if (walk.over()) return fmt::format("state {} is terminal, but moves are made", t);
      const std::optional<Moves> joint = joint_move(walk, step, wrong);
      if (!joint) return fmt::format("state {}: {}", t, wrong);
      own[i] = (*joint)[role];
      percepts[i] = walk.advance(*joint)[role];
    }
    if (t + 1 == steps) return {};
    if (own[0] != own[1]) return fmt::format("{} moves differently at {}", roles[role], t);
    if (percepts[0] != percepts[1]) {
      return fmt::format("{} sees different percepts after move {}", roles[role], t + 1);
    }
  }
}

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
