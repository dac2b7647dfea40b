#include "backend/llvm/lanes/lane_schedule.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tesuji::llvm_backend {
namespace {

using ir::LutOperation;
using ir::LutOutput;
using ir::LutProgram;
using ir::LutValue;

class Scheduler {
 public:
  Scheduler(const LutProgram& program, std::size_t limit)
      : program_(program),
        inputs_(static_cast<LutValue>(program.inputs.size())),
        limit_(limit),
        part_(program.operations.size(), ir::no_id),
        last_use_(program.operations.size(), 0) {
    result_.slots.assign(program.operations.size(), ir::no_id);
    result_.homes.assign(program.operations.size(), ir::no_id);
  }

  LaneSchedule run() {
    find_depths();
    result_.parts.emplace_back();
    for (const LutOutput& output : program_.outputs) {
      if (output.kind == LutOutput::Kind::value) place(output.value - inputs_);
    }
    find_reads();
    for (std::uint32_t i = 0; i < program_.outputs.size(); ++i) write(i);
    find_slots();
    return std::move(result_);
  }

 private:
  /// Finds the last read of each word as an input.
  void find_reads() {
    position_.assign(program_.operations.size(), 0);
    std::uint32_t position = 0;
    for (const LanePart& part : result_.parts) {
      for (const std::uint32_t operation : part.operations) {
        position_[operation] = ++position;
        const LutOperation& read = program_.operations[operation];
        for (unsigned i = 0; i < read.operands.size(); ++i) {
          if (read.operands[i] >= inputs_ || !ir::depends_on(read.table, i)) continue;
          Read& last = reads_[key(program_.inputs[read.operands[i]])];
          last = {position, part_[operation]};
        }
      }
    }
  }

  /// Decides when an output is written: at once, unless its word is still needed.
  void write(std::uint32_t number) {
    const LutOutput& output = program_.outputs[number];
    const auto found = reads_.find(key(output.word));
    const Read last = found == reads_.end() ? Read{} : found->second;
    if (output.kind != LutOutput::Kind::value) {
      result_.parts[last.part].outputs.push_back(number);
      return;
    }
    const std::uint32_t operation = output.value - inputs_;
    std::uint32_t& home = result_.homes[operation];
    if (home == ir::no_id && last.position <= position_[operation]) {
      home = number;
      return;
    }
    const std::uint32_t part = std::max(part_[operation], last.part);
    last_use_[operation] = std::max(last_use_[operation], part);
    result_.parts[part].outputs.push_back(number);
  }

  static std::uint64_t key(const ir::LaneWord& word) {
    return std::uint64_t{word.array} << 32U | word.index;
  }

  void find_depths() {
    depth_.assign(program_.operations.size(), 1);
    for (std::size_t i = 0; i < program_.operations.size(); ++i) {
      for (const LutValue operand : program_.operations[i].operands) {
        if (operand >= inputs_) depth_[i] = std::max(depth_[i], depth_[operand - inputs_] + 1);
      }
    }
  }

  /// Schedules operands first, the deepest first: then long computations do not delay the others.
  /// Uses an explicit stack, since programs may be deep.
  void place(std::uint32_t root) {
    std::vector<std::uint32_t> stack{root};
    std::vector<std::uint32_t> missing;
    while (!stack.empty()) {
      const std::uint32_t operation = stack.back();
      if (part_[operation] != ir::no_id) {
        stack.pop_back();
        continue;
      }
      missing.clear();
      for (const LutValue operand : program_.operations[operation].operands) {
        if (operand >= inputs_ && part_[operand - inputs_] == ir::no_id) {
          missing.push_back(operand - inputs_);
        }
      }
      if (!missing.empty()) {
        std::sort(missing.begin(), missing.end(), [&](std::uint32_t a, std::uint32_t b) {
          return std::pair{depth_[a], a} < std::pair{depth_[b], b};
        });
        stack.insert(stack.end(), missing.begin(), missing.end());
        continue;
      }
      stack.pop_back();
      if (result_.parts.back().operations.size() >= limit_) result_.parts.emplace_back();
      part_[operation] = static_cast<std::uint32_t>(result_.parts.size() - 1);
      result_.parts.back().operations.push_back(operation);
      for (const LutValue operand : program_.operations[operation].operands) {
        if (operand >= inputs_) use(operand - inputs_);
      }
    }
  }

  /// Records that the last part needs the value.
  void use(std::uint32_t operation) {
    last_use_[operation] = static_cast<std::uint32_t>(result_.parts.size() - 1);
  }

  void find_slots() {
    std::vector<std::vector<std::uint32_t>> freed(result_.parts.size() + 1);
    std::vector<std::uint32_t> free;
    for (std::uint32_t part = 0; part < result_.parts.size(); ++part) {
      free.insert(free.end(), freed[part].begin(), freed[part].end());
      for (const std::uint32_t operation : result_.parts[part].operations) {
        if (last_use_[operation] <= part || result_.homes[operation] != ir::no_id) continue;
        if (free.empty()) free.push_back(result_.slot_count++);
        result_.slots[operation] = free.back();
        free.pop_back();
        freed[last_use_[operation] + 1].push_back(result_.slots[operation]);
      }
    }
  }

  /// The last read of a word: the operation, counted from 1 in order, and its part; 0: never read.
  struct Read {
    std::uint32_t position = 0;
    std::uint32_t part = 0;
  };

  const LutProgram& program_;
  LutValue inputs_;
  std::size_t limit_;
  std::unordered_map<std::uint64_t, Read> reads_;
  std::vector<std::uint32_t> position_;  ///< by operation
  std::vector<std::uint32_t> part_;
  std::vector<std::uint32_t> last_use_;  ///< the last part that needs it
  std::vector<std::uint32_t> depth_;
  LaneSchedule result_;
};

}  // namespace

LaneSchedule schedule_lanes(const LutProgram& program, std::size_t operations_per_part) {
  return Scheduler(program, operations_per_part).run();
}

}  // namespace tesuji::llvm_backend
