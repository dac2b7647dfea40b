#include "backend/llvm/lanes/lane_codegen.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace tesuji::llvm_backend {
namespace {

namespace array = ir::lane_array;
using ir::LutOperation;
using ir::LutOutput;
using ir::LutProgram;
using ir::LutValue;

/// The arguments of a tsj_lane_function: the arrays by number, then scratch memory.
constexpr unsigned scratch_argument = array::count;
constexpr unsigned arguments = array::count + 1;

/// Truth table: the second operand if the first is true, else the third.
constexpr std::uint8_t first_chooses = 0xCA;

/// States that pointer arguments point to different arrays.
llvm::Function* lane_function(llvm::Module& module, const std::string& symbol,
                              const std::vector<llvm::Type*>& types,
                              llvm::GlobalValue::LinkageTypes linkage, const LaneShape& shape) {
  auto* function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), types, false), linkage,
      symbol, module);
  function->setDoesNotThrow();
  // Otherwise LLVM may split words for processors on which it prefers shorter vectors.
  const std::string bits = std::to_string(std::max(128U, shape.blocks * 64));
  function->addFnAttr("min-legal-vector-width", bits);
  function->addFnAttr("prefer-vector-width", bits);
  for (unsigned i = 0; i < types.size(); ++i) {
    if (types[i]->isPointerTy()) function->addParamAttr(i, llvm::Attribute::NoAlias);
  }
  return function;
}

/// Creates a function of type tsj_lane_function.
llvm::Function* new_function(llvm::Module& module, const std::string& symbol,
                             llvm::GlobalValue::LinkageTypes linkage, const LaneShape& shape) {
  const std::vector<llvm::Type*> types(arguments,
                                       llvm::PointerType::get(module.getContext(), shape.space));
  return lane_function(module, symbol, types, linkage, shape);
}

/// Accesses words in memory.
class WordEmitter {
 public:
  WordEmitter(llvm::Function& function, const LaneShape& shape)
      : build(llvm::BasicBlock::Create(function.getContext(), "entry", &function)),
        type(word_type(function.getContext(), shape)),
        bytes_(shape.half ? sizeof(std::uint32_t) : shape.blocks * sizeof(std::uint64_t)),
        stride_(shape.stride != 0 ? shape.stride : bytes_) {}

  static llvm::Type* word_type(llvm::LLVMContext& context, const LaneShape& shape) {
    llvm::Type* i64 = llvm::Type::getInt64Ty(context);
    if (shape.half) return llvm::Type::getInt32Ty(context);
    return shape.blocks == 1 ? i64 : llvm::FixedVectorType::get(i64, shape.blocks);
  }

  llvm::Value* address(llvm::Value* base, std::uint64_t index) {
    return build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), base, index * stride_);
  }
  llvm::Value* load(llvm::Value* base, std::uint64_t index) { return load(address(base, index)); }
  llvm::Value* load(llvm::Value* place) {
    return build.CreateAlignedLoad(type, place, llvm::Align(bytes_));
  }
  void store(llvm::Value* value, llvm::Value* base, std::uint64_t index) {
    store(value, address(base, index));
  }
  void store(llvm::Value* value, llvm::Value* place) {
    build.CreateAlignedStore(value, place, llvm::Align(bytes_));
  }
  llvm::IRBuilder<> build;
  llvm::Type* type;

 private:
  std::uint64_t bytes_;
  std::uint64_t stride_;
};

/// Returns a word in memory whose bits are all set. The module may change it as far as LLVM knows.
llvm::GlobalVariable* word_of_ones(llvm::Module& module, llvm::Type* type) {
  constexpr const char* name = "ones";
  if (llvm::GlobalVariable* known = module.getNamedGlobal(name)) return known;
  auto* ones = new llvm::GlobalVariable(module, type, /*isConstant=*/false,
                                        llvm::GlobalValue::InternalLinkage,
                                        llvm::Constant::getAllOnesValue(type), name);
  ones->setAlignment(llvm::Align(type->getPrimitiveSizeInBits() / 8));
  return ones;
}

/// Emits one part.
class PartEmitter {
 public:
  PartEmitter(const LutProgram& program, const LaneSchedule& schedule, llvm::Function& function,
              const LaneShape& shape)
      : program_(program),
        schedule_(schedule),
        function_(function),
        words_(function, shape),
        tables_(words_.build, words_.type, shape.ternary),
        inputs_(static_cast<LutValue>(program.inputs.size())) {
    if (!shape.quick) return;
    ones_ = words_.load(word_of_ones(*function.getParent(), words_.type));
    tables_.invert_by(ones_);
  }

  void run(const LanePart& part) {
    for (const std::uint32_t number : part.operations) {
      const LutOperation& operation = program_.operations[number];
      std::array<llvm::Value*, 3> operands{};
      for (unsigned i = 0; i < operands.size(); ++i) {
        // Operands that do not matter are not loaded.
        operands[i] = ir::depends_on(operation.table, i) ? value(operation.operands[i]) : nullptr;
      }
      llvm::Value* result = tables_.emit(operation.table, operands);
      values_[inputs_ + number] = result;
      if (schedule_.homes[number] != ir::no_id) {
        write(program_.outputs[schedule_.homes[number]], result);
      } else if (schedule_.slots[number] != ir::no_id) {
        words_.store(result, scratch(), schedule_.slots[number]);
      }
    }
    for (const std::uint32_t number : part.outputs) {
      const LutOutput& output = program_.outputs[number];
      switch (output.kind) {
        case LutOutput::Kind::zeros:
          write(output, ones_ != nullptr ? words_.build.CreateXor(ones_, ones_)
                                         : llvm::Constant::getNullValue(words_.type));
          break;
        case LutOutput::Kind::ones:
          write(output, ones_ != nullptr ? ones_ : llvm::Constant::getAllOnesValue(words_.type));
          break;
        case LutOutput::Kind::value:
          write(output, value(output.value));
          break;
      }
    }
    words_.build.CreateRetVoid();
  }

 private:
  [[nodiscard]] llvm::Value* scratch() const { return function_.getArg(scratch_argument); }

  void write(const LutOutput& output, llvm::Value* value) {
    words_.store(value, function_.getArg(output.word.array), output.word.index);
  }

  llvm::Value* value(LutValue number) {
    const auto known = values_.find(number);
    if (known != values_.end()) return known->second;
    llvm::Value* loaded = nullptr;
    if (number < inputs_) {
      const ir::LaneWord& word = program_.inputs[number];
      loaded = words_.load(function_.getArg(word.array), word.index);
    } else if (const std::uint32_t home = schedule_.homes[number - inputs_]; home != ir::no_id) {
      const ir::LaneWord& word = program_.outputs[home].word;
      loaded = words_.load(function_.getArg(word.array), word.index);
    } else {
      loaded = words_.load(scratch(), schedule_.slots[number - inputs_]);
    }
    values_[number] = loaded;
    return loaded;
  }

  const LutProgram& program_;
  const LaneSchedule& schedule_;
  llvm::Function& function_;
  WordEmitter words_;
  TableEmitter tables_;
  llvm::Value* ones_ = nullptr;  ///< null: constants are
  LutValue inputs_;
  std::unordered_map<LutValue, llvm::Value*> values_;
};

/// Fills `random`. Each block has its own generator.
void emit_random(llvm::Function& function, std::uint32_t count, const LaneShape& shape) {
  WordEmitter words(function, shape);
  llvm::IRBuilder<>& build = words.build;
  llvm::Value* control = function.getArg(array::control);
  std::array<llvm::Value*, 4> s{};
  for (unsigned i = 0; i < s.size(); ++i) {
    s[i] = words.load(control, ir::lane_control::generator + i);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    words.store(emit_next_random(build, s), function.getArg(array::random), i);
  }
  for (unsigned i = 0; i < s.size(); ++i) {
    words.store(s[i], control, ir::lane_control::generator + i);
  }
  build.CreateRetVoid();
}

/// Emits a tsj_lane_function that calls each part in order, for each word of a stride.
void emit_entry(llvm::Module& module, const std::string& symbol,
                const std::vector<llvm::Function*>& parts, bool apart, const LaneShape& shape) {
  llvm::Function* entry = new_function(module, symbol, llvm::GlobalValue::ExternalLinkage, shape);
  llvm::IRBuilder<> build(llvm::BasicBlock::Create(module.getContext(), "entry", entry));
  for (llvm::Function* part : parts) {
    // Inlining several parts would restore the long function that was split.
    part->addFnAttr(apart && !shape.one_function ? llvm::Attribute::NoInline
                                                 : llvm::Attribute::AlwaysInline);
  }
  for (std::uint32_t word = 0; word < shape.words_of_stride; ++word) {
    const std::uint64_t first = word * shape.blocks * sizeof(std::uint64_t);
    std::vector<llvm::Value*> passed;
    for (llvm::Argument& argument : entry->args()) {
      passed.push_back(first == 0
                           ? &argument
                           : build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), &argument, first));
    }
    for (llvm::Function* part : parts) build.CreateCall(part, passed);
  }
  build.CreateRetVoid();
}

}  // namespace

llvm::Value* emit_next_random(llvm::IRBuilder<>& build, XoshiroState& generator) {
  llvm::Value* sum = build.CreateAdd(generator[0], generator[3]);
  llvm::Value* word = build.CreateAdd(rotate_left(build, sum, 23), generator[0]);
  advance_xoshiro(build, generator);
  return word;
}

LaneParts::LaneParts(const LutProgram& program, const LaneShape& shape)
    : program_(program), shape_(shape), plan_(schedule_lanes(program, shape.operations_per_part)) {}

llvm::Function* LaneParts::emit(llvm::Module& module, std::size_t part,
                                const std::string& symbol) const {
  llvm::Function* function =
      new_function(module, symbol, llvm::GlobalValue::InternalLinkage, shape_);
  PartEmitter(program_, plan_, *function, shape_).run(plan_.parts[part]);
  return function;
}

std::size_t emit_lane_function(llvm::Module& module, const LutProgram& program,
                               std::uint32_t random_words, const std::string& symbol,
                               const LaneShape& shape) {
  const LaneParts plan(program, shape);
  std::vector<llvm::Function*> parts;
  const auto part_symbol = [&] { return symbol + "." + std::to_string(parts.size()); };
  if (random_words > 0) {
    parts.push_back(new_function(module, part_symbol(), llvm::GlobalValue::InternalLinkage, shape));
    emit_random(*parts.back(), random_words, shape);
  }
  for (std::size_t i = 0; i < plan.count(); ++i) {
    parts.push_back(plan.emit(module, i, part_symbol()));
  }
  emit_entry(module, symbol, parts, plan.count() > 1, shape);
  return plan.scratch_words();
}

namespace {

/// A function of arrays and, last, their number of words: a loop over the words.
class WordLoop {
 public:
  WordLoop(llvm::Module& module, const std::string& symbol, unsigned arrays, const LaneShape& shape)
      : words(*new_function(module, symbol, arrays, shape), shape),
        function_(words.build.GetInsertBlock()->getParent()) {}

  [[nodiscard]] llvm::Value* argument(unsigned number) const { return function_->getArg(number); }

  /// Calls `body(index)` for each word. The work per word is small, so an iteration handles several
  /// words, and another loop the rest.
  template <typename Body>
  void run(Body body) {
    llvm::Value* count = argument(static_cast<unsigned>(function_->arg_size() - 1));
    constexpr std::uint64_t at_once = 4;
    llvm::Value* whole =
        words.build.CreateAnd(count, words.build.getInt64(~std::uint64_t{at_once - 1}));
    run(words.build.getInt64(0), whole, at_once, body);
    run(whole, count, 1, body);
    words.build.CreateRetVoid();
  }

  /// Returns the address of the argument's word.
  [[nodiscard]] llvm::Value* word_place(unsigned number, llvm::Value* index) {
    return words.build.CreateInBoundsGEP(words.type, argument(number), index);
  }
  /// Returns the address of an element of an argument that is an array of plain numbers.
  [[nodiscard]] llvm::Value* number_place(unsigned number, llvm::Value* index) {
    return words.build.CreateInBoundsGEP(words.build.getInt64Ty(), argument(number), index);
  }

  WordEmitter words;

 private:
  template <typename Body>
  void run(llvm::Value* first, llvm::Value* end, std::uint64_t at_once, Body body) {
    llvm::IRBuilder<>& build = words.build;
    llvm::BasicBlock* before = build.GetInsertBlock();
    auto* loop = llvm::BasicBlock::Create(function_->getContext(), "words", function_);
    auto* done = llvm::BasicBlock::Create(function_->getContext(), "done", function_);
    build.CreateCondBr(build.CreateICmpULT(first, end), loop, done);
    build.SetInsertPoint(loop);
    llvm::PHINode* index = build.CreatePHI(build.getInt64Ty(), 2);
    index->addIncoming(first, before);
    for (std::uint64_t i = 0; i < at_once; ++i) {
      body(build.CreateNUWAdd(index, build.getInt64(i)));
    }
    llvm::Value* next = build.CreateNUWAdd(index, build.getInt64(at_once));
    index->addIncoming(next, loop);
    build.CreateCondBr(build.CreateICmpULT(next, end), loop, done);
    build.SetInsertPoint(done);
  }

  static llvm::Function* new_function(llvm::Module& module, const std::string& symbol,
                                      unsigned arrays, const LaneShape& shape) {
    llvm::LLVMContext& context = module.getContext();
    std::vector<llvm::Type*> types(arrays, llvm::PointerType::getUnqual(context));
    types.push_back(llvm::Type::getInt64Ty(context));
    return lane_function(module, symbol, types, llvm::GlobalValue::ExternalLinkage, shape);
  }

  llvm::Function* function_;
};

}  // namespace

void emit_lane_blend(llvm::Module& module, const std::string& symbol, const LaneShape& shape) {
  WordLoop loop(module, symbol, 3, shape);
  WordEmitter& words = loop.words;
  TableEmitter tables(words.build, words.type, shape.ternary);
  llvm::Value* mask = words.load(loop.argument(2), 0);
  loop.run([&](llvm::Value* index) {
    llvm::Value* to = loop.word_place(0, index);
    llvm::Value* from = words.load(loop.word_place(1, index));
    words.store(tables.emit(first_chooses, {mask, from, words.load(to)}), to);
  });
}

void emit_lane_fill(llvm::Module& module, const std::string& symbol, const LaneShape& shape) {
  WordLoop loop(module, symbol, 3, shape);
  WordEmitter& words = loop.words;
  llvm::IRBuilder<>& build = words.build;
  TableEmitter tables(build, words.type, shape.ternary);
  llvm::Value* mask = words.load(loop.argument(2), 0);
  loop.run([&](llvm::Value* index) {
    llvm::Value* to = loop.word_place(0, index);
    llvm::Value* value = build.CreateLoad(build.getInt64Ty(), loop.number_place(1, index));
    if (shape.blocks > 1) value = build.CreateVectorSplat(shape.blocks, value);
    words.store(tables.emit(first_chooses, {mask, value, words.load(to)}), to);
  });
}

void emit_lane_count(llvm::Module& module, const std::string& symbol, const LaneShape& shape) {
  WordLoop loop(module, symbol, 3, shape);
  WordEmitter& words = loop.words;
  llvm::IRBuilder<>& build = words.build;
  llvm::Value* mask = words.load(loop.argument(1), 0);
  loop.run([&](llvm::Value* index) {
    llvm::Value* lanes = build.CreateAnd(words.load(loop.word_place(0, index)), mask);
    llvm::Value* count = build.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, lanes);
    llvm::Value* counts = loop.word_place(2, index);
    words.store(build.CreateAdd(words.load(counts), count), counts);
  });
}

void add_to_key(CacheKeyHash& hash, const ir::LutProgram& program) {
  hash.add(program.inputs.size());
  for (const ir::LaneWord& word : program.inputs) {
    hash.add(std::uint64_t{word.array} << 32U | word.index);
  }
  hash.add(program.operations.size());
  for (const ir::LutOperation& operation : program.operations) {
    hash.add(std::uint64_t{operation.table} << 32U | operation.operands[0]);
    hash.add(std::uint64_t{operation.operands[1]} << 32U | operation.operands[2]);
  }
  hash.add(program.outputs.size());
  for (const ir::LutOutput& output : program.outputs) {
    hash.add(std::uint64_t{output.word.array} << 32U | output.word.index);
    hash.add(static_cast<std::uint64_t>(output.kind) << 32U | output.value);
  }
}

void add_to_key(CacheKeyHash& hash, const ir::LaneGame& game) {
  hash.add(game.phases.size());
  for (const ir::LanePhase& phase : game.phases) {
    hash.add(phase.random_words);
    add_to_key(hash, phase.tick);
  }
  hash.add(game.answers.size());
  add_to_key(hash, game.goals);
}

}  // namespace tesuji::llvm_backend
