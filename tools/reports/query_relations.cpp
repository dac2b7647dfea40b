#include "tools/reports/query_relations.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace tesuji::tools {

namespace {

class RelationCheck {
 public:
  RelationCheck(const reference::Program& program, ir::Diagnostics& diagnostics)
      : program_(program), diagnostics_(diagnostics) {
    known_ = {{"true", 1}, {"does", 2}};
    for (const reference::Clause& clause : program.clauses()) {
      const reference::RelationKey relation = program.relation_of(clause.head);
      known_.emplace(program.symbols().text(relation.name), relation.arity);
    }
  }

  /// Recurses over nesting, which the parsers bound.
  void check(const reference::Goal& goal) {
    for (const reference::Goal& child : goal.children) check(child);
    if (goal.kind != reference::Goal::Kind::atom) return;
    const reference::RelationKey relation = program_.relation_of(goal.atom);
    const std::string& name = program_.symbols().text(relation.name);
    if (known_.count({name, relation.arity}) > 0) return;
    std::string arities;
    std::vector<std::string> names;
    for (const auto& [other, arity] : known_) {
      names.push_back(other);
      if (other == name) arities += fmt::format("{}{}", arities.empty() ? "" : " or ", arity);
    }
    if (!arities.empty()) {
      diagnostics_.warning(goal.span, "arity",
                           fmt::format("`{}` has {} argument{} in the rulesheet, not {}", name,
                                       arities, arities == "1" ? "" : "s", relation.arity));
      return;
    }
    const std::string near = ir::nearest_name(name, names);
    diagnostics_.warning(goal.span, "undefined",
                         fmt::format("no clause of the rulesheet defines `{}`{}", name,
                                     near.empty() ? "" : "; did you mean `" + near + "`?"));
  }

 private:
  const reference::Program& program_;
  ir::Diagnostics& diagnostics_;
  std::set<std::pair<std::string, std::uint32_t>> known_;  ///< name and arity
};

}  // namespace

void warn_of_unknown_relations(const reference::Query& query, const reference::Program& program,
                               ir::Diagnostics& diagnostics) {
  RelationCheck check(program, diagnostics);
  for (const reference::Goal& goal : query.goals) check.check(goal);
}

}  // namespace tesuji::tools
