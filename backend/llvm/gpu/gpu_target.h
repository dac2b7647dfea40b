// Generates the machine-specific parts of kernels. Internal to this layer.
//
// Kernels are generated for NVIDIA's PTX or, for tests on machines without a GPU, for the
// processor: there, a thread is a call, and a warp has one thread.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tesuji::llvm_backend {

enum class KernelTarget { gpu, processor };

/// Returns LLVM's code generator for PTX of compute capability 8.0, which later GPUs also run.
/// Requires LLVM with the target NVPTX, as Debian builds it.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine> make_gpu_machine();

/// Returns the address space of memory shared by all threads.
[[nodiscard]] unsigned global_space(KernelTarget target);

/// Returns the address space of a thread's stack.
[[nodiscard]] unsigned stack_space(KernelTarget target);

/// Returns the address space of a table of `bytes` bytes that kernels only read, all threads the
/// same element.
[[nodiscard]] unsigned constant_space(KernelTarget target, std::uint64_t bytes);

/// Creates a kernel with these parameters; on the processor, the number of its thread follows.
[[nodiscard]] llvm::Function* new_kernel(llvm::Module& module, const std::string& symbol,
                                         std::vector<llvm::Type*> types, KernelTarget target);

/// Returns the number of the thread in the whole grid, as i32. To be called at the kernel's
/// beginning.
[[nodiscard]] llvm::Value* thread_number(llvm::IRBuilder<>& build, llvm::Function& kernel,
                                         KernelTarget target);

/// Emits whether `condition` holds in any thread of the warp. All its threads must execute it.
[[nodiscard]] llvm::Value* any_in_warp(llvm::IRBuilder<>& build, llvm::Value* condition,
                                       KernelTarget target);

/// Removes common subexpressions and keeps small arrays in registers.
void optimise_kernels(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace tesuji::llvm_backend
