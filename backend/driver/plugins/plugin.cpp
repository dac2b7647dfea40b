#include "backend/driver/plugins/plugin.h"

#include "backend/driver/features/feature_module.h"
#include "backend/driver/games/automatic.h"
#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/lanes.h"
#include "backend/driver/games/mixed.h"
#include "backend/driver/games/net.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "backend/driver/plugins/plugin_actions.h"
#include "backend/driver/plugins/plugin_facts.h"
#include "backend/driver/plugins/plugin_header.h"
#include "backend/driver/plugins/plugin_lanes.h"
#include "backend/driver/plugins/plugin_steps.h"
#include "backend/driver/plugins/plugin_strategy.h"
#include "backend/llvm/nets/net_jit.h"
#include "backend/llvm/orc/cpu_features.h"
#include "backend/llvm/orc/source_hash.h"
#include "backend/llvm/plugin/link_plugin.h"
#include "backend/llvm/plugin/plugin_data.h"
#include "backend/plugin/batch.h"
#include "backend/plugin/features.h"
#include "backend/plugin/game.h"
#include "backend/plugin/seal.h"
#include "backend/plugin/steps.h"
#include "ir/module/entries.h"
#include "ir/nets/open_moves.h"
#include "runtime/host/memory/cpu_names.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace tesuji::driver {
namespace {

/// What a plugin is to hold: plans, a net, or both.
struct Parts {
  std::shared_ptr<const ir::Module> module;  ///< plans; null: none
  std::shared_ptr<const ir::Layout> layout;
  std::optional<GroundGame> net;  ///< with plans: placed on their states
  std::shared_ptr<const runtime::Game> game;
  TurnNames turns{};
  std::optional<StrategySource> strategy{};
  std::vector<std::string> features{};                    ///< names
  std::vector<std::vector<std::string>> feature_parts{};  ///< by feature: relations of the module
  std::optional<GroundGame> lanes{};  ///< for many games at a time; on the states of `game`
  /// What may be legal, where plans answer that; nothing: not known.
  std::optional<runtime::RoleMoves> possible_moves{};

  [[nodiscard]] bool net_has_moves() const { return net && net->answers().legal; }
};

/// As tsj_plugin::engine.
std::string engine_name(const Parts& parts) {
  if (!parts.net) return "jit";
  return parts.module ? "auto" : "net-jit";
}

/// Plans alone. Nothing is compiled for this process: the interpreter only answers for the tables.
std::optional<Parts> plan_parts(ir::Module source, const std::string& path, Options options,
                                Session& session) {
  options.engine = Engine::interpreter;
  std::optional<LoadedGame> loaded = match_game(std::move(source), path, options, session);
  if (!loaded) return std::nullopt;
  return Parts{loaded->module, loaded->layout, std::nullopt, loaded->game,
               turn_names(*loaded->module)};
}

std::optional<Parts> net_parts(ir::Module source, const std::string& path, Options options,
                               Session& session) {
  options.engine = Engine::net;
  std::optional<MixedParts> mixed =
      net_game_parts(std::move(source), path, options, {}, session, true);
  if (!mixed) return std::nullopt;
  Parts parts;
  if (mixed->matchers) {
    parts.module = mixed->matchers->module;
    parts.layout = mixed->matchers->layout;
  }
  parts.turns = turn_names(mixed->matchers ? *mixed->matchers->module : *mixed->net.module);
  parts.net = std::move(mixed->net);
  parts.game = std::move(mixed->game);
  return parts;
}

std::optional<Parts> chosen_parts(ir::Module source, const std::string& path,
                                  const Options& options, Session& session) {
  std::optional<AutomaticGame> chosen = choose_engines(std::move(source), path, options, session);
  if (!chosen) return std::nullopt;
  Parts parts;
  parts.game = chosen->loaded.game;
  if (chosen->loaded.layout) {
    parts.module = chosen->loaded.module;
    parts.layout = chosen->loaded.layout;
  }
  parts.turns = turn_names(*chosen->loaded.module);
  parts.net = std::move(chosen->net);
  return parts;
}

std::optional<Parts> make_parts(ir::Module source, const std::string& path, const Options& options,
                                Session& session) {
  if (source.level == ir::Level::nets) {
    auto ground = ground_game(std::move(source), options, {}, session);
    if (!ground || !is_whole(*ground, path, session)) return std::nullopt;
    specialise(*ground, options);
    auto game = evaluate_game(*ground);
    return Parts{nullptr, nullptr, std::move(ground), std::move(game)};
  }
  switch (options.engine) {
    case Engine::net_jit:
      return net_parts(std::move(source), path, options, session);
    case Engine::automatic:
      return chosen_parts(std::move(source), path, options, session);
    case Engine::jit:
      return plan_parts(std::move(source), path, options, session);
    case Engine::interpreter:
    case Engine::tiers:
    case Engine::net:
    case Engine::lanes_64:
    case Engine::lanes_256:
    case Engine::lanes_512:
    case Engine::lanes_gpu:
    case Engine::reference:
      break;
  }
  throw std::logic_error("make_parts: plugins hold native code of plans, of nets, or of both");
}

/// Compiles the parts and says what of them is where.
class PluginMaker {
 public:
  PluginMaker(const Parts& parts, llvm_backend::JitOptions jit, const PluginOptions& wanted)
      : parts_(parts), jit_(std::move(jit)) {
    if (wanted.gpu) gpu_ = wanted.gpu_states;
  }

  std::vector<llvm_backend::ObjectFile> make(llvm_backend::PluginTexts texts) {
    std::vector<llvm_backend::ObjectFile> objects;
    if (parts_.net) add_net(objects);
    if (parts_.module) add_plans(objects);
    const runtime::StateView initial = parts_.game->initial();
    plugin_.initial.assign(initial.begin(), initial.end());
    // What `base` allows is no position to begin with.
    if (parts_.game->roles().empty()) std::fill(plugin_.initial.begin(), plugin_.initial.end(), 0);
    plugin_.waiting_moves = parts_.turns.waiting;
    plugin_.control_fluents.assign(parts_.turns.control.begin(), parts_.turns.control.end());
    if (parts_.strategy) {
      plugin_.strategy =
          make_plugin_strategy(*parts_.strategy, *parts_.game, parts_.turns, jit_, objects);
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
    const ir::NetCases& cases = *ground.cases;
    llvm_backend::NetObjects made = llvm_backend::make_net_objects(*ground.net, jit_, {}, cases);
    llvm_backend::PluginNet net;
    net.tables = make_net_tables(ground);
    net.tables.scratch_words = made.scratch_words;
    net.symbols = std::move(made.symbols);
    for (const ir::NetCase& one : cases.cases) {
      net.case_fluents.push_back(one.fluent);
      net.only_moves.push_back(one.only_moves);
      net.open.push_back(cases.position ? ir::useful_open_moves(one.net)
                                        : std::vector<std::uint64_t>{});
    }
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

  /// The plans' numbers of the net's moves.
  std::vector<runtime::Move> second_moves(const runtime::NetTables& net,
                                          const runtime::GameTables& plans) const {
    const auto names = runtime::make_tabled_game(plans, runtime::GameCode{});
    std::vector<runtime::Move> moves;
    for (const std::string& name : net.moves) moves.push_back(names->find_move(name).value());
    return moves;
  }

  const Parts& parts_;
  llvm_backend::JitOptions jit_;
  std::optional<runtime::GpuStates> gpu_;
  llvm_backend::PluginGame plugin_;
  std::string no_steps_;
};

/// The plans of a rulesheet or, where `path` is empty, of a domain theory of that name, with
/// features. Reports what is wrong.
std::optional<Parts> feature_parts(std::optional<ir::Module> source, const std::string& path,
                                   const std::string& name, const FeatureTexts& texts,
                                   const Options& options, Session& session) {
  if (options.engine != Engine::jit) {
    session.diagnostics.error({}, "usage", "a plugin with features holds plans: --engine=jit");
    return std::nullopt;
  }
  if (source && source->level != ir::Level::clauses) {
    session.diagnostics.error({}, "usage", "features go into a rulesheet, not into plans or nets");
    return std::nullopt;
  }
  auto lowered = lower_features(texts, std::move(source), session);
  if (!lowered) return std::nullopt;
  if (path.empty()) lowered->module->game = name;
  auto parts = plan_parts(std::move(*lowered->module), path, options, session);
  if (!parts) return std::nullopt;
  parts->features = std::move(lowered->names);
  parts->feature_parts = std::move(lowered->parts);
  return parts;
}

/// What a plugin is made of: the rulesheet or, without one, the domain theory and the features.
std::string source_text(const std::string& path, ir::FileId first, const Session& session) {
  if (!path.empty()) return (*session.sources)[first].text;
  std::string text;
  for (ir::FileId file = first; file < session.sources->size(); ++file) {
    text += (*session.sources)[file].text;
  }
  return text;
}

std::vector<std::string> predicate_names(const Parts& parts) {
  std::vector<std::string> names;
  if (!parts.strategy) return names;
  for (const ir::Proc& proc : parts.strategy->text.procs) names.push_back(proc.name);
  return names;
}

/// Makes them ready for many games at a time. `source`: what they were made of. Warns where that
/// cannot be.
void add_lanes(Parts& parts, const ir::Module& source, const Options& options, Session& session) {
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

/// The numbers of the game for programs in C.
std::string header_of(const Parts& parts, const std::string& path) {
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

/// All but PluginForm::header. `no_steps` becomes PluginMaker::no_steps.
std::string make_file(const Parts& parts, llvm_backend::JitOptions jit,
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
    throw llvm_backend::LinkError("the linker wrote something that is no library");
  }
  if (library) plugin::seal(bytes);
  return {bytes.begin(), bytes.end()};
}

std::optional<std::shared_ptr<const plugin::Library>> open_library(const std::string& path,
                                                                   Session& session) {
  try {
    return std::make_shared<const plugin::Library>(path);
  } catch (const plugin::PluginFileError& error) {
    session.diagnostics.error({}, "io", error.what());
  } catch (const plugin::PluginError& error) {
    session.diagnostics.error({}, "plugin", error.what());
  }
  return std::nullopt;
}

/// What `name` (move_name, fluent_name) calls this number.
template <typename Name>
std::string name_by(const Name& name, const tsj_plugin& plugin, std::uint64_t number) {
  std::string text(name(&plugin, number, nullptr, 0), '\0');
  name(&plugin, number, text.data(), text.size() + 1);
  return text;
}

/// The dense numbers' names, up to most_named of each kind.
void add_dense_names(const tsj_plugin& plugin, PluginDescription& description) {
  description.fluent_count = plugin.fluent_count;
  for (std::uint64_t f = 0; f < plugin.fluent_count && f < PluginDescription::most_named; ++f) {
    description.fluents.push_back(name_by(plugin.fluent_name, plugin, f));
  }
  for (std::uint32_t role = 0; role < plugin.role_count; ++role) {
    const std::uint64_t count = plugin.action_count(&plugin, role);
    description.action_counts.push_back(count);
    std::vector<std::string>& names = description.actions.emplace_back();
    for (std::uint64_t a = 0; a < count && a < PluginDescription::most_named; ++a) {
      names.push_back(name_by(plugin.move_name, plugin, plugin.action_move(&plugin, role, a)));
    }
  }
}

TurnNames turns_of(const tsj_plugin& plugin) {
  TurnNames turns;
  for (std::uint32_t role = 0; role < plugin.role_count; ++role) {
    const char* waiting = plugin.waiting_moves[role];
    turns.waiting.push_back(waiting != nullptr ? std::optional<std::string>(waiting)
                                               : std::nullopt);
    // The rules give one to every role or to none.
    if (const char* control = plugin.control_fluents[role]) turns.control.emplace_back(control);
  }
  return turns;
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
  const auto file = static_cast<ir::FileId>(session.sources->size());  // that is read now
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
  std::optional<Parts> parts =
      features ? feature_parts(std::move(source), path, domain_name, *features, options, session)
               : make_parts(std::move(*source), path, options, session);
  if (!parts) return std::nullopt;
  if (strategy && !takes_strategies(*parts->game, parts->turns, file, session)) return std::nullopt;
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

bool is_plugin(const std::string& path) {
  return path != "-" && plugin::is_plugin_file(path);
}

std::optional<LoadedGame> load_plugin(const std::string& path, Session& session) {
  auto loaded = load_positions_plugin(path, session);
  if (!loaded || !loaded->game->roles().empty()) return loaded;
  session.diagnostics.error(
      {}, "plugin", "`" + path + "` has the features of a domain theory, and no game: `features`");
  return std::nullopt;
}

std::optional<LoadedGame> load_positions_plugin(const std::string& path, Session& session) {
  auto library = open_library(path, session);
  if (!library) return std::nullopt;
  LoadedGame loaded;
  loaded.turns = turns_of((*library)->get());
  loaded.game = plugin::make_game(std::move(*library));
  return loaded;
}

std::optional<PluginDescription> inspect_plugin(const std::string& path, Session& session) {
  auto library = open_library(path, session);
  if (!library) return std::nullopt;
  const tsj_plugin& plugin = (*library)->get();
  PluginDescription description;
  description.name = plugin.name;
  description.compiler = plugin.compiler;
  description.source_hash = plugin.source_hash;
  description.cpu = plugin.cpu;
  std::istringstream names(runtime::cpu_feature_names(plugin.cpu_features));
  for (std::string name; names >> name;) description.cpu_features.push_back(name);
  description.engine = plugin.engine;
  description.net_answers = plugin.net_answers;
  description.abi = plugin.abi;
  description.table_bytes = plugin.size;
  description.scratch_bytes = plugin.scratch_bytes(&plugin);
  description.move_limit = plugin.move_limit;
  if (TSJ_PLUGIN_HAS(&plugin, strategy)) {
    description.strategy = plugin.strategy;
    description.strategy_hash = plugin.strategy_hash;
    for (std::uint32_t p = 0; p < plugin.predicate_count; ++p) {
      description.predicates.emplace_back(plugin.predicates[p].name);
    }
    for (std::uint32_t i = 0; i < plugin.order_count; ++i) {
      description.order.push_back(description.predicates.at(plugin.order[i]));
    }
  }
  if (TSJ_PLUGIN_HAS(&plugin, move_action)) {
    description.dense = true;
    add_dense_names(plugin, description);
  }
  description.game = plugin::make_game(std::move(*library));
  description.features = plugin::feature_names(*description.game);
  description.most_lanes = plugin::most_lanes(*description.game);
  description.most_step_lanes = plugin::most_step_lanes(*description.game);
  description.gpu = TSJ_PLUGIN_HAS(&plugin, gpu);
  return description;
}

std::vector<std::string> plugin_processors() {
  return llvm_backend::cpu_names();
}

}  // namespace tesuji::driver
