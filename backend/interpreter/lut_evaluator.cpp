#include "backend/interpreter/lut_evaluator.h"

#include <algorithm>
#include <utility>

namespace tesuji::interpreter {
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
