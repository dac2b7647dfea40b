// Checks that each relation has the same number of arguments everywhere.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/gdl_ast.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace tesuji::frontend {
namespace {

std::string arguments(std::size_t count) {
  return ir::counted(count, "argument");
}

class ArityChecker {
 public:
  explicit ArityChecker(const CheckContext& context) : context_(context) {}

  void check(const Term& atom) {
    const Keyword keyword = context_.keyword(atom);
    if (keyword == Keyword::base || keyword == Keyword::input || keyword == Keyword::connective) {
      return;
    }
    const std::size_t arity = atom.args.size();
    const std::optional<std::size_t> prescribed = Keywords::arity(keyword);
    const auto [first, is_first] = first_.try_emplace(atom.name, &atom);
    const std::size_t expected = prescribed ? *prescribed : first->second->args.size();
    if (arity == expected || !reported_.emplace(atom.name, arity).second) {
      return;
    }
    if (prescribed) {
      note_quotes(atom, context_.diagnostics.error(
                            atom.span, "arity",
                            fmt::format("`{}` takes {}, found {}", context_.name(atom),
                                        arguments(expected), arity)));
      return;
    }
    report_several(atom, *first->second);
  }

 private:
  void report_several(const Term& atom, const Term& first) {
    const std::string expected = arguments(first.args.size());
    const std::size_t arity = atom.args.size();
    const std::string& name = context_.name(atom);
    ir::Diagnostic& report =
        context_.options.allow_several_arities
            ? context_.diagnostics.warning(
                  atom.span, "arity",
                  fmt::format("`{}` has {} here and {} elsewhere: it is taken as two relations, "
                              "but GDL forbids that",
                              name, arguments(arity), first.args.size()))
            : context_.diagnostics.error(
                  atom.span, "arity",
                  fmt::format("`{}` takes {}, found {}", name, expected, arity));
    report.notes.push_back({first.span, fmt::format("here it has {}", expected)});
    note_quotes(atom, report);
    note_quotes(first, report);
  }

  /// Adds a note on `(role "x y")` in prefix form, or the same with `'`: the blank ends a name.
  void note_quotes(const Term& atom, ir::Diagnostic& report) const {
    if (context_.written.syntax != Syntax::kif) return;
    for (const char quote : {'"', '\''}) {
      const auto opens = std::find_if(atom.args.begin(), atom.args.end(), [&](const Term& term) {
        const std::string& name = context_.name(term);
        return is_name(term) && name.front() == quote && (name.size() == 1 || name.back() != quote);
      });
      const auto closes = std::find_if(opens, atom.args.end(), [&](const Term& term) {
        return &term != &*opens && is_name(term) && context_.name(term).back() == quote;
      });
      if (closes == atom.args.end()) continue;
      report.notes.push_back(
          {opens->span, fmt::format("prefix form has no quotes: `{}` and `{}` are two names; "
                                    "write one name without blanks, such as `x_y`",
                                    context_.name(*opens), context_.name(*closes))});
      return;
    }
  }

  static bool is_name(const Term& term) {
    return term.kind == Term::Kind::constant;
  }

  const CheckContext& context_;
  std::unordered_map<ir::Symbol, const Term*> first_;
  std::set<std::pair<ir::Symbol, std::size_t>> reported_;  ///< once per wrong arity
};

}  // namespace

void check_arities(const CheckContext& context) {
  ArityChecker checker(context);
  // Definitions first: uses are compared with them.
  for (const Clause& clause : context.rulesheet.clauses) {
    checker.check(clause.head);
  }
  for (const Clause& clause : context.rulesheet.clauses) {
    for_each_atom(clause.body, [&](const Term& atom) { checker.check(atom); });
  }
}

}  // namespace tesuji::frontend
