#include "backend/llvm/nets/bitboard_codegen.h"

#include "backend/llvm/emit/word_bits.h"
#include "backend/llvm/nets/bit_gather.h"
#include "backend/llvm/nets/word_schedule.h"

#include <llvm/IR/IRBuilder.h>

#include <utility>

namespace tesuji::llvm_backend {
namespace {

using ir::BoardWord;
using Kind = BoardWord::Kind;

/// The input of bits that are fluents, as lanes of one word.
WordPack lanes_of(const std::vector<std::uint32_t>& fluents) {
  WordPack pack;
  for (std::uint32_t bit = 0; bit < fluents.size(); ++bit) {
    const std::uint32_t fluent = fluents[bit];
    if (fluent == ir::no_fluent) continue;
    pack.push_back({bit, false, false, {{fluent / word_bits, fluent % word_bits, false}}});
  }
  return pack;
}

/// A word of the answer: lanes of words of the program, and bits that are always set.
struct AnswerWord {
  WordPack lanes;
  std::uint64_t set = 0;
};

std::vector<AnswerWord> answer_words(const BoardQuestion& question) {
  std::vector<AnswerWord> words((question.answer.size() + word_bits - 1) / word_bits);
  for (std::uint32_t i = 0; i < question.answer.size(); ++i) {
    const ir::BoardBit& bit = question.answer[i];
    const BoardWord& word = question.boards->words[bit.word];
    AnswerWord& to = words[i / word_bits];
    if (word.kind == Kind::constant) {
      if ((word.bits >> bit.bit & 1U) != 0) to.set |= std::uint64_t{1} << (i % word_bits);
    } else {
      to.lanes.push_back({i % word_bits, false, false, {{bit.word, bit.bit, false}}});
    }
  }
  return words;
}

/// The words that the answer needs.
std::vector<bool> needed_words(const BoardQuestion& question) {
  const std::vector<BoardWord>& words = question.boards->words;
  std::vector<bool> needed(words.size(), false);
  for (const ir::BoardBit& bit : question.answer) needed[bit.word] = true;
  for (std::size_t i = words.size(); i-- > 0;) {
    if (!needed[i]) continue;
    switch (words[i].kind) {
      case Kind::both:
      case Kind::either:
        needed[words[i].b] = true;
        [[fallthrough]];
      case Kind::complement:
      case Kind::up:
      case Kind::down:
      case Kind::some:
        needed[words[i].a] = true;
        break;
      case Kind::constant:
      case Kind::fluents:
      case Kind::fluent:
      case Kind::moves:
        break;
    }
  }
  return needed;
}

std::uint64_t gather_cost(const WordPack& lanes) {
  std::uint64_t cost = 1;
  for (const WordSlot& slot : slots_of(lanes)) {
    for (const Gather& gather : slot.gathers) cost += gather.rotation ? 3 : 5;
  }
  return cost;
}

class BoardEmitter {
 public:
  BoardEmitter(llvm::Module& module, const BoardQuestion& question, const std::string& symbol)
      : module_(module),
        boards_(*question.boards),
        question_(question),
        symbol_(symbol),
        build_(module.getContext()),
        i64_(build_.getInt64Ty()) {
    llvm::Type* const pointer = build_.getPtrTy();
    auto* const type = llvm::FunctionType::get(
        build_.getVoidTy(), {pointer, pointer, pointer, pointer, pointer}, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, symbol, module);
    function_->setDoesNotThrow();
    for (unsigned arg = 1; arg < 5; ++arg) function_->addParamAttr(arg, llvm::Attribute::NoAlias);
    build_.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", function_));
  }

  void run() {
    const std::vector<bool> needed = needed_words(question_);
    values_.resize(needed.size(), nullptr);
    for (std::size_t i = 0; i < needed.size(); ++i) {
      if (needed[i]) values_[i] = compute(boards_.words[i]);
    }
    std::uint32_t number = 0;
    for (const AnswerWord& answer : answer_words(question_)) {
      llvm::Value* const bits =
          gather(answer.lanes, [&](std::uint32_t word) { return values_[word]; });
      build_.CreateStore(build_.CreateOr(bits, answer.set), word_at(function_->getArg(4), number));
      ++number;
    }
    build_.CreateRetVoid();
  }

 private:
  llvm::Value* word_at(llvm::Value* base, std::uint64_t word) {
    return build_.CreateConstInBoundsGEP1_64(i64_, base, word);
  }
  llvm::Value* state_word(std::uint64_t word) {
    return build_.CreateLoad(i64_, word_at(function_->getArg(1), word));
  }
  llvm::Value* all_if(llvm::Value* condition) { return build_.CreateSExt(condition, i64_); }

  template <typename Source>
  llvm::Value* gather(const WordPack& lanes, Source source) {
    llvm::Value* result = build_.getInt64(0);
    for (const WordSlot& slot : slots_of(lanes)) {
      for (const Gather& from : slot.gathers) {
        llvm::Value* const bits = emit_gather(build_, from, source(from.word));
        result = build_.CreateOr(result, build_.CreateAnd(bits, from.lanes));
      }
    }
    return result;
  }

  llvm::Value* compute(const BoardWord& word) {
    llvm::Value* const a = values_[word.a];
    switch (word.kind) {
      case Kind::constant:
        return build_.getInt64(word.bits);
      case Kind::fluents:
        return gather(lanes_of(boards_.inputs[word.bits]),
                      [&](std::uint32_t from) { return state_word(from); });
      case Kind::fluent:
        return all_if(build_.CreateTrunc(
            build_.CreateLShr(state_word(word.bits / word_bits), word.bits % word_bits),
            build_.getInt1Ty()));
      case Kind::moves:
        return build_.CreateLoad(i64_, word_at(row_of(word.a), word.b));
      case Kind::both:
        return build_.CreateAnd(a, values_[word.b]);
      case Kind::either:
        return build_.CreateOr(a, values_[word.b]);
      case Kind::complement:
        return build_.CreateNot(a);
      case Kind::up:
        return build_.CreateShl(a, word.bits);
      case Kind::down:
        return build_.CreateLShr(a, word.bits);
      case Kind::some:
        return all_if(build_.CreateIsNotNull(a));
    }
    return nullptr;
  }

  /// The row of the move that the role makes.
  llvm::Value* row_of(std::uint32_t role) {
    if (rows_.size() <= role) rows_.resize(role + 1, nullptr);
    if (rows_[role] != nullptr) return rows_[role];
    const ir::BoardMoves& table = boards_.moves[role];
    llvm::Constant* const words = llvm::ConstantDataArray::get(module_.getContext(), table.words);
    auto* const variable = new llvm::GlobalVariable(module_, words->getType(), /*isConstant=*/true,
                                                    llvm::GlobalValue::InternalLinkage, words,
                                                    symbol_ + ".rows." + std::to_string(role));
    llvm::Type* const i32 = build_.getInt32Ty();
    llvm::Value* const move = build_.CreateZExt(
        build_.CreateLoad(i32, build_.CreateConstInBoundsGEP1_64(i32, function_->getArg(2), role)),
        i64_);
    return rows_[role] = build_.CreateInBoundsGEP(
               i64_, variable, build_.CreateMul(move, build_.getInt64(table.stride)));
  }

  llvm::Module& module_;
  const ir::Bitboards& boards_;
  const BoardQuestion& question_;
  std::string symbol_;
  llvm::IRBuilder<> build_;
  llvm::Type* i64_;
  llvm::Function* function_ = nullptr;
  std::vector<llvm::Value*> values_;  ///< by word
  std::vector<llvm::Value*> rows_;    ///< by role
};

}  // namespace

std::uint64_t cost_of(const BoardQuestion& question) {
  const std::vector<bool> needed = needed_words(question);
  std::uint64_t cost = 0;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    const BoardWord& word = question.boards->words[i];
    switch (word.kind) {
      case Kind::constant:
        break;
      case Kind::fluents:
        cost += gather_cost(lanes_of(question.boards->inputs[word.bits]));
        break;
      case Kind::fluent:
        cost += 3;
        break;
      case Kind::some:
        cost += 2;
        break;
      case Kind::moves:
      case Kind::both:
      case Kind::either:
      case Kind::complement:
      case Kind::up:
      case Kind::down:
        cost += 1;
        break;
    }
  }
  for (const AnswerWord& answer : answer_words(question)) cost += 1 + gather_cost(answer.lanes);
  return cost;
}

void emit_board_question(llvm::Module& module, const BoardQuestion& question,
                         const std::string& symbol) {
  BoardEmitter(module, question, symbol).run();
}

}  // namespace tesuji::llvm_backend
