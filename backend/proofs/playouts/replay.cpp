#include "backend/proofs/playouts/replay.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::proofs {
namespace {

std::vector<std::string> sorted(std::vector<std::string> terms) {
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return terms;
}

std::string only_in(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  constexpr std::size_t most = 5;
  std::vector<std::string> rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  std::string text;
  for (std::size_t i = 0; i < std::min(most, rest.size()); ++i) text += " " + rest[i];
  if (rest.size() > most) text += fmt::format(" and {} more", rest.size() - most);
  return text;
}

class Replaying {
 public:
  Replaying(const Observer& observer, const Play& play, PlayStart start)
      : observer_(observer),
        game_(observer.game()),
        play_(play),
        start_(start),
        watcher_(observer),
        scratch_(game_.make_scratch()) {}

  ReplayResult run(const Checker& checker, std::size_t invariant, bool nonplayable) {
    if (play_.violated >= play_.steps.size()) {
      return differs("the play ends before the invariant is said to fail");
    }
    if (!begin()) return std::move(result_);
    observe();
    while (step_ + 1 < play_.steps.size()) {
      if (!advance()) return std::move(result_);
      observe();
    }
    return check(checker, invariant, nonplayable);
  }

 private:
  ReplayResult differs(std::string message) { return {Replayed::differs, std::move(message)}; }
  /// Stores the failure and returns false.
  bool fail(std::string message, bool may_be_outside = false) {
    const bool outside = may_be_outside && start_ == PlayStart::anywhere;
    result_ = {outside ? Replayed::outside : Replayed::differs,
               fmt::format("state {}: {}", step_, message)};
    return false;
  }

  bool begin() {
    const std::vector<std::string> fluents = sorted(play_.steps[0].fluents);
    if (start_ == PlayStart::initial) {
      state_.assign(game_.initial().begin(), game_.initial().end());
      return compare(fluents);
    }
    std::string unknown;
    const std::optional<runtime::State> state = game_.state_of(fluents, &unknown);
    if (!state) return fail(fmt::format("no state of the game is with `{}`", unknown), true);
    state_ = *state;
    return compare(fluents);
  }

  bool compare(const std::vector<std::string>& fluents) {
    const std::vector<std::string> found = game_.fluents(state_);
    if (found == fluents) return true;
    std::string message = "the game has other fluents;";
    const std::string more = only_in(found, fluents);
    const std::string fewer = only_in(fluents, found);
    if (!more.empty()) message += " more:" + more;
    if (!more.empty() && !fewer.empty()) message += ";";
    if (!fewer.empty()) message += " missing:" + fewer;
    return fail(std::move(message), !game_.state_of(fluents));
  }

  bool advance() {
    const std::vector<std::string>& names = play_.steps[step_].joint;
    if (names.size() != game_.roles().size()) {
      return fail(fmt::format("{} for {}", ir::counted(names.size(), "move"),
                              ir::counted(game_.roles().size(), "role")));
    }
    if (game_.terminal(state_, *scratch_)) return fail("it is terminal, but moves are made");
    std::vector<std::vector<runtime::Move>> legal;
    game_.legal(state_, *scratch_, legal);
    std::vector<runtime::Move> joint;
    for (std::size_t role = 0; role < names.size(); ++role) {
      const std::optional<runtime::Move> move = game_.find_move(names[role]);
      if (!move) return fail(fmt::format("unknown move `{}`", names[role]), true);
      if (std::find(legal[role].begin(), legal[role].end(), *move) == legal[role].end()) {
        return fail(fmt::format("`{}` is not legal for {}", names[role], game_.roles()[role]));
      }
      joint.push_back(*move);
    }
    runtime::State next(game_.state_words());
    game_.next(state_, joint, *scratch_, next);
    state_ = std::move(next);
    ++step_;
    return compare(sorted(play_.steps[step_].fluents));
  }

  void observe() {
    if (step_ < play_.violated) return;
    seen_.push_back(observer_.make_observation());
    watcher_.look(state_, seen_.back());
  }

  ReplayResult check(const Checker& checker, std::size_t i, bool nonplayable) {
    const ir::Invariant& invariant = checker.invariant(i);
    const std::optional<InstanceNumber> instance = ir::instance_of(invariant, play_.instance);
    if (!instance || checker.left_out(i)) {
      return differs(fmt::format("`{}` has no such instance", invariant.name));
    }
    if (seen_.size() <= checker.degree(i) && !is_last(nonplayable)) {
      return differs(fmt::format("`{}` has degree {}, but the play continues after its last state",
                                 invariant.name, checker.degree(i)));
    }
    std::vector<const Observation*> window;
    for (const Observation& seen : seen_) window.push_back(&seen);
    window.resize(std::min<std::size_t>(window.size(), checker.degree(i) + std::size_t{1}));
    Checker::Memory memory;
    const std::span<const std::uint64_t> failing = checker.failing(i, window, memory);
    if ((failing[*instance / 64] >> (*instance % 64) & 1) != 0) return std::move(result_);
    return differs(
        fmt::format("`{}` holds at state {}, by the game's rules", invariant.name, play_.violated));
  }

  bool is_last(bool nonplayable) {
    if (seen_.back().terminal) return true;
    if (!nonplayable) return false;
    std::vector<std::vector<runtime::Move>> legal;
    game_.legal(state_, *scratch_, legal);
    return std::any_of(legal.begin(), legal.end(), [](const auto& moves) { return moves.empty(); });
  }

  const Observer& observer_;
  const runtime::Game& game_;
  const Play& play_;
  PlayStart start_;
  Watcher watcher_;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::State state_;
  std::size_t step_ = 0;
  std::vector<Observation> seen_;  ///< from play_.violated on
  ReplayResult result_;
};

}  // namespace

ReplayResult replay(const Observer& observer, const Checker& checker, std::size_t invariant,
                    const Play& play, PlayStart start, bool nonplayable) {
  try {
    return Replaying(observer, play, start).run(checker, invariant, nonplayable);
  } catch (const ObservationError& error) {
    return {Replayed::differs, error.what()};
  }
}

Play without_repetitions(Play play) {
  std::map<std::vector<std::string>, std::size_t> last;  // by fluents: the last visit
  for (std::size_t i = 0; i < play.steps.size() && i <= play.violated; ++i) {
    last[play.steps[i].fluents] = i;
  }
  Play result;
  result.instance = std::move(play.instance);
  result.shortest = play.shortest;
  for (std::size_t i = 0; i < play.steps.size(); ++i) {
    if (i <= play.violated) {
      i = last.at(play.steps[i].fluents);
      if (i == play.violated) result.violated = result.steps.size();
    }
    result.steps.push_back(play.steps[i]);
  }
  return result;
}

}  // namespace tesuji::proofs
