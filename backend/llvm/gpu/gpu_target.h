// What kernels ask of the machine that they run on. Internal to this layer.
//
// Kernels are generated for NVIDIA's PTX or, for tests on machines without a GPU, for the
// processor: then a thread is a call, and a warp has one thread.
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

/// LLVM's code generator for PTX of compute capability 8.0, which later GPUs run as well. LLVM has
/// to be built with its target NVPTX, as Debian's is.
[[nodiscard]] std::unique_ptr<llvm::TargetMachine> make_gpu_machine();

/// The address space of memory that all threads see.
[[nodiscard]] unsigned global_space(KernelTarget target);

/// The address space of a thread's stack.
[[nodiscard]] unsigned stack_space(KernelTarget target);

/// The address space of a table of so many bytes that kernels only read, all threads the same
/// element.
[[nodiscard]] unsigned constant_space(KernelTarget target, std::uint64_t bytes);

/// A kernel with these parameters, then on the processor the number of its thread.
[[nodiscard]] llvm::Function* new_kernel(llvm::Module& module, const std::string& symbol,
                                         std::vector<llvm::Type*> types, KernelTarget target);

/// The number of the thread in the whole grid, as i32. At the kernel's beginning.
[[nodiscard]] llvm::Value* thread_number(llvm::IRBuilder<>& build, llvm::Function& kernel,
                                         KernelTarget target);

/// Whether `condition` holds in any thread of the warp. All its threads must execute it.
[[nodiscard]] llvm::Value* any_in_warp(llvm::IRBuilder<>& build, llvm::Value* condition,
                                       KernelTarget target);

/// Removes what is computed twice and keeps small arrays in registers.
void optimise_kernels(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace tesuji::llvm_backend
