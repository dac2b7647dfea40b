#include "backend/llvm/lanes/lane_key.h"

#include <cstdint>

namespace tesuji::llvm_backend {

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
