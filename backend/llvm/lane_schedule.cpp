#include "backend/llvm/lane_schedule.h"

#include <algorithm>
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
    for (std::uint32_t i = 0; i < program_.outputs.size(); ++i) {
      const LutOutput& output = program_.outputs[i];
      if (!is_operation(output)) continue;
      std::uint32_t& home = result_.homes[output.value - inputs_];
      if (home == ir::no_id) home = i;
    }
    result_.parts.emplace_back();
    for (std::uint32_t i = 0; i < program_.outputs.size(); ++i) {
      const LutOutput& output = program_.outputs[i];
      if (!is_operation(output)) {
        result_.parts.back().outputs.push_back(i);
        continue;
      }
      place(output.value - inputs_);
      if (result_.homes[output.value - inputs_] == i) continue;  // written where it is computed
      use(output.value - inputs_);
      result_.parts.back().outputs.push_back(i);
    }
    find_slots();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_operation(const LutOutput& output) const {
    return output.kind == LutOutput::Kind::value && output.value >= inputs_;
  }

  void find_depths() {
    depth_.assign(program_.operations.size(), 1);
    for (std::size_t i = 0; i < program_.operations.size(); ++i) {
      for (const LutValue operand : program_.operations[i].operands) {
        if (operand >= inputs_) depth_[i] = std::max(depth_[i], depth_[operand - inputs_] + 1);
      }
    }
  }

  /// Operands first, the deepest of them first: what is long to compute then does not keep the
  /// others waiting. With a stack of its own: programs may be deep.
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

  /// The value is needed in the last part.
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

  const LutProgram& program_;
  LutValue inputs_;
  std::size_t limit_;
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
