// The fields of a game's tables: the schema of tsj_plugin and of all structs behind it.
//
// Functions in C read these structs (plugin.h, game_data.h, lanes.h, step_code.h, gpu_lanes.h). A
// struct says how many elements an array has in another field, or not at all. `fields` says it
// once: it hands the fields of a struct to a visitor, in the order of the struct, with the length
// of each array. Whatever walks over tables is such a visitor: the writer of object code
// (backend/llvm/plugin/table_writer.h), and the tests that compare a library with memory.
//
// A visitor `v` has:
//   v(x, ..)         for fields that are values: numbers, functions, texts ended by a zero, structs
//   v.array(p, n)    for the address of n values; p is not read where n is 0
//   v.arrays(p, c)   for the address of as many arrays as the vector `c` has counts
//   v.opaque(p)      for the address of an object that only code in the same process knows
//   v.lengths        what tables do not say themselves
// `v.array(p, p != nullptr)` is a field that points to one struct or is NULL.
#pragma once

#include "runtime/core/tesuji/game_data.h"
#include "runtime/core/tesuji/gpu_lanes.h"
#include "runtime/core/tesuji/plugin.h"
#include "runtime/core/tesuji/plugin_functions.h"
#include "runtime/core/tesuji/step_code.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::runtime {

/// Lengths that the tables of a game share. `fields` of tsj_plugin sets them.
struct TableLengths {
  std::size_t roles = 0;
  std::size_t features = 0;
  std::size_t state_words = 0;
  std::size_t role_moves = 0;  ///< of the circuit, all roles together; set by its `fields`
};

/// Words of so many bits.
constexpr std::size_t words_of_bits(std::size_t bits) {
  return (bits + 63) / 64;
}

// --- Names

template <typename Visitor>
void fields(Visitor& v, const tsj_texts& texts) {
  const bool named = texts.begins != nullptr;
  v.array(texts.text, named ? texts.begins[texts.count] : 0);
  v.array(texts.begins, named ? std::size_t{texts.count} + 1 : 0);
  v.array(texts.slots, texts.slots == nullptr ? 0 : std::size_t{texts.slot_mask} + 1);
  v(texts.count, texts.slot_mask);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_terms& terms) {
  v(terms.pieces);
  v.array(terms.columns, terms.column_count);
  v.array(terms.strides, terms.column_count);
  v(terms.column_count, terms.count);
}

// --- Plans

template <typename Visitor>
void fields(Visitor& v, const tsj_fluent_rows& rows) {
  v(rows.terms, rows.in_rows, rows.has_next, rows.rigid, rows.word, rows.capacity, rows.table,
    rows.next_table);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_legal_bits& bits) {
  v(bits.word, bits.begin, bits.count, bits.first, bits.role);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_move_rows& moves) {
  const std::size_t columns = moves.terms.column_count;
  v(moves.terms, moves.first, moves.legal_table, moves.does_table);
  v.array(moves.legal_roles, moves.legal_role_count);
  v.array(moves.does_roles, moves.does_roles == nullptr ? 0 : v.lengths.roles);
  std::vector<std::size_t> counts;
  for (std::size_t c = 0; moves.arguments != nullptr && c < columns; ++c) {
    counts.push_back(moves.terms.columns[c].count);
  }
  v.arrays(moves.arguments, counts);
  v.array(moves.translated, moves.translated == nullptr ? 0 : moves.terms.count * columns);
  v(moves.legal_role_count);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_role_rows& rows) {
  v(rows.terms);
  v.array(rows.roles, rows.role_count);
  v(rows.role_count, rows.table, rows.word);
  v.array(rows.values, rows.values == nullptr ? 0 : rows.terms.count);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_index_columns& index) {
  v.array(index.columns, index.count);
  v(index.count);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_table_shape& shape) {
  v(shape.arity, shape.index_count);
  v.array(shape.indexes, shape.index_count);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_feature_part& part) {
  v(part.word, part.words, part.table);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_plan_code& code) {
  v.opaque(code.self);
  v(code.legal, code.next, code.terminal, code.goal, code.sees, code.legal_after_terminal,
    code.next_after_legal, code.next_for_other_moves, code.feature, code.ended_after_next,
    code.goal_at_end);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_plans& plans) {
  v.arrays(plans.code, {1});
  v.array(plans.fluents, plans.fluent_count);
  v.array(plans.moves, plans.move_count);
  v.array(plans.legal_bits, plans.legal_bits_count);
  v.array(plans.does_tables, plans.does_table_count);
  v.array(plans.goals, plans.goal_count);
  v.array(plans.percepts, plans.percept_count);
  v.array(plans.tables, plans.table_count);
  v.array(plans.feature_parts, plans.feature_begins[v.lengths.features]);
  v.array(plans.feature_begins, v.lengths.features + 1);
  v(plans.block_bytes, plans.first_table_word, plans.fluent_count, plans.move_count,
    plans.legal_bits_count, plans.does_table_count, plans.goal_count, plans.percept_count,
    plans.table_count, plans.legal_in_rows);
}

// --- Propositional networks

template <typename Visitor>
void fields(Visitor& v, const tsj_circuit_many& many) {
  v(many.playouts, many.make);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_circuit_answer& answer) {
  v(answer.role, answer.name, answer.value);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_hidden_fluent& fluent) {
  v(fluent.kind, fluent.bit_count);
  v.array(fluent.bits, fluent.bit_count);
  v(fluent.code);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_hidden_fluents& hidden) {
  v(hidden.names);
  v.array(hidden.fluents, hidden.names.count);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_circuit_case& one) {
  v(one.legal, one.position, one.terminal, one.next);
  v.array(one.only_moves, v.lengths.roles);
  v.array(one.open, one.open == nullptr ? 0 : words_of_bits(v.lengths.role_moves));
}

template <typename Visitor>
void fields(Visitor& v, const tsj_circuit& circuit) {
  const std::size_t roles = v.lengths.roles;
  v.lengths.role_moves = circuit.role_begins[roles];
  v.opaque(circuit.self);
  v.array(circuit.cases, std::size_t{circuit.case_count} + 1);
  v.array(circuit.case_bits, circuit.case_count);
  v(circuit.goals, circuit.percepts, circuit.playout);
  v.array(circuit.many, circuit.many != nullptr);
  v(circuit.fluents);
  v.array(circuit.by_name, circuit.fluents.count);
  v.array(circuit.fixed, std::max<std::size_t>(1, words_of_bits(circuit.fluents.count)));
  v(circuit.move_names);
  v.array(circuit.role_moves, v.lengths.role_moves);
  v.array(circuit.role_begins, roles + 1);
  v.array(circuit.move_places, roles * (std::size_t{circuit.move_names.count} + 1));
  v.array(circuit.goal_answers, circuit.goal_count);
  v.array(circuit.percept_answers, circuit.percept_count);
  v(circuit.answer_names, circuit.scratch_words, circuit.out_words, circuit.case_count,
    circuit.next_by_cases, circuit.goal_count, circuit.percept_count);
  v.array(circuit.hidden, circuit.hidden != nullptr);
}

// --- Many games at a time

template <typename Visitor>
void fields(Visitor& v, const tsj_lane_code& code) {
  v(code.blocks, code.phase_count);
  v.array(code.ticks, code.phase_count);
  v.array(code.phase_fluents, code.phase_fluents == nullptr ? 0 : code.phase_count);
  v(code.blend, code.fill, code.count, code.goals);
  v.array(code.goal_ranges, 2 * code.goal_range_count);
  v(code.goal_range_count, code.random_words, code.scratch_words);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_lane_answer& answer) {
  v(answer.role, answer.kind, answer.value);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_lane_tables& lanes) {
  v.array(lanes.codes, lanes.code_count);
  v.array(lanes.cpu_features, lanes.code_count);
  v.array(lanes.answers, lanes.answer_count);
  v.array(lanes.control, lanes.control_count);
  v.array(lanes.fixed, v.lengths.state_words);
  v(lanes.fluents, lanes.code_count, lanes.answer_count, lanes.control_count);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_gpu_part& part) {
  v(part.module, part.kernel);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_gpu_program& program) {
  std::size_t parts = 0;
  for (std::uint32_t phase = 0; phase < program.phase_count; ++phase) {
    parts += program.part_counts[phase];
  }
  v.array(program.modules, program.module_count);
  v(program.kernel);
  v.array(program.parts, parts);
  v.array(program.part_counts, program.phase_count);
  v(program.tile_words, program.pattern_words, program.module_count, program.phase_count,
    program.compiled_quickly, program.reserved);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_gpu_kernels& kernels) {
  constexpr std::size_t starts = 2;  // one start state, and many
  v(kernels.version, kernels.reserved);
  v.array(kernels.programs, starts);
  v.array(kernels.lanes, 1);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_step_seat& seat) {
  v(seat.role, seat.width, seat.first_plane, seat.first_index, seat.index_bits, seat.row_words);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_step_percept& percept) {
  v(percept.term, percept.role, percept.reserved);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_step_range& range) {
  v(range.fluent, range.bit, range.count);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_step_code& code) {
  v(code.size, code.blocks, code.advance, code.position, code.goals, code.percepts);
  v.array(code.seats, code.seat_count);
  v.array(code.answers, code.answer_count);
  v.array(code.percept_names, code.percept_count);
  v.array(code.control, code.control_count);
  v.array(code.fixed, words_of_bits(code.fluents));
  v.array(code.ranges, code.range_count);
  v(code.range_count, code.fluents, code.scratch_words, code.seat_count, code.control_count,
    code.control_words, code.position_words, code.terminal, code.stuck, code.mover, code.mover_bits,
    code.answer_count, code.percept_count, code.goals_apart, code.reserved);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_step_tables& steps) {
  v.array(steps.codes, steps.code_count);
  v.array(steps.cpu_features, steps.code_count);
  v(steps.code_count);
}

// --- The game

template <typename Visitor>
void fields(Visitor& v, const tsj_move_pair& pair) {
  v(pair.plans, pair.circuit);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_turns& turns) {
  v(turns.control_word, turns.control_mask, turns.control_value, turns.waiting);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_action_range& range) {
  v(range.first, range.count, range.before);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_actions& actions) {
  v.array(actions.ranges, actions.range_count);
  v(actions.range_count, actions.count);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_fact& fact) {
  v.array(fact.bits, fact.bit_count);
  v(fact.bit_count, fact.least, fact.most, fact.equal, fact.reserved, fact.text);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_game_data& data) {
  v.array(data.plans, data.plans != nullptr);
  v.array(data.circuit, data.circuit != nullptr);
  v(data.by_circuit, data.numbered_by_plans);
  v.array(data.plans_numbers, data.plans_numbers == nullptr ? 0 : data.circuit->move_names.count);
  v.array(data.circuit_numbers, data.circuit_number_count);
  v(data.circuit_number_count);
  v.array(data.pairs, data.pair_count);
  v(data.pair_count);
  v.array(data.known, data.known == nullptr ? 0 : v.lengths.state_words);
  v(data.longest_term);
  v.array(data.turns, data.turns != nullptr);
  v.array(data.lanes, data.lanes != nullptr);
  v.array(data.actions, data.actions == nullptr ? 0 : v.lengths.roles);
  v.array(data.facts, data.fact_count);
  v(data.fact_count);
  v.array(data.steps, data.steps != nullptr);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_predicate& predicate) {
  v(predicate.name, predicate.reading, predicate.arity, predicate.memo_slot, predicate.search);
  v.opaque(predicate.self);
}

template <typename Visitor>
void fields(Visitor& v, const tsj_plugin& plugin) {
  const auto by_role = [&](const char* const* texts) {
    v.array(texts, texts == nullptr ? 0 : plugin.role_count);
  };
  v.lengths = {plugin.role_count, plugin.feature_count, plugin.state_words, 0};
  v(plugin.magic, plugin.abi, plugin.size, plugin.cpu_features, plugin.name, plugin.compiler,
    plugin.source_hash, plugin.cpu, plugin.engine, plugin.net_answers, plugin.role_count,
    plugin.has_percepts);
  by_role(plugin.roles);
  v(plugin.state_words, plugin.move_limit);
  v.array(plugin.initial, plugin.state_words);
  by_role(plugin.waiting_moves);
  by_role(plugin.control_fluents);
  v.array(static_cast<const tsj_game_data*>(plugin.data), 1);
#define TSJ_FIELD(field) v(plugin.field);
  TSJ_PLUGIN_FUNCTIONS(TSJ_FIELD)
  v(plugin.strategy, plugin.strategy_hash);
  v.array(plugin.predicates, plugin.predicate_count);
  v.array(plugin.order, plugin.order_count);
  v(plugin.predicate_count, plugin.order_count, plugin.memo_slots);
  TSJ_STRATEGY_FUNCTIONS(TSJ_FIELD)
  v.array(plugin.features, plugin.feature_count);
  v(plugin.feature_count);
  TSJ_FEATURE_FUNCTIONS(TSJ_FIELD)
  TSJ_BATCH_FUNCTIONS(TSJ_FIELD)
  v(plugin.fluent_count);
  TSJ_DENSE_FUNCTIONS(TSJ_FIELD)
  TSJ_STEP_FUNCTIONS(TSJ_FIELD)
#undef TSJ_FIELD
  v.array(plugin.gpu, plugin.gpu != nullptr);
}

}  // namespace tesuji::runtime
