#include "backend/llvm/net_codegen.h"

#include <llvm/IR/IRBuilder.h>

#include <map>
#include <unordered_map>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

using ir::NetNode;
using ir::NodeId;
using ir::Signal;

constexpr std::uint32_t word_bits = 64;

/// Emits one part.
class PartEmitter {
 public:
  PartEmitter(const ir::Net& net, const NetSchedule& schedule, llvm::Function& function)
      : net_(net),
        schedule_(schedule),
        build_(llvm::BasicBlock::Create(function.getContext(), "entry", &function)),
        i64_(build_.getInt64Ty()),
        state_(function.getArg(0)),
        moves_(function.getArg(1)),
        scratch_(function.getArg(2)),
        out_(function.getArg(3)) {}

  void run(const NetPart& part) {
    for (const NodeId node : part.nodes) {
      llvm::Value* value = conjunction(node);
      values_[node] = value;
      if (schedule_.slots[node] == ir::no_id) continue;
      build_.CreateStore(build_.CreateTrunc(value, build_.getInt8Ty()),
                         bytes(scratch_, schedule_.slots[node]));
    }
    std::map<std::uint32_t, std::vector<llvm::Value*>> words;
    for (const NetOutput& output : part.outputs) {
      llvm::Value* value = node(ir::node_of(output.signal));
      if (ir::is_complemented(output.signal)) value = build_.CreateNot(value);
      value = build_.CreateAnd(value, std::uint64_t{1});
      words[output.bit / word_bits].push_back(build_.CreateShl(value, output.bit % word_bits));
    }
    for (auto& [word, bits] : words) {
      llvm::Value* address = bytes(out_, word * sizeof(std::uint64_t));
      bits.push_back(build_.CreateLoad(i64_, address));
      build_.CreateStore(reduce(std::move(bits), llvm::Instruction::Or), address);
    }
    build_.CreateRetVoid();
  }

 private:
  llvm::Value* bytes(llvm::Value* base, std::uint64_t offset) {
    return build_.CreateConstInBoundsGEP1_64(build_.getInt8Ty(), base, offset);
  }

  /// As a balanced tree, for instructions that do not wait for each other.
  llvm::Value* reduce(std::vector<llvm::Value*> values, llvm::Instruction::BinaryOps op) {
    while (values.size() > 1) {
      std::vector<llvm::Value*> half;
      for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
        half.push_back(build_.CreateBinOp(op, values[i], values[i + 1]));
      }
      if (values.size() % 2 == 1) half.push_back(values.back());
      values = std::move(half);
    }
    return values[0];
  }

  llvm::Value* conjunction(NodeId number) {
    std::vector<llvm::Value*> hold;
    std::vector<llvm::Value*> fail;
    for (const Signal input : net_.inputs_of(number)) {
      (ir::is_complemented(input) ? fail : hold).push_back(node(ir::node_of(input)));
    }
    if (fail.empty()) return reduce(std::move(hold), llvm::Instruction::And);
    llvm::Value* none = build_.CreateNot(reduce(std::move(fail), llvm::Instruction::Or));
    if (hold.empty()) return none;
    return build_.CreateAnd(reduce(std::move(hold), llvm::Instruction::And), none);
  }

  llvm::Value* node(NodeId number) {
    const auto known = values_.find(number);
    if (known != values_.end()) return known->second;
    llvm::Value* value = nullptr;
    switch (net_.nodes[number].kind) {
      case NetNode::Kind::constant:
        value = build_.getInt64(0);
        break;
      case NetNode::Kind::fluent:
        value = bit(state_, net_.nodes[number].first);
        break;
      case NetNode::Kind::move:
        value = bit(moves_, net_.nodes[number].first);
        break;
      case NetNode::Kind::conjunction:
        value = build_.CreateZExt(
            build_.CreateLoad(build_.getInt8Ty(), bytes(scratch_, schedule_.slots[number])), i64_);
        break;
    }
    values_[number] = value;
    return value;
  }

  llvm::Value* bit(llvm::Value* array, std::uint32_t number) {
    llvm::Value*& word = words_[{array, number / word_bits}];
    if (word == nullptr) {
      word = build_.CreateLoad(i64_, bytes(array, number / word_bits * sizeof(std::uint64_t)));
    }
    return build_.CreateLShr(word, number % word_bits);
  }

  const ir::Net& net_;
  const NetSchedule& schedule_;
  llvm::IRBuilder<> build_;
  llvm::Type* i64_;
  llvm::Value* state_;
  llvm::Value* moves_;
  llvm::Value* scratch_;
  llvm::Value* out_;
  std::unordered_map<NodeId, llvm::Value*> values_;
  std::map<std::pair<llvm::Value*, std::uint32_t>, llvm::Value*> words_;
};

}  // namespace

std::uint32_t emit_net_question(llvm::Module& module, const ir::Net& net, const std::string& symbol,
                                const std::vector<Signal>& answer, std::size_t gates_per_part) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::getUnqual(context);
  llvm::Type* nothing = llvm::Type::getVoidTy(context);
  auto* part_type = llvm::FunctionType::get(nothing, {pointer, pointer, pointer, pointer}, false);
  auto* type =
      llvm::FunctionType::get(nothing, {pointer, pointer, pointer, pointer, pointer}, false);
  llvm::Function* entry =
      llvm::Function::Create(type, llvm::Function::ExternalLinkage, symbol, module);
  entry->setDoesNotThrow();
  llvm::IRBuilder<> build(llvm::BasicBlock::Create(context, "entry", entry));
  for (std::size_t word = 0; word * word_bits < answer.size(); ++word) {
    build.CreateStore(build.getInt64(0),
                      build.CreateConstInBoundsGEP1_64(build.getInt64Ty(), entry->getArg(4), word));
  }
  const NetSchedule plan = schedule(net, answer, gates_per_part);
  for (std::size_t i = 0; i < plan.parts.size(); ++i) {
    llvm::Function* part = llvm::Function::Create(part_type, llvm::Function::InternalLinkage,
                                                  symbol + "." + std::to_string(i), module);
    part->setDoesNotThrow();
    // Inlined they would be the one long function that they were cut from.
    part->addFnAttr(llvm::Attribute::NoInline);
    for (unsigned arg = 0; arg < 4; ++arg) part->addParamAttr(arg, llvm::Attribute::NoAlias);
    PartEmitter(net, plan, *part).run(plan.parts[i]);
    build.CreateCall(part,
                     {entry->getArg(1), entry->getArg(2), entry->getArg(3), entry->getArg(4)});
  }
  build.CreateRetVoid();
  return plan.slot_count;
}

}  // namespace tesuji::llvm_backend
