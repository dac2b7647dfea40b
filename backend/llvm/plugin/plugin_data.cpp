#include "backend/llvm/plugin/plugin_data.h"

#include "backend/llvm/emit/data_writer.h"
#include "backend/llvm/orc/cpu_features.h"
#include "backend/llvm/orc/pipeline.h"
#include "backend/llvm/orc/target_cpu.h"
#include "backend/llvm/plugin/plugin_tables.h"
#include "backend/llvm/plugin/strategy_data.h"
#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/plugin.h"
#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/game/dense_numbers.h"
#include "runtime/host/game/move_numbers.h"

#include <algorithm>
#include <cstring>

namespace tesuji::llvm_backend {
namespace {

using llvm::Constant;
using Names = std::vector<std::string>;

/// What the functions that are linked into every plugin are compiled for: x86-64-v2
/// (runtime/core/game/CMakeLists.txt), or any aarch64.
#ifdef __x86_64__
constexpr std::uint64_t runtime_features = TSJ_CPU_SSE3 | TSJ_CPU_SSSE3 | TSJ_CPU_SSE4_1 |
                                           TSJ_CPU_SSE4_2 | TSJ_CPU_CX16 | TSJ_CPU_SAHF |
                                           TSJ_CPU_POPCNT;
#else
constexpr std::uint64_t runtime_features = 0;
#endif

/// By role a tsj_actions.
Constant* action_tables(DataWriter& data, const runtime::DenseNumbers& numbers) {
  std::vector<Constant*> roles;
  for (const std::vector<runtime::MoveRange>& of_role : numbers.actions) {
    std::vector<Constant*> ranges;
    std::uint64_t before = 0;
    for (const runtime::MoveRange& range : of_role) {
      ranges.push_back(data.record<tsj_action_range>(
          {data.i64(range.first), data.i64(range.count), data.i64(before)}));
      before += range.count;
    }
    roles.push_back(data.record<tsj_actions>(
        {data.array(ranges), data.i64(count_of(ranges.size())), data.i64(before)}));
  }
  return data.array(roles);
}

Constant* fact_tables(DataWriter& data, const std::vector<PluginFact>& facts) {
  std::vector<Constant*> records;
  for (const PluginFact& fact : facts) {
    records.push_back(data.record<tsj_fact>(
        {data.words64(fact.bits), data.i64(count_of(fact.bits.size())), data.i32(fact.least),
         data.i32(fact.most), data.i32(fact.equal ? 1 : 0), data.i32(0), data.text(fact.text)}));
  }
  return data.array(records);
}

/// tsj_game_data
Constant* game_data(TableWriter& writer, const PluginGame& game,
                    const runtime::DenseNumbers& numbers, Constant* lanes) {
  DataWriter& data = writer.data;
  Constant* plans = game.plans ? plan_tables(writer, *game.plans) : data.null();
  Constant* circuit = game.net ? circuit_tables(writer, *game.net) : data.null();
  tsj_game_data numbered{};
  if (!game.moves.empty()) runtime::add_move_numbers(writer.memory, game.moves, numbered);
  std::vector<Constant*> pairs;
  for (std::size_t i = 0; i < numbered.pair_count; ++i) {
    pairs.push_back(data.record<tsj_move_pair>(
        {data.i64(numbered.pairs[i].plans), data.i64(numbered.pairs[i].circuit)}));
  }
  return data.address(data.record<tsj_game_data>(
      {plans, circuit, data.i32(game.answers.questions()), data.i32(0),
       data.words64({numbered.plans_numbers, game.moves.size()}),
       data.words32({numbered.circuit_numbers, numbered.circuit_number_count}),
       data.i64(numbered.circuit_number_count), data.array(pairs), data.i64(numbered.pair_count),
       data.null(), data.i64(writer.memory.longest_term()),
       game.strategy ? turn_data(data, *game.strategy) : data.null(), lanes,
       action_tables(data, numbers), fact_tables(data, game.facts), data.i64(game.facts.size()),
       game.steps ? step_tables(data, *game.steps) : data.null()}));
}

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

/// Moves are numbers below this.
std::uint64_t move_limit(const PluginGame& game) {
  if (game.answers.legal) return game.net->tables.moves.size();
  std::uint64_t limit = 0;
  for (const runtime::TableMoves& shape : game.plans->tables.moves) {
    limit = std::max(limit, shape.first + shape.count);
  }
  return limit;
}

/// The exported constant.
void add_plugin(TableWriter& writer, const PluginGame& game, llvm::Module& module,
                const JitOptions& options) {
  DataWriter& data = writer.data;
  const runtime::DenseNumbers numbers = runtime::dense_numbers(
      game.plans ? &game.plans->tables : nullptr, game.net ? &game.net->tables : nullptr,
      game.answers.legal, game.possible_moves ? &*game.possible_moves : nullptr);
  const Names& roles = game.plans ? game.plans->tables.roles : game.net->tables.roles;
  const std::string& name = game.plans ? game.plans->tables.name : game.net->tables.name;
  const bool percepts =
      game.plans ? !game.plans->tables.percepts.empty() : game.net->tables.has_percepts;
  std::vector<Constant*> role_names;
  for (const std::string& role : roles) role_names.push_back(data.text(role));
  const auto by_role = [&](const std::vector<std::optional<std::string>>& texts) {
    std::vector<Constant*> all(roles.size(), data.null());
    for (std::size_t role = 0; role < all.size() && role < texts.size(); ++role) {
      if (texts[role]) all[role] = data.text(*texts[role]);
    }
    return data.array(all);
  };
  Constant* lanes = game.lanes ? lane_tables(data, *game.lanes) : data.null();
  std::uint64_t magic = 0;
  std::memcpy(&magic, TSJ_PLUGIN_MAGIC, sizeof magic);
  const auto function = [&](std::string symbol) {
    const bool by_circuit = (symbol == "draw" && game.answers.legal && game.answers.terminal) ||
                            (symbol == "next" && game.answers.legal && game.answers.next);
    return data.function("tsj_plugin_" + symbol + (by_circuit ? "_by_circuit" : ""));
  };
#define TSJ_FIELD(field) , function(#field)
  std::vector<Constant*> fields{data.i64(magic),
                                data.i32(TSJ_PLUGIN_ABI),
                                data.i32(sizeof(tsj_plugin)),
                                data.i64(cpu_features(options) | runtime_features),
                                data.text(name),
                                data.text(game.texts.compiler),
                                data.text(game.texts.source_hash),
                                data.text(target_cpu(options.cpu).name),
                                data.text(game.texts.engine),
                                data.text(answers_text(game.answers)),
                                data.i32(count_of(roles.size())),
                                data.i32(percepts ? 1 : 0),
                                data.array(role_names),
                                data.i64(game.initial.size()),
                                data.i64(move_limit(game)),
                                data.words64(game.initial),
                                by_role(game.waiting_moves),
                                by_role(game.control_fluents),
                                game_data(writer, game, numbers, lanes)
                                    TSJ_PLUGIN_FUNCTIONS(TSJ_FIELD)};
#undef TSJ_FIELD
  const std::vector<Constant*> strategy = strategy_fields(data, game.strategy);
  fields.insert(fields.end(), strategy.begin(), strategy.end());
  std::vector<Constant*> features;
  for (const std::string& feature : game.features) features.push_back(data.text(feature));
  fields.push_back(data.array(features));
  fields.push_back(data.i32(count_of(features.size())));
#define TSJ_FIELD(field) \
  fields.push_back(features.empty() ? data.null() : data.function("tsj_plugin_" #field));
  TSJ_FEATURE_FUNCTIONS(TSJ_FIELD)
#undef TSJ_FIELD
#define TSJ_FIELD(field) \
  fields.push_back(roles.empty() ? data.null() : data.function("tsj_plugin_" #field));
  TSJ_BATCH_FUNCTIONS(TSJ_FIELD)
#undef TSJ_FIELD
  fields.push_back(data.i64(numbers.fluents));
#define TSJ_FIELD(field) fields.push_back(data.function("tsj_plugin_" #field));
  TSJ_DENSE_FUNCTIONS(TSJ_FIELD)
#undef TSJ_FIELD
#define TSJ_FIELD(field) \
  fields.push_back(roles.empty() ? data.null() : data.function("tsj_plugin_" #field));
  TSJ_STEP_FUNCTIONS(TSJ_FIELD)
#undef TSJ_FIELD
  const bool on_gpu = game.lanes && !game.lanes->gpu.empty();
  fields.push_back(on_gpu ? gpu_kernels(data, *game.lanes, lanes) : data.null());
  Constant* plugin = data.record<tsj_plugin>(fields);
  new llvm::GlobalVariable(module, plugin->getType(), /*isConstant=*/true,
                           llvm::GlobalValue::ExternalLinkage, plugin, TSJ_PLUGIN_SYMBOL);
}

}  // namespace

ObjectFile make_plugin_data(const PluginGame& game, const JitOptions& options) {
  llvm::LLVMContext context;
  llvm::Module module("plugin", context);
  const auto machine = make_quick_target_machine(options);
  prepare(module, *machine);
  TableWriter writer(module);
  add_plugin(writer, game, module, options);
  if (options.verify) verify_or_throw(module);
  return emit_object(module, *machine, "plugin", options.form);
}

}  // namespace tesuji::llvm_backend
