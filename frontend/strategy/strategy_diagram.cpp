#include "frontend/strategy/strategy_diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace tesuji::frontend {

namespace {

/// Quotes the name for DOT.
std::string quoted(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

}  // namespace

std::string calling_diagram(const Strategy& strategy) {
  std::string text = "digraph strategy {\n  rankdir=TB;\n  node [fontname=\"sans-serif\"];\n";
  for (const ir::Proc& proc : strategy.procs) {
    const bool plays =
        std::find(strategy.order.begin(), strategy.order.end(), proc.name) != strategy.order.end();
    text += fmt::format("  {} [shape={}];\n", quoted(proc.name),
                        plays ? "ellipse, style=bold" : "plaintext");
  }
  std::set<std::string> primitives;
  std::set<std::pair<std::string, bool>> drawn;  // calls of the current predicate
  for (const ir::Proc& proc : strategy.procs) {
    drawn.clear();
    for (const ir::ProcClause& clause : proc.clauses) {
      for (const ir::ProcOperation& operation : clause.ops) {
        if (operation.kind == ir::ProcOperation::Kind::yield) continue;
        const bool negated = operation.kind == ir::ProcOperation::Kind::absent;
        if (!strategy.find(operation.callee) && primitives.insert(operation.callee).second) {
          text += fmt::format("  {} [shape=box];\n", quoted(operation.callee));
        }
        if (!drawn.emplace(operation.callee, negated).second) continue;
        text += fmt::format("  {} -> {}{};\n", quoted(proc.name), quoted(operation.callee),
                            negated ? " [style=dashed]" : "");
      }
    }
  }
  return text + "}\n";
}

}  // namespace tesuji::frontend
