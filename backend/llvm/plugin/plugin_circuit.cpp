// A net's part of a plugin's tables.
#include "backend/llvm/plugin/plugin_tables.h"
#include "runtime/host/game/circuit_tables.h"

#include <span>
#include <string>

namespace tesuji::llvm_backend {
namespace {

using llvm::Constant;

/// Writes a tsj_circuit, with the functions that object code has.
class CircuitWriter {
 public:
  CircuitWriter(TableWriter& writer, const PluginNet& net, std::size_t roles)
      : writer_(writer),
        data_(writer.data),
        symbols_(net.symbols),
        roles_(roles),
        playout_(runtime::can_play_alone(net.tables) ? net.symbols.playout : ""),
        playouts_(runtime::can_play_alone(net.tables) ? net.symbols.playouts : ""),
        circuit_(runtime::make_circuit(writer.memory, net.tables, without_functions(net))) {}

  Constant* write() {
    std::vector<Constant*> cases{one_case(symbols_.any, circuit_.cases[0])};
    bool next_by_cases = false;
    for (std::size_t i = 0; i < symbols_.cases.size(); ++i) {
      cases.push_back(one_case(symbols_.cases[i], circuit_.cases[1 + i]));
      next_by_cases |= symbols_.cases[i].next != symbols_.any.next;
    }
    const std::size_t moves = circuit_.role_begins[roles_];
    const std::size_t places = roles_ * (std::size_t{circuit_.move_names.count} + 1);
    const std::size_t words = std::max<std::size_t>(1, (circuit_.fluents.count + 63) / 64);
    return data_.address(
        data_.record<tsj_circuit>({data_.null(),
                                   data_.array(cases),
                                   data_.words32({circuit_.case_bits, circuit_.case_count}),
                                   data_.function(symbols_.goals),
                                   data_.function(symbols_.percepts),
                                   data_.function(playout_),
                                   many(),
                                   writer_.texts(circuit_.fluents),
                                   data_.words32({circuit_.by_name, circuit_.fluents.count}),
                                   data_.words64({circuit_.fixed, words}),
                                   writer_.texts(circuit_.move_names),
                                   data_.words32({circuit_.role_moves, moves}),
                                   data_.words32({circuit_.role_begins, roles_ + 1}),
                                   data_.words32({circuit_.move_places, places}),
                                   answers({circuit_.goal_answers, circuit_.goal_count}),
                                   answers({circuit_.percept_answers, circuit_.percept_count}),
                                   writer_.texts(circuit_.answer_names),
                                   data_.i64(circuit_.scratch_words),
                                   data_.i64(circuit_.out_words),
                                   data_.i32(circuit_.case_count),
                                   data_.i32(next_by_cases ? 1 : 0),
                                   data_.i32(circuit_.goal_count),
                                   data_.i32(circuit_.percept_count),
                                   data_.null()}));  // plugins store every fluent
  }

 private:
  Constant* many() {
    if (playouts_.empty()) return data_.null();
    return data_.address(data_.record<tsj_circuit_many>({data_.function(playouts_), data_.null()}));
  }

  static runtime::NetCode without_functions(const PluginNet& net) {
    runtime::NetCode code;
    for (std::size_t i = 0; i < net.case_fluents.size(); ++i) {
      runtime::NetCase& one = code.cases.emplace_back();
      one.bit = net.case_fluents[i];
      one.only_moves = net.only_moves[i];
      one.open = net.open[i];
    }
    return code;
  }

  Constant* one_case(const NetSymbols::State& state, const tsj_circuit_case& one) {
    return data_.record<tsj_circuit_case>(
        {data_.function(state.legal), data_.function(state.position),
         data_.function(state.terminal), data_.function(state.next),
         data_.words32({one.only_moves, roles_}),
         one.open == nullptr ? data_.null() : data_.words64({one.open, move_words()})});
  }

  [[nodiscard]] std::size_t move_words() const {
    return (std::size_t{circuit_.role_begins[roles_]} + 63) / 64;
  }

  Constant* answers(std::span<const tsj_circuit_answer> answers) {
    std::vector<Constant*> all;
    for (const tsj_circuit_answer& answer : answers) {
      all.push_back(data_.record<tsj_circuit_answer>(
          {data_.i32(answer.role), data_.i32(answer.name), data_.i32(answer.value)}));
    }
    return data_.array(all);
  }

  TableWriter& writer_;
  DataWriter& data_;
  const NetSymbols& symbols_;
  std::size_t roles_;
  std::string playout_;
  std::string playouts_;
  tsj_circuit circuit_;
};

}  // namespace

Constant* circuit_tables(TableWriter& writer, const PluginNet& net) {
  return CircuitWriter(writer, net, net.tables.roles.size()).write();
}

}  // namespace tesuji::llvm_backend
