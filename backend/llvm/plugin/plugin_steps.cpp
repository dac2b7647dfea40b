// The part of a plugin's tables that is for steps of many games at a time.
#include "backend/llvm/plugin/plugin_tables.h"
#include "runtime/core/tesuji/game_data.h"

namespace tesuji::llvm_backend {
namespace {

using llvm::Constant;

/// What the codes for words of all lengths have in common.
struct StepLists {
  Constant* seats;
  Constant* answers;
  Constant* percepts;
  Constant* control;
  Constant* fixed;
  Constant* ranges;
};

StepLists step_lists(DataWriter& data, const runtime::StepTables& tables) {
  std::vector<Constant*> seats;
  for (const tsj_step_seat& seat : tables.seats) {
    seats.push_back(data.record<tsj_step_seat>(
        {data.i32(seat.role), data.i32(seat.width), data.i32(seat.first_plane),
         data.i32(seat.first_index), data.i32(seat.index_bits), data.i32(seat.row_words)}));
  }
  std::vector<Constant*> answers;
  for (const tsj_lane_answer& answer : tables.answers) {
    answers.push_back(data.record<tsj_lane_answer>(
        {data.i32(answer.role), data.i32(answer.kind), data.i32(answer.value)}));
  }
  std::vector<Constant*> percepts;
  for (const runtime::VectorPercept& percept : tables.percepts) {
    percepts.push_back(data.record<tsj_step_percept>(
        {data.text(percept.term), data.i32(percept.role), data.i32(0)}));
  }
  std::vector<Constant*> ranges;
  for (const tsj_step_range& range : tables.ranges) {
    ranges.push_back(data.record<tsj_step_range>(
        {data.i64(range.fluent), data.i64(range.bit), data.i64(range.count)}));
  }
  return {data.array(seats),          data.array(answers),
          data.array(percepts),       data.words64(tables.control),
          data.words64(tables.fixed), data.array(ranges)};
}

Constant* step_code(DataWriter& data, const runtime::StepTables& tables, const StepLists& lists,
                    const PluginSteps::Code& code) {
  const tsj_step_code& numbers = tables.numbers;
  std::vector<Constant*> fields{data.i32(sizeof(tsj_step_code)), data.i32(code.blocks)};
  for (const std::string& function : code.functions) fields.push_back(data.function(function));
  fields.insert(fields.end(), {lists.seats, lists.answers, lists.percepts, lists.control,
                               lists.fixed, lists.ranges});
  for (const std::uint64_t number :
       {std::uint64_t{tables.ranges.size()}, numbers.fluents, code.scratch_words}) {
    fields.push_back(data.i64(number));
  }
  for (const std::size_t number :
       {tables.seats.size(), tables.control.size(), std::size_t{numbers.control_words},
        std::size_t{numbers.position_words}, std::size_t{numbers.terminal},
        std::size_t{numbers.stuck}, std::size_t{numbers.mover}, std::size_t{numbers.mover_bits},
        tables.answers.size(), tables.percepts.size(), std::size_t{numbers.goals_apart},
        std::size_t{0}}) {
    fields.push_back(data.i32(count_of(number)));
  }
  return data.record<tsj_step_code>(fields);
}

}  // namespace

Constant* step_tables(DataWriter& data, const PluginSteps& steps) {
  const StepLists lists = step_lists(data, steps.tables);
  std::vector<Constant*> codes;
  std::vector<std::uint64_t> features;
  for (const PluginSteps::Code& code : steps.codes) {
    codes.push_back(step_code(data, steps.tables, lists, code));
    features.push_back(code.cpu_features);
  }
  return data.address(data.record<tsj_step_tables>(
      {data.array(codes), data.words64(features), data.i64(codes.size())}));
}

}  // namespace tesuji::llvm_backend
