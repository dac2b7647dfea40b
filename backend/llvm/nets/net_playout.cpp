#include "backend/llvm/nets/net_playout.h"

#include "backend/llvm/emit/word_bits.h"
#include "runtime/core/tesuji/plugin.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/MC/MCSubtargetInfo.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

/// States are copied once a step, and moves are counted word by word.
constexpr std::size_t most_state_words = 256;
constexpr std::size_t most_move_words = 64;
/// Answers of so many words are kept apart from memory, which a drawn word would be read from.
constexpr std::size_t few_words = 4;

/// Instructions of a question that is made part of the loop. To compile more a second time takes
/// longer than a call is worth.
constexpr std::size_t most_inlined = 600;

/// Instructions of a function and of those that will be part of it.
std::size_t size_of(const llvm::Function& function) {
  std::size_t size = 0;
  for (const llvm::BasicBlock& block : function) {
    size += block.size();
    for (const llvm::Instruction& instruction : block) {
      const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && callee->hasFnAttribute(llvm::Attribute::AlwaysInline)) {
        size += size_of(*callee);
      }
    }
  }
  return size;
}

constexpr std::array<ir::NetQuestion, 3> asked = {ir::NetQuestion::legal, ir::NetQuestion::next,
                                                  ir::NetQuestion::terminal};

constexpr std::size_t words_for(std::size_t bits) {
  return (bits + word_bits - 1) / word_bits;
}

std::size_t state_words(const ir::Net& net) {
  return std::max<std::size_t>(1, words_for(net.fluents.size()));
}

/// Up to the last role that has a move; of those behind it a net does not tell.
bool every_role_moves(const ir::Net& net) {
  std::uint32_t next = 0;
  for (const ir::NetMove& move : net.moves) {  // by role
    if (move.role > next) return false;
    next = std::max(next, move.role + 1);
  }
  return next > 0;
}

class PlayoutEmitter {
 public:
  PlayoutEmitter(llvm::Module& module, const ir::Net& net, const ir::NetCases& cases,
                 const NetSymbols& symbols, const std::optional<TerminalTest>& over,
                 const std::string& symbol)
      : module_(module),
        net_(net),
        cases_(cases),
        symbols_(symbols),
        test_(over),
        build_(module.getContext()),
        i32_(build_.getInt32Ty()),
        i64_(build_.getInt64Ty()),
        pointer_(build_.getPtrTy()),
        function_(llvm::Function::Create(
            llvm::FunctionType::get(
                i32_, {pointer_, pointer_, pointer_, pointer_, pointer_, i64_, pointer_, pointer_},
                false),
            llvm::Function::ExternalLinkage, symbol, module)) {
    function_->setDoesNotThrow();
    // They are sorted by role.
    begins_.resize(net.moves.back().role + std::size_t{2});
    for (const ir::NetMove& move : net.moves) ++begins_[move.role + 1];
    for (std::size_t role = 1; role < begins_.size(); ++role) begins_[role] += begins_[role - 1];
  }

  void run() {
    prepare();
    llvm::BasicBlock* const header = block("step");
    llvm::BasicBlock* const latch = block("made");
    build_.CreateBr(header);

    build_.SetInsertPoint(header);
    llvm::Value* const made = build_.CreateLoad(i64_, steps_);
    end_if(build_.CreateICmpUGE(made, function_->getArg(5)), TSJ_DRAWN);
    llvm::Value* const stopped =
        build_.CreateLoad(build_.getInt8Ty(), function_->getArg(6), /*isVolatile=*/true);
    end_if(build_.CreateIsNotNull(stopped), TSJ_STOPPED);
    if (test_) end_if(build_.CreateLoad(build_.getInt1Ty(), over_), TSJ_TERMINAL);
    dispatch(latch);

    build_.SetInsertPoint(latch);
    copy(next_, state_, state_words(net_));
    build_.CreateStore(build_.CreateAdd(build_.CreateLoad(i64_, steps_), build_.getInt64(1)),
                       steps_);
    build_.CreateBr(header);
    finish();
  }

 private:
  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(module_.getContext(), name, function_);
  }
  llvm::Value* word_at(llvm::Value* base, std::size_t word) {
    return build_.CreateConstInBoundsGEP1_64(i64_, base, word);
  }
  llvm::Value* load(llvm::Value* base, std::size_t word) {
    return build_.CreateLoad(i64_, word_at(base, word));
  }
  llvm::Value* local(llvm::Type* type, std::size_t count) {
    return build_.CreateAlloca(llvm::ArrayType::get(type, count));
  }

  llvm::Value* place_of(llvm::Value* places, std::size_t role) {
    return build_.CreateConstInBoundsGEP1_64(i32_, places, role);
  }

  void copy(llvm::Value* from, llvm::Value* to, std::size_t words) {
    if (words > 2 * few_words) {
      const llvm::Align align(alignof(std::uint64_t));
      build_.CreateMemCpy(to, align, from, align, words * sizeof(std::uint64_t));
      return;
    }
    for (std::size_t word = 0; word < words; ++word) {
      build_.CreateStore(load(from, word), word_at(to, word));
    }
  }

  void prepare() {
    build_.SetInsertPoint(block("entry"));
    exit_ = block("exit");
    state_ = local(i64_, state_words(net_));
    next_ = local(i64_, state_words(net_));
    random_ = local(i64_, 4);
    places_ = local(i32_, begins_.size() - 1);
    steps_ = build_.CreateAlloca(i64_);
    const std::size_t words = words_for(net_.moves.size() + 1);
    answer_ = words <= few_words ? local(i64_, words) : function_->getArg(3);
    other_state_ = local(i64_, state_words(net_));
    other_places_ = local(i32_, begins_.size() - 1);
    other_out_ = local(i64_, std::max(words, state_words(net_)));
    copy(function_->getArg(1), state_, state_words(net_));
    for (std::size_t word = 0; word < 4; ++word) {
      build_.CreateStore(load(function_->getArg(4), word), word_at(random_, word));
    }
    build_.CreateStore(build_.getInt64(0), steps_);
    if (test_) {
      over_ = build_.CreateAlloca(build_.getInt1Ty());
      build_.CreateStore(is_over(symbols_.any, state_), over_);
    }
  }

  void finish() {
    build_.SetInsertPoint(exit_);
    llvm::PHINode* const status = build_.CreatePHI(i32_, static_cast<unsigned>(ends_.size()));
    for (const auto& [from, value] : ends_) status->addIncoming(build_.getInt32(value), from);
    copy(state_, function_->getArg(1), state_words(net_));
    for (std::size_t word = 0; word < 4; ++word) {
      build_.CreateStore(load(random_, word), word_at(function_->getArg(4), word));
    }
    build_.CreateStore(build_.CreateLoad(i64_, steps_), function_->getArg(7));
    build_.CreateRet(status);
  }

  /// Ends the playout with `status` where the condition holds.
  void end_if(llvm::Value* condition, std::int32_t status) {
    ends_.emplace_back(build_.GetInsertBlock(), status);
    llvm::BasicBlock* const on = block("on");
    build_.CreateCondBr(condition, exit_, on, seldom());
    build_.SetInsertPoint(on);
  }

  llvm::MDNode* seldom() {
    return llvm::MDBuilder(module_.getContext()).createBranchWeights(1, 1000);
  }

  llvm::Value* bit(llvm::Value* base, std::size_t number) {
    return build_.CreateTrunc(build_.CreateLShr(load(base, number / word_bits), number % word_bits),
                              build_.getInt1Ty());
  }

  /// To the code for the case that the state is of.
  void dispatch(llvm::BasicBlock* latch) {
    if (cases_.cases.empty()) {
      turn(symbols_.any, {}, nullptr, latch);
      return;
    }
    std::vector<llvm::Value*> here;
    llvm::Value* set = build_.getInt32(0);
    for (const ir::NetCase& one : cases_.cases) {
      here.push_back(bit(state_, one.fluent));
      set = build_.CreateAdd(set, build_.CreateZExt(here.back(), i32_));
    }
    llvm::BasicBlock* const any = block("any");
    llvm::BasicBlock* known = block("known");
    build_.CreateCondBr(build_.CreateICmpNE(set, build_.getInt32(1)), any, known, seldom());
    for (std::size_t i = 0; i < here.size(); ++i) {
      build_.SetInsertPoint(known);
      if (i + 1 < here.size()) {
        llvm::BasicBlock* const this_case = block("case");
        known = block("other");
        build_.CreateCondBr(here[i], this_case, known);
        build_.SetInsertPoint(this_case);
      }
      turn(symbols_.cases[i], cases_.cases[i].only_moves, test_ ? &test_->terms.cases[i] : nullptr,
           latch);
    }
    build_.SetInsertPoint(any);
    turn(symbols_.any, {}, nullptr, latch);
  }

  /// Asks a question of so many words about a state. Code of another module gets copies, for what
  /// has an address is in no register.
  void call(const std::string& symbol, llvm::Value* state, llvm::Value* moves, llvm::Value* out,
            std::size_t words) {
    llvm::FunctionType* const type = llvm::FunctionType::get(
        build_.getVoidTy(), {pointer_, pointer_, pointer_, pointer_, pointer_}, false);
    llvm::FunctionCallee callee = module_.getOrInsertFunction(symbol, type);
    const auto* const code = llvm::dyn_cast<llvm::Function>(callee.getCallee());
    llvm::Value* const self = function_->getArg(0);
    llvm::Value* const scratch = function_->getArg(2);
    if (code != nullptr && !code->isDeclaration()) {
      auto* const made = build_.CreateCall(callee, {self, state, moves, scratch, out});
      if (size_of(*code) <= most_inlined) made->addFnAttr(llvm::Attribute::AlwaysInline);
      return;
    }
    copy(state, other_state_, state_words(net_));
    if (moves == places_) {
      for (std::size_t role = 0; role + 1 < begins_.size(); ++role) {
        build_.CreateStore(build_.CreateLoad(i32_, place_of(places_, role)),
                           place_of(other_places_, role));
      }
      moves = other_places_;
    }
    build_.CreateCall(callee, {self, other_state_, moves, scratch, other_out_});
    copy(other_out_, out, words);
  }

  llvm::Value* no_moves() { return llvm::ConstantPointerNull::get(build_.getPtrTy()); }

  /// Legal moves and terminal, or legal moves, into the answer.
  void ask_position(const NetSymbols::State& code, llvm::Value* state) {
    call(code.position, state, no_moves(), answer_, words_for(net_.moves.size() + 1));
  }
  void ask_legal(const NetSymbols::State& code) {
    if (code.legal.empty()) return ask_position(code, state_);
    call(code.legal, state_, no_moves(), answer_, words_for(net_.moves.size()));
  }

  /// Whether it is over, by the net's condition; writes over the answer.
  llvm::Value* is_over(const NetSymbols::State& code, llvm::Value* state) {
    if (!code.position.empty()) {
      ask_position(code, state);
      return bit(answer_, net_.moves.size());
    }
    call(code.terminal, state, no_moves(), answer_, 1);
    return bit(answer_, 0);
  }

  /// Whether one of the terms that the move may have made true holds in the next state.
  llvm::Value* any_term_holds(const MoveTerms& terms, llvm::Value* place) {
    const std::size_t vector_words = terms_per_vector;
    auto* const type = llvm::FixedVectorType::get(i64_, terms_per_vector);
    llvm::Constant* const words = llvm::ConstantDataArray::get(module_.getContext(), terms.words);
    auto* const table =
        new llvm::GlobalVariable(module_, words->getType(), /*isConstant=*/true,
                                 llvm::GlobalValue::InternalLinkage, words, "terms");
    const llvm::Align align(vector_words * sizeof(std::uint64_t));
    table->setAlignment(align);
    const std::size_t stride = terms.vectors * test_->terms.masks.size() * vector_words;
    llvm::Value* const row = build_.CreateInBoundsGEP(
        i64_, table, build_.CreateMul(build_.CreateZExt(place, i64_), build_.getInt64(stride)));
    std::vector<llvm::Value*> wrong;  // by mask: the bits of the state that are not as it says
    for (const TerminalTerms::Mask& mask : test_->terms.masks) {
      llvm::Value* const word = load(next_, mask.word);
      wrong.push_back(
          build_.CreateVectorSplat(terms_per_vector, mask.holds ? build_.CreateNot(word) : word));
    }
    llvm::Value* any = nullptr;
    for (std::size_t vector = 0; vector < terms.vectors; ++vector) {
      llvm::Value* failing = nullptr;
      for (std::size_t mask = 0; mask < wrong.size(); ++mask) {
        llvm::Value* const asked = build_.CreateAlignedLoad(
            type, word_at(row, (vector * wrong.size() + mask) * vector_words), align);
        llvm::Value* const bits = build_.CreateAnd(asked, wrong[mask]);
        failing = failing == nullptr ? bits : build_.CreateOr(failing, bits);
      }
      llvm::Value* const hold = build_.CreateICmpEQ(failing, llvm::Constant::getNullValue(type));
      any = any == nullptr ? hold : build_.CreateOr(any, hold);
    }
    llvm::Value* over = build_.CreateOrReduce(any);
    if (!test_->rest.empty()) {
      call(test_->rest, next_, no_moves(), answer_, 1);
      over = build_.CreateOr(over, build_.CreateIsNotNull(load(answer_, 0)));
    }
    return over;
  }

  /// A move for each role and the next state, where it is not over.
  void turn(const NetSymbols::State& code, const std::vector<std::uint32_t>& only_moves,
            const MoveTerms* terms, llvm::BasicBlock* latch) {
    if (test_) {
      ask_legal(code);
    } else {
      end_if(is_over(code, state_), TSJ_TERMINAL);
      if (code.position.empty()) ask_legal(code);
    }
    llvm::Value* chosen = nullptr;
    for (std::size_t role = 0; role + 1 < begins_.size(); ++role) {
      const std::uint32_t only = role < only_moves.size() ? only_moves[role] : ir::NetCase::several;
      llvm::Value* const place =
          only == ir::NetCase::several
              ? build_.CreateTrunc(draw(begins_[role], begins_[role + 1]), i32_)
              : build_.getInt32(only);
      build_.CreateStore(place, place_of(places_, role));
      if (terms != nullptr && terms->role == role) chosen = place;
    }
    call(code.next, state_, places_, next_, state_words(net_));
    if (test_) {
      build_.CreateStore(
          terms != nullptr ? any_term_holds(*terms, chosen) : is_over(symbols_.any, next_), over_);
    }
    build_.CreateBr(latch);
  }

  /// Which of the bits of the answer from `begin` until before `end`, counted from `begin`.
  llvm::Value* draw(std::size_t begin, std::size_t end) {
    const std::size_t first = begin / word_bits;
    const std::size_t last = (end - 1) / word_bits;
    std::vector<llvm::Value*> words;
    std::vector<llvm::Value*> before;  // bits of the words before each
    llvm::Value* count = build_.getInt64(0);
    for (std::size_t i = first; i <= last; ++i) {
      std::uint64_t mask = ~std::uint64_t{0};
      if (i == first) mask &= ~std::uint64_t{0} << (begin % word_bits);
      if (i == last) mask &= ~std::uint64_t{0} >> (word_bits - 1 - (end - 1) % word_bits);
      words.push_back(build_.CreateAnd(load(answer_, i), mask));
      before.push_back(count);
      count = build_.CreateAdd(count,
                               build_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, words.back()));
    }
    end_if(build_.CreateIsNull(count), TSJ_STUCK);
    llvm::Value* const rank = draw_rank(count);
    llvm::Value* word = words.front();
    llvm::Value* skipped = build_.getInt64(0);
    llvm::Value* offset = build_.getInt64(first * word_bits - begin);
    for (std::size_t i = 1; i < words.size(); ++i) {
      llvm::Value* const here = build_.CreateICmpUGE(rank, before[i]);
      word = build_.CreateSelect(here, words[i], word);
      skipped = build_.CreateSelect(here, before[i], skipped);
      offset = build_.CreateSelect(here, build_.getInt64((first + i) * word_bits - begin), offset);
    }
    llvm::Value* const one = build_.CreateShl(build_.getInt64(1), build_.CreateSub(rank, skipped));
    llvm::Value* const chosen =
        build_.CreateIntrinsic(llvm::Intrinsic::x86_bmi_pdep_64, {}, {one, word});
    return build_.CreateAdd(
        offset, build_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, chosen, build_.getTrue()));
  }

  /// Below `count`, as random_below of random.h; one alone needs no drawing.
  llvm::Value* draw_rank(llvm::Value* count) {
    llvm::BasicBlock* const from = build_.GetInsertBlock();
    llvm::BasicBlock* const several = block("several");
    llvm::BasicBlock* const rejecting = block("rejecting");
    llvm::BasicBlock* const again = block("again");
    llvm::BasicBlock* const drawn = block("drawn");
    build_.CreateCondBr(build_.CreateICmpEQ(count, build_.getInt64(1)), drawn, several);

    llvm::Type* const i128 = build_.getInt128Ty();
    const auto product = [&] {
      return build_.CreateMul(build_.CreateZExt(draw_number(), i128),
                              build_.CreateZExt(count, i128));
    };
    const auto high = [&](llvm::Value* value) {
      return build_.CreateTrunc(build_.CreateLShr(value, word_bits), i64_);
    };
    build_.SetInsertPoint(several);
    llvm::Value* const first = product();
    llvm::Value* const low = build_.CreateTrunc(first, i64_);
    llvm::Value* const first_rank = high(first);
    build_.CreateCondBr(build_.CreateICmpULT(low, count), rejecting, drawn, seldom());

    build_.SetInsertPoint(rejecting);
    llvm::Value* const threshold = build_.CreateURem(build_.CreateNeg(count), count);
    llvm::BasicBlock* const trying = block("trying");
    build_.CreateBr(trying);
    build_.SetInsertPoint(trying);
    llvm::PHINode* const tried = build_.CreatePHI(i128, 2);
    tried->addIncoming(first, rejecting);
    llvm::Value* const tried_rank = high(tried);
    build_.CreateCondBr(build_.CreateICmpULT(build_.CreateTrunc(tried, i64_), threshold), again,
                        drawn);
    build_.SetInsertPoint(again);
    tried->addIncoming(product(), again);
    build_.CreateBr(trying);

    build_.SetInsertPoint(drawn);
    llvm::PHINode* const rank = build_.CreatePHI(i64_, 3);
    rank->addIncoming(build_.getInt64(0), from);
    rank->addIncoming(first_rank, several);
    rank->addIncoming(tried_rank, trying);
    return rank;
  }

  /// As random_next of random.h.
  llvm::Value* draw_number() {
    const auto rotate = [&](llvm::Value* value, std::uint64_t by) {
      return build_.CreateIntrinsic(llvm::Intrinsic::fshl, {i64_},
                                    {value, value, build_.getInt64(by)});
    };
    std::array<llvm::Value*, 4> s{};
    for (std::size_t i = 0; i < s.size(); ++i) s[i] = load(random_, i);
    llvm::Value* const result =
        build_.CreateMul(rotate(build_.CreateMul(s[1], build_.getInt64(5)), 7), build_.getInt64(9));
    llvm::Value* const t = build_.CreateShl(s[1], 17);
    s[2] = build_.CreateXor(s[2], s[0]);
    s[3] = build_.CreateXor(s[3], s[1]);
    s[1] = build_.CreateXor(s[1], s[2]);
    s[0] = build_.CreateXor(s[0], s[3]);
    s[2] = build_.CreateXor(s[2], t);
    s[3] = rotate(s[3], 45);
    for (std::size_t i = 0; i < s.size(); ++i) build_.CreateStore(s[i], word_at(random_, i));
    return result;
  }

  llvm::Module& module_;
  const ir::Net& net_;
  const ir::NetCases& cases_;
  const NetSymbols& symbols_;
  const std::optional<TerminalTest>& test_;
  llvm::IRBuilder<> build_;
  llvm::Type* i32_;
  llvm::Type* i64_;
  llvm::Type* pointer_;
  llvm::Function* function_;
  std::vector<std::size_t> begins_;  ///< by role: its first move in the net; then their number
  llvm::BasicBlock* exit_ = nullptr;
  std::vector<std::pair<llvm::BasicBlock*, std::int32_t>> ends_;  ///< that go to the exit
  // In local memory, most of which becomes registers.
  llvm::Value* state_ = nullptr;
  llvm::Value* next_ = nullptr;
  llvm::Value* random_ = nullptr;
  llvm::Value* places_ = nullptr;
  llvm::Value* answer_ = nullptr;
  llvm::Value* steps_ = nullptr;
  llvm::Value* over_ = nullptr;  ///< by terms: whether it is, in the state
  // What code of the other module reads and writes.
  llvm::Value* other_state_ = nullptr;
  llvm::Value* other_places_ = nullptr;
  llvm::Value* other_out_ = nullptr;
};

}  // namespace

bool can_play(const ir::Net& net, const llvm::TargetMachine& machine) {
  return every_role_moves(net) && state_words(net) <= most_state_words &&
         words_for(net.moves.size() + 1) <= most_move_words &&
         std::all_of(asked.begin(), asked.end(),
                     [&](ir::NetQuestion question) { return net.knows(question); }) &&
         machine.getTargetTriple().isX86() &&
         machine.getMCSubtargetInfo()->checkFeatures("+popcnt,+bmi,+bmi2");
}

void emit_playout(llvm::Module& module, const ir::Net& net, const ir::NetCases& cases,
                  const NetSymbols& symbols, const std::optional<TerminalTest>& over,
                  const std::string& symbol) {
  PlayoutEmitter(module, net, cases, symbols, over, symbol).run();
}

}  // namespace tesuji::llvm_backend
