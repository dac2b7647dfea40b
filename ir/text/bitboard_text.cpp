#include "ir/text/bitboard_text.h"

#include "ir/nets/net_term.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesuji::ir {
namespace {

class BoardPrinter {
 public:
  BoardPrinter(const Module& module, const Net& net, const Bitboards& boards)
      : module_(module), net_(net), boards_(boards) {}

  std::string run() {
    std::vector<BoardBit> all;
    for (const auto* answer : {&boards_.legal, &boards_.terminal, &boards_.next}) {
      all.insert(all.end(), answer->begin(), answer->end());
    }
    const std::vector<bool> needed = needed_words(boards_, all);
    for (WordId id = 0; id < needed.size(); ++id) {
      const BoardWord& word = boards_.words[id];
      if (!needed[id] || word.kind == BoardWord::Kind::constant) continue;
      text_ += fmt::format("w{} = {}\n", id, written(word));
    }
    for (std::size_t i = 0; i < boards_.legal.size(); ++i) {
      answer("legal", term_of(module_, net_.moves[i].atom), boards_.legal[i]);
    }
    if (!boards_.terminal.empty()) answer("terminal", "", boards_.terminal.front());
    for (std::size_t i = 0; i < boards_.next.size(); ++i) {
      if (net_.fluents[i].atom.relation != no_id) answer("next", name(i), boards_.next[i]);
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::string name(std::uint64_t fluent) const {
    return term_of(module_, net_.fluents[fluent].atom);
  }

  [[nodiscard]] std::string operand(WordId id) const {
    const BoardWord& word = boards_.words[id];
    return word.kind == BoardWord::Kind::constant ? fmt::format("{:#x}", word.bits)
                                                  : fmt::format("w{}", id);
  }

  [[nodiscard]] std::string written(const BoardWord& word) const {
    using Kind = BoardWord::Kind;
    switch (word.kind) {
      case Kind::constant:
        break;
      case Kind::fluents: {
        std::string text = "fluents";
        const std::vector<std::uint32_t>& input = boards_.inputs[word.bits];
        for (std::size_t bit = 0; bit < input.size(); ++bit) {
          if (input[bit] != no_fluent) text += fmt::format(" {}:{}", bit, name(input[bit]));
        }
        return text;
      }
      case Kind::fluent:
        return "fluent " + name(word.bits);
      case Kind::moves:
        return fmt::format("column {} of the move of {}", word.b,
                           module_.symbols->text(module_.roles[word.a]));
      case Kind::both:
        return operand(word.a) + " and " + operand(word.b);
      case Kind::either:
        return operand(word.a) + " or " + operand(word.b);
      case Kind::complement:
        return "not " + operand(word.a);
      case Kind::up:
        return fmt::format("{} up {}", operand(word.a), word.bits);
      case Kind::down:
        return fmt::format("{} down {}", operand(word.a), word.bits);
      case Kind::some:
        return "some " + operand(word.a);
    }
    return "constant";
  }

  void answer(const char* question, const std::string& of, const BoardBit& bit) {
    const BoardWord& word = boards_.words[bit.word];
    const bool is_constant = word.kind == BoardWord::Kind::constant;
    const std::string value = is_constant ? ((word.bits >> bit.bit & 1U) != 0 ? "true" : "false")
                                          : fmt::format("bit {} of {}", bit.bit, operand(bit.word));
    text_ += fmt::format("{}{}{} = {}\n", question, of.empty() ? "" : " ", of, value);
  }

  const Module& module_;
  const Net& net_;
  const Bitboards& boards_;
  std::string text_;
};

}  // namespace

std::string print(const Module& module, const Net& net, const Bitboards& boards) {
  return BoardPrinter(module, net, boards).run();
}

}  // namespace tesuji::ir
