// Checks that `base` and `input`, optional in GDL, list all possible fluents and moves. No other
// stage relies on them, but a sheet that has them should be complete.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/gdl_ast.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

/// A declaring keyword, and the keywords whose last arguments it lists.
struct Declaration {
  Keyword keyword;
  std::size_t arity;
  std::vector<Keyword> declared;
  const char* code;
  const char* what;
};

class DeclarationChecker {
 public:
  DeclarationChecker(const CheckContext& context, Declaration declaration)
      : context_(context), declaration_(std::move(declaration)) {}

  void check() {
    if (!read_declared()) {
      return;
    }
    std::set<TermForm> reported;
    for (const Clause& clause : context_.rulesheet.clauses) {
      const Keyword keyword = context_.keyword(clause.head);
      const auto& declared = declaration_.declared;
      if (std::find(declared.begin(), declared.end(), keyword) == declared.end() ||
          clause.head.args.size() != declaration_.arity) {
        continue;
      }
      const Term& term = clause.head.args.back();
      if (term.kind != Term::Kind::variable && !forms_.contains(form_of(term)) &&
          reported.insert(form_of(term)).second) {
        warn(term);
      }
    }
  }

 private:
  /// Returns false if there are no declarations that distinguish forms: some sheets use these names
  /// in other ways.
  bool read_declared() {
    for (const Clause& clause : context_.rulesheet.clauses) {
      if (context_.keyword(clause.head) != declaration_.keyword) {
        continue;
      }
      if (clause.head.args.size() != declaration_.arity) {
        return false;
      }
      const Term& term = clause.head.args.back();
      if (term.kind == Term::Kind::variable) {
        return false;
      }
      if (forms_.insert(form_of(term)).second) {
        names_.push_back(context_.name(term));
      }
    }
    return !forms_.empty();
  }

  void warn(const Term& term) const {
    const std::string& name = context_.name(term);
    std::string form = fmt::format("`{}`", name);
    if (term.kind == Term::Kind::compound) {
      form = fmt::format("`{}` with {}", context_.form(term),
                         ir::counted(term.args.size(), "argument"));
    }
    std::string message = fmt::format("no clause for `{}` declares the {} {}", declaration_.code,
                                      declaration_.what, form);
    if (const std::string nearest = ir::nearest_name(name, names_); !nearest.empty()) {
      message += fmt::format("; did you mean `{}`?", nearest);
    }
    context_.diagnostics.warning(term.span, declaration_.code, std::move(message));
  }

  const CheckContext& context_;
  Declaration declaration_;
  std::set<TermForm> forms_;
  std::vector<std::string> names_;
};

}  // namespace

void check_declarations(const CheckContext& context) {
  DeclarationChecker(context, {Keyword::base, 1, {Keyword::init, Keyword::next}, "base", "fluent"})
      .check();
  DeclarationChecker(context, {Keyword::input, 2, {Keyword::legal}, "input", "move"}).check();
}

}  // namespace tesuji::frontend
