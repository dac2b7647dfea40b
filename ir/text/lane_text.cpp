#include "ir/text/lane_text.h"

#include "ir/text/net_text.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <string_view>

namespace tesuji::ir {
namespace {

class LaneWriter {
 public:
  LaneWriter(const LaneGame& game, const Module& module, const Net& net)
      : game_(game), module_(module), net_(net), names_(module, net) {}

  /// Of graphs instead of programs; the game has the same fluents and answers.
  std::string run(const LaneGraphs& graphs) {
    add("// {} fluents, a counter of {} bits\n", game_.fluents, lane_counter_bits);
    for (const LaneGraphPhase& phase : graphs.phases) {
      begin_phase(phase.fluent, phase.tick.nodes.size(), "nodes", phase.random_words);
      write(phase.tick);
      add("}}\n");
    }
    if (!graphs.answers.empty()) {
      add("goals // {} nodes\n{{\n", graphs.goals.nodes.size());
      write(graphs.goals);
      add("}}\n");
    }
    return std::move(text_);
  }

  std::string run() {
    add("// {} fluents, a counter of {} bits\n", game_.fluents, lane_counter_bits);
    for (const LanePhase& phase : game_.phases) {
      begin_phase(phase.fluent, phase.tick.operations.size(), "operations", phase.random_words);
      write(phase.tick);
      add("}}\n");
    }
    if (!game_.answers.empty()) {
      add("goals // {} operations\n{{\n", game_.goals.operations.size());
      write(game_.goals);
      add("}}\n");
    }
    return std::move(text_);
  }

 private:
  template <typename... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  void begin_phase(std::uint32_t fluent, std::size_t size, std::string_view unit,
                   std::uint32_t random_words) {
    add("phase {} // {} {}, {} random words\n{{\n",
        fluent == no_id ? "always" : names_.atom(net_.fluents[fluent].atom), size, unit,
        random_words);
  }

  /// `n4 = and true.at(1) !n3`
  void write(const Xag& graph) {
    for (NodeId node = 0; node < graph.nodes.size(); ++node) {
      const XagNode& gate = graph.nodes[node];
      if (gate.kind != XagNode::Kind::conjunction && gate.kind != XagNode::Kind::exclusive_or) {
        continue;
      }
      add("  n{} = {} {} {}\n", node, gate.kind == XagNode::Kind::conjunction ? "and" : "xor",
          signal(graph, gate.a), signal(graph, gate.b));
    }
    for (const XagOutput& output : graph.outputs) {
      add("  {} = {}\n", word(output.word), signal(graph, output.signal));
    }
  }

  [[nodiscard]] std::string signal(const Xag& graph, Signal signal) const {
    if (node_of(signal) == 0) return is_complemented(signal) ? "true" : "false";
    const XagNode& node = graph.nodes[node_of(signal)];
    const std::string name = node.kind == XagNode::Kind::input
                                 ? word(graph.inputs[node.a])
                                 : fmt::format("n{}", node_of(signal));
    return (is_complemented(signal) ? "!" : "") + name;
  }

  void write(const LutProgram& program) {
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
      const LutOperation& operation = program.operations[i];
      add("  v{} = {:08b}", i + 1, operation.table);
      for (unsigned operand = 0; operand < operation.operands.size(); ++operand) {
        if (depends_on(operation.table, operand)) {
          add(" {}", value(program, operation.operands[operand]));
        } else {
          add(" _");
        }
      }
      add("\n");
    }
    for (const LutOutput& output : program.outputs) {
      add("  {} = {}\n", word(output.word),
          output.kind == LutOutput::Kind::zeros  ? "false"
          : output.kind == LutOutput::Kind::ones ? "true"
                                                 : value(program, output.value));
    }
  }

  [[nodiscard]] std::string value(const LutProgram& program, LutValue number) const {
    if (number < program.inputs.size()) return word(program.inputs[number]);
    return fmt::format("v{}", number - program.inputs.size() + 1);
  }

  [[nodiscard]] std::string word(const LaneWord& word) const {
    static constexpr std::array<std::string_view, lane_control::generator> control = {
        "running", "held", "ended", "stuck", "cut", "carry"};
    switch (word.array) {
      case lane_array::state:
        return state(word.index);
      case lane_array::control:
        return std::string(control.at(word.index));
      case lane_array::random:
        return fmt::format("random({})", word.index);
      default:
        return answer(game_.answers.at(word.index));
    }
  }

  [[nodiscard]] std::string state(std::uint32_t index) const {
    if (index >= game_.fluents) return fmt::format("counter({})", index - game_.fluents);
    const NetAtom& atom = net_.fluents[index].atom;
    return atom.relation == no_id ? fmt::format("nothing({})", index) : names_.atom(atom);
  }

  [[nodiscard]] std::string answer(const LaneGoal& answer) const {
    const std::string& role = module_.symbols->text(module_.roles[answer.role]);
    switch (answer.kind) {
      case LaneGoal::Kind::missing:
        return "no goal of " + role;
      case LaneGoal::Kind::several:
        return "several goals of " + role;
      case LaneGoal::Kind::value:
        break;
    }
    return "only " + names_.atom(net_.goals[answer.goal].atom);
  }

  const LaneGame& game_;
  const Module& module_;
  const Net& net_;
  NetNames names_;
  std::string text_;
};

}  // namespace

std::string print(const LaneGame& game, const Module& module, const Net& net) {
  return LaneWriter(game, module, net).run();
}

std::string print(const LaneGraphs& graphs, const Module& module, const Net& net) {
  LaneGame game;
  game.fluents = graphs.fluents;
  game.answers = graphs.answers;
  return LaneWriter(game, module, net).run(graphs);
}

}  // namespace tesuji::ir
