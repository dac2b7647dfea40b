#include "tests/property/rules_results.h"

#include "ir/text/text.h"
#include "ir/verify/verifier.h"

#include <algorithm>

namespace tesuji::tests {

FactTexts fact_texts(const ir::Module& module, const runtime::Facts& facts, bool as_sets) {
  FactTexts all;
  for (std::size_t r = 0; r < facts.size(); ++r) {
    if (facts[r].rows == 0) continue;
    const ir::Relation& relation = module.relations[r];
    const std::size_t width = relation.columns.size();
    std::vector<std::string>& rows = all[relation.name];
    for (std::size_t row = 0; row < facts[r].rows; ++row) {
      std::string& text = rows.emplace_back();
      for (std::size_t c = 0; c < width; ++c) {
        const ir::Domain& domain = module.domains[relation.columns[c]];
        text += " " + module.symbols->text(domain.values[facts[r].cells[row * width + c]]);
      }
    }
    if (as_sets) std::sort(rows.begin(), rows.end());
  }
  return all;
}

bool same_counts(const runtime::ProductionResult& a, const runtime::ProductionResult& b) {
  return std::equal(a.counts.begin(), a.counts.end(), b.counts.begin(), b.counts.end(),
                    [](const runtime::AgendaCounts& left, const runtime::AgendaCounts& right) {
                      return left.trials == right.trials && left.firings == right.firings &&
                             left.productive == right.productive && left.added == right.added &&
                             left.removed == right.removed && left.runs == right.runs;
                    });
}

void check_module(const ir::Module& module, const std::shared_ptr<ir::SourceMap>& sources,
                  const std::string& what) {
  ir::Diagnostics found(*sources);
  const std::string text = ir::print(module);
  if (!ir::verify(module, found)) throw Difference(what + ": " + found.render() + text);
  const auto reread = ir::parse(sources->add("printed.tir", text), sources, found);
  if (!reread) throw Difference(what + ": " + found.render() + text);
  if (ir::print(*reread) != text) throw Difference(what + ": reads back different\n" + text);
}

}  // namespace tesuji::tests
