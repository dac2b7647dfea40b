#include "backend/driver/games/automatic.h"

#include "backend/driver/games/mixed.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "passes/nets/specialise_net.h"
#include "runtime/host/memory/rng.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace tesuji::driver {
namespace {

using runtime::Game;
using runtime::State;

constexpr std::size_t most_sampled_states = 64;
constexpr std::size_t sampled_games = 4;
constexpr int timing_rounds = 3;
constexpr std::chrono::microseconds least_round{200};
/// Questions that take longer in all states are timed in as many as that suffices for, once.
constexpr std::chrono::milliseconds most_timing{20};
/// What LLVM takes for a gate of a net, and what its cases and boards take before.
constexpr double seconds_a_gate = 70e-6;
constexpr double seconds_a_case = 5e-6;
/// What a gate that reads the state takes in the fastest code seen (checkers, othello-comp2007).
constexpr double least_ns_a_gate = 0.004;
/// Mixed games have to be faster than the net alone by this factor.
constexpr double most_when_mixed = 0.8;

/// States of random games, with the moves made there.
struct Sample {
  std::vector<State> states;
  std::vector<std::vector<runtime::Move>> joints;
  std::vector<State> ends;  ///< terminal states, or the last ones reached
};

Sample sample(const Game& game) {
  Sample result;
  const auto scratch = game.make_scratch();
  std::vector<runtime::Move> joint(game.roles().size());
  for (std::size_t number = 0; number < sampled_games; ++number) {
    runtime::Rng rng(1, number);
    State state(game.initial().begin(), game.initial().end());
    while (result.states.size() < most_sampled_states &&
           game.draw(state, *scratch, rng, joint) == runtime::Drawn::joint) {
      result.states.push_back(state);
      result.joints.push_back(joint);
      State next(game.state_words());
      game.next(state, joint, *scratch, next);
      state = std::move(next);
    }
    result.ends.push_back(std::move(state));
  }
  return result;
}

/// Nanoseconds for each of `count` calls ask(0), ask(1), ..: the fastest of some rounds.
template <typename Ask>
double time_of(std::size_t count, Ask ask) {
  using Clock = std::chrono::steady_clock;
  const auto first = Clock::now();
  for (std::size_t i = 0; i < count; ++i) {
    ask(i);
    const std::chrono::duration<double, std::nano> spent = Clock::now() - first;
    if (spent > most_timing) return spent.count() / static_cast<double>(i + 1);
  }
  double best = 0;
  for (int round = 0; round < timing_rounds && count > 0; ++round) {
    std::size_t calls = 0;
    const auto begin = Clock::now();
    do {
      for (std::size_t i = 0; i < count; ++i) ask(i);
      calls += count;
    } while (Clock::now() - begin < least_round);
    const std::chrono::duration<double, std::nano> spent = Clock::now() - begin;
    const double each = spent.count() / static_cast<double>(calls);
    if (round == 0 || each < best) best = each;
  }
  return best;
}

/// How long each question takes; percepts are not timed.
struct Times {
  double draw = 0;  ///< whether it is over, and a legal move for each role
  double next = 0;
  double goal = 0;
};

Times time_questions(const Game& game, const Sample& sample, const runtime::FirstAnswers& asked) {
  Times times;
  const auto scratch = game.make_scratch();
  runtime::Rng rng(2, 0);
  std::vector<runtime::Move> joint(game.roles().size());
  std::vector<int> values(game.roles().size());
  State next(game.state_words());
  const std::size_t count = sample.states.size();
  if (asked.legal && asked.terminal) {
    times.draw = time_of(
        count, [&](std::size_t i) { (void)game.draw(sample.states[i], *scratch, rng, joint); });
  }
  if (asked.next) {
    times.next = time_of(count, [&](std::size_t i) {
      game.next(sample.states[i], sample.joints[i], *scratch, next);
    });
  }
  if (asked.goal) {
    times.goal = time_of(sample.ends.size(), [&](std::size_t i) {
      game.goal_values(sample.ends[i], *scratch, values);
    });
  }
  return times;
}

class Choosing {
 public:
  /// Whether the game has to keep the states and moves of the matchers.
  enum class States { any, kept };

  Choosing(AutomaticGame& result, const GroundGame& ground, const Options& options, States states,
           const BeforeCompiling& go_on = {}, const std::stop_token& stop = {})
      : result_(result),
        ground_(ground),
        options_(options),
        states_(states),
        go_on_(go_on),
        stop_(stop) {}

  /// False where `go_on` ended it.
  bool run() {
    choose();
    return !left_;
  }

 private:
  void choose() {
    if (!ground_.answers().next) {
      result_.choice.no_net = "the rules for the next state are too large to ground";
      return;
    }
    const std::uint64_t gates = ir::count_step_gates(*ground_.net);
    if (gates > most_step_gates) {
      result_.choice.no_net = fmt::format("{} gates would take too long to compile", gates);
      return;
    }
    if (!may_spend(seconds_a_case * static_cast<double>(gates))) return;
    choose_for(ground_);
  }

  /// Waits where it is too early for so many seconds of work; false: leave it.
  [[nodiscard]] bool may_spend(double seconds) {
    left_ = go_on_ && !go_on_(seconds);
    return !left_;
  }

  /// Nanoseconds that the next state takes by the net at least, for which its code need not be
  /// made.
  static double least_next(const GroundGame& ground) {
    if (!ground.cases || !ground.cases->next) {
      return least_ns_a_gate * static_cast<double>(passes::next_gates(*ground.net));
    }
    double sum = 0;
    for (const ir::NetCase& one : ground.cases->cases) {
      sum += static_cast<double>(passes::next_gates(one.net));
    }
    return least_ns_a_gate * sum / static_cast<double>(ground.cases->cases.size());
  }

  /// Whether the net's next state is so slow that it would be left to the matchers whatever the
  /// other questions take by the net: where these draw moves, they do so because it is no slower.
  static bool leaves_next(double least, const Times& matchers) {
    return (1 - most_when_mixed) * matchers.draw + matchers.next < most_when_mixed * least;
  }

  /// `rules`: as the rules were grounded.
  void choose_for(GroundGame rules) {
    const std::uint64_t goal_gates =
        ir::count_gates(*rules.net, ir::net_answers(*rules.net, ir::NetQuestion::goal));
    runtime::FirstAnswers able = rules.answers();
    const bool long_goals = able.goal && goal_gates > most_goal_gates;
    if (long_goals) {
      able.goal = false;
      auto net = std::make_shared<ir::Net>(*rules.net);
      net->goals.clear();
      rules.net = std::move(net);
    }
    const Game& matchers = *result_.loaded.game;
    const Sample states = sample(matchers);
    const Times with_matchers = time_questions(matchers, states, {});
    const bool has_bits = has_bit_states(*result_.loaded.module);
    GroundGame ground = rules;  // specialised, which a net is once
    if (has_bits || (states_ == States::any && able.legal && able.next && able.terminal)) {
      specialise(ground, options_);
    }
    const double least = least_next(ground);
    const bool slow_next = able.next && leaves_next(least, with_matchers);
    if (slow_next) {
      able.next = false;
      rules = only(std::move(rules), able);
      ground = rules;
      if (has_bits) specialise(ground, options_);
    }
    if (!may_spend(seconds_a_gate * static_cast<double>(ir::count_step_gates(*ground.net)))) return;
    const bool plays_alone = states_ == States::any && able.legal && able.next && able.terminal;
    const bool placeable = plays_alone || has_bits;
    const auto placed = plays_alone || !placeable ? std::nullopt : place_on(ground, result_.loaded);
    if (!plays_alone && !placed) {
      result_.choice.no_net =
          "states are kept as rows, not as bits, and the net does not answer all";
      return;
    }
    const std::shared_ptr<const Game> net =
        compile_game(plays_alone ? ground : *placed, options_, stop_);
    // Both draw the same moves: these are the same games.
    const std::optional<Sample> net_states = plays_alone ? sample(*net) : renumbered(states, *net);
    if (!net_states) return;
    const Times with_net = time_questions(*net, *net_states, able);
    runtime::FirstAnswers answers = able;
    const bool both = able.legal && able.terminal;
    answers.legal = choose("legal, terminal", both, with_net.draw, with_matchers.draw);
    answers.terminal = answers.legal;
    answers.next = choose("next", able.next, slow_next ? least : with_net.next, with_matchers.next);
    if (slow_next) result_.choice.questions.back().reason = "slower, at least so much by its gates";
    answers.goal = choose("goal", able.goal, with_net.goal, with_matchers.goal);
    if (long_goals) {
      result_.choice.questions.back().reason =
          fmt::format("{} gates for questions that are evaluated once", goal_gates);
    }
    // A net that answers all of it plays whole games in native code, also where states are kept.
    const bool whole = able.legal && able.next && able.terminal && able.goal;
    if (whole && !worth_mixing(answers, with_net, with_matchers, states)) {
      for (QuestionChoice& choice : result_.choice.questions) {
        if (!choice.net) choice.reason = "slower, but not by as much as two engines cost";
        choice.net = true;
      }
      answers = able;
    }
    if (plays_alone && answers.all()) {
      result_.loaded = {ground.module, nullptr, net};
      result_.net = std::move(ground);
    } else if (answers.legal || answers.next || answers.goal) {
      if (plays_alone) {
        mix_with(rules, answers);
      } else {
        // The code is there, and of more than is asked of it.
        result_.loaded.game = mix(*placed, net, result_.loaded, answers);
        result_.net = answers == able ? *placed : *placed_for(rules, answers);
      }
    }
  }

  /// Whether the game is so much faster with these answers from the net than with all of
  /// them that states for two engines pay.
  static bool worth_mixing(const runtime::FirstAnswers& answers, const Times& net,
                           const Times& matchers, const Sample& sample) {
    const double ends = static_cast<double>(sample.ends.size()) /
                        static_cast<double>(std::max<std::size_t>(1, sample.states.size()));
    const double alone = net.draw + net.next + ends * net.goal;
    const double mixed = (answers.legal ? net.draw : matchers.draw) +
                         (answers.next ? net.next : matchers.next) +
                         ends * (answers.goal ? net.goal : matchers.goal);
    return mixed < most_when_mixed * alone;
  }

  /// The sample as the net numbers moves. Where it lacks one that is made, it is not the same game:
  /// nothing, and matchers for everything.
  [[nodiscard]] std::optional<Sample> renumbered(Sample sample, const Game& net) {
    for (std::vector<runtime::Move>& joint : sample.joints) {
      for (runtime::Move& move : joint) {
        const std::string name = result_.loaded.game->move_name(move);
        const std::optional<runtime::Move> number = net.find_move(name);
        if (!number) {
          result_.choice.no_net = fmt::format("the net lacks the move `{}`", name);
          return std::nullopt;
        }
        move = *number;
      }
    }
    return sample;
  }

  /// The net of these questions on the matchers' states; nothing where these are not made of bits.
  [[nodiscard]] std::optional<GroundGame> placed_for(const GroundGame& rules,
                                                     const runtime::FirstAnswers& answers) const {
    GroundGame asked = only(rules, answers);
    if (has_bit_states(*result_.loaded.module)) specialise(asked, options_);
    return place_on(asked, result_.loaded);
  }

  void mix_with(const GroundGame& rules, const runtime::FirstAnswers& answers) {
    std::optional<GroundGame> placed = placed_for(rules, answers);
    if (placed) {
      result_.loaded.game =
          mix(*placed, compile_game(*placed, options_, stop_), result_.loaded, answers);
      result_.net = std::move(placed);
      return;
    }
    for (QuestionChoice& choice : result_.choice.questions) {
      if (choice.net) choice.reason = "states are kept as rows, not as bits";
      choice.net = false;
    }
  }

  bool choose(const std::string& question, bool able, double net, double matchers) {
    const bool take = able && (net <= matchers || matchers == 0);
    result_.choice.questions.push_back(
        {question, take, net, matchers, able ? (take ? "faster" : "slower") : "not grounded"});
    return take;
  }

  AutomaticGame& result_;
  const GroundGame& ground_;
  const Options& options_;
  States states_;
  BeforeCompiling go_on_;
  std::stop_token stop_;
  bool left_ = false;
};

}  // namespace

NetLimits automatic_limits() {
  NetLimits limits;
  limits.rows = most_grounded_rows;
  limits.retry_rows = most_retried_rows;
  limits.steps = most_grounding_steps;
  limits.unrolled = most_unrolled_literals;
  limits.nodes = most_net_nodes;
  return limits;
}

std::optional<AutomaticGame> choose_engines(ir::Module source, const std::string& path,
                                            const Options& options, Session& session) {
  Options native = options;
  native.engine = Engine::automatic;  // also where it is one of others that are compared
  native.patience = forever;
  std::optional<LoadedGame> matchers = match_game(source, path, native, session);
  if (!matchers) return std::nullopt;
  AutomaticGame result;
  result.loaded = std::move(*matchers);
  if (source.level != ir::Level::clauses) {
    result.choice.no_net = "it contains plans; nets are made from clauses";
    return result;
  }
  // What it says was said before, or only means that there is no net.
  Session quiet{session.sources, session.symbols};
  const NetLimits limits = automatic_limits();
  const std::optional<GroundGame> ground = ground_game(std::move(source), options, limits, quiet);
  if (!ground) {
    for (const ir::Diagnostic& diagnostic : quiet.diagnostics.all()) {
      if (diagnostic.code == "invariants") {
        session.diagnostics.error(diagnostic.span, diagnostic.code, diagnostic.message);
      }
      if (diagnostic.severity == ir::Severity::error) result.choice.no_net = diagnostic.message;
    }
    if (session.diagnostics.has_errors()) return std::nullopt;
    if (options.invariants) {
      session.diagnostics.warning(
          {}, "limit", "`" + options.invariants->path + "` is not used: " + result.choice.no_net);
    }
    return result;
  }
  Choosing(result, *ground, options, Choosing::States::any).run();
  return result;
}

AutomaticGame take_over(ir::Module source, const LoadedGame& matchers, const Options& options,
                        const BeforeCompiling& go_on, const std::stop_token& stop,
                        const BeforeCompiling& go_on_alone) {
  AutomaticGame result;
  result.loaded = matchers;
  Session quiet;
  quiet.symbols = source.symbols;
  const std::optional<GroundGame> ground =
      ground_game(std::move(source), options, automatic_limits(), quiet);
  if (!ground) return result;
  if (go_on_alone) {
    AutomaticGame alone = result;
    if (Choosing(alone, *ground, options, Choosing::States::any, go_on_alone, stop).run()) {
      alone.own_states = true;
      return alone;
    }
  }
  Choosing(result, *ground, options, Choosing::States::kept, go_on, stop).run();
  return result;
}

}  // namespace tesuji::driver
