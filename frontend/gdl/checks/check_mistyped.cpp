// Reports words that resemble a keyword or a name of the sheet, for sheets that could be read only
// in part.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/checks/slips.h"
#include "frontend/gdl/gdl_visit.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

/// Names that occur in certain places of the sheet, each with its first term.
class NameList {
 public:
  void add(const Term& term) {
    if (first_.try_emplace(term.name, &term).second) in_order_.push_back(&term);
  }
  [[nodiscard]] bool has(ir::Symbol name) const { return first_.contains(name); }
  [[nodiscard]] const std::vector<const Term*>& terms() const { return in_order_; }

 private:
  std::unordered_map<ir::Symbol, const Term*> first_;
  std::vector<const Term*> in_order_;
};

class MistypedChecker {
 public:
  explicit MistypedChecker(const CheckContext& context) : context_(context) {
    for (const Clause& clause : context.rulesheet.clauses) {
      const Term& head = clause.head;
      defined_.add(head);
      const Keyword keyword = context.keyword(head);
      if ((keyword == Keyword::init || keyword == Keyword::next) && head.args.size() == 1) {
        add_fluent(given_, head.args.front());
      }
      for_each_atom(clause.body, [&](const Term& atom) {
        used_.add(atom);
        if (context.keyword(atom) == Keyword::holds && atom.args.size() == 1) {
          add_fluent(read_, atom.args.front());
        }
      });
    }
  }

  /// Reports relations that no body uses and that resemble a keyword which every sheet defines.
  void check_heads() {
    const std::vector<std::string> keywords = {"role", "init", "next", "legal", "goal", "terminal"};
    for (const Term* head : defined_.terms()) {
      if (is_keyword(*head) || used_.has(head->name)) continue;
      const std::string meant = ir::nearest_name(context_.name(*head), keywords);
      if (!meant.empty())
        warn("unused", *head, "nothing that could be read uses the relation", meant);
    }
  }

  /// Reports relations without clauses, and fluents never given or never read, if they resemble
  /// others.
  void check_bodies() {
    const std::vector<std::string> keywords = {"role", "true", "does", "distinct", "not", "or"};
    const std::vector<std::string> relations = names(defined_);
    for (const Term* atom : used_.terms()) {
      if (is_keyword(*atom) || defined_.has(atom->name)) continue;
      const std::string keyword = ir::nearest_name(context_.name(*atom), keywords);
      constexpr std::string_view undefined = "no clause that could be read defines the relation";
      if (keyword.empty()) {
        warn_slip(*atom, undefined, relations);
      } else {
        warn("undefined", *atom, undefined, keyword);
      }
    }
    check_fluents(read_, given_, "no clause that could be read gives the fluent");
    check_fluents(given_, read_, "nothing that could be read uses the fluent");
  }

 private:
  static void add_fluent(NameList& names, const Term& fluent) {
    if (fluent.kind != Term::Kind::variable) names.add(fluent);
  }

  [[nodiscard]] bool is_keyword(const Term& term) const {
    return context_.keyword(term) != Keyword::none;
  }

  [[nodiscard]] std::vector<std::string> names(const NameList& list) const {
    std::vector<std::string> names;
    for (const Term* term : list.terms()) names.push_back(context_.name(*term));
    return names;
  }

  /// Reports fluents that are only in one list and resemble one of the other list.
  void check_fluents(const NameList& fluents, const NameList& others, std::string_view what) {
    const std::vector<std::string> known = names(others);
    for (const Term* fluent : fluents.terms()) {
      const bool is_meant = meant_.contains(context_.name(*fluent));  // one warning a pair
      if (!others.has(fluent->name) && !is_meant) warn_slip(*fluent, what, known);
    }
  }

  /// Warns if the name resembles one of the others. Requires closer names than ir::nearest_name
  /// does, because much of the sheet may be unknown.
  void warn_slip(const Term& term, std::string_view what, const std::vector<std::string>& others) {
    const std::string& name = context_.name(term);
    for (const std::string& other : others) {
      if (!is_slip(name, other)) continue;
      warn("undefined", term, what, other);
      meant_.insert(other);
      return;
    }
  }

  void warn(std::string_view code, const Term& term, std::string_view what,
            std::string_view meant) {
    context_.diagnostics.warning(
        term.span, std::string(code),
        fmt::format("{} `{}`; did you mean `{}`?", what, context_.name(term), meant));
  }

  const CheckContext& context_;
  NameList defined_;                       ///< relations in heads
  NameList used_;                          ///< relations in bodies
  NameList given_;                         ///< fluents, by `init` and `next`
  NameList read_;                          ///< fluents, by `true`
  std::unordered_set<std::string> meant_;  ///< as suggested by a warning
};

}  // namespace

void check_mistyped(const CheckContext& context, bool heads_are_lost) {
  MistypedChecker checker(context);
  checker.check_heads();
  if (heads_are_lost) checker.check_bodies();
}

}  // namespace tesuji::frontend
