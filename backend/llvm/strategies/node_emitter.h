// Generates code of strategies that reads nodes of the state space: reads flags, memo slots and
// edges directly, and calls the host for data not known yet. Internal to this layer.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tesuji::llvm_backend {

/// The function being emitted. Early returns go through `exit`, whose phi collects the result:
/// non-zero, negative for failures.
struct FunctionContext {
  llvm::Function* function = nullptr;
  llvm::Value* space = nullptr;
  llvm::BasicBlock* exit = nullptr;
  llvm::PHINode* result = nullptr;
};

class NodeEmitter {
 public:
  explicit NodeEmitter(llvm::Module& module);

  llvm::IRBuilder<>& builder() { return builder_; }
  [[nodiscard]] const FunctionContext& function() const { return function_; }

  /// Starts a function that returns an i32, with an exit block that returns the collected result;
  /// returns the outer context, to be passed to leave().
  FunctionContext enter(llvm::Function* function);
  void set_space(llvm::Value* space) { function_.space = space; }
  void leave(const FunctionContext& outer) { function_ = outer; }

  llvm::BasicBlock* block(const char* name);
  /// Ends the current block: the function returns `result`.
  void exit(llvm::Value* result);
  /// Continues in a new block unless `result` is negative.
  void exit_if_negative(llvm::Value* result);

  /// Emits a return with TSJ_STOPPED if the host wants to stop.
  void poll();

  /// i1: the outcome bit `flag` (TSJ_NODE_WON or _DRAWN) of a node.
  llvm::Value* outcome(llvm::Value* node, std::uint32_t flag);
  /// i1: whether `(state[word] & mask) == value` for a word of the node's state, which follows
  /// `memo_words` words of memo slots.
  llvm::Value* state_bit(llvm::Value* node, std::size_t memo_words, std::uint32_t word,
                         std::uint64_t mask, std::uint64_t value);
  /// Makes the node's edges valid.
  void expand(llvm::Value* node);
  llvm::Value* edge_count(llvm::Value* node);
  /// Emits `body(successor, next)` for each successor in order; the body ends its block, and a
  /// branch to `next` continues with the next successor. Then branches to `done`.
  void each_successor(llvm::Value* node, llvm::BasicBlock* done,
                      const std::function<void(llvm::Value*, llvm::BasicBlock*)>& body);

  /// i32: TSJ_MEMO_* of a slot.
  llvm::Value* memo(llvm::Value* node, std::uint32_t slot);
  /// Sets a slot that is still unknown; `some` is an i1.
  void set_memo(llvm::Value* node, std::uint32_t slot, llvm::Value* some);

  /// Branches with `unlikely` marked as the rare target.
  void branch_rarely(llvm::Value* condition, llvm::BasicBlock* unlikely, llvm::BasicBlock* likely);

 private:
  llvm::Value* field(llvm::Value* pointer, std::size_t offset);
  llvm::Value* flags(llvm::Value* node);
  llvm::Value* memo_word(llvm::Value* node, std::uint32_t slot);
  llvm::Value* host_pointer(std::size_t offset);

  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
  FunctionContext function_;
};

}  // namespace tesuji::llvm_backend
