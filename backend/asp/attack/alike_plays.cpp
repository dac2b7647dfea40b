#include "backend/asp/attack/alike_plays.h"

#include "backend/asp/observe/observed_game.h"
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

namespace tesuji::asp {

namespace {

using Moves = std::vector<runtime::Move>;

/// What a role should know of a state; each part is empty where nothing is claimed of it.
struct View {
  bool over = false;
  Moves legal;                     ///< unless the game is over
  std::vector<std::string> goals;  ///< once it is
};

/// Whether it is the same in two states, as far as it is claimed of both.
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

/// A game, state by state.
class Walk {
 public:
  explicit Walk(const Observer& observer)
      : observer_(observer), game_(observer.game()), scratch_(game_.make_scratch()) {
    restart();
  }

  void restart() { state_.assign(game_.initial().begin(), game_.initial().end()); }
  [[nodiscard]] std::vector<std::string> fluents() const { return game_.fluents(state_); }
  [[nodiscard]] bool over() { return game_.terminal(state_, *scratch_); }
  [[nodiscard]] const std::vector<Moves>& legal() {
    game_.legal(state_, *scratch_, legal_);
    return legal_;
  }

  /// By role.
  [[nodiscard]] std::vector<View> views() {
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

  /// Makes the joint move; returns the percepts of each role.
  [[nodiscard]] std::vector<std::vector<std::string>> advance(const Moves& joint) {
    std::vector<std::vector<std::string>> percepts;
    game_.percepts(state_, joint, *scratch_, percepts);
    runtime::State next(game_.state_words());
    game_.next(state_, joint, *scratch_, next);
    state_ = std::move(next);
    return percepts;
  }

 private:
  const Observer& observer_;
  const runtime::Game& game_;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::State state_;
  std::vector<Moves> legal_;
};

/// The joint move of a play's step; nothing (`wrong` says why) where it is none.
std::optional<Moves> joint_move(const runtime::Game& game, Walk& walk, const PlayStep& step,
                                std::string& wrong) {
  const std::vector<Moves>& legal = walk.legal();
  if (step.joint.size() != legal.size()) {
    wrong = "it has not a move for each role";
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

/// Mixes a text into a hash of what a role has seen.
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
  /// Where a history was met first.
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
            {roles_[i], known, {shown(other, found->second.moves), shown(moves, moves.size())}});
      }
    }
  }

  /// The first moves of a play, with its states.
  [[nodiscard]] Play shown(const std::vector<Moves>& moves, std::size_t count) const {
    Play play;
    Walk walk(observer_);
    for (std::size_t t = 0;; ++t) {
      PlayStep& step = play.steps.emplace_back();
      step.fluents = walk.fluents();
      if (t == count) break;
      for (const runtime::Move move : moves[t]) step.joint.push_back(game_.move_name(move));
      static_cast<void>(walk.advance(moves[t]));
    }
    play.violated = count;
    return play;
  }

  const Observer& observer_;
  const runtime::Game& game_;
  const AlikeOptions& options_;
  Walk walk_;
  runtime::Rng rng_;
  std::vector<std::uint32_t> roles_;
  std::unordered_map<Key, Met, Hash> met_;  ///< by what a role has seen
  std::vector<std::vector<Moves>> plays_;   ///< in which histories were met first
  bool remembered_ = false;                 ///< whether the play at hand is one of these
  std::set<std::pair<std::uint32_t, Known>> violated_;
  AlikeResult result_;
};

}  // namespace

std::string replay_alike(const Observer& observer, std::uint32_t role, Known known,
                         const std::pair<Play, Play>& plays) {
  const runtime::Game& game = observer.game();
  Walk first(observer);
  Walk second(observer);
  const std::size_t steps = plays.first.steps.size();
  if (steps == 0 || plays.second.steps.size() != steps) return "the plays are of different length";
  for (std::size_t t = 0;; ++t) {
    std::string wrong;
    std::array<std::vector<std::string>, 2> percepts;
    std::array<runtime::Move, 2> own{};
    for (const std::size_t i : {0U, 1U}) {
      Walk& walk = i == 0 ? first : second;
      const PlayStep& step = (i == 0 ? plays.first : plays.second).steps[t];
      std::vector<std::string> fluents = step.fluents;
      std::sort(fluents.begin(), fluents.end());
      fluents.erase(std::unique(fluents.begin(), fluents.end()), fluents.end());
      if (walk.fluents() != fluents) return fmt::format("state {} has other fluents", t);
      if (t + 1 == steps) continue;
      if (walk.over()) return fmt::format("state {} is terminal, but moves are made", t);
      const std::optional<Moves> joint = joint_move(game, walk, step, wrong);
      if (!joint) return fmt::format("state {}: {}", t, wrong);
      own[i] = (*joint)[role];
      percepts[i] = walk.advance(*joint)[role];
    }
    if (t + 1 == steps) break;
    if (own[0] != own[1]) return fmt::format("{} moves differently at {}", game.roles()[role], t);
    if (percepts[0] != percepts[1]) {
      return fmt::format("{} sees different percepts after move {}", game.roles()[role], t + 1);
    }
  }
  if (!same(known, first.views()[role], second.views()[role])) return "";
  return fmt::format("{} knows {} by the game's rules", game.roles()[role], words_for(known));
}

AlikeResult attack_alike(const Observer& observer, const AlikeOptions& options) {
  return Attack(observer, options).run();
}

}  // namespace tesuji::asp
