#include "backend/llvm/nets/playout_step.h"

#include "backend/llvm/emit/word_bits.h"
#include "backend/llvm/emit/xoshiro.h"
#include "runtime/core/tesuji/plugin.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <cstddef>

namespace tesuji::llvm_backend {

llvm::BasicBlock* RandomEmitter::block(const char* name) {
  return llvm::BasicBlock::Create(function_.getContext(), name, &function_);
}

llvm::Value* RandomEmitter::number(llvm::Value* words) {
  llvm::Type* const i64 = build_.getInt64Ty();
  const auto word_at = [&](std::size_t i) {
    return build_.CreateConstInBoundsGEP1_64(i64, words, i);
  };
  XoshiroState s{};
  for (std::size_t i = 0; i < s.size(); ++i) s[i] = build_.CreateLoad(i64, word_at(i));
  llvm::Value* const result = build_.CreateMul(
      rotate_left(build_, build_.CreateMul(s[1], build_.getInt64(5)), 7), build_.getInt64(9));
  advance_xoshiro(build_, s);
  for (std::size_t i = 0; i < s.size(); ++i) build_.CreateStore(s[i], word_at(i));
  return result;
}

llvm::Value* RandomEmitter::rank(llvm::Value* words, llvm::Value* count) {
  llvm::BasicBlock* const from = build_.GetInsertBlock();
  llvm::BasicBlock* const several = block("several");
  llvm::BasicBlock* const rejecting = block("rejecting");
  llvm::BasicBlock* const again = block("again");
  llvm::BasicBlock* const drawn = block("drawn");
  build_.CreateCondBr(build_.CreateICmpEQ(count, build_.getInt64(1)), drawn, several);

  llvm::Type* const i64 = build_.getInt64Ty();
  llvm::Type* const i128 = build_.getInt128Ty();
  const auto product = [&] {
    return build_.CreateMul(build_.CreateZExt(number(words), i128), build_.CreateZExt(count, i128));
  };
  const auto high = [&](llvm::Value* value) {
    return build_.CreateTrunc(build_.CreateLShr(value, word_bits), i64);
  };
  build_.SetInsertPoint(several);
  llvm::Value* const first = product();
  llvm::Value* const low = build_.CreateTrunc(first, i64);
  llvm::Value* const first_rank = high(first);
  llvm::MDNode* const seldom = llvm::MDBuilder(build_.getContext()).createBranchWeights(1, 1000);
  build_.CreateCondBr(build_.CreateICmpULT(low, count), rejecting, drawn, seldom);

  build_.SetInsertPoint(rejecting);
  llvm::Value* const threshold = build_.CreateURem(build_.CreateNeg(count), count);
  llvm::BasicBlock* const trying = block("trying");
  build_.CreateBr(trying);
  build_.SetInsertPoint(trying);
  llvm::PHINode* const tried = build_.CreatePHI(i128, 2);
  tried->addIncoming(first, rejecting);
  llvm::Value* const tried_rank = high(tried);
  build_.CreateCondBr(build_.CreateICmpULT(build_.CreateTrunc(tried, i64), threshold), again,
                      drawn);
  build_.SetInsertPoint(again);
  tried->addIncoming(product(), again);
  build_.CreateBr(trying);

  build_.SetInsertPoint(drawn);
  llvm::PHINode* const rank = build_.CreatePHI(i64, 3);
  rank->addIncoming(build_.getInt64(0), from);
  rank->addIncoming(first_rank, several);
  rank->addIncoming(tried_rank, trying);
  return rank;
}

namespace {

/// Answers of at most this many words stay out of memory, from which a drawn word would be read.
constexpr std::size_t few_words = 4;

/// Maximum number of instructions of a question that is inlined into the loop. Compiling more a
/// second time costs more than a call.
constexpr std::size_t most_inlined = 600;

/// Returns the instructions of a function and of those that will be inlined into it.
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

constexpr std::size_t words_for(std::size_t bits) {
  return (bits + word_bits - 1) / word_bits;
}

}  // namespace

std::size_t state_words(const ir::Net& net) {
  return std::max<std::size_t>(1, words_for(net.fluents.size()));
}

std::size_t move_words(const ir::Net& net) {
  return words_for(net.moves.size() + 1);
}

std::optional<std::size_t> inlined_size(const llvm::Module& module, const PlayoutNet& net) {
  std::size_t sum = 0;
  bool all = true;
  const auto add = [&](const std::string& symbol) {
    if (symbol.empty()) return;
    const llvm::Function* const code = module.getFunction(symbol);
    const std::size_t size =
        code == nullptr || code->isDeclaration() ? most_inlined + 1 : size_of(*code);
    all &= size <= most_inlined;
    sum += size;
  };
  const auto add_state = [&](const NetSymbols::State& code) {
    const auto number = static_cast<std::size_t>(&code - net.symbols.cases.data());
    const bool is_open =
        !net.open.empty() && !net.symbols.cases.empty() && !net.open[number].empty();
    if (net.over || is_open) {
      add(code.legal.empty() ? code.position : code.legal);
      if (net.over) add(net.over->rest);
    } else {
      for (const std::string& symbol : {code.legal, code.position, code.terminal}) add(symbol);
    }
    add(code.next);
  };
  if (net.symbols.cases.empty()) add_state(net.symbols.any);
  for (const NetSymbols::State& code : net.symbols.cases) add_state(code);
  add(net.symbols.goals);
  if (!all) return std::nullopt;
  return sum;
}

StepEmitter::StepEmitter(llvm::Module& module, const PlayoutNet& net, llvm::IRBuilder<>& build,
                         llvm::Function& function, const Arguments& arguments)
    : module_(module),
      net_(net),
      build_(build),
      function_(function),
      arguments_(arguments),
      random_(build, function),
      i32_(build.getInt32Ty()),
      i64_(build.getInt64Ty()) {
  // The moves are sorted by role.
  begins_.resize(net.net.moves.back().role + std::size_t{2});
  for (const ir::NetMove& move : net.net.moves) ++begins_[move.role + 1];
  for (std::size_t role = 1; role < begins_.size(); ++role) begins_[role] += begins_[role - 1];
  const std::size_t words = words_for(net.net.moves.size() + 1);
  answer_ = words <= few_words ? local(i64_, words) : arguments_.out;
  other_state_ = local(i64_, state_words(net.net));
  other_places_ = local(i32_, begins_.size() - 1);
  other_out_ = local(i64_, std::max(words, state_words(net.net)));
}

PlayedGame StepEmitter::new_game(llvm::BasicBlock* end) {
  PlayedGame game;
  game.state = local(i64_, state_words(net_.net));
  game.next = local(i64_, state_words(net_.net));
  game.random = local(i64_, std::tuple_size_v<XoshiroState>);
  game.places = local(i32_, begins_.size() - 1);
  game.steps = build_.CreateAlloca(i64_);
  if (net_.over) game.over = build_.CreateAlloca(build_.getInt1Ty());
  game.end = end;
  return game;
}

void StepEmitter::step(PlayedGame& game, llvm::Value* most_steps, llvm::BasicBlock* made) {
  if (net_.over) {
    end_if(game, build_.CreateLoad(build_.getInt1Ty(), game.over), TSJ_TERMINAL);
  }
  llvm::BasicBlock* const moved = block("moved");
  dispatch(game, most_steps, moved);
  build_.SetInsertPoint(moved);
  copy(game.next, game.state, state_words(net_.net));
  build_.CreateStore(build_.CreateAdd(build_.CreateLoad(i64_, game.steps), build_.getInt64(1)),
                     game.steps);
  build_.CreateBr(made);
}

llvm::BasicBlock* StepEmitter::block(const char* name) {
  return llvm::BasicBlock::Create(module_.getContext(), name, &function_);
}
llvm::Value* StepEmitter::word_at(llvm::Value* base, std::size_t word) {
  return build_.CreateConstInBoundsGEP1_64(i64_, base, word);
}
llvm::Value* StepEmitter::load(llvm::Value* base, std::size_t word) {
  return build_.CreateLoad(i64_, word_at(base, word));
}
llvm::Value* StepEmitter::local(llvm::Type* type, std::size_t count) {
  return build_.CreateAlloca(llvm::ArrayType::get(type, count));
}
llvm::Value* StepEmitter::place_of(llvm::Value* places, std::size_t role) {
  return build_.CreateConstInBoundsGEP1_64(i32_, places, role);
}

void StepEmitter::copy(llvm::Value* from, llvm::Value* to, std::size_t words) {
  if (words > 2 * few_words) {
    const llvm::Align align(alignof(std::uint64_t));
    build_.CreateMemCpy(to, align, from, align, words * sizeof(std::uint64_t));
    return;
  }
  for (std::size_t word = 0; word < words; ++word) {
    build_.CreateStore(load(from, word), word_at(to, word));
  }
}

void StepEmitter::end_if(PlayedGame& game, llvm::Value* condition, std::int32_t status) {
  game.ends.emplace_back(build_.GetInsertBlock(), status);
  llvm::BasicBlock* const on = block("on");
  build_.CreateCondBr(condition, game.end, on, seldom());
  build_.SetInsertPoint(on);
}

llvm::Value* StepEmitter::status(const PlayedGame& game) {
  llvm::PHINode* const status = build_.CreatePHI(i32_, static_cast<unsigned>(game.ends.size()));
  for (const auto& [from, value] : game.ends) status->addIncoming(build_.getInt32(value), from);
  return status;
}

llvm::MDNode* StepEmitter::seldom() {
  return llvm::MDBuilder(module_.getContext()).createBranchWeights(1, 1000);
}

llvm::Value* StepEmitter::bit(llvm::Value* base, std::size_t number) {
  return build_.CreateTrunc(build_.CreateLShr(load(base, number / word_bits), number % word_bits),
                            build_.getInt1Ty());
}

/// Branches to the code for the state's case.
void StepEmitter::dispatch(PlayedGame& game, llvm::Value* most_steps, llvm::BasicBlock* moved) {
  const ir::NetCases& cases = net_.cases;
  const auto any_turn = [&] { turn(game, net_.symbols.any, {}, most_steps, moved); };
  if (cases.cases.empty()) return any_turn();
  std::vector<llvm::Value*> here;
  llvm::Value* set = build_.getInt32(0);
  for (const ir::NetCase& one : cases.cases) {
    here.push_back(bit(game.state, one.fluent));
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
    Case known_case{cases.cases[i].only_moves, net_.over ? &net_.over->terms.cases[i] : nullptr,
                    net_.open.empty() ? std::vector<std::uint64_t>{} : net_.open[i]};
    turn(game, net_.symbols.cases[i], known_case, most_steps, moved);
  }
  build_.SetInsertPoint(any);
  any_turn();
}

/// Ends the game if the net's condition holds. With `open`, the answer already contains the legal
/// moves, and the condition is evaluated only if none of those is legal.
void StepEmitter::end_if_over(PlayedGame& game, const NetSymbols::State& code,
                              const std::vector<std::uint64_t>& open) {
  if (open.empty()) return end_if(game, is_over(code, game.state), TSJ_TERMINAL);
  ask_legal(code, game.state);
  llvm::Value* some = build_.getInt64(0);
  for (std::size_t word = 0; word < open.size(); ++word) {
    if (open[word] == 0) continue;
    some = build_.CreateOr(some, build_.CreateAnd(load(answer_, word), open[word]));
  }
  llvm::BasicBlock* const doubtful = block("doubtful");
  llvm::BasicBlock* const goes_on = block("goes.on");
  build_.CreateCondBr(build_.CreateIsNull(some), doubtful, goes_on, seldom());
  build_.SetInsertPoint(doubtful);
  end_if(game, is_over(code, game.state, /*apart=*/true), TSJ_TERMINAL);
  if (code.position.empty()) ask_legal(code, game.state, /*apart=*/true);
  build_.CreateBr(goes_on);
  build_.SetInsertPoint(goes_on);
}

/// Makes a move for each role and the next state, unless the game is over.
void StepEmitter::turn(PlayedGame& game, const NetSymbols::State& code, const Case& known,
                       llvm::Value* most_steps, llvm::BasicBlock* moved) {
  const std::vector<std::uint32_t>& only_moves = known.only_moves;
  const MoveTerms* const terms = known.terms;
  if (!net_.over) end_if_over(game, code, known.open);
  end_if(game, build_.CreateICmpUGE(build_.CreateLoad(i64_, game.steps), most_steps), TSJ_DRAWN);
  if (known.open.empty() && (net_.over || code.position.empty())) ask_legal(code, game.state);
  llvm::Value* chosen = nullptr;
  for (std::size_t role = 0; role + 1 < begins_.size(); ++role) {
    const std::uint32_t only = role < only_moves.size() ? only_moves[role] : ir::NetCase::several;
    llvm::Value* const place =
        only == ir::NetCase::several
            ? build_.CreateTrunc(draw(game, begins_[role], begins_[role + 1]), i32_)
            : build_.getInt32(only);
    build_.CreateStore(place, place_of(game.places, role));
    if (terms != nullptr && terms->role == role) chosen = place;
  }
  call(code.next, game.state, game.places, game.next, state_words(net_.net));
  if (net_.over) {
    build_.CreateStore(terms != nullptr ? any_term_holds(*terms, game.next, chosen)
                                        : is_over(net_.symbols.any, game.next),
                       game.over);
  }
  build_.CreateBr(moved);
}

/// Calls a question with an answer of `words` words. Code of another module gets copies, since a
/// variable whose address is taken is not in a register; so does code that seldom runs (`apart`).
void StepEmitter::call(const std::string& symbol, llvm::Value* state, llvm::Value* moves,
                       llvm::Value* out, std::size_t words, bool apart) {
  llvm::Type* const pointer = build_.getPtrTy();
  llvm::FunctionType* const type = llvm::FunctionType::get(
      build_.getVoidTy(), {pointer, pointer, pointer, pointer, pointer}, false);
  llvm::FunctionCallee callee = module_.getOrInsertFunction(symbol, type);
  const auto* const code = llvm::dyn_cast<llvm::Function>(callee.getCallee());
  llvm::Value* const self = arguments_.self;
  llvm::Value* const scratch = arguments_.scratch;
  if (!apart && code != nullptr && !code->isDeclaration()) {
    auto* const made = build_.CreateCall(callee, {self, state, moves, scratch, out});
    if (size_of(*code) <= most_inlined) made->addFnAttr(llvm::Attribute::AlwaysInline);
    return;
  }
  copy(state, other_state_, state_words(net_.net));
  if (!llvm::isa<llvm::Constant>(moves)) {
    for (std::size_t role = 0; role + 1 < begins_.size(); ++role) {
      build_.CreateStore(build_.CreateLoad(i32_, place_of(moves, role)),
                         place_of(other_places_, role));
    }
    moves = other_places_;
  }
  build_.CreateCall(callee, {self, other_state_, moves, scratch, other_out_});
  copy(other_out_, out, words);
}

llvm::Value* StepEmitter::no_moves() {
  return llvm::ConstantPointerNull::get(build_.getPtrTy());
}

/// Evaluates legal moves and terminal, or legal moves only, into the answer.
void StepEmitter::ask_position(const NetSymbols::State& code, llvm::Value* state, bool apart) {
  call(code.position, state, no_moves(), answer_, words_for(net_.net.moves.size() + 1), apart);
}
void StepEmitter::ask_legal(const NetSymbols::State& code, llvm::Value* state, bool apart) {
  if (code.legal.empty()) return ask_position(code, state, apart);
  call(code.legal, state, no_moves(), answer_, words_for(net_.net.moves.size()), apart);
}

/// Emits the net's terminal condition; overwrites the answer.
llvm::Value* StepEmitter::is_over(const NetSymbols::State& code, llvm::Value* state, bool apart) {
  if (!code.position.empty()) {
    ask_position(code, state, apart);
    return bit(answer_, net_.net.moves.size());
  }
  call(code.terminal, state, no_moves(), answer_, 1, apart);
  return bit(answer_, 0);
}

llvm::Value* StepEmitter::is_over(llvm::Value* state) {
  return is_over(net_.symbols.any, state);
}

llvm::Value* StepEmitter::goals(llvm::Value* state) {
  call(net_.symbols.goals, state, no_moves(), answer_, 1);
  return load(answer_, 0);
}

/// Emits whether one of the terms that the move may have made true holds in the next state.
llvm::Value* StepEmitter::any_term_holds(const MoveTerms& terms, llvm::Value* next,
                                         llvm::Value* place) {
  const std::size_t vector_words = terms_per_vector;
  auto* const type = llvm::FixedVectorType::get(i64_, terms_per_vector);
  llvm::Constant* const words = llvm::ConstantDataArray::get(module_.getContext(), terms.words);
  auto* const table = new llvm::GlobalVariable(module_, words->getType(), /*isConstant=*/true,
                                               llvm::GlobalValue::InternalLinkage, words, "terms");
  const llvm::Align align(vector_words * sizeof(std::uint64_t));
  table->setAlignment(align);
  const std::size_t stride = terms.vectors * net_.over->terms.masks.size() * vector_words;
  llvm::Value* const row = build_.CreateInBoundsGEP(
      i64_, table, build_.CreateMul(build_.CreateZExt(place, i64_), build_.getInt64(stride)));
  std::vector<llvm::Value*>
      wrong;  // by mask: the bits of the state that do not have the required value
  for (const TerminalTerms::Mask& mask : net_.over->terms.masks) {
    llvm::Value* const word = load(next, mask.word);
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
  if (!net_.over->rest.empty()) {
    call(net_.over->rest, next, no_moves(), answer_, 1);
    over = build_.CreateOr(over, build_.CreateIsNotNull(load(answer_, 0)));
  }
  return over;
}

/// Draws one of the answer's bits in [begin, end); returns its number, counted from `begin`.
llvm::Value* StepEmitter::draw(PlayedGame& game, std::size_t begin, std::size_t end) {
  const std::size_t first = begin / word_bits;
  const std::size_t last = (end - 1) / word_bits;
  std::vector<llvm::Value*> words;
  std::vector<llvm::Value*> before;  // number of bits in the words before each word
  llvm::Value* count = build_.getInt64(0);
  for (std::size_t i = first; i <= last; ++i) {
    std::uint64_t mask = ~std::uint64_t{0};
    if (i == first) mask &= ~std::uint64_t{0} << (begin % word_bits);
    if (i == last) mask &= ~std::uint64_t{0} >> (word_bits - 1 - (end - 1) % word_bits);
    words.push_back(build_.CreateAnd(load(answer_, i), mask));
    before.push_back(count);
    count =
        build_.CreateAdd(count, build_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, words.back()));
  }
  end_if(game, build_.CreateIsNull(count), TSJ_STUCK);
  llvm::Value* const rank = random_.rank(game.random, count);
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

}  // namespace tesuji::llvm_backend
