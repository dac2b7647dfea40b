#include "backend/llvm/plugin/plugin_data.h"

#include "backend/llvm/orc/cpu_features.h"
#include "backend/llvm/orc/pipeline.h"
#include "backend/llvm/orc/target_cpu.h"
#include "backend/llvm/plugin/table_writer.h"
#include "ir/module/entries.h"
#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/gpu_lanes.h"
#include "runtime/core/tesuji/plugin.h"
#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/game/dense_numbers.h"
#include "runtime/host/game/mixed_game.h"
#include "runtime/host/game/net_game.h"
#include "runtime/host/game/tabled_game.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace tesuji::llvm_backend {
namespace {

using runtime::count_of;

/// What the functions that are linked into every plugin are compiled for: x86-64-v2
/// (runtime/core/game/CMakeLists.txt), or any aarch64.
#ifdef __x86_64__
constexpr std::uint64_t runtime_features = TSJ_CPU_SSE3 | TSJ_CPU_SSSE3 | TSJ_CPU_SSE4_1 |
                                           TSJ_CPU_SSE4_2 | TSJ_CPU_CX16 | TSJ_CPU_SAHF |
                                           TSJ_CPU_POPCNT;
#else
constexpr std::uint64_t runtime_features = 0;
#endif

std::string answers_text(const runtime::FirstAnswers& answers) {
  std::string text;
  const auto add = [&](bool answered, const char* question) {
    if (answered) text += (text.empty() ? "" : " ") + std::string(question);
  };
  add(answers.legal, "legal");
  add(answers.next, "next");
  add(answers.terminal, "terminal");
  add(answers.goal, "goal");
  add(answers.percepts, "percepts");
  return text;
}

/// Fills the tables of a plugin in memory, as runtime/host/game fills those of games in memory, but
/// with stand-ins for functions.
class PluginTables {
 public:
  PluginTables(const PluginGame& game, const JitOptions& options, FunctionNames& functions)
      : game_(game),
        functions_(functions),
        roles_(game.plans ? game.plans->tables.roles : game.net->tables.roles),
        numbers_(runtime::dense_numbers(game.plans ? &game.plans->tables : nullptr,
                                        game.net ? &game.net->tables : nullptr, game.answers.legal,
                                        game.possible_moves ? &*game.possible_moves : nullptr)) {
    add_texts(options);
    add_game();
    add_strategy();
    add_functions();
    if (game.lanes && !game.lanes->gpu.empty()) plugin_.gpu = gpu_kernels(*game.lanes);
  }

  [[nodiscard]] const tsj_plugin& plugin() const { return plugin_; }

 private:
  void add_texts(const JitOptions& options) {
    static_assert(sizeof plugin_.magic == sizeof TSJ_PLUGIN_MAGIC - 1);
    std::memcpy(plugin_.magic, TSJ_PLUGIN_MAGIC, sizeof plugin_.magic);
    plugin_.abi = TSJ_PLUGIN_ABI;
    plugin_.size = sizeof plugin_;
    plugin_.cpu_features = cpu_features(options) | runtime_features;
    plugin_.name = memory_.text(game_.plans ? game_.plans->tables.name : game_.net->tables.name);
    plugin_.compiler = memory_.text(game_.texts.compiler);
    plugin_.source_hash = memory_.text(game_.texts.source_hash);
    plugin_.cpu = memory_.text(std::string(target_cpu(options.cpu).name));
    plugin_.engine = memory_.text(game_.texts.engine);
    plugin_.net_answers = memory_.text(answers_text(game_.answers));
  }

  void add_game() {
    plugin_.role_count = count_of(roles_.size());
    const bool percepts =
        game_.plans ? !game_.plans->tables.percepts.empty() : game_.net->tables.has_percepts;
    plugin_.has_percepts = percepts ? 1 : 0;
    plugin_.roles = texts(roles_);
    plugin_.state_words = game_.initial.size();
    plugin_.initial = memory_.array(game_.initial);
    plugin_.waiting_moves = by_role(game_.waiting_moves);
    plugin_.control_fluents = by_role(game_.control_fluents);
    plugin_.features = texts(game_.features);
    plugin_.feature_count = count_of(game_.features.size());
    plugin_.fluent_count = numbers_.fluents;
    const tsj_game_data* const data = memory_.one(game_data());
    plugin_.data = data;
    plugin_.move_limit =
        game_.answers.legal ? game_.net->tables.moves.size() : runtime::move_limit(*data->plans);
  }

  tsj_game_data game_data() {
    tsj_game_data data{};
    if (game_.plans) data.plans = memory_.one(plans(*game_.plans));
    if (game_.net) data.circuit = memory_.one(circuit(*game_.net));
    data.by_circuit = game_.answers.questions();
    if (!game_.moves.empty()) runtime::add_move_numbers(memory_, game_.moves, data);
    if (game_.strategy) data.turns = memory_.one(turns(game_.strategy->turns));
    if (game_.lanes) data.lanes = lanes_ = memory_.one(lane_tables(*game_.lanes));
    data.actions = actions();
    data.facts = facts();
    data.fact_count = game_.facts.size();
    if (game_.steps) data.steps = memory_.one(step_tables(*game_.steps));
    data.longest_term = memory_.longest_term();
    return data;
  }

  tsj_plans plans(const PluginPlans& given) {
    const auto entry = [&](std::string_view name) {
      const bool known =
          std::find(given.entries.begin(), given.entries.end(), name) != given.entries.end();
      return function<tsj_entry>(known ? entry_symbol(std::string(name)) : "");
    };
    tsj_plan_code code{};
    code.legal = entry("legal");
    code.next = entry("next");
    code.terminal = entry("terminal");
    code.goal = entry("goal");
    code.sees = entry("sees");
    code.legal_after_terminal = entry(ir::legal_after_terminal);
    code.next_after_legal = entry(ir::next_after_legal);
    code.next_for_other_moves = entry(ir::next_for_other_moves);
    code.feature = entry("feature");
    code.ended_after_next = entry(ir::ended_after_next);
    code.goal_at_end = entry(ir::goal_at_end);
    tsj_plans plans = runtime::make_plans(memory_, given.tables, given.features);
    plans.code = memory_.one(memory_.one(code));
    return plans;
  }

  tsj_circuit circuit(const PluginNet& net) {
    runtime::NetCode code = net_code(
        net.symbols, *net.cases, [&](const std::string& name) { return function<void*>(name); });
    tsj_circuit_many many{function<tsj_circuit_playouts>(net.symbols.playouts), nullptr};
    if (many.playouts != nullptr) code.many = const_cast<tsj_circuit_many*>(memory_.one(many));
    return runtime::make_circuit(memory_, net.tables, code);
  }

  static tsj_turns turns(const runtime::TurnRule& rule) {
    tsj_turns turns{};
    for (std::size_t role = 0; role < std::size(turns.waiting); ++role) {
      if (rule.control.size() == std::size(turns.waiting)) {
        turns.control_word[role] = rule.control[role].word;
        turns.control_mask[role] = rule.control[role].mask;
        turns.control_value[role] = rule.control[role].value;
      }
      turns.waiting[role] =
          role < rule.waiting.size() ? rule.waiting[role].value_or(UINT64_MAX) : UINT64_MAX;
    }
    return turns;
  }

  tsj_lane_tables lane_tables(const PluginLanes& lanes) {
    std::vector<tsj_lane_code> codes;
    std::vector<std::uint64_t> features;
    for (const PluginLanes::Code& code : lanes.codes) {
      std::vector<tsj_lane_function> ticks;
      for (const std::string& tick : code.symbols.ticks) {
        ticks.push_back(function<tsj_lane_function>(tick));
      }
      tsj_lane_code& made =
          codes.emplace_back(lane_code(code.symbols, code.numbers, [&](const std::string& name) {
            return function<void*>(name);
          }));
      made.ticks = memory_.array(ticks);
      features.push_back(code.cpu_features);
    }
    return {memory_.array(codes),          memory_.array(features),
            memory_.array(lanes.answers),  memory_.array(lanes.control),
            memory_.array(lanes.fixed),    lanes.fluents,
            count_of(codes.size()),        count_of(lanes.answers.size()),
            count_of(lanes.control.size())};
  }

  const tsj_gpu_kernels* gpu_kernels(const PluginLanes& lanes) {
    std::vector<tsj_gpu_program> programs;
    for (const runtime::GpuCode& code : lanes.gpu) {
      std::vector<tsj_gpu_part> parts;
      std::vector<std::uint32_t> counts;
      for (const std::vector<runtime::GpuPart>& phase : code.parts) {
        counts.push_back(count_of(phase.size()));
        for (const runtime::GpuPart& part : phase) {
          parts.push_back({part.module, memory_.text(part.kernel)});
        }
      }
      programs.push_back({texts(code.modules), memory_.text(code.kernel), memory_.array(parts),
                          memory_.array(counts), code.tile_words, code.pattern_words,
                          count_of(code.modules.size()), count_of(counts.size()),
                          code.compiled_quickly ? 1U : 0U, 0});
    }
    return memory_.one(tsj_gpu_kernels{TSJ_GPU_VERSION, 0, memory_.array(programs), lanes_});
  }

  tsj_step_tables step_tables(const PluginSteps& steps) {
    steps_ = steps.tables;
    steps_.fixed.resize(runtime::words_of_bits(steps_.numbers.fluents));
    const tsj_step_code shared = steps_.point();
    std::vector<tsj_step_code> codes;
    std::vector<std::uint64_t> features;
    for (const PluginSteps::Code& code : steps.codes) {
      tsj_step_code& made = codes.emplace_back(shared);
      made.blocks = code.blocks;
      made.advance = function<tsj_lane_function>(code.functions.at(0));
      made.position = function<tsj_lane_function>(code.functions.at(1));
      made.goals = function<tsj_lane_function>(code.functions.at(2));
      made.percepts = function<tsj_lane_function>(code.functions.at(3));
      made.scratch_words = code.scratch_words;
      features.push_back(code.cpu_features);
    }
    return {memory_.array(codes), memory_.array(features), codes.size()};
  }

  const tsj_actions* actions() {
    std::vector<tsj_actions> roles;
    for (const std::vector<runtime::MoveRange>& of_role : numbers_.actions) {
      std::vector<tsj_action_range> ranges;
      std::uint64_t before = 0;
      for (const runtime::MoveRange& range : of_role) {
        ranges.push_back({range.first, range.count, before});
        before += range.count;
      }
      roles.push_back({memory_.array(ranges), ranges.size(), before});
    }
    return memory_.array(roles);
  }

  const tsj_fact* facts() {
    std::vector<tsj_fact> facts;
    for (const PluginFact& fact : game_.facts) {
      facts.push_back({memory_.array(fact.bits), fact.bits.size(), fact.least, fact.most,
                       fact.equal ? 1U : 0U, 0, memory_.text(fact.text)});
    }
    return memory_.array(facts);
  }

  void add_strategy() {
    if (!game_.strategy) return;
    const PluginStrategy& given = *game_.strategy;
    std::vector<tsj_predicate> predicates;
    for (std::size_t p = 0; p < given.predicates.size(); ++p) {
      const StrategyObject::Predicate& one = given.predicates[p];
      predicates.push_back(
          {memory_.text(one.name), memory_.text(p < given.readings.size() ? given.readings[p] : ""),
           one.arity, one.slot.value_or(TSJ_NO_SLOT), function<tsj_search>(one.symbol), nullptr});
    }
    plugin_.strategy = memory_.text(given.name);
    plugin_.strategy_hash = memory_.text(given.source_hash);
    plugin_.predicates = memory_.array(predicates);
    plugin_.order = memory_.array(given.order);
    plugin_.predicate_count = count_of(predicates.size());
    plugin_.order_count = count_of(given.order.size());
    plugin_.memo_slots = given.memo_slots;
  }

  /// Those of runtime/core/game that the plugin's kind has.
  void add_functions() {
#define TSJ_FIELD(field) plugin_.field = function<decltype(plugin_.field)>("tsj_plugin_" #field);
    TSJ_PLUGIN_FUNCTIONS(TSJ_FIELD)
    TSJ_DENSE_FUNCTIONS(TSJ_FIELD)
    if (game_.strategy) {
      TSJ_STRATEGY_FUNCTIONS(TSJ_FIELD)
    }
    if (!game_.features.empty()) {
      TSJ_FEATURE_FUNCTIONS(TSJ_FIELD)
    }
    if (!roles_.empty()) {
      TSJ_BATCH_FUNCTIONS(TSJ_FIELD)
      TSJ_STEP_FUNCTIONS(TSJ_FIELD)
    }
#undef TSJ_FIELD
    const runtime::FirstAnswers& net = game_.answers;
    if (net.legal && net.terminal) {
      plugin_.draw = function<decltype(plugin_.draw)>("tsj_plugin_draw_by_circuit");
    }
    if (net.legal && net.next) {
      plugin_.next = function<decltype(plugin_.next)>("tsj_plugin_next_by_circuit");
    }
  }

  template <typename Function>
  Function function(const std::string& symbol) {
    return functions_.address<Function>(symbol);
  }

  const char* const* texts(const std::vector<std::string>& texts) {
    std::vector<const char*> kept;
    for (const std::string& text : texts) kept.push_back(memory_.text(text));
    return memory_.array(kept);
  }

  const char* const* by_role(const std::vector<std::optional<std::string>>& texts) {
    std::vector<const char*> all(roles_.size());
    for (std::size_t role = 0; role < all.size() && role < texts.size(); ++role) {
      if (texts[role]) all[role] = memory_.text(*texts[role]);
    }
    return memory_.array(all);
  }

  const PluginGame& game_;
  FunctionNames& functions_;
  const std::vector<std::string>& roles_;
  runtime::DenseNumbers numbers_;
  runtime::StepTables steps_;  ///< the tables point to its lists
  runtime::TableMemory memory_;
  const tsj_lane_tables* lanes_ = nullptr;
  tsj_plugin plugin_{};
};

}  // namespace

ObjectFile make_plugin_data(const PluginGame& game, const JitOptions& options) {
  llvm::LLVMContext context;
  llvm::Module module("plugin", context);
  const auto machine = make_quick_target_machine(options);
  prepare(module, *machine);
  FunctionNames functions;
  const PluginTables tables(game, options, functions);
  llvm::Constant* const plugin = TableWriter(module, functions).write(tables.plugin());
  new llvm::GlobalVariable(module, plugin->getType(), /*isConstant=*/true,
                           llvm::GlobalValue::ExternalLinkage, plugin, TSJ_PLUGIN_SYMBOL);
  if (options.verify) verify_or_throw(module);
  return emit_object(module, *machine, "plugin", options.form);
}

}  // namespace tesuji::llvm_backend
