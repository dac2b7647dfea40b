#include "ir/verify/verify_bitboards.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace tesuji::ir {
namespace {

using Kind = BoardWord::Kind;

class BoardVerifier {
 public:
  BoardVerifier(const Net& net, const Bitboards& boards, Diagnostics& diagnostics)
      : net_(net), boards_(boards), diagnostics_(diagnostics) {}

  bool run() {
    const bool begins = !boards_.words.empty() && boards_.words[0] == BoardWord{};
    if (!begins) fault("bitboards do not begin with the constant 0");
    for (const auto& input : boards_.inputs) {
      const bool known = std::all_of(input.begin(), input.end(), [&](std::uint32_t fluent) {
        return fluent == no_fluent || fluent < net_.fluents.size();
      });
      if (input.size() != bits_of_board_word || !known)
        fault("an input of bitboards does not have 64 fluents");
    }
    for (WordId id = 0; id < boards_.words.size(); ++id) check(id);
    verify_tables();
    verify_answers("legal", boards_.legal, net_.moves.size());
    verify_answers("terminal", boards_.terminal, 1);
    verify_answers("next", boards_.next, net_.fluents.size());
    return good_;
  }

 private:
  void fault(const std::string& message) {
    diagnostics_.error({}, "ir", message);
    good_ = false;
  }

  void check(WordId id) {
    const BoardWord& word = boards_.words[id];
    each_operand(word, [&](WordId operand) {
      if (operand >= id)
        fault(fmt::format("word {} reads word {}, which is not before it", id, operand));
    });
    bool known = true;
    if (word.kind == Kind::fluents) known = word.bits < boards_.inputs.size();
    if (word.kind == Kind::fluent) known = word.bits < net_.fluents.size();
    if (word.kind == Kind::moves) {
      known = word.a < boards_.moves.size() && word.b < boards_.moves[word.a].stride;
    }
    if (!known) fault(fmt::format("word {} reads an undefined word", id));
    const bool shifts = word.kind == Kind::up || word.kind == Kind::down;
    if (shifts && (word.bits == 0 || word.bits >= bits_of_board_word)) {
      fault(fmt::format("word {} is shifted by {}", id, word.bits));
    }
  }

  void verify_tables() {
    std::vector<std::size_t> rows(boards_.moves.size(), 1);
    for (const NetMove& move : net_.moves) {
      if (move.role < rows.size()) ++rows[move.role];
    }
    for (std::size_t role = 0; role < rows.size(); ++role) {
      if (boards_.moves[role].words.size() != rows[role] * boards_.moves[role].stride) {
        fault(fmt::format("the table of role {} needs one row for each of its moves", role));
      }
    }
  }

  void verify_answers(const char* question, const std::vector<BoardBit>& answer,
                      std::size_t expected) {
    if (answer.empty()) return;
    const bool known = std::all_of(answer.begin(), answer.end(), [&](const BoardBit& bit) {
      return bit.word < boards_.words.size() && bit.bit < bits_of_board_word;
    });
    if (answer.size() != expected || !known) {
      fault(fmt::format("bitboards do not answer {} as the net does", question));
    }
  }

  const Net& net_;
  const Bitboards& boards_;
  Diagnostics& diagnostics_;
  bool good_ = true;
};

}  // namespace

bool verify(const Net& net, const Bitboards& boards, Diagnostics& diagnostics) {
  return BoardVerifier(net, boards, diagnostics).run();
}

}  // namespace tesuji::ir
