#include "backend/interpreter/net_evaluator.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tesuji::interpreter {
namespace {

using ir::NetNode;
using ir::Signal;

/// The nodes that one question needs, in order, and the signals of its answers.
struct Question {
  std::vector<ir::NodeId> nodes;
  std::vector<Signal> answers;
};

class Evaluator {
 public:
  explicit Evaluator(std::shared_ptr<const ir::Net> net) : net_(std::move(net)) {
    std::vector<Signal> legal;
    std::vector<Signal> next;
    std::vector<Signal> goals;
    std::vector<Signal> percepts;
    for (const ir::NetMove& move : net_->moves) legal.push_back(move.legal);
    for (const ir::NetFluent& fluent : net_->fluents) next.push_back(fluent.next);
    for (const ir::NetAnswer& goal : net_->goals) goals.push_back(goal.holds);
    for (const ir::NetAnswer& percept : net_->percepts) percepts.push_back(percept.holds);
    for (std::uint32_t move = 0; move < net_->moves.size(); ++move) {
      const bool first = move == 0 || net_->moves[move].role != net_->moves[move - 1].role;
      move_numbers_.push_back(first ? 0 : move_numbers_.back() + 1);
    }
    legal_ = question(std::move(legal));
    next_ = question(std::move(next));
    terminal_ = question({net_->terminal});
    goals_ = question(std::move(goals));
    percepts_ = question(std::move(percepts));
  }

  [[nodiscard]] std::size_t scratch_words() const { return (net_->nodes.size() + 7) / 8; }

  template <Question Evaluator::* question>
  static void ask(const void* self, const std::uint64_t* state, const std::uint32_t* moves,
                  std::uint64_t* scratch, std::uint64_t* out) {
    const auto& evaluator = *static_cast<const Evaluator*>(self);
    evaluator.run(evaluator.*question, state, moves, scratch, out);
  }

  [[nodiscard]] runtime::NetCode code() const {
    runtime::NetCode code;
    code.legal = ask<&Evaluator::legal_>;
    code.next = ask<&Evaluator::next_>;
    code.terminal = ask<&Evaluator::terminal_>;
    code.goals = ask<&Evaluator::goals_>;
    if (!net_->percepts.empty()) code.percepts = ask<&Evaluator::percepts_>;
    code.self = this;
    return code;
  }

 private:
  [[nodiscard]] Question question(std::vector<Signal> answers) const {
    Question result;
    const std::vector<bool> needed = ir::cone_of(*net_, answers);
    for (ir::NodeId node = 0; node < needed.size(); ++node) {
      if (needed[node]) result.nodes.push_back(node);
    }
    result.answers = std::move(answers);
    return result;
  }

  static bool bit(const std::uint64_t* words, std::size_t number) {
    return (words[number / 64] >> (number % 64) & 1U) != 0;
  }

  void run(const Question& question, const std::uint64_t* state, const std::uint32_t* moves,
           std::uint64_t* scratch, std::uint64_t* out) const {
    auto* values = reinterpret_cast<unsigned char*>(scratch);
    const auto value = [&](Signal signal) {
      return (values[ir::node_of(signal)] != 0) != ir::is_complemented(signal);
    };
    for (const ir::NodeId number : question.nodes) {
      const NetNode& node = net_->nodes[number];
      bool result = false;
      switch (node.kind) {
        case NetNode::Kind::constant:
          break;
        case NetNode::Kind::fluent:
          result = bit(state, node.first);
          break;
        case NetNode::Kind::move:
          result =
              moves != nullptr && moves[net_->moves[node.first].role] == move_numbers_[node.first];
          break;
        case NetNode::Kind::conjunction:
          result = true;
          for (const Signal input : net_->inputs_of(number)) {
            if (!value(input)) {
              result = false;
              break;
            }
          }
          break;
      }
      values[number] = result ? 1 : 0;
    }
    const std::size_t answers = question.answers.size();
    std::memset(out, 0, (answers + 63) / 64 * sizeof *out);
    for (std::size_t i = 0; i < answers; ++i) {
      if (value(question.answers[i])) out[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }

  std::shared_ptr<const ir::Net> net_;
  std::vector<std::uint32_t> move_numbers_;  ///< of each move among the moves of its role
  Question legal_;
  Question next_;
  Question terminal_;
  Question goals_;
  Question percepts_;
};

}  // namespace

EvaluatedNet evaluate_net(std::shared_ptr<const ir::Net> net) {
  auto evaluator = std::make_shared<Evaluator>(std::move(net));
  EvaluatedNet result{evaluator->code(), evaluator->scratch_words()};
  result.code.keep = std::move(evaluator);
  return result;
}

namespace {

constexpr std::size_t blocks = LutEvaluator::blocks;
using Word = std::array<std::uint64_t, blocks>;

/// Returns all ones if the table has the bit, else 0.
std::uint64_t mask(std::uint8_t table, unsigned bit) {
  return -static_cast<std::uint64_t>(table >> bit & 1U);
}

/// Applies a truth table by Shannon's expansion: by z, then y, then x.
Word apply(std::uint8_t table, const Word& x, const Word& y, const Word& z) {
  std::array<std::uint64_t, 8> rows{};
  for (unsigned bit = 0; bit < rows.size(); ++bit) rows[bit] = mask(table, bit);
  const auto choose = [](std::uint64_t which, std::uint64_t zero, std::uint64_t one) {
    return zero ^ ((zero ^ one) & which);
  };
  Word result;
  for (std::size_t c = 0; c < blocks; ++c) {
    const std::uint64_t neither = choose(z[c], rows[0], rows[1]);
    const std::uint64_t second = choose(z[c], rows[2], rows[3]);
    const std::uint64_t first = choose(z[c], rows[4], rows[5]);
    const std::uint64_t both = choose(z[c], rows[6], rows[7]);
    result[c] = choose(x[c], choose(y[c], neither, second), choose(y[c], first, both));
  }
  return result;
}

std::uint64_t* place(const LutEvaluator::Arrays& arrays, const ir::LaneWord& word) {
  return arrays[word.array] + blocks * word.index;
}

}  // namespace

LutEvaluator::LutEvaluator(ir::LutProgram program) : program_(std::move(program)) {}

void LutEvaluator::run(const Arrays& arrays) const {
  std::vector<Word> values;
  values.reserve(program_.inputs.size() + program_.operations.size());
  for (const ir::LaneWord& input : program_.inputs) {
    std::copy_n(place(arrays, input), blocks, values.emplace_back().begin());
  }
  for (const ir::LutOperation& operation : program_.operations) {
    const auto& [x, y, z] = operation.operands;
    values.push_back(apply(operation.table, values[x], values[y], values[z]));
  }
  for (const ir::LutOutput& output : program_.outputs) {
    std::uint64_t* const to = place(arrays, output.word);
    if (output.kind == ir::LutOutput::Kind::value) {
      std::copy_n(values[output.value].begin(), blocks, to);
    } else {
      std::fill_n(to, blocks, output.kind == ir::LutOutput::Kind::ones ? ~std::uint64_t{0} : 0);
    }
  }
}

}  // namespace tesuji::interpreter
