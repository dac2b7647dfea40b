// A net's part of a plugin's tables.
#include "backend/llvm/plugin/plugin_tables.h"
#include "runtime/core/tesuji/game_data.h"
#include "runtime/host/game/game.h"

#include <algorithm>

namespace tesuji::llvm_backend {
namespace {

using llvm::Constant;
using Names = TableWriter::Names;

/// tsj_circuit
class CircuitTables {
 public:
  CircuitTables(TableWriter& writer, const PluginNet& net)
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

  TableWriter& writer_;
  DataWriter& data_;
  const PluginNet& net_;
  const runtime::NetTables& tables_;
  Names answer_names_;
};

}  // namespace

Constant* circuit_tables(TableWriter& writer, const PluginNet& net) {
  return CircuitTables(writer, net).make();
}

}  // namespace tesuji::llvm_backend
