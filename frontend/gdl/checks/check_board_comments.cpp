// Reports faults of comments that say how a board is drawn (frontend/gdl/board_comment.h).
#include "frontend/gdl/board_comment.h"
#include "frontend/gdl/checks/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tesuji::frontend {
namespace {

/// Returns the numbers of arguments of the sheet's fluents by their names.
std::map<std::string, std::set<std::size_t>> fluents_of(const CheckContext& context) {
  std::map<std::string, std::set<std::size_t>> fluents;
  for (const Clause& clause : context.rulesheet.clauses) {
    const Keyword keyword = context.keyword(clause.head);
    if (keyword != Keyword::init && keyword != Keyword::next) continue;
    if (clause.head.args.size() != 1) continue;
    const Term& fluent = clause.head.args.front();
    if (fluent.kind != Term::Kind::variable) {
      fluents[context.name(fluent)].insert(fluent.args.size());
    }
  }
  return fluents;
}

}  // namespace

void check_board_comments(const CheckContext& context) {
  const auto warn = [&](const BoardComment& comment, std::string message) {
    context.diagnostics.warning(comment.span, "board-comment", std::move(message));
  };
  const Rulesheet& sheet = context.written;
  if (sheet.file == ir::no_file) return;
  const auto comments = read_board_comments(context.diagnostics.sources(), sheet.file, sheet.syntax,
                                            &context.diagnostics);
  if (comments.empty()) return;
  const auto fluents = fluents_of(context);
  for (const BoardComment& comment : comments) {
    if (comment.fluent == "none") continue;
    const auto fluent = fluents.find(comment.fluent);
    if (fluent == fluents.end()) {
      std::vector<std::string> names;
      for (const auto& [name, arguments] : fluents) names.push_back(name);
      const std::string near = ir::nearest_name(comment.fluent, names);
      warn(comment, fmt::format("`{}` is not a fluent{}", comment.fluent,
                                near.empty() ? "" : fmt::format("; did you mean `{}`?", near)));
      continue;
    }
    const std::size_t most = *fluent->second.rbegin();
    for (const auto& number : {comment.column, comment.row}) {
      if (number && *number > most) {
        warn(comment, fmt::format("`{}` has no argument {}", comment.fluent, *number));
      }
    }
    if (comment.column.has_value() != comment.row.has_value()) {
      warn(comment, "column=N and row=N are needed together");
    } else if (comment.column && *comment.column + 1 != *comment.row &&
               *comment.row + 1 != *comment.column) {
      warn(comment, "the arguments of column and row must be adjacent");
    }
  }
}

}  // namespace tesuji::frontend
