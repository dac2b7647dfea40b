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

  std::string run() {
    add("// {} fluents, a counter of {} bits\n", game_.fluents, lane_counter_bits);
    for (const LanePhase& phase : game_.phases) {
      add("phase {} // {} operations, {} random words\n{{\n",
          phase.fluent == no_id ? "always" : names_.atom(net_.fluents[phase.fluent].atom),
          phase.tick.operations.size(), phase.random_words);
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

}  // namespace tesuji::ir
