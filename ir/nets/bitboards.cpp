#include "ir/nets/bitboards.h"

namespace tesuji::ir {

std::vector<bool> needed_words(const Bitboards& boards, std::span<const BoardBit> answer) {
  std::vector<bool> needed(boards.words.size(), false);
  for (const BoardBit& bit : answer) needed[bit.word] = true;
  for (std::size_t i = needed.size(); i-- > 0;) {
    if (!needed[i]) continue;
    each_operand(boards.words[i], [&](WordId operand) { needed[operand] = true; });
  }
  return needed;
}

std::size_t count_operations(const Bitboards& boards, std::span<const BoardBit> answer) {
  const std::vector<bool> needed = needed_words(boards, answer);
  std::size_t operations = 0;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (needed[i] && boards.words[i].kind != BoardWord::Kind::constant) ++operations;
  }
  return operations;
}

}  // namespace tesuji::ir
