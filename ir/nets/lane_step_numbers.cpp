#include "ir/nets/lane_step_numbers.h"

#include <cstddef>

namespace tesuji::ir {
namespace {

std::uint32_t size_of(std::size_t count) {
  return static_cast<std::uint32_t>(count);
}

void write(std::vector<std::uint32_t>& out, const LutProgram& program) {
  out.push_back(size_of(program.inputs.size()));
  for (const LaneWord& word : program.inputs) {
    out.insert(out.end(), {word.array, word.index});
  }
  out.push_back(size_of(program.operations.size()));
  for (const LutOperation& operation : program.operations) {
    out.push_back(operation.table);
    out.insert(out.end(), operation.operands.begin(), operation.operands.end());
  }
  out.push_back(size_of(program.outputs.size()));
  for (const LutOutput& output : program.outputs) {
    out.insert(out.end(), {output.word.array, output.word.index,
                           static_cast<std::uint32_t>(output.kind), output.value});
  }
}

LaneWord read_word(NumberReader& in) {
  LaneWord word;
  word.array = in.number(lane_array::count - 1);
  word.index = in.number();
  return word;
}

LutProgram read_program(NumberReader& in) {
  LutProgram program;
  program.inputs.resize(in.count(2));
  for (LaneWord& word : program.inputs) word = read_word(in);
  LutValue known = size_of(program.inputs.size());
  program.operations.resize(in.count(4));
  for (LutOperation& operation : program.operations) {
    operation.table = static_cast<std::uint8_t>(in.number(0xFF));
    if (known == 0) in.fail();
    for (LutValue& operand : operation.operands) operand = in.number(known - 1);
    ++known;
  }
  program.outputs.resize(in.count(4));
  for (LutOutput& output : program.outputs) {
    output.word = read_word(in);
    output.kind =
        static_cast<LutOutput::Kind>(in.number(static_cast<std::uint32_t>(LutOutput::Kind::ones)));
    output.value = in.number();
    if (output.kind == LutOutput::Kind::value && output.value >= known) in.fail();
  }
  return program;
}

}  // namespace

std::vector<std::uint32_t> numbers_of(const LaneSteps& steps) {
  std::vector<std::uint32_t> numbers;
  for (const LutProgram* program :
       {&steps.advance, &steps.position, &steps.goals, &steps.percepts}) {
    write(numbers, *program);
  }
  numbers.push_back(size_of(steps.answers.size()));
  for (const LaneGoal& goal : steps.answers) {
    numbers.insert(numbers.end(), {goal.role, static_cast<std::uint32_t>(goal.kind), goal.goal});
  }
  numbers.push_back(size_of(steps.seats.size()));
  for (const LaneSeat& seat : steps.seats) {
    numbers.insert(numbers.end(),
                   {seat.role, seat.width, seat.first_plane, seat.first_index, seat.index_bits});
  }
  numbers.insert(numbers.end(), {steps.control_words, steps.position_words, steps.terminal,
                                 steps.stuck, steps.mover, steps.mover_bits});
  return numbers;
}

std::optional<LaneSteps> read_lane_steps(NumberReader& in) {
  LaneSteps steps;
  for (LutProgram* program : {&steps.advance, &steps.position, &steps.goals, &steps.percepts}) {
    *program = read_program(in);
  }
  steps.answers.resize(in.count(3));
  for (LaneGoal& goal : steps.answers) {
    goal.role = in.number();
    goal.kind =
        static_cast<LaneGoal::Kind>(in.number(static_cast<std::uint32_t>(LaneGoal::Kind::several)));
    goal.goal = in.number();
  }
  steps.seats.resize(in.count(5));
  for (LaneSeat& seat : steps.seats) {
    seat.role = in.number();
    seat.width = in.number();
    seat.first_plane = in.number();
    seat.first_index = in.number();
    seat.index_bits = in.number();
  }
  for (std::uint32_t* word : {&steps.control_words, &steps.position_words, &steps.terminal,
                              &steps.stuck, &steps.mover, &steps.mover_bits}) {
    *word = in.number();
  }
  if (!in.good()) return std::nullopt;
  return steps;
}

}  // namespace tesuji::ir
