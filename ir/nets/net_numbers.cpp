#include "ir/nets/net_numbers.h"

namespace tesuji::ir {

// --- Nets

namespace {

std::uint32_t length(std::size_t count) {
  return static_cast<std::uint32_t>(count);
}

NetNode read_node(NumberReader& in) {
  NetNode node;
  node.kind =
      static_cast<NetNode::Kind>(in.number(static_cast<std::uint32_t>(NetNode::Kind::conjunction)));
  node.first = in.number();
  node.count = in.number();
  return node;
}

/// Whether nodes refer only to existing and earlier nodes.
bool is_sound(const Net& net) {
  for (NodeId id = 0; id < net.nodes.size(); ++id) {
    const NetNode& node = net.nodes[id];
    switch (node.kind) {
      case NetNode::Kind::constant:
        break;
      case NetNode::Kind::fluent:
        if (node.first >= net.fluents.size()) return false;
        break;
      case NetNode::Kind::move:
        if (node.first >= net.moves.size()) return false;
        break;
      case NetNode::Kind::conjunction:
        if (node.first > net.inputs.size() || node.count > net.inputs.size() - node.first) {
          return false;
        }
        for (const Signal input : net.inputs_of(id)) {
          if (node_of(input) >= id) return false;
        }
        break;
    }
  }
  bool sound = !net.nodes.empty();
  each_answer(net, [&](Signal signal) { sound = sound && node_of(signal) < net.nodes.size(); });
  return sound;
}

}  // namespace

std::vector<std::uint32_t> numbers_of(const Net& net) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(3 * net.nodes.size() + net.inputs.size() + 64);
  numbers.push_back(length(net.nodes.size()));
  for (const NetNode& node : net.nodes) {
    numbers.insert(numbers.end(), {static_cast<std::uint32_t>(node.kind), node.first, node.count});
  }
  numbers.push_back(length(net.inputs.size()));
  numbers.insert(numbers.end(), net.inputs.begin(), net.inputs.end());
  numbers.push_back(length(net.fluents.size()));
  for (const NetFluent& fluent : net.fluents) {
    numbers.insert(numbers.end(), {fluent.initially ? 1U : 0U, fluent.next});
  }
  numbers.push_back(length(net.moves.size()));
  for (const NetMove& move : net.moves) {
    numbers.insert(numbers.end(), {move.role, move.legal});
  }
  numbers.push_back(net.terminal);
  for (const std::vector<NetAnswer>* answers : {&net.goals, &net.percepts}) {
    numbers.push_back(length(answers->size()));
    for (const NetAnswer& answer : *answers) {
      numbers.insert(numbers.end(), {answer.role, answer.holds});
    }
  }
  numbers.push_back(length(net.unanswered.size()));
  for (const NetQuestion question : net.unanswered) {
    numbers.push_back(static_cast<std::uint32_t>(question));
  }
  return numbers;
}

std::optional<Net> read_net(NumberReader& in) {
  Net net;
  net.nodes.resize(in.count(3));
  for (NetNode& node : net.nodes) node = read_node(in);
  const auto inputs = in.take(in.count());
  net.inputs.assign(inputs.begin(), inputs.end());
  net.fluents.resize(in.count(2));
  for (NetFluent& fluent : net.fluents) {
    fluent.initially = in.number(1) != 0;
    fluent.next = in.number();
  }
  net.moves.resize(in.count(2));
  for (NetMove& move : net.moves) {
    move.role = in.number();
    move.legal = in.number();
  }
  net.terminal = in.number();
  for (std::vector<NetAnswer>* answers : {&net.goals, &net.percepts}) {
    answers->resize(in.count(2));
    for (NetAnswer& answer : *answers) {
      answer.role = in.number();
      answer.holds = in.number();
    }
  }
  net.unanswered.resize(in.count());
  for (NetQuestion& question : net.unanswered) {
    question = static_cast<NetQuestion>(in.number(net_questions.size() - 1));
  }
  if (!in.good() || !is_sound(net)) return std::nullopt;
  return net;
}

std::vector<std::uint32_t> numbers_of(const FluentFacts& facts) {
  std::vector<std::uint32_t> numbers{length(facts.size())};
  for (const FluentFact& fact : facts) {
    numbers.insert(numbers.end(),
                   {static_cast<std::uint32_t>(fact.kind), length(fact.fluents.size())});
    numbers.insert(numbers.end(), fact.fluents.begin(), fact.fluents.end());
  }
  return numbers;
}

// --- Steps over lanes

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
