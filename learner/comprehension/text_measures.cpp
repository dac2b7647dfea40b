#include "learner/comprehension/text_measures.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace tesuji::learner {

namespace {

class TextMeter {
 public:
  TextMeter(std::span<const ir::Proc> procs, std::span<const std::string> playing)
      : playing_(playing) {
    for (const ir::Proc& proc : procs) procs_.emplace(proc.name, &proc);
  }

  /// Counts the predicate, once, and what it calls; the depth of its calls.
  std::size_t add(std::string_view name) {
    const auto proc = procs_.find(name);
    if (proc == procs_.end()) return 0;
    const auto [depth, fresh] = depths_.try_emplace(proc->first, 0);
    if (!fresh) return depth->second;
    ++measures_.predicates;
    if (std::find(playing_.begin(), playing_.end(), name) == playing_.end()) ++measures_.invented;
    std::size_t below = 0;
    for (const ir::ProcClause& clause : proc->second->clauses) {
      below = std::max(below, add(*proc->second, clause));
    }
    measures_.call_depth = std::max(measures_.call_depth, below + 1);
    return depths_[proc->first] = below + 1;
  }

  [[nodiscard]] const TextMeasures& measures() const { return measures_; }

 private:
  std::size_t add(const ir::Proc& proc, const ir::ProcClause& clause) {
    ++measures_.clauses;
    measures_.symbols += 1 + proc.arity;
    std::size_t depth = 0;
    for (const ir::ProcOperation& op : clause.ops) {
      if (op.kind == ir::ProcOperation::Kind::yield) continue;
      ++measures_.literals;
      measures_.symbols += 1 + op.args.size();
      if (ir::is_fluent(op.callee)) {  // and its constants
        measures_.symbols +=
            static_cast<std::size_t>(std::count(op.callee.begin(), op.callee.end(), ' '));
      }
      depth = std::max(depth, add(op.callee));
    }
    return depth;
  }

  std::span<const std::string> playing_;
  std::map<std::string_view, const ir::Proc*> procs_;
  std::map<std::string_view, std::size_t> depths_;  ///< of those that were counted
  TextMeasures measures_;
};

}  // namespace

TextMeasures measure_text(std::span<const ir::Proc> procs, std::span<const std::string> playing,
                          std::span<const std::string> roots) {
  TextMeter meter(procs, playing);
  for (const std::string& root : roots) meter.add(root);
  return meter.measures();
}

}  // namespace tesuji::learner
