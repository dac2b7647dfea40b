#include "backend/llvm/nets/word_codegen.h"

#include "backend/llvm/orc/target_cpu.h"

#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/MC/MCSubtargetInfo.h>

#include <map>

namespace tesuji::llvm_backend {

namespace {

llvm::Value* rotated(llvm::IRBuilder<>& build, llvm::Value* value, std::uint32_t rotation) {
  if (rotation == 0) return value;
  return build.CreateIntrinsic(llvm::Intrinsic::fshr, {build.getInt64Ty()},
                               {value, value, build.getInt64(rotation)});
}

llvm::Value* by_turns(llvm::IRBuilder<>& build, const Gather& gather, llvm::Value* value) {
  llvm::Value* gathered = build.getInt64(0);
  for (const Turn& turn : turns_of(gather)) {
    gathered =
        build.CreateOr(gathered, build.CreateAnd(rotated(build, value, turn.rotation), turn.lanes));
  }
  return gathered;
}

/// Returns nothing if rotations need fewer instructions.
llvm::Value* by_deposits(llvm::IRBuilder<>& build, const Gather& gather, llvm::Value* value) {
  llvm::Value* gathered = nullptr;
  const auto moved = [&](llvm::Intrinsic::ID how, llvm::Value* bits, std::uint64_t mask) {
    // A mask of the lowest bits moves none.
    const bool stays = (mask & (mask + 1)) == 0;
    if (stays && how == llvm::Intrinsic::x86_bmi_pext_64) return build.CreateAnd(bits, mask);
    return stays ? bits : build.CreateIntrinsic(how, {}, {bits, build.getInt64(mask)});
  };
  for (const Deposit& deposit : deposits_of(gather)) {
    llvm::Value* const packed = moved(llvm::Intrinsic::x86_bmi_pext_64, value, deposit.from);
    llvm::Value* const bits = moved(llvm::Intrinsic::x86_bmi_pdep_64, packed, deposit.lanes);
    gathered = gathered == nullptr ? bits : build.CreateOr(gathered, bits);
  }
  return gathered;
}

}  // namespace

llvm::Value* emit_gather(llvm::IRBuilder<>& build, const Gather& gather, llvm::Value* value,
                         GatherBy by) {
  llvm::Type* const i64 = build.getInt64Ty();
  if (gather.rotation) return rotated(build, value, *gather.rotation);
  if (by == GatherBy::deposits) {
    if (llvm::Value* const bits = by_deposits(build, gather, value)) return bits;
  }
  if (by != GatherBy::one_instruction) return by_turns(build, gather, value);
  auto* const bytes = llvm::FixedVectorType::get(build.getInt8Ty(), 64);
  llvm::Value* const word = build.CreateBitCast(build.CreateVectorSplat(8, value), bytes);
  llvm::Constant* const index = llvm::ConstantDataVector::get(
      build.getContext(), llvm::ArrayRef<std::uint8_t>(gather.bits.data(), 64));
  llvm::Value* const mask =
      build.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpshufbitqmb_512, {}, {word, index});
  return build.CreateBitCast(mask, i64);
}

namespace {

/// Approximate number of instructions in one function, so that compile time is linear.
constexpr std::uint64_t part_cost = 300;

/// Emits one function.
class WordPartEmitter {
 public:
  WordPartEmitter(const WordSchedule& schedule, llvm::Function& function)
      : schedule_(schedule),
        module_(*function.getParent()),
        build_(llvm::BasicBlock::Create(function.getContext(), "entry", &function)),
        i64_(build_.getInt64Ty()),
        state_(function.getArg(0)),
        moves_(function.getArg(1)),
        scratch_(function.getArg(2)),
        out_(function.getArg(3)) {}

  void pack(std::uint32_t number) {
    llvm::Value* value = compute(schedule_.packs[number]);
    words_[schedule_.state_words + schedule_.move_words + number] = value;
    build_.CreateStore(value, word_at(scratch_, number));
  }

  void answer(std::uint32_t number) {
    llvm::Value* address = word_at(out_, schedule_.answers[number].word);
    llvm::Value* value = compute(schedule_.answers[number].lanes);
    build_.CreateStore(build_.CreateOr(build_.CreateLoad(i64_, address), value), address);
  }

  void finish() { build_.CreateRetVoid(); }

 private:
  llvm::Value* word_at(llvm::Value* base, std::uint32_t word) {
    return build_.CreateConstInBoundsGEP1_64(i64_, base, word);
  }

  llvm::Value* source(std::uint32_t word) {
    llvm::Value*& value = words_[word];
    if (value == nullptr) {
      llvm::Value* base = state_;
      std::uint32_t index = word;
      if (index >= schedule_.state_words) {
        base = moves_;
        index -= schedule_.state_words;
        if (index >= schedule_.move_words) {
          base = scratch_;
          index -= schedule_.move_words;
        }
      }
      value = build_.CreateLoad(i64_, word_at(base, index));
    }
    return value;
  }

  llvm::Value* compute(const WordPack& pack) {
    std::uint64_t in_slots = 0;
    std::uint64_t complemented = 0;
    for (const WordLane& lane : pack) {
      const std::uint64_t bit = std::uint64_t{1} << lane.lane;
      if (!lane.apart) in_slots |= bit;
      if (lane.complemented) complemented |= bit;
    }
    llvm::Value* value = build_.getInt64(in_slots);
    for (const WordSlot& slot : slots_of(pack)) {
      value = build_.CreateAnd(value, gather(slot, in_slots));
    }
    for (const WordLane& lane : pack) {
      if (!lane.apart) continue;
      llvm::Value* all = build_.CreateZExt(hold_all(lane.inputs), i64_);
      value = build_.CreateOr(value, build_.CreateShl(all, lane.lane));
    }
    return build_.CreateXor(value, complemented);
  }

  /// Lanes outside `wanted` are undefined.
  llvm::Value* gather(const WordSlot& slot, std::uint64_t wanted) {
    llvm::Value* result = nullptr;
    for (const Gather& gather : slot.gathers) {
      llvm::Value* bits = emit_gather(build_, gather, source(gather.word));
      if (gather.lanes != wanted) bits = build_.CreateAnd(bits, gather.lanes);
      result = result == nullptr ? bits : build_.CreateOr(result, bits);
    }
    return build_.CreateXor(result, slot.flipped);
  }

  /// Tests inputs word by word: no bit may differ from its required value.
  llvm::Value* hold_all(const std::vector<SourceBit>& inputs) {
    llvm::Value* wrong = nullptr;
    for (std::size_t i = 0; i < inputs.size();) {
      const std::uint32_t word = inputs[i].word;
      std::uint64_t mask = 0;
      std::uint64_t wanted = 0;
      for (; i < inputs.size() && inputs[i].word == word; ++i) {
        mask |= std::uint64_t{1} << inputs[i].bit;
        if (!inputs[i].complemented) wanted |= std::uint64_t{1} << inputs[i].bit;
      }
      llvm::Value* differ = build_.CreateAnd(build_.CreateXor(source(word), wanted), mask);
      wrong = wrong == nullptr ? differ : build_.CreateOr(wrong, differ);
    }
    return build_.CreateIsNull(wrong);
  }

  const WordSchedule& schedule_;
  llvm::Module& module_;
  llvm::IRBuilder<> build_;
  llvm::Type* i64_;
  llvm::Value* state_;
  llvm::Value* moves_;
  llvm::Value* scratch_;
  llvm::Value* out_;
  std::map<std::uint32_t, llvm::Value*> words_;  ///< sources that are in registers
};

}  // namespace

GatherBy gather_by(const llvm::TargetMachine& machine) {
  const llvm::MCSubtargetInfo& processor = *machine.getMCSubtargetInfo();
  if (has_x86_features(processor, "+avx512bitalg,+avx512bw")) return GatherBy::one_instruction;
  // Microcode before AMD's Zen 3: up to hundreds of cycles.
  const llvm::StringRef name = processor.getCPU();
  const bool slow = name == "znver1" || name == "znver2" || name == "bdver4";
  const bool deposits = !slow && has_x86_features(processor, "+bmi2");
  return deposits ? GatherBy::deposits : GatherBy::rotations;
}

llvm::Function* new_part(llvm::Module& module, const std::string& name) {
  llvm::Type* pointer = llvm::PointerType::getUnqual(module.getContext());
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()),
                                       {pointer, pointer, pointer, pointer}, false);
  llvm::Function* part =
      llvm::Function::Create(type, llvm::Function::InternalLinkage, name, module);
  part->setDoesNotThrow();
  for (unsigned arg = 0; arg < 4; ++arg) part->addParamAttr(arg, llvm::Attribute::NoAlias);
  return part;
}

std::vector<llvm::Function*> emit_word_parts(llvm::Module& module, const WordSchedule& schedule,
                                             const std::string& symbol) {
  std::vector<llvm::Function*> parts;
  const auto packs = static_cast<std::uint32_t>(schedule.packs.size());
  const auto total = packs + static_cast<std::uint32_t>(schedule.answers.size());
  for (std::uint32_t i = 0; i < total;) {
    llvm::Function* part = new_part(module, symbol + "." + std::to_string(parts.size()));
    WordPartEmitter emitter(schedule, *part);
    std::uint64_t cost = 0;
    do {
      if (i < packs) {
        cost += cost_of(schedule.packs[i]);
        emitter.pack(i);
      } else {
        cost += cost_of(schedule.answers[i - packs].lanes);
        emitter.answer(i - packs);
      }
      ++i;
    } while (i < total && cost < part_cost);
    emitter.finish();
    parts.push_back(part);
  }
  return parts;
}

}  // namespace tesuji::llvm_backend
