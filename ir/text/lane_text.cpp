#include "ir/text/lane_text.h"

#include "ir/core/counted.h"
#include "ir/text/net_text.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace tesuji::ir {
namespace {

class LaneWriter {
 public:
  LaneWriter(TextWriter& out, const Lanes& lanes, const std::vector<LaneGoal>& answers)
      : out_(out), lanes_(lanes), answers_(answers) {
    for (std::size_t i = 0; i < lanes.fluents.size(); ++i) {
      const bool named = lanes.fluents[i].relation != no_id;
      state_.push_back(named ? atom_text(out.module(), lanes.fluents[i])
                             : fmt::format("{}{}", lane_numbered::nothing, i));
    }
  }

  void run(std::string_view form) {
    out_ << fmt::format("# {}, a counter of {} bits\n", counted(state_.size(), "fluent"),
                        lane_counter_bits);
    out_ << "lanes " << form << "\n";
    for (std::size_t i = 0; i < state_.size(); ++i) {
      out_ << "fluent " << (lanes_.fluents[i].relation == no_id ? "_" : state_[i]) << "\n";
    }
    for (std::uint32_t i = 0; i < answers_.size(); ++i) out_ << "answer " << answer(i) << "\n";
  }

  template <typename Phase>
  void phase(const Phase& phase) {
    out_ << "\nphase " << (phase.fluent == no_id ? "always" : state(phase.fluent))
         << fmt::format(" random {} {{ # {}\n", phase.random_words, size_of(phase.tick));
    write(phase.tick);
    out_ << "}\n";
  }

  template <typename Code>
  void goals(const Code& code) {
    if (answers_.empty()) return;
    out_ << fmt::format("\ngoals {{ # {}\n", size_of(code));
    write(code);
    out_ << "}\n";
  }

 private:
  static std::string size_of(const Xag& graph) { return counted(graph.nodes.size(), "node"); }
  static std::string size_of(const LutProgram& program) {
    return counted(program.operations.size(), "operation");
  }

  void write_inputs(const std::vector<LaneWord>& words) {
    if (words.empty()) return;
    out_ << "  inputs ";
    out_.list(words.size(), [&](std::size_t i) { out_ << word(words[i]); });
    out_ << "\n";
  }

  void write(const Xag& graph) {
    std::vector<LaneWord> inputs;  // the inputs of a run of nodes
    for (NodeId node = 0; node < graph.nodes.size(); ++node) {
      const XagNode& gate = graph.nodes[node];
      if (gate.kind == XagNode::Kind::constant) continue;
      if (gate.kind == XagNode::Kind::input) {
        if (gate.a < graph.inputs.size()) inputs.push_back(graph.inputs[gate.a]);
        continue;
      }
      write_inputs(inputs);
      inputs.clear();
      const std::string_view word = gate.kind == XagNode::Kind::conjunction ? "and" : "xor";
      out_ << fmt::format("  n{} = {} {} {}\n", node, word, signal(graph, gate.a),
                          signal(graph, gate.b));
    }
    write_inputs(inputs);
    for (const XagOutput& output : graph.outputs) {
      out_ << "  " << word(output.word) << " = " << signal(graph, output.signal) << "\n";
    }
  }

  [[nodiscard]] std::string signal(const Xag& graph, Signal signal) const {
    const NodeId number = node_of(signal);
    if (number == 0) return is_complemented(signal) ? "true" : "false";
    if (number >= graph.nodes.size()) return fmt::format("'<no node {}>'", number);
    const XagNode& node = graph.nodes[number];
    std::string name = is_complemented(signal) ? "!" : "";
    if (node.kind != XagNode::Kind::input) return fmt::format("{}n{}", name, number);
    return name += node.a < graph.inputs.size() ? word(graph.inputs[node.a]) : "'<no input>'";
  }

  void write(const LutProgram& program) {
    write_inputs(program.inputs);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
      const LutOperation& operation = program.operations[i];
      out_ << fmt::format("  v{} = {:08b}", i + 1, operation.table);
      for (unsigned place = 0; place < operation.operands.size(); ++place) {
        const LutValue operand = operation.operands.at(place);
        const bool repeats = place > 0 && operand == operation.operands.at(place - 1);
        const bool idle = repeats && !depends_on(operation.table, place);
        out_ << " " << (idle ? "_" : value(program, operand));
      }
      out_ << "\n";
    }
    for (const LutOutput& output : program.outputs) {
      out_ << "  " << word(output.word) << " = "
           << (output.kind == LutOutput::Kind::zeros  ? "false"
               : output.kind == LutOutput::Kind::ones ? "true"
                                                      : value(program, output.value))
           << "\n";
    }
  }

  [[nodiscard]] std::string value(const LutProgram& program, LutValue number) const {
    if (number < program.inputs.size()) return word(program.inputs[number]);
    return fmt::format("v{}", number - program.inputs.size() + 1);
  }

  [[nodiscard]] std::string word(const LaneWord& word) const {
    switch (word.array) {
      case lane_array::state:
        return state(word.index);
      case lane_array::control:
        if (word.index < lane_control_words.size()) {
          return std::string(lane_control_words.at(word.index));
        }
        return fmt::format("{}{}", lane_numbered::generator, word.index - lane_control::generator);
      case lane_array::random:
        return fmt::format("{}{}", lane_numbered::random, word.index);
      case lane_array::answers:
        return answer(word.index);
      default:
        return fmt::format("'<no array {}>'", word.array);
    }
  }

  [[nodiscard]] std::string state(std::uint32_t index) const {
    if (index < state_.size()) return state_[index];
    return fmt::format("{}{}", lane_numbered::counter, index - state_.size());
  }

  [[nodiscard]] std::string answer(std::uint32_t index) const {
    if (index >= answers_.size()) return fmt::format("'<no answer {}>'", index);
    const LaneGoal& answer = answers_[index];
    const Module& module = out_.module();
    if (answer.kind == LaneGoal::Kind::value) {
      return answer.goal < lanes_.goals.size()
                 ? "only " + atom_text(module, lanes_.goals[answer.goal])
                 : fmt::format("'<no goal {}>'", answer.goal);
    }
    TextWriter role(module);
    role << (answer.kind == LaneGoal::Kind::missing ? "no goal of " : "several goals of ");
    role.constant(answer.role < module.roles.size() ? module.roles[answer.role] : no_id);
    return role.take();
  }

  TextWriter& out_;
  const Lanes& lanes_;
  const std::vector<LaneGoal>& answers_;
  std::vector<std::string> state_;  ///< names of its words
};

}  // namespace

void write(TextWriter& out, const Lanes& lanes) {
  std::visit(
      [&](const auto& code) {
        LaneWriter writer(out, lanes, code.answers);
        writer.run(std::is_same_v<std::decay_t<decltype(code)>, LaneGraphs> ? "graphs"
                                                                            : "programs");
        for (const auto& phase : code.phases) writer.phase(phase);
        writer.goals(code.goals);
      },
      lanes.code);
}

}  // namespace tesuji::ir
