// What editors ask of a rulesheet, whatever its text: trees, names, descriptions, completion; the
// formatter keeps all names and comments, and has nothing left to do the second time.
#include "frontend/gdl/editing/complete.h"
#include "frontend/gdl/editing/describe.h"
#include "frontend/gdl/editing/format_rulesheet.h"
#include "frontend/gdl/editing/rename.h"
#include "tests/fuzz/support.h"

#include <algorithm>

using namespace tesuji;

namespace {

void check_tree(const frontend::SheetSnapshot& sheet) {
  const auto size = static_cast<std::uint32_t>(sheet.source().text.size());
  const std::vector<frontend::SheetNode>& nodes = sheet.tree().nodes;
  for (std::uint32_t id = 0; id < nodes.size(); ++id) {
    const frontend::SheetNode& node = nodes[id];
    fuzz::require(node.whole.begin <= node.word.begin || node.word.empty(), "a name is inside", "");
    fuzz::require(node.whole.begin <= node.whole.end && node.whole.end <= size, "a range", "");
    fuzz::require(node.end > id && node.end <= nodes.size(), "nodes end behind themselves", "");
    fuzz::require(node.parent == frontend::no_node || node.parent < id, "parents come first", "");
  }
}

void ask(const frontend::SheetSnapshot& sheet) {
  const auto size = static_cast<std::uint32_t>(sheet.source().text.size());
  const std::uint32_t step = std::max(1U, size / 40);
  for (std::uint32_t offset = 0; offset <= size; offset += step) {
    static_cast<void>(frontend::complete(sheet, offset));
    const frontend::NodeId node = sheet.tree().named_at(offset);
    if (node == frontend::no_node) continue;
    static_cast<void>(frontend::describe(sheet, node));
    static_cast<void>(frontend::signature_of(sheet, node));
    static_cast<void>(frontend::plan_renaming(sheet, node, "x"));
    static_cast<void>(sheet.index().definitions(sheet.index().key_of(node)));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  for (const frontend::Syntax syntax : {frontend::Syntax::kif, frontend::Syntax::infix}) {
    const frontend::SheetSnapshot sheet("input", text, syntax);
    check_tree(sheet);
    ask(sheet);
  }
  ir::SourceMap sources;
  ir::Diagnostics diagnostics(sources);
  const auto formatted = frontend::format_rulesheet(sources.add("input", text), diagnostics);
  for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
    fuzz::require(diagnostic.code != "ir", "formatting keeps names and comments", text);
  }
  if (formatted) {
    ir::SourceMap again;
    ir::Diagnostics quiet(again);
    fuzz::require(frontend::format_rulesheet(again.add("again", *formatted), quiet) == formatted,
                  "formatting is done at once", *formatted);
  }
  return 0;
}
