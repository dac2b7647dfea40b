#include "tests/property/differential.h"

#include "backend/driver/games/lanes.h"
#include "backend/driver/games/mixed.h"
#include "backend/driver/games/net.h"
#include "backend/driver/rulesheet/reference.h"
#include "backend/llvm/nets/net_jit.h"
#include "backend/reference/reference_game.h"
#include "ir/nets/net_module.h"
#include "passes/nets/specialise_net.h"
#include "runtime/host/memory/rng.h"
#include "tests/property/plugin_game.h"
#include "tests/property/renaming.h"
#include "tests/property/switching.h"
#include "tests/property/text_game.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace tesuji::tests {

namespace {

using Names = std::vector<std::string>;

struct Refused {
  std::string report;
};

/// What an engine says about a state, by name.
struct View {
  Names fluents;
  std::vector<Names> legal;
  bool terminal = false;
  std::vector<Names> goals;
  bool draws = true;  ///< moves as Game::draw does
  bool plays = true;  ///< playouts as Game::play_out does
  friend bool operator==(const View&, const View&) = default;
};

std::string text_of(const View& view) {
  return fmt::format("  fluents {}\n  legal {}\n  terminal {}\n  goals {}\n  draws {}  plays {}\n",
                     fmt::join(view.fluents, " "), view.legal, view.terminal, view.goals,
                     view.draws, view.plays);
}

/// An engine with its game, and the state that it is in.
class Contestant {
 public:
  Contestant(std::string name, std::shared_ptr<const runtime::Game> game)
      : name_(std::move(name)), game_(std::move(game)), scratch_(game_->make_scratch()) {
    restart();
  }

  [[nodiscard]] const std::string& name() const { return name_; }

  void restart() { state_.assign(game_->initial().begin(), game_->initial().end()); }

  [[nodiscard]] View look() { return look_at(state_); }

  /// The state of these fluents; nothing where the engine says that it cannot be one.
  [[nodiscard]] std::optional<View> look_at(const Names& fluents) {
    const auto state = game_->state_of(fluents);
    if (!state) return std::nullopt;
    return look_at(*state);
  }

  /// What the joint move, which need not be legal, leads to, and what is perceived of it; nothing
  /// where the engine does not know one.
  [[nodiscard]] std::optional<std::vector<Names>> try_out(const Names& joint) {
    std::vector<runtime::Move> moves;
    for (const std::string& name : joint) {
      const auto move = game_->find_move(name);
      if (!move) return std::nullopt;
      moves.push_back(*move);
    }
    std::vector<Names> result;
    game_->percepts(state_, moves, *scratch_, result);
    runtime::State next(game_->state_words());
    game_->next(state_, moves, *scratch_, next);
    result.push_back(game_->fluents(next));
    return result;
  }

 private:
  [[nodiscard]] View look_at(const runtime::State& state) {
    View view;
    view.fluents = game_->fluents(state);
    view.terminal = game_->terminal(state, *scratch_);
    game_->goal(state, *scratch_, view.goals);
    // In which order values come is each engine's own affair.
    for (Names& values : view.goals) std::sort(values.begin(), values.end());
    view.draws = draw(state, false) == draw(state, true);
    view.plays = play(state, false) == play(state, true);
    std::vector<std::vector<runtime::Move>> legal;
    game_->legal(state, *scratch_, legal);
    for (const std::vector<runtime::Move>& moves : legal) {
      Names& names = view.legal.emplace_back();
      for (const runtime::Move move : moves) names.push_back(game_->move_name(move));
      std::sort(names.begin(), names.end());
    }
    return view;
  }

 public:
  /// Makes the joint move; returns what the roles perceive of it.
  [[nodiscard]] std::vector<Names> step(const Names& joint) {
    std::vector<runtime::Move> moves;
    for (const std::string& name : joint) moves.push_back(game_->find_move(name).value());
    std::vector<Names> percepts;
    game_->percepts(state_, moves, *scratch_, percepts);
    runtime::State next(game_->state_words());
    game_->next(state_, moves, *scratch_, next);
    state_ = std::move(next);
    return percepts;
  }

 private:
  /// A joint move, drawn by the engine or by the contract's own implementation.
  [[nodiscard]] std::pair<runtime::Drawn, std::vector<runtime::Move>> draw(
      const runtime::State& state, bool plainly) {
    runtime::Rng rng(5, 0);
    std::vector<runtime::Move> joint(game_->roles().size(), 0);
    const runtime::Drawn drawn = plainly ? game_->Game::draw(state, *scratch_, rng, joint)
                                         : game_->draw(state, *scratch_, rng, joint);
    if (drawn != runtime::Drawn::joint) joint.clear();
    return {drawn, joint};
  }

  /// A playout of some steps, by the engine or by the contract's own implementation.
  [[nodiscard]] std::tuple<runtime::Drawn, runtime::State, std::uint64_t> play(runtime::State state,
                                                                               bool plainly) {
    constexpr std::uint64_t most_steps = 8;
    runtime::Rng rng(7, 0);
    std::uint64_t steps = 0;
    const runtime::Drawn end = plainly
                                   ? game_->Game::play_out(state, *scratch_, rng, most_steps, steps)
                                   : game_->play_out(state, *scratch_, rng, most_steps, steps);
    return {end, std::move(state), steps};
  }

  std::string name_;
  std::shared_ptr<const runtime::Game> game_;
  std::unique_ptr<runtime::Scratch> scratch_;
  runtime::State state_;
};

/// The errors of a report, without warnings.
Refused refused(const driver::Session& session) {
  Refused result;
  for (const ir::Diagnostic& diagnostic : session.diagnostics.all()) {
    if (diagnostic.severity == ir::Severity::error) {
      result.report += diagnostic.code + ": " + session.diagnostics.render(diagnostic);
    }
  }
  return result;
}

frontend::Rulesheet parse(const std::string& text, frontend::Syntax syntax,
                          driver::Session& session) {
  auto sheet = parse_text(text, syntax, session);
  if (!sheet) throw refused(session);
  return std::move(*sheet);
}

std::shared_ptr<ir::Module> module_from(const std::string& text, frontend::Syntax syntax,
                                        driver::Session& session,
                                        const passes::PipelineOptions& pipeline = {}) {
  auto module = module_of(parse(text, syntax, session), session, pipeline);
  if (!module) throw refused(session);
  return module;
}

std::string as_infix(const std::string& kif) {
  driver::Session session;
  return frontend::print_rulesheet(parse(kif, frontend::Syntax::kif, session),
                                   frontend::Syntax::infix, *session.symbols);
}

class Contest {
 public:
  Contest(const std::string& kif, const DifferentialOptions& options) : options_(options) {
    const auto kif_module = module_from(kif, frontend::Syntax::kif, session_);
    if (options.reference) add_reference(kif);
    add("interpreter", kif_module, {driver::Engine::interpreter, {}, false});
    add("stencils", kif_module, {driver::Engine::stencils, {}, false});
    add("jit", kif_module, {driver::Engine::jit, {}, true});
    contestants_.emplace_back("interpreter and jit in turns", switching_game(kif_module));
    if (options.optimised) add("jit, optimised", kif_module, {driver::Engine::jit, {}, false});
    if (options.reread) {
      const auto read = reread(*kif_module, session_);
      if (!read) throw refused(session_);
      add("interpreter, plans read back", read, {driver::Engine::interpreter, {}, false});
    }
    if (!options.disabled.empty()) {
      passes::PipelineOptions pipeline;
      pipeline.disabled = options.disabled;
      const auto module = module_from(kif, frontend::Syntax::kif, shortened_session_, pipeline);
      const std::string without = fmt::format("without {}", fmt::join(options.disabled, ", "));
      add("interpreter " + without, module, {driver::Engine::interpreter, {}, false});
      add("stencils " + without, module, {driver::Engine::stencils, {}, false});
    }
    if (options.source) {
      passes::PipelineOptions pipeline;
      pipeline.ordering.by = passes::Ordering::By::source;
      const auto module = module_from(kif, frontend::Syntax::kif, source_session_, pipeline);
      add("interpreter, order of the source", module, {driver::Engine::interpreter, {}, false});
      add("stencils, order of the source", module, {driver::Engine::stencils, {}, false});
    }
    if (options.nets) {
      add_net("net", kif, {});
      driver::NetLimits eager;
      eager.split.most_of_before = std::numeric_limits<double>::infinity();
      add_net("net, split wherever possible", kif, eager);
      // So few rows that something has to be left to matchers.
      driver::NetLimits narrow;
      narrow.rows = 12 + options.seed % 24;
      narrow.retry_rows = 10'000;
      add_net("net of few rows", kif, narrow);
      driver::NetLimits without;
      without.without = options.seed;
      add_net("net without a relation", kif, without);
    }
    if (options.renamed) add_renamed(kif);
    if (options.native_nets) add_native_net(kif);
    if (options.plugin) add_plugin(kif);
    if (options.infix) {
      add("interpreter, infix", module_from(as_infix(kif), frontend::Syntax::infix, infix_session_),
          {driver::Engine::interpreter, {}, false});
    }
  }

  DifferentialOutcome run() {
    for (std::size_t i = 0; i < options_.playouts; ++i) {
      runtime::Rng rng(options_.seed, i);
      if (!play(rng)) break;
    }
    return std::move(outcome_);
  }

 private:
  void add(const std::string& name, const std::shared_ptr<const ir::Module>& module,
           const driver::Options& options) {
    contestants_.emplace_back(name, driver::compile(module, options).game);
  }

  /// Nets that are too large are not compared.
  void add_net(const std::string& name, const std::string& kif, const driver::NetLimits& limits) {
    driver::Session session;
    auto clauses = clauses_of(parse(kif, frontend::Syntax::kif, session), session);
    if (!clauses) throw refused(session);
    add_net(name, std::move(*clauses), limits, session);
  }

  void add_net(const std::string& name, ir::Module source, const driver::NetLimits& limits) {
    driver::Session session{renamed_session_.sources, renamed_session_.symbols};
    add_net(name, std::move(source), limits, session);
  }

  void add_net(const std::string& name, ir::Module source, const driver::NetLimits& limits,
               driver::Session& session) {
    driver::Options options{driver::Engine::net, {}, false};
    options.pipeline.verify_each = true;
    const auto game = driver::net_game(std::move(source), "sheet", options, limits, session);
    if (game) {
      contestants_.emplace_back(name, game->game);
      return;
    }
    for (const ir::Diagnostic& diagnostic : session.diagnostics.all()) {
      if (diagnostic.severity == ir::Severity::error && diagnostic.code != "limit") {
        throw refused(session);
      }
    }
  }

  /// Only where the net answers all questions.
  void add_native_net(const std::string& kif) {
    driver::Session session;
    auto clauses = clauses_of(parse(kif, frontend::Syntax::kif, session), session);
    if (!clauses) throw refused(session);
    auto ground = driver::ground_game(std::move(*clauses), {}, {}, session);
    if (!ground || !ground->answers().all()) return;
    passes::FluentList group;
    for (std::uint32_t i = 0; i < ground->net->fluents.size() && group.size() < 3; ++i) {
      if (!ir::is_fixed(ground->net->fluents[i])) group.push_back(i);
    }
    passes::CaseLimits always;
    always.percent = std::numeric_limits<std::uint32_t>::max();
    always.saved_gates = 0;
    auto compiled = llvm_backend::compile_net(
        *ground->net, {llvm_backend::JitOptions::Tier::fast, /*verify=*/true}, {},
        passes::specialise_net(*ground->net, group, always));
    runtime::NetTables tables = driver::make_net_tables(*ground);
    tables.scratch_words = compiled.scratch_words;
    contestants_.emplace_back("native net by cases",
                              runtime::make_net_game(std::move(tables), std::move(compiled.code)));
    static constexpr std::array blocks = {1U, 4U, 8U};
    driver::Options fast;
    fast.fast_tier = true;
    fast.pipeline.verify_each = true;
    contestants_.emplace_back(
        "lanes", driver::ask_in_lanes(*ground, blocks[options_.seed % blocks.size()], fast));
  }

  [[nodiscard]] ir::Module clauses_from(const std::string& kif) {
    auto clauses =
        clauses_of(parse(kif, frontend::Syntax::kif, renamed_session_), renamed_session_);
    if (!clauses) throw refused(renamed_session_);
    return std::move(*clauses);
  }

  [[nodiscard]] ir::Module with_other_names(const ir::Module& module) {
    auto other = renamed(module, options_.seed + contestants_.size(), renamed_session_);
    if (!other) throw refused(renamed_session_);
    return std::move(*other);
  }

  void run(ir::Module& module, std::span<const std::string_view> passes) {
    if (!driver::run_passes(module, passes, {}, renamed_session_)) throw refused(renamed_session_);
  }

  void add_renamed(const std::string& kif) {
    const auto pipeline = passes::default_pipeline();
    for (const std::size_t done :
         {std::size_t{0}, static_cast<std::size_t>(options_.seed % pipeline.size()),
          pipeline.size()}) {
      ir::Module first = clauses_from(kif);
      run(first, pipeline.first(done));
      auto module = std::make_shared<ir::Module>(with_other_names(first));
      run(*module, pipeline.subspan(done));
      if (!driver::make_runnable(*module, "sheet", renamed_session_)) {
        throw refused(renamed_session_);
      }
      const std::string name = fmt::format("renamed after {} passes", done);
      add("interpreter, " + name, module, {driver::Engine::interpreter, {}, false});
      add("stencils, " + name, module, {driver::Engine::stencils, {}, false});
      add("jit, " + name, module, {driver::Engine::jit, {}, true});
    }
    add_net("net of renamed clauses", with_other_names(clauses_from(kif)), {});
    driver::Session session;  // of reports of nets that are too large
    const auto ground = driver::ground_game(clauses_from(kif), {}, {}, session);
    if (!ground || !ground->answers().all()) return;
    add_net("net, renamed", with_other_names(ir::net_module(*ground->module, *ground->net)), {});
  }

  void add_plugin(const std::string& kif) {
    static constexpr std::array engines = {driver::Engine::jit, driver::Engine::net_jit,
                                           driver::Engine::automatic};
    const auto game = plugin_game(kif, engines[options_.seed / 8 % engines.size()]);
    if (game) contestants_.emplace_back("plugin", game);
  }

  void add_reference(const std::string& kif) {
    auto program = driver::reference_program(parse(kif, frontend::Syntax::kif, reference_session_),
                                             reference_session_.symbols);
    contestants_.emplace_back("reference",
                              reference::make_reference_game(std::move(program), "sheet"));
  }

  /// False where they disagree.
  bool play(runtime::Rng& rng) {
    std::string history;
    for (Contestant& contestant : contestants_) contestant.restart();
    for (std::size_t step = 0;; ++step) {
      const std::optional<View> view =
          agreed<View>(history, [](Contestant& c) { return c.look(); }, text_of);
      if (!view) return false;
      ++outcome_.states;
      outcome_.fluents += view->fluents.size();
      for (const Names& names : view->legal) outcome_.moves += names.size();
      if (!by_hand(*view, rng, history)) return false;
      if (step == options_.steps) return true;
      Names joint;
      for (const Names& names : view->legal) {
        if (names.empty()) return true;
        joint.push_back(names[rng.below(names.size())]);
      }
      history += fmt::format(" [{}]", fmt::join(joint, " "));
      const auto percepts = agreed<std::vector<Names>>(
          history, [&](Contestant& c) { return c.step(joint); },
          [](const std::vector<Names>& all) { return fmt::format("  percepts {}\n", all); });
      if (!percepts) return false;
    }
  }

  /// What follows from a joint move and a state of which only the parts have been seen.
  bool by_hand(const View& view, runtime::Rng& rng, const std::string& history) {
    fluents_.insert(view.fluents.begin(), view.fluents.end());
    moves_.resize(view.legal.size());
    Names joint;
    for (std::size_t role = 0; role < moves_.size(); ++role) {
      moves_[role].insert(view.legal[role].begin(), view.legal[role].end());
      if (!moves_[role].empty()) joint.push_back(any_of(moves_[role], rng));
    }
    if (joint.size() == moves_.size() &&
        !agreed<std::vector<Names>>(
            fmt::format("{} trying [{}]", history, fmt::join(joint, " ")),
            [&](Contestant& c) { return c.try_out(joint); },
            [](const std::vector<Names>& all) { return fmt::format("  {}\n", all); })) {
      return false;
    }
    std::set<std::string> mixed(view.fluents.begin(), view.fluents.end());
    for (int i = 0; i < 3 && !fluents_.empty(); ++i) {
      mixed.erase(any_of(fluents_, rng));
      mixed.insert(any_of(fluents_, rng));
    }
    const Names fluents(mixed.begin(), mixed.end());
    return agreed<View>(
               fmt::format(" the fluents {}", fmt::join(fluents, " ")),
               [&](Contestant& c) { return c.look_at(fluents); }, text_of)
        .has_value();
  }

  static const std::string& any_of(const std::set<std::string>& all, runtime::Rng& rng) {
    return *std::next(all.begin(), static_cast<std::ptrdiff_t>(rng.below(all.size())));
  }

  /// What all of them say; nothing, with the outcome set, where they do not agree.
  template <typename Answer, typename Ask, typename Print>
  std::optional<Answer> agreed(const std::string& history, Ask ask, Print print) {
    const std::optional<Answer> asked = ask(contestants_.front());
    const Answer& first = asked.value();  // the reference or the interpreter: they know all
    for (std::size_t i = 1; i < contestants_.size(); ++i) {
      const std::optional<Answer> answer = ask(contestants_[i]);
      if (!answer || *answer == first) continue;
      outcome_.kind = DifferentialOutcome::Kind::disagreed;
      outcome_.message = fmt::format(
          "after{}\n{}:\n{}{}:\n{}", history.empty() ? " no move" : history,
          contestants_.front().name(), print(first), contestants_[i].name(), print(*answer));
      return std::nullopt;
    }
    return first;
  }

  const DifferentialOptions& options_;
  driver::Session session_, reference_session_, infix_session_, shortened_session_, source_session_,
      renamed_session_;
  std::vector<Contestant> contestants_;
  std::set<std::string> fluents_;             ///< that have held
  std::vector<std::set<std::string>> moves_;  ///< by role, that have been legal
  DifferentialOutcome outcome_;
};

}  // namespace

DifferentialOptions differential_options(std::uint64_t number) {
  static const std::array<Names, 7> disabled = {
      Names{},         {"demand", "demand-static"},           {"unfold"}, {"remove-dead"},
      {"fold-static"}, {"introduce-exists", "insert-absent"}, {}};
  DifferentialOptions options;
  options.seed = number;
  options.optimised = number % 8 == 0;
  options.infix = number % 4 == 1;
  options.reread = number % 4 == 2;
  options.renamed = number % 4 == 0;
  options.native_nets = number % 4 == 3;
  options.plugin = number % 8 == 5;
  options.disabled = disabled[number % disabled.size()];
  return options;
}

DifferentialOutcome compare_engines(const std::string& kif, const DifferentialOptions& options) {
  using Kind = DifferentialOutcome::Kind;
  DifferentialOutcome outcome;
  try {
    return Contest(kif, options).run();
  } catch (const Refused& refused) {
    outcome.kind = Kind::refused;
    outcome.message = refused.report;
  } catch (const runtime::LimitReached& limit) {
    outcome.kind = Kind::limit;
    outcome.message = limit.what();
  } catch (const reference::ReasoningError& error) {
    // The compiler accepted the sheet.
    outcome.kind = Kind::disagreed;
    outcome.message = "reference: " + error.code() + ": " + error.what();
  }
  return outcome;
}

}  // namespace tesuji::tests
