#include "backend/plugins/make/compile_plugin.h"

#include "backend/driver/games/automatic.h"
#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/games/mixed.h"
#include "backend/driver/games/net.h"
#include "backend/driver/games/net_facts.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "backend/features/sets/feature_module.h"
#include "backend/llvm/gpu/gpu_lanes.h"
#include "backend/llvm/lanes/lane_jit.h"
#include "backend/llvm/nets/net_jit.h"
#include "backend/llvm/orc/cpu_features.h"
#include "backend/llvm/orc/source_hash.h"
#include "backend/llvm/plugin/link_plugin.h"
#include "backend/llvm/plugin/plugin_data.h"
#include "backend/plugins/host/game.h"
#include "backend/plugins/host/seal.h"
#include "backend/plugins/make/plugin_actions.h"
#include "backend/plugins/make/plugin_header.h"
#include "backend/plugins/make/plugin_steps.h"
#include "backend/plugins/make/plugin_strategy.h"
#include "ir/module/entries.h"
#include "ir/module/layout.h"
#include "runtime/host/game/dense_numbers.h"
#include "runtime/host/game/game.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <utility>

namespace tesuji::driver {
namespace {

// Collects the parts of a plugin before code is generated: plans, a net, or both, and lanes.

struct PluginParts {
  std::shared_ptr<const ir::Module> module;  ///< plans; null without plans
  std::shared_ptr<const ir::Layout> layout;
  std::optional<GroundGame> net;  ///< with plans: its fluents lie where the plans' states have them
  std::shared_ptr<const runtime::Game> game;
  TurnNames turns{};
  std::optional<StrategySource> strategy{};
  std::vector<std::string> features{};                    ///< names
  std::vector<std::vector<std::string>> feature_parts{};  ///< by feature: relations of the module
  std::optional<GroundGame> lanes{};  ///< for many games at a time; on the states of `game`
  /// Moves that may be legal, if plans answer that question; empty: unknown.
  std::optional<runtime::RoleMoves> possible_moves{};

  [[nodiscard]] bool net_has_moves() const { return net && net->answers().legal; }
};

/// Makes plans only. Compiles nothing for this process: the interpreter answers for the tables.
std::optional<PluginParts> plan_parts(ir::Module source, const std::string& path, Options options,
                                      Session& session) {
  options.engine = Engine::interpreter;
  std::optional<LoadedGame> loaded = match_game(std::move(source), path, options, session);
  if (!loaded) return std::nullopt;
  return PluginParts{loaded->module, loaded->layout, std::nullopt, loaded->game,
                     turn_names(*loaded->module)};
}

std::optional<PluginParts> net_parts(ir::Module source, const std::string& path, Options options,
                                     Session& session) {
  options.engine = Engine::net;
  std::optional<MixedParts> mixed =
      net_game_parts(std::move(source), path, options, {}, session, true);
  if (!mixed) return std::nullopt;
  PluginParts parts;
  if (mixed->matchers) {
    parts.module = mixed->matchers->module;
    parts.layout = mixed->matchers->layout;
  }
  parts.turns = turn_names(mixed->matchers ? *mixed->matchers->module : *mixed->net.module);
  parts.net = std::move(mixed->net);
  parts.game = std::move(mixed->game);
  return parts;
}

std::optional<PluginParts> chosen_parts(ir::Module source, const std::string& path,
                                        const Options& options, Session& session) {
  std::optional<AutomaticGame> chosen = choose_engines(std::move(source), path, options, session);
  if (!chosen) return std::nullopt;
  PluginParts parts;
  parts.game = chosen->loaded.game;
  if (chosen->loaded.layout) {
    parts.module = chosen->loaded.module;
    parts.layout = chosen->loaded.layout;
  }
  parts.turns = turn_names(*chosen->loaded.module);
  parts.net = std::move(chosen->net);
  return parts;
}

/// Makes the parts of a rulesheet, or of IR text at level clauses, plans or nets. Reports errors.
std::optional<PluginParts> make_parts(ir::Module source, const std::string& path,
                                      const Options& options, Session& session) {
  if (source.level == ir::Level::nets) {
    auto ground = ground_game(std::move(source), options, {}, session);
    if (!ground || !is_whole(*ground, path, session)) return std::nullopt;
    specialise(*ground, options);
    auto game = evaluate_game(*ground);
    return PluginParts{nullptr, nullptr, std::move(ground), std::move(game)};
  }
  if (options.engine == Engine::net_jit) {
    return net_parts(std::move(source), path, options, session);
  }
  if (options.engine == Engine::automatic) {
    return chosen_parts(std::move(source), path, options, session);
  }
  if (options.engine == Engine::jit) return plan_parts(std::move(source), path, options, session);
  throw std::logic_error("make_parts: plugins hold native code of plans, of nets, or of both");
}

/// Makes the plans of a rulesheet or, if `path` is empty, of a domain theory of that name, with
/// features. Reports errors.
std::optional<PluginParts> make_feature_parts(std::optional<ir::Module> source,
                                              const std::string& path, const std::string& name,
                                              const FeatureTexts& texts, const Options& options,
                                              Session& session) {
  if (options.engine != Engine::jit) {
    session.diagnostics.error({}, "usage", "a plugin with features holds plans: --engine=jit");
    return std::nullopt;
  }
  if (source && source->level != ir::Level::clauses) {
    session.diagnostics.error({}, "usage", "features go into a rulesheet, not into plans or nets");
    return std::nullopt;
  }
  auto lowered = lower_features(texts, std::move(source), session);
  if (!lowered || !share_parts(*lowered, options, session)) return std::nullopt;
  if (path.empty()) lowered->module->game = name;
  auto parts = plan_parts(std::move(*lowered->module), path, options, session);
  if (!parts) return std::nullopt;
  parts->features = std::move(lowered->names);
  parts->feature_parts = std::move(lowered->parts);
  return parts;
}

/// Adds parts for many games at a time. `source`: the source of the parts. Warns if that is
/// impossible.
void add_lanes(PluginParts& parts, const ir::Module& source, const Options& options,
               Session& session) {
  std::string reason;
  if (!parts.layout) {
    parts.lanes = fit_for_lanes(*parts.net, reason);
  } else if (parts.lanes = ground_for_lanes(source, options, session, reason, false); parts.lanes) {
    parts.lanes = place_on(*parts.lanes, LoadedGame{parts.module, parts.layout, parts.game});
    if (!parts.lanes) reason = rows_reason;
  }
  if (parts.lanes) return;
  session.diagnostics.warning({}, "limit", "no code for many games at a time is made: " + reason);
}

// Adds code for many games at a time (docs/engines/batches.md) to a plugin.

/// Compiles for words of every length; processors use those that they support. Appends the object
/// files to `objects`, and returns the plugin's entries for them. `ground`: fit_for_lanes, on
/// states of `game`. `gpu`: also kernels, with states there, if lanes know goals.
llvm_backend::PluginLanes make_plugin_lanes(const GroundGame& ground, const runtime::Game& game,
                                            const llvm_backend::JitOptions& options,
                                            std::optional<runtime::GpuStates> gpu,
                                            std::vector<llvm_backend::ObjectFile>& objects) {
  const ir::LaneGame lanes = make_lane_game(ground);
  llvm_backend::PluginLanes made;
  for (const std::uint32_t blocks : llvm_backend::plugin_lane_blocks) {
    llvm_backend::LaneJitShape shape;
    shape.blocks = blocks;
    llvm_backend::LaneObjects code = llvm_backend::make_lane_objects(
        lanes, options, shape, "lanes_" + std::to_string(64 * blocks) + "_");
    std::move(code.files.begin(), code.files.end(), std::back_inserter(objects));
    made.codes.push_back({std::move(code.symbols), std::move(code.numbers), code.cpu_features});
  }
  if (gpu && ground.net->knows(ir::NetQuestion::goal)) {
    llvm_backend::JitOptions kernels = options;
    if (options.form == llvm_backend::CodeForm::llvm) kernels.form = llvm_backend::CodeForm::object;
    for (const bool many_starts : {false, true}) {
      made.gpu.push_back(
          llvm_backend::compile_gpu_lanes(lanes, many_starts, kernels, ground.module->game, *gpu));
    }
  }
  made.fluents = lanes.fluents;
  made.answers = lane_answers(ground, lanes);
  made.control = lane_control(ground, lanes);
  made.fixed = make_net_tables(ground).fixed;
  made.fixed.resize(game.state_words());
  return made;
}

// The facts about states that a plugin's code assumes, for its tables.

using ir::FluentFact;

/// Sets how many fluents of a fact hold.
void set_bounds(FluentFact::Kind kind, llvm_backend::PluginFact& fact) {
  switch (kind) {
    case FluentFact::Kind::never:
      return;
    case FluentFact::Kind::always:
    case FluentFact::Kind::exactly_one:
      fact.least = fact.most = 1;
      return;
    case FluentFact::Kind::at_most_one:
      fact.most = 1;
      return;
    case FluentFact::Kind::equal:
      fact.equal = true;
      return;
  }
}

/// Returns GroundGame::granted over the bits of the net's states.
std::vector<llvm_backend::PluginFact> plugin_facts(const GroundGame& ground) {
  std::vector<llvm_backend::PluginFact> facts;
  const std::vector<std::string> names = make_net_tables(ground).fluents;
  for (const FluentFact& granted : facts_of(ground.proof.granted, ground)) {
    llvm_backend::PluginFact& fact = facts.emplace_back();
    fact.bits.assign(granted.fluents.begin(), granted.fluents.end());
    set_bounds(granted.kind, fact);
    fact.text = runtime::text_of(named_facts({granted}, names).front());
  }
  return facts;
}

/// Returns the value of tsj_plugin::engine.
std::string engine_name(const PluginParts& parts) {
  if (!parts.net) return "jit";
  return parts.module ? "auto" : "net-jit";
}

/// Compiles the parts and fills the plugin's tables.
class PluginMaker {
 public:
  PluginMaker(const PluginParts& parts, llvm_backend::JitOptions jit, const PluginOptions& wanted)
      : parts_(parts), jit_(std::move(jit)) {
    if (wanted.gpu) gpu_ = wanted.gpu_states;
  }

  std::vector<llvm_backend::ObjectFile> make(llvm_backend::PluginTexts texts) {
    std::vector<llvm_backend::ObjectFile> objects;
    if (parts_.net) add_net(objects);
    if (parts_.module) add_plans(objects);
    const runtime::StateView initial = parts_.game->initial();
    plugin_.initial.assign(initial.begin(), initial.end());
    // The facts that `base` allows are not an initial position.
    if (parts_.game->roles().empty()) std::fill(plugin_.initial.begin(), plugin_.initial.end(), 0);
    plugin_.waiting_moves = parts_.turns.waiting;
    plugin_.control_fluents.assign(parts_.turns.control.begin(), parts_.turns.control.end());
    if (parts_.strategy) {
      plugin_.strategy =
          make_plugin_strategy(*parts_.strategy, *parts_.game, parts_.turns, jit_, objects);
      number_waiting(plugin_.strategy->turns.waiting);
    }
    if (parts_.net) plugin_.facts = plugin_facts(*parts_.net);
    if (parts_.lanes) {
      if (plugin_.facts.empty()) plugin_.facts = plugin_facts(*parts_.lanes);
      plugin_.lanes = make_plugin_lanes(*parts_.lanes, *parts_.game, jit_, gpu_, objects);
      plugin_.steps = make_plugin_steps(*parts_.lanes, numbers(), jit_, objects, no_steps_);
    }
    plugin_.possible_moves = parts_.possible_moves;
    plugin_.texts = std::move(texts);
    objects.push_back(llvm_backend::make_plugin_data(plugin_, jit_));
    return objects;
  }

  /// Why there is no code for steps of many games, though there are lanes.
  [[nodiscard]] const std::string& no_steps() const { return no_steps_; }

 private:
  void add_net(std::vector<llvm_backend::ObjectFile>& objects) {
    const GroundGame& ground = *parts_.net;
    llvm_backend::NetObjects made =
        llvm_backend::make_net_objects(*ground.net, jit_, {}, *ground.cases);
    llvm_backend::PluginNet net;
    net.tables = make_net_tables(ground);
    net.tables.scratch_words = made.scratch_words;
    net.symbols = std::move(made.symbols);
    net.cases = ground.cases;
    plugin_.answers = ground.answers();
    plugin_.net = std::move(net);
    std::move(made.files.begin(), made.files.end(), std::back_inserter(objects));
  }

  void add_plans(std::vector<llvm_backend::ObjectFile>& objects) {
    llvm_backend::PluginPlans plans;
    plans.tables = make_tables(*parts_.module, *parts_.layout);
    for (const ir::Entry& entry : parts_.module->entries) {
      if (ir::is_function(entry)) plans.entries.push_back(entry.name);
    }
    for (const ir::Entry& entry : ir::remaining_entries(*parts_.module)) {
      plans.entries.push_back(entry.name);
    }
    for (const auto& parts : parts_.feature_parts) {
      plans.features.push_back(place_of(*parts_.module, *parts_.layout, parts));
    }
    plugin_.features = parts_.features;
    if (plugin_.net) plugin_.moves = second_moves(plugin_.net->tables, plans.tables);
    plugin_.plans = std::move(plans);
    objects.push_back(*llvm_backend::make_object(*parts_.module, *parts_.layout, jit_));
  }

  [[nodiscard]] StepNumbers numbers() const {
    return step_numbers(*parts_.game, plugin_.plans ? &plugin_.plans->tables : nullptr,
                        plugin_.net ? &plugin_.net->tables : nullptr, plugin_.answers.legal,
                        parts_.possible_moves ? &*parts_.possible_moves : nullptr);
  }

  /// Sets the waiting moves by the plugin's numbers.
  void number_waiting(std::vector<std::optional<runtime::Move>>& waiting) const {
    const StepNumbers of_plugin = numbers();
    for (std::size_t role = 0; role < waiting.size(); ++role) {
      if (waiting[role]) waiting[role] = of_plugin.find_move(parts_.turns.waiting[role].value());
    }
  }

  /// Returns the plans' numbers of the net's moves.
  std::vector<runtime::Move> second_moves(const runtime::NetTables& net,
                                          const runtime::GameTables& plans) const {
    const auto names = runtime::make_tabled_game(plans, runtime::GameCode{});
    std::vector<runtime::Move> moves;
    for (const std::string& name : net.moves) moves.push_back(names->find_move(name).value());
    return moves;
  }

  const PluginParts& parts_;
  llvm_backend::JitOptions jit_;
  std::optional<runtime::GpuStates> gpu_;
  llvm_backend::PluginGame plugin_;
  std::string no_steps_;
};

/// Returns the source of a plugin: the rulesheet or, without one, the domain theory and the
/// features.
std::string source_text(const std::string& path, ir::FileId first, const Session& session) {
  if (!path.empty()) return (*session.sources)[first].text;
  std::string text;
  for (ir::FileId file = first; file < session.sources->size(); ++file) {
    text += (*session.sources)[file].text;
  }
  return text;
}

std::vector<std::string> predicate_names(const PluginParts& parts) {
  std::vector<std::string> names;
  if (!parts.strategy) return names;
  for (const ir::Proc& proc : parts.strategy->text.procs) names.push_back(proc.name);
  return names;
}

/// Returns the constants of the game for C programs.
std::string header_of(const PluginParts& parts, const std::string& path) {
  std::optional<runtime::GameTables> plans;
  std::optional<runtime::NetTables> net;
  if (parts.module) plans = make_tables(*parts.module, *parts.layout);
  if (parts.net) net = make_net_tables(*parts.net);
  const runtime::DenseNumbers numbers = runtime::dense_numbers(
      plans ? &*plans : nullptr, net ? &*net : nullptr, parts.net_has_moves(),
      parts.possible_moves ? &*parts.possible_moves : nullptr);
  return plugin_header(
      *parts.game, path, predicate_names(parts), numbers,
      plans ? runtime::fluent_blocks(*plans) : std::vector<runtime::FluentBlock>());
}

/// Makes any form except PluginForm::header. Sets `no_steps` to PluginMaker::no_steps.
std::string make_file(const PluginParts& parts, llvm_backend::JitOptions jit,
                      const llvm_backend::PluginTexts& texts, PluginForm form,
                      const PluginOptions& wanted, std::string& no_steps) {
  if (form == PluginForm::assembly) jit.form = llvm_backend::CodeForm::assembly;
  if (form == PluginForm::llvm) jit.form = llvm_backend::CodeForm::llvm;
  PluginMaker maker(parts, jit, wanted);
  const std::vector<llvm_backend::ObjectFile> objects = maker.make(texts);
  no_steps = maker.no_steps();
  if (jit.form != llvm_backend::CodeForm::object) {
    std::string text;
    for (const llvm_backend::ObjectFile& object : objects) {
      const std::string mark = form == PluginForm::llvm ? ";" : "#";
      text += mark + " module " + object.name + "\n";
      text.append(object.bytes.begin(), object.bytes.end());
    }
    return text;
  }
  const bool library = form == PluginForm::library;
  std::vector<char> bytes = llvm_backend::link_plugin(
      objects, {.form = library ? llvm_backend::Linked::library : llvm_backend::Linked::object,
                .linker = wanted.linker,
                .symbol = wanted.symbol});
  if (!plugin::is_elf({bytes.data(), bytes.size()})) {
    throw llvm_backend::LinkError("the output of the linker is not a library");
  }
  if (library) plugin::seal(bytes);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::optional<std::vector<std::string>> compile_plugin(const std::string& path,
                                                       const Options& options,
                                                       const PluginOptions& wanted,
                                                       std::span<const PluginForm> forms,
                                                       Session& session) {
  const auto begin = [&](const std::string& what) {
    if (wanted.progress) wanted.progress(what);
  };
  begin("reading");
  const auto file = static_cast<ir::FileId>(session.sources->size());  // the file to be read now
  std::optional<ir::Module> source;
  if (!path.empty()) {
    source = load_source(path, session);
    if (!source) return std::nullopt;
    if (options.invariants && !are_about(*options.invariants, *source, session)) {
      return std::nullopt;
    }
  }
  const bool with_features = !wanted.features.features.empty();
  std::optional<FeatureTexts> features;
  std::string domain_name;
  if (!wanted.features.domains.empty()) {
    domain_name = std::filesystem::path(wanted.features.domains.front()).stem().string();
  }
  if (with_features) {
    features = read_features(wanted.features, session);
    if (!features) return std::nullopt;
  }
  std::optional<StrategySource> strategy;
  if (wanted.strategy) strategy = read_strategy_source(*wanted.strategy, session);
  if (strategy.has_value() != wanted.strategy.has_value()) return std::nullopt;
  llvm_backend::PluginTexts texts;
  texts.compiler = wanted.compiler;
  texts.source_hash = llvm_backend::sha256(source_text(path, file, session));
  std::optional<ir::Module> for_lanes;
  if (wanted.batch) for_lanes = source;
  begin(options.engine == Engine::jit         ? "passes"
        : options.engine == Engine::automatic ? "passes, and measuring which engine is faster"
                                              : "passes, and grounding to a net");
  std::optional<PluginParts> parts =
      features
          ? make_feature_parts(std::move(source), path, domain_name, *features, options, session)
          : make_parts(std::move(*source), path, options, session);
  if (!parts) return std::nullopt;
  if (strategy && !takes_strategy(*strategy, *parts->game, parts->turns, file, session))
    return std::nullopt;
  parts->strategy = std::move(strategy);
  if (parts->module && !parts->net_has_moves()) {
    begin("which moves may be legal");
    parts->possible_moves = possible_moves(*parts->module, *parts->layout, session);
  }
  if (for_lanes) {
    begin("grounding for many games at a time");
    add_lanes(*parts, *for_lanes, options, session);
    if (wanted.gpu && parts->lanes && !parts->lanes->net->knows(ir::NetQuestion::goal)) {
      session.diagnostics.warning({}, "limit",
                                  std::string("no kernels are made for GPUs: ") + goals_reason);
    }
  }
  texts.engine = engine_name(*parts);
  llvm_backend::JitOptions jit = jit_options(options);
  jit.cpu = wanted.cpu;
  try {
    std::vector<std::string> files;
    std::string no_steps;
    for (const PluginForm form : forms) {
      if (form == PluginForm::header) {
        begin("header");
        files.push_back(header_of(*parts, path));
        continue;
      }
      begin("generating and optimising code");
      files.push_back(timed_code(
          options, [&] { return make_file(*parts, jit, texts, form, wanted, no_steps); }));
    }
    if (!no_steps.empty()) {
      session.diagnostics.warning({}, "limit",
                                  "no code for steps of many games is made: " + no_steps);
    }
    return files;
  } catch (const llvm_backend::LinkError& error) {
    session.diagnostics.error({}, "link", error.what());
  } catch (const std::invalid_argument& error) {
    session.diagnostics.error({}, "usage", error.what());
  }
  return std::nullopt;
}

std::vector<std::string> plugin_processors() {
  return llvm_backend::cpu_names();
}

}  // namespace tesuji::driver
