#include "tests/unit/support/vector_replay.h"

#include "backend/open/open_vector.h"
#include "ir/core/source.h"
#include "runtime/host/memory/fnv.h"
#include "runtime/host/memory/rng.h"
#include "tools/files/trace.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tesuji::tests {
namespace {

using runtime::Move;
using runtime::State;
using Rows = std::vector<std::uint64_t>;

/// A state of a playout as it must be.
struct Expected {
  State state;
  std::vector<std::vector<Move>> legal;  ///< by role
  bool terminal = false;
  bool stuck = false;
  std::vector<int> goals;
  std::vector<Move> joint;                         ///< empty in the last one
  std::vector<std::vector<std::string>> percepts;  ///< of the joint move, by role
};
using Playout = std::vector<Expected>;

std::uint64_t hash_of(std::vector<std::string> terms) {
  std::sort(terms.begin(), terms.end());
  return runtime::hash_terms(terms);
}

/// The playouts of a trace as the game plays them; what differs from the trace goes to `fault`.
class Expectation {
 public:
  Expectation(const runtime::Game& game, std::string& fault)
      : game_(game), scratch_(game.make_scratch()), fault_(fault) {}

  Playout of(const std::vector<tools::TraceStep>& steps) {
    Playout playout;
    State state(game_.initial().begin(), game_.initial().end());
    for (const tools::TraceStep& step : steps) {
      playout.push_back(look_at(state, step));
      Expected& here = playout.back();
      if (step.joint_move.empty()) break;
      for (const std::string& name : step.joint_move) {
        const auto move = game_.find_move(name);
        if (!move) {
          fault_ = "no move " + name;
          return playout;
        }
        here.joint.push_back(*move);
      }
      game_.percepts(here.state, here.joint, *scratch_, here.percepts);
      State next(state.size());
      game_.next(here.state, here.joint, *scratch_, next);
      state = std::move(next);
    }
    return playout;
  }

 private:
  Expected look_at(const State& state, const tools::TraceStep& step) {
    Expected here;
    here.state = state;
    here.terminal = game_.terminal(state, *scratch_);
    here.goals.resize(game_.roles().size());
    if (here.terminal) game_.goal_values(state, *scratch_, here.goals);
    for (runtime::Role role = 0; role < here.goals.size(); ++role) {
      const bool chance = game_.roles()[role] == runtime::chance_role;
      if (chance && here.goals[role] < 0) here.goals[role] = 0;
    }
    if (step.fluents && hash_of(game_.fluents(state)) != step.fluents->hash) fault_ = "fluents";
    if (step.terminal && *step.terminal != here.terminal) fault_ = "terminal";
    if (here.terminal) return here;
    game_.legal(state, *scratch_, here.legal);
    for (std::size_t role = 0; role < here.legal.size(); ++role) {
      here.stuck = here.stuck || here.legal[role].empty();
      std::vector<std::string> names;
      for (const Move move : here.legal[role]) names.push_back(game_.move_name(move));
      if (step.legal && hash_of(names) != (*step.legal)[role].hash) fault_ = "legal";
    }
    return here;
  }

  const runtime::Game& game_;
  std::unique_ptr<runtime::Scratch> scratch_;
  std::string& fault_;
};

/// What a game is at.
struct Follower {
  std::size_t playout = 0;
  std::size_t step = 0;
  std::size_t delay = 0;  ///< random moves before it begins
  bool follows = false;
};

class Replayer {
 public:
  Replayer(runtime::GameVector& vector, const std::vector<Playout>& playouts, VectorReplay& report)
      : vector_(vector), shape_(vector.shape()), playouts_(playouts), report_(report) {
    for (std::size_t game = 0; game < shape_.games; ++game) {
      followers_.push_back({game % playouts.size(), 0, rng_.below(30), false});
    }
    for (std::size_t seat = 0; seat < shape_.seats.size(); ++seat) {
      moves_.emplace_back(shape_.games);
      given_.push_back(moves_.back().data());
    }
  }

  void run(std::size_t steps) {
    states_.resize(shape_.games * playouts_[0][0].state.size());
    for (std::size_t i = 0; i < steps && report_.difference.empty(); ++i) {
      begin_those_that_are_due();
      compare_positions();
      for (std::size_t seat = 0; seat < moves_.size(); ++seat) {
        vector_.draw(seat, moves_[seat].data());
      }
      for (std::size_t game = 0; game < shape_.games; ++game) choose(game);
      const runtime::StepCounts counts = vector_.step(given_);
      compare_step(counts);
    }
  }

 private:
  const Expected& at(std::size_t game) const {
    return playouts_[followers_[game].playout][followers_[game].step];
  }

  void differ(std::size_t game, const std::string& what) {
    if (!report_.difference.empty()) return;
    std::ostringstream text;
    text << "game " << game << ", playout " << followers_[game].playout << ", step "
         << followers_[game].step << ": " << what;
    report_.difference = text.str();
  }

  void begin_those_that_are_due() {
    std::vector<std::uint8_t> which(shape_.games);
    for (std::size_t game = 0; game < shape_.games; ++game) {
      Follower& follower = followers_[game];
      if (follower.follows || follower.delay-- > 0) continue;
      follower.follows = true;
      follower.step = 0;
      which[game] = 1;
    }
    vector_.reset_games(which);
  }

  void compare_positions() {
    vector_.states(states_.data());
    for (std::size_t game = 0; game < shape_.games; ++game) {
      if (!followers_[game].follows) continue;
      const Expected& expected = at(game);
      ++report_.states;
      const std::size_t words = expected.state.size();
      if (!std::equal(expected.state.begin(), expected.state.end(),
                      states_.begin() + static_cast<std::ptrdiff_t>(game * words))) {
        differ(game, "state");
      }
      compare_legal(game, expected);
    }
  }

  void compare_legal(std::size_t game, const Expected& expected) {
    for (std::size_t seat = 0; seat < shape_.seats.size(); ++seat) {
      const runtime::Role role =
          shape_.turns ? vector_.arrays().movers[game] : *shape_.seats[seat].role;
      std::vector<Move> legal;
      const std::size_t words = shape_.seats[seat].row_words;
      for (std::size_t i = 0; i < 64 * words; ++i) {
        const std::uint64_t word = vector_.arrays().legal[seat][game * words + i / 64];
        if ((word >> i % 64 & 1U) != 0) legal.push_back(shape_.actions[role].at(i));
      }
      if (legal != expected.legal[role]) differ(game, "legal moves");
      if (!shape_.turns) continue;
      for (runtime::Role other = 0; other < shape_.roles; ++other) {
        if (other != role && expected.legal[other].size() != 1) differ(game, "no turn");
      }
    }
  }

  /// The trace's moves where the game follows it, else those that were drawn.
  void choose(std::size_t game) {
    if (!followers_[game].follows) return;
    const Expected& expected = at(game);
    if (expected.joint.empty()) {
      followers_[game].follows = false;  // cut
      followers_[game].delay = rng_.below(30);
      return;
    }
    for (std::size_t seat = 0; seat < shape_.seats.size(); ++seat) {
      const runtime::Role role =
          shape_.turns ? vector_.arrays().movers[game] : *shape_.seats[seat].role;
      const std::vector<Move>& actions = shape_.actions[role];
      const auto found = std::find(actions.begin(), actions.end(), expected.joint[role]);
      moves_[seat][game] = static_cast<std::int32_t>(found - actions.begin());
      // Nobody need say what it has no choice in.
      if (!shape_.turns && expected.legal[role].size() == 1 && rng_.below(2) == 0) {
        moves_[seat][game] = -1;
      }
    }
  }

  void compare_step(const runtime::StepCounts& counts) {
    const runtime::VectorArrays& arrays = vector_.arrays();
    if (counts.faults != 0) differ(0, "a legal move was none");
    std::size_t ended = 0;
    for (std::size_t game = 0; game < shape_.games; ++game) {
      ended += (arrays.terminated[game] | arrays.truncated[game]) != 0 ? 1U : 0U;
      Follower& follower = followers_[game];
      if (!follower.follows) continue;
      compare_percepts(game, at(game));
      ++follower.step;
      const Expected& expected = at(game);
      if (arrays.terminated[game] != (expected.terminal ? 1 : 0)) differ(game, "terminal");
      if (arrays.truncated[game] != (expected.stuck ? 2 : 0)) differ(game, "stuck");
      if (arrays.lengths[game] != follower.step) differ(game, "length");
      for (runtime::Role role = 0; role < shape_.roles; ++role) {
        if (arrays.rewards[game * shape_.roles + role] != expected.goals[role]) {
          differ(game, "goals");
        }
      }
      if (!expected.terminal && !expected.stuck) continue;
      ++report_.ends;
      follower.follows = false;
      follower.delay = rng_.below(30);
    }
    if (ended != counts.ended) differ(0, "ends are counted wrongly");
  }

  void compare_percepts(std::size_t game, const Expected& expected) {
    if (shape_.percepts.empty()) return;
    std::vector<std::vector<std::string>> found(shape_.roles);
    for (std::size_t i = 0; i < shape_.percepts.size(); ++i) {
      const std::uint64_t word = vector_.arrays().percepts[game * shape_.percept_words + i / 64];
      if ((word >> i % 64 & 1U) == 0) continue;
      found[shape_.percepts[i].role].push_back(shape_.percepts[i].term);
    }
    for (auto& terms : found) std::sort(terms.begin(), terms.end());
    if (found != expected.percepts) differ(game, "percepts");
  }

  runtime::GameVector& vector_;
  const runtime::VectorShape& shape_;
  const std::vector<Playout>& playouts_;
  VectorReplay& report_;
  runtime::Rng rng_{1};
  std::vector<Follower> followers_;
  std::vector<std::vector<std::int32_t>> moves_;
  std::vector<const std::int32_t*> given_;
  std::vector<std::uint64_t> states_;
};

}  // namespace

VectorReplay replay_in_vector(const std::string& rulesheet, const std::string& trace,
                              std::size_t games, std::uint32_t lanes, bool joint,
                              unsigned threads) {
  VectorReplay report;
  const driver::OpenedVector opened = driver::open_vector(rulesheet, lanes, joint);
  if (!opened.vectors) {
    report.skipped = opened.messages;
    return report;
  }
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  std::ifstream file(trace);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto read = tools::read_trace(sources.add(trace, text), diagnostics);
  if (!read) {
    report.difference = diagnostics.render();
    return report;
  }
  std::vector<Playout> playouts;
  Expectation expectation(*opened.game, report.difference);
  std::size_t longest = 0;
  for (const auto& steps : read->playouts) {
    Playout playout = expectation.of(steps);
    longest = std::max(longest, playout.size());
    if (!playout.empty()) playouts.push_back(std::move(playout));
  }
  if (!report.difference.empty()) return report;
  runtime::VectorOptions options;
  options.games = games;
  options.threads = threads;
  options.chance_given = true;
  std::unique_ptr<runtime::GameVector> vector;
  try {
    vector = driver::make_vector(*opened.vectors, options);
  } catch (const std::invalid_argument& fault) {
    report.skipped = fault.what();
    return report;
  }
  report.lanes = vector->shape().lanes;
  report.turns = vector->shape().turns;
  Replayer(*vector, playouts, report).run(std::min<std::size_t>(longest + 40, 160));
  return report;
}

}  // namespace tesuji::tests
