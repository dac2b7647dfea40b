#include "backend/llvm/gpu/gpu_target.h"

#include "backend/llvm/orc/pipeline.h"
#include "runtime/core/tesuji/gpu_lanes.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Metadata.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>

#include <mutex>
#include <stdexcept>
#include <utility>

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

namespace tesuji::llvm_backend {
namespace {

constexpr const char* triple = "nvptx64-nvidia-cuda";

/// The GPU generation and the instruction set PTX 7.1, which drivers of 2020 and later support.
constexpr const char* capability = "sm_80";
constexpr const char* instructions = "+ptx71";

// NVPTX's address spaces.
constexpr unsigned global_memory = 1;
constexpr unsigned constant_memory = 4;
constexpr unsigned local_memory = 5;

/// A kernel's constant memory is 64 KiB; the compiler needs part of it.
constexpr std::uint64_t most_constant_bytes = 60'000;

void initialise_gpu() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
}

/// Annotates a function for the driver with a name and a value.
void annotate(llvm::Function& kernel, const std::string& name, std::uint32_t value) {
  llvm::LLVMContext& context = kernel.getContext();
  llvm::Metadata* items[] = {llvm::ConstantAsMetadata::get(&kernel),
                             llvm::MDString::get(context, name),
                             llvm::ConstantAsMetadata::get(
                                 llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value))};
  kernel.getParent()
      ->getOrInsertNamedMetadata("nvvm.annotations")
      ->addOperand(llvm::MDNode::get(context, items));
}

}  // namespace

std::unique_ptr<llvm::TargetMachine> make_gpu_machine() {
  initialise_gpu();
  std::string message;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, message);
  if (target == nullptr) throw std::runtime_error("no code generator for GPUs: " + message);
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, capability, instructions, llvm::TargetOptions(),
                                  std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Default));
  if (machine == nullptr) throw std::runtime_error(std::string("no code generator for ") + triple);
  return machine;
}

unsigned global_space(KernelTarget target) {
  return target == KernelTarget::gpu ? global_memory : 0;
}

unsigned stack_space(KernelTarget target) {
  return target == KernelTarget::gpu ? local_memory : 0;
}

unsigned constant_space(KernelTarget target, std::uint64_t bytes) {
  if (target == KernelTarget::processor) return 0;
  return bytes <= most_constant_bytes ? constant_memory : global_memory;
}

llvm::Function* new_kernel(llvm::Module& module, const std::string& symbol,
                           std::vector<llvm::Type*> types, KernelTarget target) {
  llvm::LLVMContext& context = module.getContext();
  if (target == KernelTarget::processor) types.push_back(llvm::Type::getInt32Ty(context));
  auto* kernel =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false),
                             llvm::GlobalValue::ExternalLinkage, symbol, module);
  kernel->setDoesNotThrow();
  for (unsigned i = 0; i < types.size(); ++i) {
    if (types[i]->isPointerTy()) kernel->addParamAttr(i, llvm::Attribute::NoAlias);
  }
  if (target == KernelTarget::gpu) {
    kernel->setCallingConv(llvm::CallingConv::PTX_Kernel);
    annotate(*kernel, "kernel", 1);
    annotate(*kernel, "maxntidx", TSJ_GPU_GROUP);
  }
  return kernel;
}

llvm::Value* thread_number(llvm::IRBuilder<>& build, llvm::Function& kernel, KernelTarget target) {
  if (target == KernelTarget::processor) {
    return kernel.getArg(static_cast<unsigned>(kernel.arg_size() - 1));
  }
  const auto read = [&](llvm::Intrinsic::ID id) { return build.CreateIntrinsic(id, {}, {}); };
  llvm::Value* group = read(llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x);
  llvm::Value* size = read(llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x);
  llvm::Value* thread = read(llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x);
  return build.CreateAdd(build.CreateMul(group, size), thread);
}

llvm::Value* any_in_warp(llvm::IRBuilder<>& build, llvm::Value* condition, KernelTarget target) {
  if (target == KernelTarget::processor) return condition;
  return build.CreateIntrinsic(llvm::Intrinsic::nvvm_vote_any_sync, {},
                               {build.getInt32(~0U), condition});
}

void optimise_kernels(llvm::Module& module, llvm::TargetMachine& machine) {
  run_passes(module, machine,
             "always-inline,function(sroa,early-cse<memssa>,simplifycfg,"
             "instcombine<max-iterations=1;no-verify-fixpoint>,simplifycfg,adce),globaldce");
}

}  // namespace tesuji::llvm_backend
