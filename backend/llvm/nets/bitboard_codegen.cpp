#include "backend/llvm/nets/bitboard_codegen.h"

#include "backend/llvm/emit/word_bits.h"
#include "backend/llvm/nets/word_codegen.h"
#include "backend/llvm/nets/word_schedule.h"
#include "ir/core/argument.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <map>

namespace tesuji::llvm_backend {
namespace {

using ir::BoardWord;
using Kind = BoardWord::Kind;

/// Returns bits that are fluents as lanes of one word.
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

/// `gathers`: as in BoardQuestion.
std::uint64_t gather_cost(const WordPack& lanes, GatherBy gathers) {
  std::uint64_t cost = 1;
  for (const WordSlot& slot : slots_of(lanes)) {
    for (const Gather& gather : slot.gathers) {
      cost += cost_of(gather, gathers);
    }
  }
  return cost;
}

std::uint64_t cost_of(const ir::Bitboards& boards, const BoardWord& word, GatherBy gathers) {
  switch (word.kind) {
    case Kind::constant:
      return 0;
    case Kind::fluents:
      return gather_cost(lanes_of(boards.inputs[word.bits]), gathers);
    case Kind::fluent:
      return 3;
    case Kind::some:
      return 2;
    case Kind::moves:
    case Kind::both:
    case Kind::either:
    case Kind::complement:
    case Kind::up:
    case Kind::down:
      return 1;
  }
  return 0;
}

/// A separate function: the words that it computes, and the words of the answer that it writes.
struct Part {
  std::vector<ir::WordId> words;
  std::vector<std::uint32_t> answers;
};

/// Splits the words in their order, then the answer, into functions that are not too long.
std::vector<Part> cut(const BoardQuestion& question, const std::vector<bool>& needed,
                      const std::vector<AnswerWord>& answers, std::size_t part_size) {
  std::vector<Part> parts(1);
  const std::uint64_t most = most_in_one(part_size);
  const std::uint64_t limit = cost_of(question) <= most ? most : 4 * part_size;
  std::uint64_t cost = 0;
  const auto take = [&](std::uint64_t more) {
    if (cost >= limit) {
      parts.emplace_back();
      cost = 0;
    }
    cost += more;
  };
  for (ir::WordId i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    take(cost_of(*question.boards, question.boards->words[i], question.gathers));
    parts.back().words.push_back(i);
  }
  for (std::uint32_t i = 0; i < answers.size(); ++i) {
    take(gather_cost(answers[i].lanes, question.gathers));
    parts.back().answers.push_back(i);
  }
  return parts;
}

/// Assigns a place in scratch memory to each word that a part other than the one that computes it
/// reads.
class Slots {
 public:
  Slots(const BoardQuestion& question, const std::vector<Part>& parts,
        const std::vector<AnswerWord>& answers)
      : slots_(question.boards->words.size(), ir::no_id) {
    const std::vector<BoardWord>& words = question.boards->words;
    std::vector<std::size_t> part_of(words.size(), 0);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const auto read = [&](ir::WordId word) {
        const Kind kind = words[word].kind;
        if (part_of[word] != p && slots_[word] == ir::no_id && kind != Kind::constant) {
          slots_[word] = count_++;
        }
      };
      for (const ir::WordId word : parts[p].words) {
        part_of[word] = p;
        ir::each_operand(words[word], read);
      }
      for (const std::uint32_t answer : parts[p].answers) {
        for (const WordLane& lane : answers[answer].lanes) read(lane.inputs.front().word);
      }
    }
  }

  [[nodiscard]] std::uint32_t operator[](ir::WordId word) const { return slots_[word]; }
  [[nodiscard]] std::uint32_t count() const { return count_; }

 private:
  std::vector<std::uint32_t> slots_;
  std::uint32_t count_ = 0;
};

/// Emits one part.
class BoardPartEmitter {
 public:
  BoardPartEmitter(const BoardQuestion& question, const Slots& slots,
                   const std::vector<llvm::GlobalVariable*>& tables, llvm::Function& function)
      : boards_(*question.boards),
        gathers_(question.gathers),
        slots_(slots),
        tables_(tables),
        function_(function),
        build_(llvm::BasicBlock::Create(function.getContext(), "entry", &function)),
        i64_(build_.getInt64Ty()) {}

  void run(const Part& part, const std::vector<AnswerWord>& answers) {
    for (const ir::WordId word : part.words) {
      values_[word] = compute(boards_.words[word]);
      if (slots_[word] != ir::no_id) {
        build_.CreateStore(values_[word], word_at(function_.getArg(2), slots_[word]));
      }
    }
    for (const std::uint32_t number : part.answers) {
      const AnswerWord& answer = answers[number];
      llvm::Value* const bits =
          gather(answer.lanes, [&](std::uint32_t word) { return value(word); });
      build_.CreateStore(build_.CreateOr(bits, answer.set), word_at(function_.getArg(3), number));
    }
    build_.CreateRetVoid();
  }

 private:
  llvm::Value* word_at(llvm::Value* base, std::uint64_t word) {
    return build_.CreateConstInBoundsGEP1_64(i64_, base, word);
  }
  llvm::Value* state_word(std::uint64_t word) {
    return build_.CreateLoad(i64_, word_at(function_.getArg(0), word));
  }
  llvm::Value* all_if(llvm::Value* condition) { return build_.CreateSExt(condition, i64_); }

  /// Returns a word of this part or of an earlier one.
  llvm::Value* value(ir::WordId word) {
    if (boards_.words[word].kind == Kind::constant) {
      return build_.getInt64(boards_.words[word].bits);
    }
    llvm::Value*& known = values_[word];
    if (known == nullptr) {
      known = build_.CreateLoad(i64_, word_at(function_.getArg(2), slots_[word]));
    }
    return known;
  }

  template <typename Source>
  llvm::Value* gather(const WordPack& lanes, Source source) {
    llvm::Value* result = build_.getInt64(0);
    for (const WordSlot& slot : slots_of(lanes)) {
      for (const Gather& from : slot.gathers) {
        llvm::Value* const bits = emit_gather(build_, from, source(from.word), gathers_);
        result = build_.CreateOr(result, build_.CreateAnd(bits, from.lanes));
      }
    }
    return result;
  }

  llvm::Value* compute(const BoardWord& word) {
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
        return build_.CreateAnd(value(word.a), value(word.b));
      case Kind::either:
        return build_.CreateOr(value(word.a), value(word.b));
      case Kind::complement:
        return build_.CreateNot(value(word.a));
      case Kind::up:
        return build_.CreateShl(value(word.a), word.bits);
      case Kind::down:
        return build_.CreateLShr(value(word.a), word.bits);
      case Kind::some:
        return all_if(build_.CreateIsNotNull(value(word.a)));
    }
    return nullptr;
  }

  /// Returns the row of the role's move.
  llvm::Value* row_of(std::uint32_t role) {
    llvm::Value*& row = rows_[role];
    if (row != nullptr) return row;
    llvm::Type* const i32 = build_.getInt32Ty();
    llvm::Value* const move = build_.CreateZExt(
        build_.CreateLoad(i32, build_.CreateConstInBoundsGEP1_64(i32, function_.getArg(1), role)),
        i64_);
    return row = build_.CreateInBoundsGEP(
               i64_, tables_[role],
               build_.CreateMul(move, build_.getInt64(boards_.moves[role].stride)));
  }

  const ir::Bitboards& boards_;
  GatherBy gathers_;
  const Slots& slots_;
  const std::vector<llvm::GlobalVariable*>& tables_;
  llvm::Function& function_;
  llvm::IRBuilder<> build_;
  llvm::Type* i64_;
  std::map<ir::WordId, llvm::Value*> values_;
  std::map<std::uint32_t, llvm::Value*> rows_;  ///< by role
};

/// Adds the table of moves of each role; null if no word of the question reads it.
std::vector<llvm::GlobalVariable*> add_tables(llvm::Module& module, const ir::Bitboards& boards,
                                              const std::vector<bool>& needed,
                                              const std::string& symbol) {
  std::vector<llvm::GlobalVariable*> tables(boards.moves.size(), nullptr);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const BoardWord& word = boards.words[i];
    if (!needed[i] || word.kind != Kind::moves || tables[word.a] != nullptr) continue;
    llvm::Constant* const words =
        llvm::ConstantDataArray::get(module.getContext(), boards.moves[word.a].words);
    tables[word.a] = new llvm::GlobalVariable(module, words->getType(), /*isConstant=*/true,
                                              llvm::GlobalValue::InternalLinkage, words,
                                              symbol + ".rows." + std::to_string(word.a));
  }
  return tables;
}

}  // namespace

std::uint64_t cost_of(const BoardQuestion& question) {
  const std::vector<bool> needed = ir::needed_words(*question.boards, question.answer);
  std::uint64_t cost = 0;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    cost += cost_of(*question.boards, question.boards->words[i], question.gathers);
  }
  for (const AnswerWord& answer : answer_words(question)) {
    cost += 1 + gather_cost(answer.lanes, question.gathers);
  }
  return cost;
}

std::uint64_t latency_of(const BoardQuestion& question) {
  const std::vector<bool> needed = ir::needed_words(*question.boards, question.answer);
  std::vector<std::uint64_t> ready(needed.size(), 0);
  const auto gathered = [&](const WordPack& lanes, const auto& ready_at) {
    std::uint64_t last = 0;
    for (const WordSlot& slot : slots_of(lanes)) {
      for (const Gather& gather : slot.gathers) {
        last = std::max(last, ready_at(gather.word) + latency_of(gather, question.gathers) + 1);
      }
    }
    return last;
  };
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (!needed[i]) continue;
    const BoardWord& word = question.boards->words[i];
    if (word.kind == Kind::fluents) {
      ready[i] = gathered(lanes_of(question.boards->inputs[word.bits]),
                          [](std::uint32_t) { return std::uint64_t{0}; });
      continue;
    }
    each_operand(word, [&](ir::WordId operand) { ready[i] = std::max(ready[i], ready[operand]); });
    ready[i] += cost_of(*question.boards, word, question.gathers);
  }
  std::uint64_t longest = 0;
  for (const AnswerWord& answer : answer_words(question)) {
    longest =
        std::max(longest, gathered(answer.lanes, [&](std::uint32_t word) { return ready[word]; }));
  }
  return longest;
}

std::size_t emit_board_question(llvm::Module& module, const BoardQuestion& question,
                                const std::string& symbol, std::size_t part_size) {
  const std::vector<bool> needed = ir::needed_words(*question.boards, question.answer);
  const std::vector<AnswerWord> answers = answer_words(question);
  const std::vector<Part> parts = cut(question, needed, answers, part_size);
  const Slots slots(question, parts, answers);
  const std::vector<llvm::GlobalVariable*> tables =
      add_tables(module, *question.boards, needed, symbol);

  llvm::IRBuilder<> build(module.getContext());
  llvm::Type* const pointer = build.getPtrTy();
  auto* const type = llvm::FunctionType::get(build.getVoidTy(),
                                             {pointer, pointer, pointer, pointer, pointer}, false);
  llvm::Function* const entry =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, symbol, module);
  entry->setDoesNotThrow();
  for (unsigned arg = 0; arg < 5; ++arg) entry->addParamAttr(arg, llvm::Attribute::NoAlias);
  build.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "entry", entry));
  for (const Part& part : parts) {
    llvm::Function* const function =
        new_part(module, symbol + "." + std::to_string(&part - parts.data()));
    BoardPartEmitter(question, slots, tables, *function).run(part, answers);
    // Inlining several parts would restore the long function that was split.
    function->addFnAttr(parts.size() > 1 ? llvm::Attribute::NoInline
                                         : llvm::Attribute::AlwaysInline);
    build.CreateCall(function,
                     {entry->getArg(1), entry->getArg(2), entry->getArg(3), entry->getArg(4)});
  }
  build.CreateRetVoid();
  return slots.count();
}

}  // namespace tesuji::llvm_backend
