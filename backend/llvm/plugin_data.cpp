#include "backend/llvm/plugin_data.h"

#include "backend/llvm/data_writer.h"
#include "backend/llvm/pipeline.h"
#include "backend/llvm/strategy_data.h"
#include "backend/llvm/target_cpu.h"
#include "ir/entries.h"
#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/plugin.h"
#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/host/mixed_radix.h"
#include "runtime/host/term_names.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

using llvm::Constant;
using Names = std::vector<std::string>;

/// What the functions that are linked into every plugin are compiled for: x86-64-v2
/// (runtime/core/plugin/CMakeLists.txt).
constexpr std::uint64_t runtime_features = TSJ_CPU_SSE3 | TSJ_CPU_SSSE3 | TSJ_CPU_SSE4_1 |
                                           TSJ_CPU_SSE4_2 | TSJ_CPU_CX16 | TSJ_CPU_SAHF |
                                           TSJ_CPU_POPCNT;

/// Up to this many moves of a shape have their arguments translated beforehand.
constexpr std::uint64_t most_translated = 1U << 14;

std::int64_t count_of(std::size_t size) {
  return static_cast<std::int64_t>(size);
}

/// The position of each of these names among others, or TSJ_NONE.
std::vector<std::uint32_t> positions_in(const Names& names, const Names& others) {
  std::unordered_map<std::string_view, std::uint32_t> positions;
  for (std::size_t i = 0; i < others.size(); ++i) {
    positions.emplace(others[i], static_cast<std::uint32_t>(i));
  }
  std::vector<std::uint32_t> result;
  for (const std::string& name : names) {
    const auto found = positions.find(name);
    result.push_back(found == positions.end() ? TSJ_NONE : found->second);
  }
  return result;
}

std::vector<Names> behind_the_role(const runtime::TableRelation& relation) {
  return {relation.columns.begin() + 1, relation.columns.end()};
}

std::uint64_t tuples_of(const std::vector<Names>& columns) {
  std::uint64_t count = 1;
  for (const Names& column : columns) count *= column.size();
  return count;
}

std::size_t longest_of(const Names& names) {
  std::size_t longest = 0;
  for (const std::string& name : names) longest = std::max(longest, name.size());
  return longest;
}

/// What both engines' tables are made of.
class Writer {
 public:
  explicit Writer(llvm::Module& module) : data(module) {}

  DataWriter data;
  std::size_t longest_term = 1;  ///< a move that is none is called `?`

  void note(std::size_t length) { longest_term = std::max(longest_term, length); }

  Constant* names(const Names& names) {
    note(longest_of(names));
    return data.texts(names);
  }

  /// tsj_terms
  Constant* terms(const std::string& term, const std::vector<Names>& columns) {
    const Names pieces = runtime::TermShape(term, columns).pieces();
    std::vector<std::uint32_t> sizes;
    std::vector<Constant*> texts;
    std::size_t length = 0;
    for (const std::string& piece : pieces) length += piece.size();
    for (const Names& column : columns) {
      length += longest_of(column);
      sizes.push_back(static_cast<std::uint32_t>(column.size()));
      texts.push_back(data.texts(column));
    }
    note(length);
    const runtime::MixedRadix radix(std::move(sizes));
    std::vector<std::uint64_t> strides;
    for (std::size_t c = 0; c < radix.arity(); ++c) strides.push_back(radix.stride(c));
    return data.record<tsj_terms>({data.texts(pieces), data.array(texts), data.words64(strides),
                                   data.i32(count_of(columns.size())), data.i64(radix.count())});
  }
};

bool in_rows(const runtime::TableRelation& relation) {
  return relation.storage != runtime::TableRelation::Storage::bits;
}

std::uint64_t word_of(std::uint32_t offset) {
  return offset / sizeof(std::uint64_t);
}

/// tsj_plans
class PlanTables {
 public:
  PlanTables(Writer& writer, const PluginPlans& plans)
      : writer_(writer), data_(writer.data), plans_(plans), tables_(plans.tables) {}

  Constant* make() {
    std::vector<runtime::TableMoves> moves = tables_.moves;
    std::stable_sort(moves.begin(), moves.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const runtime::TableMoves& shape : moves) add_moves(shape);
    std::stable_sort(bits_.begin(), bits_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Constant*> bits;
    for (const auto& [role, range] : bits_) bits.push_back(range);
    std::vector<Constant*> fluents;
    std::uint64_t first_table_word = word_of(tables_.state_size);
    for (const runtime::TableRelation& relation : tables_.fluents) {
      if (in_rows(relation)) {
        first_table_word = std::min(first_table_word, word_of(relation.state_offset));
      }
      fluents.push_back(fluent(relation));
    }
    std::vector<Constant*> goals;
    if (tables_.has_goal) {
      runtime::TableRelation values = tables_.goal;
      values.term = "?";  // a goal is its value alone
      goals.push_back(role_rows(values, true));
    }
    for (const runtime::TableRelation& terms : tables_.goal_terms)
      goals.push_back(role_rows(terms, true));
    std::vector<Constant*> percepts;
    for (const runtime::TableRelation& one : tables_.percepts)
      percepts.push_back(role_rows(one, false));
    std::vector<Constant*> shapes;
    for (const runtime::TableShape& shape : tables_.tables) shapes.push_back(table_shape(shape));
    return data_.address(data_.record<tsj_plans>(
        {entry("legal"),
         entry("next"),
         entry("terminal"),
         entry("goal"),
         entry("sees"),
         entry(std::string(ir::legal_after_terminal)),
         entry(std::string(ir::next_after_legal)),
         data_.array(fluents),
         data_.array(moves_),
         data_.array(bits),
         data_.words32(does_tables_),
         data_.array(goals),
         data_.array(percepts),
         data_.array(shapes),
         data_.i64(std::max<std::uint64_t>(tables_.scratch_size, sizeof(tsj_scratch))),
         data_.i64(first_table_word),
         data_.i32(count_of(fluents.size())),
         data_.i32(count_of(moves_.size())),
         data_.i32(count_of(bits.size())),
         data_.i32(count_of(does_tables_.size())),
         data_.i32(count_of(goals.size())),
         data_.i32(count_of(percepts.size())),
         data_.i32(count_of(shapes.size())),
         data_.i32(legal_in_rows_ ? 1 : 0)}));
  }

 private:
  Constant* entry(const std::string& name) {
    const bool known =
        std::find(plans_.entries.begin(), plans_.entries.end(), name) != plans_.entries.end();
    return data_.function(known ? entry_symbol(name) : "");
  }

  Constant* fluent(const runtime::TableRelation& relation) {
    return data_.record<tsj_fluent_rows>(
        {writer_.terms(relation.term, relation.columns), data_.i32(in_rows(relation) ? 1 : 0),
         data_.i32(relation.has_next ? 1 : 0), data_.i64(word_of(relation.state_offset)),
         data_.i32(relation.state_capacity), data_.i32(relation.table),
         data_.i32(relation.next_table)});
  }

  void add_moves(const runtime::TableMoves& shape) {
    const std::vector<Names> columns = behind_the_role(shape.legal);
    const std::uint64_t count = tuples_of(columns);
    const std::vector<std::uint32_t> roles = positions_in(shape.legal.columns[0], tables_.roles);
    if (in_rows(shape.legal)) {
      legal_in_rows_ = true;
    } else {
      for (std::size_t p = 0; p < roles.size(); ++p) {
        if (roles[p] == TSJ_NONE) continue;
        bits_.emplace_back(
            roles[p], data_.record<tsj_legal_bits>({data_.i64(word_of(shape.legal.scratch_offset)),
                                                    data_.i64(p * count), data_.i64(count),
                                                    data_.i64(shape.first), data_.i32(roles[p])}));
      }
    }
    std::vector<std::uint32_t> does_roles;
    std::vector<std::vector<std::uint32_t>> arguments;
    if (shape.has_does) {
      does_roles = positions_in(tables_.roles, shape.does.columns[0]);
      for (std::size_t c = 0; c < columns.size(); ++c) {
        arguments.push_back(positions_in(columns[c], shape.does.columns[c + 1]));
      }
      if (std::find(does_tables_.begin(), does_tables_.end(), shape.does.table) ==
          does_tables_.end()) {
        does_tables_.push_back(shape.does.table);
      }
    }
    std::vector<Constant*> argument_data;
    for (const auto& positions : arguments) argument_data.push_back(data_.words32(positions));
    moves_.push_back(data_.record<tsj_move_rows>(
        {writer_.terms(shape.legal.term, columns), data_.i64(shape.first),
         data_.i32(in_rows(shape.legal) ? shape.legal.table : TSJ_NONE),
         data_.i32(shape.has_does ? shape.does.table : TSJ_NONE), data_.words32(roles),
         data_.words32(does_roles), data_.array(argument_data),
         data_.words32(translated(columns, arguments, count))}));
  }

  /// tsj_move_rows::translated; empty where there are no arguments, or too many moves.
  static std::vector<std::uint32_t> translated(
      const std::vector<Names>& columns, const std::vector<std::vector<std::uint32_t>>& arguments,
      std::uint64_t count) {
    std::vector<std::uint32_t> all;
    if (arguments.empty() || count > most_translated) return all;
    for (std::uint64_t move = 0; move < count; ++move) {
      const std::size_t begin = all.size();
      std::uint64_t stride = count;
      std::uint64_t rest = move;
      bool known = true;
      for (std::size_t c = 0; c < columns.size(); ++c) {
        stride /= columns[c].size();
        all.push_back(arguments[c][rest / stride]);
        known &= all.back() != TSJ_NONE;
        rest %= stride;
      }
      if (!known) all[begin] = TSJ_NONE;
    }
    return all;
  }

  /// The number of each term, as tsj_role_rows has them; none where the terms are no constants:
  /// then they are no numbers.
  static std::vector<std::uint32_t> values_of(const std::string& term,
                                              const std::vector<Names>& columns) {
    std::vector<std::uint32_t> values;
    if (term != "?") return values;
    for (const std::string& name : columns.at(0)) {
      values.push_back(static_cast<std::uint32_t>(runtime::goal_value(name).value_or(-1)));
    }
    return values;
  }

  Constant* role_rows(const runtime::TableRelation& relation, bool with_values) {
    const std::vector<Names> columns = behind_the_role(relation);
    const std::vector<std::uint32_t> values =
        with_values ? values_of(relation.term, columns) : std::vector<std::uint32_t>();
    return data_.record<tsj_role_rows>(
        {writer_.terms(relation.term, columns),
         data_.words32(positions_in(relation.columns[0], tables_.roles)),
         data_.i32(count_of(relation.columns[0].size())),
         data_.i32(in_rows(relation) ? relation.table : TSJ_NONE),
         data_.i64(word_of(relation.scratch_offset)), data_.words32(values)});
  }

  Constant* table_shape(const runtime::TableShape& shape) {
    std::vector<Constant*> indexes;
    for (const std::vector<std::uint32_t>& columns : shape.indexes) {
      indexes.push_back(data_.record<tsj_index_columns>(
          {data_.words32(columns), data_.i32(count_of(columns.size()))}));
    }
    return data_.record<tsj_table_shape>(
        {data_.i32(shape.arity), data_.i32(count_of(indexes.size())), data_.array(indexes)});
  }

  Writer& writer_;
  DataWriter& data_;
  const PluginPlans& plans_;
  const runtime::GameTables& tables_;
  std::vector<Constant*> moves_;
  std::vector<std::pair<std::uint32_t, Constant*>> bits_;  ///< by role
  std::vector<std::uint32_t> does_tables_;
  bool legal_in_rows_ = false;
};

/// tsj_circuit
class CircuitTables {
 public:
  CircuitTables(Writer& writer, const PluginNet& net)
      : writer_(writer), data_(writer.data), net_(net), tables_(net.tables) {}

  Constant* make() {
    std::vector<std::uint32_t> role_moves;
    std::vector<std::uint32_t> begins{0};
    std::vector<std::uint32_t> places;
    for (const std::vector<runtime::Move>& moves : tables_.role_moves) {
      const std::size_t row = places.size();
      places.resize(row + tables_.moves.size() + 1, static_cast<std::uint32_t>(moves.size()));
      for (std::size_t i = 0; i < moves.size(); ++i) {
        role_moves.push_back(static_cast<std::uint32_t>(moves[i]));
        places[row + moves[i]] = static_cast<std::uint32_t>(i);
      }
      begins.push_back(static_cast<std::uint32_t>(role_moves.size()));
    }
    const std::size_t bits =
        std::max({role_moves.size() + 1, tables_.goals.size(), tables_.percepts.size()});
    const std::vector<std::uint32_t> none(tables_.roles.size(), TSJ_NONE);
    std::vector<Constant*> cases{one_case(net_.symbols.any, none)};
    bool next_by_cases = false;
    for (std::size_t i = 0; i < net_.symbols.cases.size(); ++i) {
      cases.push_back(one_case(net_.symbols.cases[i], net_.only_moves[i]));
      next_by_cases |= net_.symbols.cases[i].next != net_.symbols.any.next;
    }
    Constant* goals = answers(tables_.goals);
    Constant* percepts = answers(tables_.percepts);
    return data_.address(data_.record<tsj_circuit>(
        {data_.array(cases), data_.words32(net_.case_fluents), data_.function(net_.symbols.goals),
         data_.function(net_.symbols.percepts), writer_.names(tables_.fluents),
         data_.words64(tables_.fixed), writer_.names(tables_.moves), data_.words32(role_moves),
         data_.words32(begins), data_.words32(places), goals, percepts,
         writer_.names(answer_names_), data_.i64(tables_.scratch_words),
         data_.i64((bits + 63) / 64), data_.i32(count_of(net_.symbols.cases.size())),
         data_.i32(next_by_cases ? 1 : 0), data_.i32(count_of(tables_.goals.size())),
         data_.i32(count_of(tables_.percepts.size()))}));
  }

 private:
  Constant* one_case(const NetSymbols::State& state, const std::vector<std::uint32_t>& only_moves) {
    return data_.record<tsj_circuit_case>(
        {data_.function(state.legal), data_.function(state.position),
         data_.function(state.terminal), data_.function(state.next), data_.words32(only_moves)});
  }

  Constant* answers(const std::vector<runtime::NetAnswerName>& answers) {
    std::vector<Constant*> all;
    for (const runtime::NetAnswerName& answer : answers) {
      all.push_back(data_.record<tsj_circuit_answer>(
          {data_.i32(answer.role), data_.i32(count_of(answer_names_.size())),
           data_.i32(runtime::goal_value(answer.term).value_or(-1))}));
      answer_names_.push_back(answer.term);
    }
    return data_.array(all);
  }

  Writer& writer_;
  DataWriter& data_;
  const PluginNet& net_;
  const runtime::NetTables& tables_;
  Names answer_names_;
};

/// tsj_game_data
Constant* game_data(Writer& writer, const PluginGame& game) {
  DataWriter& data = writer.data;
  Constant* plans = game.plans ? PlanTables(writer, *game.plans).make() : data.null();
  Constant* circuit = game.net ? CircuitTables(writer, *game.net).make() : data.null();
  std::int64_t asked = 0;
  if (game.answers.legal) asked |= TSJ_ASK_LEGAL;
  if (game.answers.next) asked |= TSJ_ASK_NEXT;
  if (game.answers.terminal) asked |= TSJ_ASK_TERMINAL;
  if (game.answers.goal) asked |= TSJ_ASK_GOAL;
  if (game.answers.percepts) asked |= TSJ_ASK_PERCEPTS;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;  // net, plans
  for (std::size_t i = 0; i < game.moves.size(); ++i) pairs.emplace_back(i, game.moves[i]);
  const auto write_pairs = [&] {
    std::vector<Constant*> all;
    for (const auto& [net, plan] : pairs) {
      all.push_back(data.record<tsj_move_pair>({data.i64(net), data.i64(plan)}));
    }
    return data.array(all);
  };
  Constant* by_circuit = write_pairs();
  std::sort(pairs.begin(), pairs.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  Constant* by_plans = write_pairs();
  return data.address(
      data.record<tsj_game_data>({plans, circuit, data.i32(asked), data.i32(count_of(pairs.size())),
                                  by_circuit, by_plans, data.i64(writer.longest_term + 1),
                                  game.strategy ? turn_data(data, *game.strategy) : data.null()}));
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
    limit = std::max(limit, shape.first + tuples_of(behind_the_role(shape.legal)));
  }
  return limit;
}

/// The exported constant.
void add_plugin(Writer& writer, const PluginGame& game, llvm::Module& module,
                const JitOptions& options) {
  DataWriter& data = writer.data;
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
                                game_data(writer, game) TSJ_PLUGIN_FUNCTIONS(TSJ_FIELD)};
#undef TSJ_FIELD
  const std::vector<Constant*> strategy = strategy_fields(data, game.strategy);
  fields.insert(fields.end(), strategy.begin(), strategy.end());
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
  Writer writer(module);
  add_plugin(writer, game, module, options);
  if (options.verify) verify_or_throw(module);
  return emit_object(module, *machine, "plugin", options.form);
}

}  // namespace tesuji::llvm_backend
