// tesuji strategy-bench: runs a learned strategy on a list of states, and reports its time and
// answers.
#include "backend/driver/games/tiers.h"
#include "backend/driver/invariants/saved_invariants.h"

#include "backend/plugins/host/game.h"
#include "backend/plugins/make/plugin_strategy.h"
#include "backend/strategies/lane_strategy.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/memory/cpu_time.h"
#include "tools/base/command.h"
#include "tools/base/json.h"
#include "tools/base/messages.h"
#include "tools/base/report.h"
#include "tools/files/state_list.h"
#include "tools/options/choice_option.h"
#include "tools/options/game_options.h"
#include "tools/options/number_checks.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace tesuji::tools {

namespace {

struct BenchArguments {
  GameOptions game;
  std::string strategy;
  std::string boards;
  unsigned repeat = 5;
  bool choices = false;
  bool truth = false;
  bool json = false;
  bool batch = false;
  std::uint32_t blocks = 0;  ///< of 64 lanes; 0: the widest available
};

/// Returns the median of the CPU times of `repeat` runs.
template <typename Body>
double median_seconds(unsigned repeat, const Body& body) {
  std::vector<double> times;
  for (unsigned i = 0; i < repeat; ++i) {
    const double begin = runtime::thread_seconds();
    body();
    times.push_back(runtime::thread_seconds() - begin);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// The implementation to measure.
class Chooser {
 public:
  struct Choice {
    runtime::Move move;
    std::uint32_t predicate;
    runtime::State successor;
  };
  virtual ~Chooser() = default;
  virtual bool decides(runtime::StateView state) = 0;
  virtual std::optional<Choice> choose(runtime::StateView state) = 0;
  virtual void forget() = 0;
  /// Returns in how many of these states there is a move; results for one state help with the next.
  virtual std::uint64_t decide(const std::vector<ListedState>& states) {
    forget();
    std::uint64_t decided = 0;
    for (const ListedState& state : states) decided += decides(state.state) ? 1U : 0U;
    return decided;
  }
};

/// Tesuji's own execution, with code of any engine.
class HostChooser final : public Chooser {
 public:
  explicit HostChooser(const runtime::Strategy& strategy)
      : strategy_(strategy), memory_(strategy.make_memory()) {}

  bool decides(runtime::StateView state) override {
    return strategy_.choose(state, *memory_).has_value();
  }
  std::optional<Choice> choose(runtime::StateView state) override {
    const auto choice = strategy_.choose(state, *memory_);
    if (!choice) return std::nullopt;
    return Choice{choice->move, choice->predicate,
                  runtime::State(choice->successor.begin(), choice->successor.end())};
  }
  void forget() override { memory_->clear(); }

 private:
  const runtime::Strategy& strategy_;
  std::unique_ptr<runtime::Strategy::Memory> memory_;
};

/// A plugin's own functions.
class PluginChooser final : public Chooser {
 public:
  explicit PluginChooser(const runtime::Game& game)
      : game_(game), scratch_(game.make_scratch()), chooser_(game) {}

  bool decides(runtime::StateView state) override { return chooser_.choose(state).has_value(); }
  std::optional<Choice> choose(runtime::StateView state) override {
    const auto choice = chooser_.choose(state);
    if (!choice) return std::nullopt;
    std::array<runtime::Move, 2> joint{};
    joint.at(choice->role) = choice->move;
    joint.at(runtime::other_role(choice->role)) = choice->waiting;
    Choice made{choice->move, choice->predicate, runtime::State(state.size())};
    game_.next(state, joint, *scratch_, made.successor);
    return made;
  }
  void forget() override { chooser_.forget(); }

 private:
  const runtime::Game& game_;
  std::unique_ptr<runtime::Scratch> scratch_;
  plugin::Chooser chooser_;
};

/// Many states at once, in lanes.
class LaneChooser final : public Chooser {
 public:
  LaneChooser(const runtime::LaneStrategy& strategy, const std::vector<ListedState>& states)
      : strategy_(strategy), memory_(strategy.make_memory()), choices_(states.size()) {
    for (const ListedState& state : states) {
      states_.insert(states_.end(), state.state.begin(), state.state.end());
    }
  }

  bool decides(runtime::StateView state) override { return ask(state).has_value(); }
  std::optional<Choice> choose(runtime::StateView state) override {
    const auto choice = ask(state);
    if (!choice) return std::nullopt;
    const runtime::Strategy& single = strategy_.single();
    const auto memory = single.make_memory();
    const auto first = single.first(choice->predicate, state, *memory);
    return Choice{choice->move, choice->predicate, runtime::State(first->begin(), first->end())};
  }
  void forget() override {}
  std::uint64_t decide(const std::vector<ListedState>& /*states*/) override {
    strategy_.choose(states_, *memory_, choices_);
    return static_cast<std::uint64_t>(std::count_if(
        choices_.begin(), choices_.end(), [](const auto& one) { return one.has_value(); }));
  }

 private:
  std::optional<runtime::LaneChoice> ask(runtime::StateView state) {
    std::optional<runtime::LaneChoice> choice;
    strategy_.choose(state, *memory_, {&choice, 1});
    return choice;
  }

  const runtime::LaneStrategy& strategy_;
  std::unique_ptr<runtime::LaneStrategy::Memory> memory_;
  std::vector<std::uint64_t> states_;  ///< one after the other
  std::vector<std::optional<runtime::LaneChoice>> choices_;
};

class Bench {
 public:
  Bench(const runtime::Game& game, const runtime::Strategy& strategy, Chooser& chooser,
        const std::vector<ListedState>& states, unsigned repeat)
      : game_(game), strategy_(strategy), chooser_(chooser), states_(states), repeat_(repeat) {}

  Json measure() {
    std::uint64_t decided = 0;
    const double all = median_seconds(repeat_, [&] { decided = chooser_.decide(states_); });
    const double each = median_seconds(repeat_, [&] {
      for (const ListedState& state : states_) choose_afresh(state.state);
    });
    double worst = 0;
    for (const ListedState& state : states_) {
      worst = std::max(worst, median_seconds(repeat_, [&] { choose_afresh(state.state); }));
    }
    const double start = median_seconds(repeat_, [&] { choose_afresh(game_.initial()); });
    return {{"boards", states_.size()}, {"decided", decided},     {"all_seconds", all},
            {"each_seconds", each},     {"worst_seconds", worst}, {"start_seconds", start},
            {"repeat", repeat_}};
  }

  /// Returns for each state the predicate that fires and its move.
  Json choices() {
    Json list = Json::array();
    chooser_.forget();
    for (const ListedState& state : states_) {
      Json entry{{"line", state.line}, {"clause", nullptr}, {"move", nullptr}};
      if (const auto choice = chooser_.choose(state.state)) {
        entry["clause"] = strategy_.predicates()[choice->predicate].name;
        entry["move"] = game_.move_name(choice->move);
        entry["next"] = game_.fluents(choice->successor);
      }
      list.push_back(std::move(entry));
    }
    return list;
  }

  /// Returns for each state and predicate whether it holds, and its first solution.
  Json truth() {
    Json list = Json::array();
    const auto memory = strategy_.make_memory();
    for (const ListedState& state : states_) {
      for (std::uint32_t number = 0; number < strategy_.predicates().size(); ++number) {
        const runtime::StrategyPredicate& predicate = strategy_.predicates()[number];
        Json entry{{"line", state.line},
                   {"predicate", predicate.name},
                   {"holds", strategy_.holds(number, state.state, *memory)}};
        if (predicate.arity == 2) {
          if (const auto first = strategy_.first(number, state.state, *memory)) {
            entry["first"] = game_.fluents(*first);
          }
        }
        list.push_back(std::move(entry));
      }
    }
    return list;
  }

 private:
  void choose_afresh(runtime::StateView state) {
    chooser_.forget();
    static_cast<void>(chooser_.decides(state));
  }

  const runtime::Game& game_;
  const runtime::Strategy& strategy_;
  Chooser& chooser_;
  const std::vector<ListedState>& states_;
  unsigned repeat_;
};

std::string text_or_dash(const Json& value) {
  return value.is_null() ? std::string("-") : value.get<std::string>();
}

void print_choices(const Json& choices) {
  for (const Json& entry : choices) {
    fmt::print("{} {} {}\n", entry["line"].get<std::uint32_t>(), text_or_dash(entry["clause"]),
               text_or_dash(entry["move"]));
  }
}

void print_truth(const Json& truth) {
  for (const Json& entry : truth) {
    fmt::print("{} {} {}", entry["line"].get<std::uint32_t>(),
               entry["predicate"].get<std::string>(), entry["holds"].get<bool>());
    if (entry.contains("first")) {
      fmt::print(" {}", fmt::join(entry["first"].get<std::vector<std::string>>(), " "));
    }
    fmt::print("\n");
  }
}

void print_times(const Json& result) {
  const auto milliseconds = [&](const char* name) { return result[name].get<double>() * 1e3; };
  fmt::print("{}, a move in {} of them ({}, median of {})\n",
             counted(result["boards"].get<std::uint64_t>(), "state"),
             result["decided"].get<std::uint64_t>(), result["engine"].get<std::string>(),
             counted(result["repeat"].get<unsigned>(), "run"));
  fmt::print("  all, one memory        {:.3f} ms\n", milliseconds("all_seconds"));
  fmt::print("  one by one, no memory  {:.3f} ms, worst {:.3f} ms\n", milliseconds("each_seconds"),
             milliseconds("worst_seconds"));
  fmt::print("  initial state          {:.3f} ms\n", milliseconds("start_seconds"));
}

int bench(const BenchArguments& arguments, const std::string& engine, const runtime::Game& game,
          const runtime::Strategy& strategy, Chooser& chooser,
          const std::vector<ListedState>& states) {
  Bench bench(game, strategy, chooser, states, arguments.repeat);
  if (!arguments.json && (arguments.choices || arguments.truth)) {
    if (arguments.choices) print_choices(bench.choices());
    if (arguments.truth) print_truth(bench.truth());
    return exit_ok;
  }
  Json result{{"game", arguments.game.path()},
              {"strategy", arguments.strategy.empty() ? Json() : Json(arguments.strategy)},
              {"engine", engine}};
  result.update(bench.measure());
  if (arguments.choices) result["choices"] = bench.choices();
  if (arguments.truth) result["truth"] = bench.truth();
  if (arguments.json) {
    print_json(result);
  } else {
    print_times(result);
  }
  return exit_ok;
}

/// Runs --batch.
int run_in_lanes(BenchArguments& arguments) {
  driver::Session session;
  session.syntax = arguments.game.syntax();
  driver::Options options = arguments.game.driver_options();
  std::optional<driver::LaneStrategyGame> made;
  std::optional<std::vector<ListedState>> states;
  const bool complete = arguments.game.complete(options, session);
  const auto text = driver::load_strategy(arguments.strategy, session);
  if (complete && text) {
    made = driver::load_lane_strategy(arguments.game.path(), *text, arguments.blocks, options,
                                      session);
  }
  arguments.game.pipeline().finish();
  if (made && options.invariants) made->game->set_state_facts(options.invariants->facts);
  if (made && !made->strategy) {
    session.diagnostics.error({}, "limit", "not in lanes: " + made->reason);
  } else if (made) {
    const auto file = driver::read_file(arguments.boards, session);
    states = file ? read_states(*file, *made->game, session.diagnostics) : std::nullopt;
  }
  print_diagnostics(session.diagnostics);
  if (!states) return exit_code_of(session.diagnostics);
  LaneChooser chooser(*made->strategy, *states);
  return bench(arguments, fmt::format("batch, {} lanes", made->strategy->lanes()), *made->game,
               made->strategy->single(), chooser, *states);
}

int run_single(BenchArguments& arguments) {
  driver::Session session;
  const auto loaded = arguments.game.load(session);
  if (!loaded) return arguments.game.exit_code(session);
  // Measures one engine from beginning to end.
  if (loaded->tiers) loaded->tiers->wait(most_seconds);
  driver::Session inputs;
  const bool brought = arguments.strategy.empty();
  const auto text = brought ? std::nullopt : driver::load_strategy(arguments.strategy, inputs);
  const auto file = driver::read_file(arguments.boards, inputs);
  const auto states = file ? read_states(*file, *loaded->game, inputs.diagnostics) : std::nullopt;
  print_diagnostics(inputs.diagnostics);
  if ((!text && !brought) || !states) return exit_code_of(inputs.diagnostics);
  const std::string engine = arguments.game.engine_name();
  const runtime::Game& game = *loaded->game;
  if (brought) {
    const auto own = driver::own_strategy(*loaded);
    if (!own) {
      print_error(fmt::format("{} has no strategy: --strategy=FILE", arguments.game.path()));
      return exit_usage;
    }
    PluginChooser chooser(game);
    return bench(arguments, engine, game, *own->strategy, chooser, *states);
  }
  const auto strategy = driver::compile_strategy(*loaded, *text, arguments.game.driver_options());
  HostChooser chooser(*strategy);
  return bench(arguments, engine, game, *strategy, chooser, *states);
}

int run_strategy_bench(BenchArguments& arguments) {
  try {
    return arguments.batch ? run_in_lanes(arguments) : run_single(arguments);
  } catch (const runtime::TurnError& error) {
    print_message(arguments.game.path(), ir::Severity::error, error.what());
    return exit_input;
  }
}

}  // namespace

void add_strategy_bench_command(Command& app, Action& action) {
  Command* command = app.add_subcommand(
      "strategy-bench", "Measure how fast a strategy chooses moves in given states");
  auto arguments = std::make_shared<BenchArguments>();
  arguments->game.add_to(*command);
  Option* batch = add_choice_flag<std::uint32_t>(
      *command, "--batch", arguments->blocks, {{"auto", 0}, {"64", 1}, {"256", 4}, {"512", 8}},
      "Process many states at a time: 64, 256, 512, or auto");
  batch->type_name("LANES");
  for (const char* other : {"--engine", "--tier", "--start-clock"}) batch->excludes(other);
  Option* strategy =
      command
          ->add_option("--strategy", arguments->strategy,
                       "Strategy (.pl); default: the one that a plugin was compiled with")
          ->type_name("FILE");
  for (const char* name : {"--states", "--boards"}) {
    command
        ->add_option(name, arguments->boards,
                     "States, one per line: fluents separated by blanks (required)")
        ->type_name("FILE");
  }
  command->group("", {"--boards"});  // the earlier name, which is not listed
  command
      ->add_option("--repeat", arguments->repeat, "Number of runs, of which the median is printed")
      ->check(in_range(1, 1000))
      ->capture_default_str();
  command->add_flag("--choices", arguments->choices,
                    "Print line, chosen predicate and move for every state");
  command->add_flag("--truth", arguments->truth,
                    "Print line, predicate, truth and first solution for every state");
  add_json_flag(*command, arguments->json);
  add_examples(*command,
               {"tesuji strategy-bench hexapawn3.kif --strategy=hexapawn3.pl --states=all.boards",
                "tesuji strategy-bench --choices hexapawn3.so --states=all.boards"});
  batch->needs(strategy);
  command->callback([arguments, batch, &action] {
    arguments->batch = !batch->empty();
    if (arguments->boards.empty()) throw MissingArgument("--states");
    action = [arguments] { return run_strategy_bench(*arguments); };
  });
}

}  // namespace tesuji::tools
