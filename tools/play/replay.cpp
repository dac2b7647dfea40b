#include "tools/play/replay.h"

#include "runtime/host/game/game.h"
#include "runtime/host/game/state_space.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/fnv.h"
#include "runtime/host/playouts/perft.h"
#include "tools/base/report.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <unordered_map>

namespace tesuji::tools {

namespace {

using runtime::Move;

/// Prints `12 (hash 0123456789abcdef)`.
std::string describe(const TermSet& set) {
  return fmt::format("{} (hash {:016x})", set.count, set.hash);
}

std::string describe(const std::vector<std::string>& terms) {
  return fmt::format("{{{}}}", fmt::join(terms, ", "));
}

/// Returns the first few elements of `left` that are not in `right`, both sorted.
std::string only_in(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  constexpr std::size_t shown = 8;
  std::vector<std::string> rest;
  std::set_difference(left.begin(), left.end(), right.begin(), right.end(),
                      std::back_inserter(rest));
  const std::size_t more = rest.size() > shown ? rest.size() - shown : 0;
  rest.resize(rest.size() - more);
  return fmt::format("{}{}", fmt::join(rest, ", "),
                     more > 0 ? fmt::format(", and {} more", more) : "");
}

class Replay {
 public:
  Replay(const runtime::Game& game, const Trace& trace, const ReplayOptions& options)
      : game_(game),
        trace_(trace),
        options_(options),
        scratch_(runtime::make_scratch(game, options.stop)) {}

  ReplayResult run() {
    const std::span<const std::string> roles = game_.roles();
    if (!trace_.roles.empty() && !std::ranges::equal(roles, trace_.roles)) {
      differ("game", "roles", describe(trace_.roles),
             describe(std::vector<std::string>(roles.begin(), roles.end())));
      return std::move(result_);
    }
    const runtime::StopScope scope(options_.stop);
    try {
      replay_all();
    } catch (const runtime::Stopped&) {
      // Comparisons made before the stop count.
    }
    return std::move(result_);
  }

 private:
  void replay_all() {
    for (std::size_t playout = 0; playout < trace_.playouts.size() && !ends(); ++playout) {
      replay_playout(playout);
    }
    if (options_.perft_budget > 0 && !ends()) replay_perft();
  }

  [[nodiscard]] bool full() const { return result_.differences.size() >= options_.max_differences; }

  /// Whether to stop comparing.
  [[nodiscard]] bool ends() const {
    return full() || (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed));
  }

  void differ(std::string where, std::string what, std::string expected, std::string found) {
    if (full()) return;
    result_.differences.push_back(
        {std::move(where), std::move(what), std::move(expected), std::move(found)});
  }

  void replay_playout(std::size_t playout) {
    const std::vector<TraceStep>& steps = trace_.playouts[playout];
    const runtime::StateView initial = game_.initial();
    runtime::State state(initial.begin(), initial.end());
    runtime::State successor(game_.state_words());
    std::vector<Move> joint(game_.roles().size());
    for (std::size_t i = 0; i < steps.size() && !ends(); ++i) {
      where_ = fmt::format("playout {} step {}", playout, i);
      compare_state(steps[i], state);
      if (i + 1 == steps.size()) return;
      if (!find_joint(steps[i], joint)) return;
      if (steps[i].percepts) compare_percepts(*steps[i].percepts, state, joint);
      game_.next(state, joint, *scratch_, successor);
      state.swap(successor);
    }
  }

  /// Finds the numbers of a step's moves; returns false if this playout cannot continue.
  bool find_joint(const TraceStep& step, std::vector<Move>& joint) {
    if (step.joint_move.size() != joint.size()) {
      differ(where_, "joint move", counted(step.joint_move.size(), "move"),
             counted(joint.size(), "role"));
      return false;
    }
    for (std::size_t role = 0; role < joint.size(); ++role) {
      const std::string& name = step.joint_move[role];
      const std::optional<Move> move = find_move(name);
      if (!move) {
        differ(where_, "move of " + game_.roles()[role], name, "no such move");
        return false;
      }
      // If legal moves are known, they were compared.
      if (!step.legal && !runtime::has_move(legal_[role], *move)) {
        differ(where_, "move of " + game_.roles()[role], name, "not legal");
        return false;
      }
      joint[role] = *move;
    }
    return true;
  }

  void compare_percepts(const std::vector<std::vector<std::string>>& expected,
                        const runtime::State& state, const std::vector<Move>& joint) {
    std::vector<std::vector<std::string>> found;
    game_.percepts(state, joint, *scratch_, found);
    for (std::size_t role = 0; role < std::min(expected.size(), found.size()); ++role) {
      if (expected[role] == found[role]) continue;
      differ(where_, "percepts of " + game_.roles()[role], describe(expected[role]),
             describe(found[role]));
    }
  }

  void compare_state(const TraceStep& step, const runtime::State& state) {
    ++result_.states;
    const std::vector<std::string> fluents = game_.fluents(state);
    if (step.all_fluents && *step.all_fluents != fluents) {
      compare_lists("fluents", *step.all_fluents, fluents);
    } else if (step.fluents) {
      compare_sets("fluents", *step.fluents, fluents);
    }
    game_.legal(state, *scratch_, legal_);
    for (std::size_t role = 0; step.legal && role < legal_.size(); ++role) {
      compare_legal(step, role);
    }
    const bool terminal = game_.terminal(state, *scratch_);
    if (step.terminal && terminal != *step.terminal) {
      differ(where_, "terminal", *step.terminal ? "true" : "false", terminal ? "true" : "false");
    }
    if (!step.goals) return;
    if (step.goals->size() != game_.roles().size()) {
      differ(where_, "goals", counted(step.goals->size(), "role"),
             counted(game_.roles().size(), "role"));
      return;
    }
    game_.goal(state, *scratch_, goals_);
    for (std::size_t role = 0; role < game_.roles().size(); ++role) {
      // The orders by number and by text may differ; the sets are the same.
      std::vector<std::string> expected = (*step.goals)[role];
      std::sort(expected.begin(), expected.end());
      std::sort(goals_[role].begin(), goals_[role].end());
      if (expected != goals_[role]) {
        differ(where_, "goal of " + game_.roles()[role], describe(expected),
               describe(goals_[role]));
      }
    }
  }

  void compare_legal(const TraceStep& step, std::size_t role) {
    std::vector<std::string> names;
    names.reserve(legal_[role].size());
    for (const Move move : legal_[role]) names.push_back(name_of(move));
    std::sort(names.begin(), names.end());
    const std::string what = "legal moves of " + game_.roles()[role];
    if (step.all_legal && (*step.all_legal)[role] != names) {
      compare_lists(what, (*step.all_legal)[role], names);
    } else {
      compare_sets(what, (*step.legal)[role], names);
    }
  }

  void compare_sets(const std::string& what, const TermSet& expected,
                    const std::vector<std::string>& terms) {
    const TermSet found{terms.size(), runtime::hash_terms(terms)};
    if (found.count != expected.count || found.hash != expected.hash) {
      differ(where_, what, describe(expected), describe(found));
    }
  }

  void compare_lists(const std::string& what, const std::vector<std::string>& expected,
                     const std::vector<std::string>& found) {
    const auto with_rest = [](const std::vector<std::string>& terms,
                              const std::vector<std::string>& other) {
      const std::string rest = only_in(terms, other);
      return fmt::format("{}{}{}", terms.size(), rest.empty() ? "" : ", also ", rest);
    };
    differ(where_, what, with_rest(expected, found), with_rest(found, expected));
  }

  // Caches names, which are needed again and again; creating them each time would cost more than
  // computing the states.
  const std::string& name_of(Move move) {
    auto [place, is_new] = names_.try_emplace(move);
    if (is_new) place->second = game_.move_name(move);
    return place->second;
  }

  std::optional<Move> find_move(const std::string& name) {
    auto [place, is_new] = moves_.try_emplace(name);
    if (is_new) place->second = game_.find_move(name);
    return place->second;
  }

  void replay_perft() {
    if (trace_.perft.empty()) return;
    const runtime::PerftResult result =
        runtime::perft(game_, trace_.perft.back().depth, options_.perft_budget);
    for (const TraceLevel& expected : trace_.perft) {
      if (expected.depth == 0 || expected.depth > result.levels.size()) continue;
      const runtime::PerftLevel& found = result.levels[expected.depth - 1];
      ++result_.perft_levels;
      where_ = fmt::format("perft {}", expected.depth);
      compare_counts("sequences", expected.sequences, found.sequences);
      compare_counts("distinct states", expected.distinct, found.distinct);
      compare_counts("terminal sequences", expected.terminal, found.terminal);
      compare_counts("sum of state hashes", expected.sum, found.hash_sum);
    }
  }

  template <typename Value>
  void compare_counts(const char* what, const std::optional<Value>& expected, const Value& found) {
    if (expected && *expected != found) {
      differ(where_, what, fmt::format("{}", *expected), fmt::format("{}", found));
    }
  }

  /// Numbers beyond perft's range cannot be compared.
  void compare_counts(const char* what, const std::optional<std::string>& expected,
                      runtime::PerftCount found) {
    if (found != runtime::perft_most) compare_counts(what, expected, runtime::to_decimal(found));
  }

  const runtime::Game& game_;
  const Trace& trace_;
  const ReplayOptions& options_;
  std::unique_ptr<runtime::Scratch> scratch_;
  ReplayResult result_;
  std::string where_;
  std::vector<std::vector<Move>> legal_;
  std::vector<std::vector<std::string>> goals_;
  std::unordered_map<Move, std::string> names_;
  std::unordered_map<std::string, std::optional<Move>> moves_;
};

}  // namespace

ReplayResult replay(const runtime::Game& game, const Trace& trace, const ReplayOptions& options) {
  return Replay(game, trace, options).run();
}

}  // namespace tesuji::tools
