// Reports fluents that get lost: written with another number of arguments than where they are read,
// or given at the start while no rule gives them after a move.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/gdl_ast.h"
#include "ir/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::frontend {
namespace {

struct Fluents {
  const Term* init = nullptr;       ///< the first clause that gives it
  std::size_t initial = 0;          ///< clauses of `init`; a rule counts as two
  const Term* read = nullptr;       ///< where a body first reads it
  std::vector<const Clause*> next;  ///< clauses that give it
};

class FluentChecker {
 public:
  explicit FluentChecker(const CheckContext& context) : context_(context) {
    for (const Clause& clause : context.rulesheet.clauses) {
      add_head(clause);
      for_each_atom(clause.body, [&](const Term& atom) {
        if (const Term* fluent = fluent_of(atom, Keyword::holds)) add_read(*fluent);
      });
    }
  }

  void check() {
    for (const auto& [form, fluents] : fluents_) {
      check_arity(form, fluents);
      check_frame(form, fluents);
    }
  }

 private:
  /// Returns the argument of an atom of this keyword; null for other atoms.
  [[nodiscard]] const Term* fluent_of(const Term& atom, Keyword keyword) const {
    return context_.keyword(atom) == keyword && atom.args.size() == 1 ? &atom.args.front()
                                                                      : nullptr;
  }

  void add_head(const Clause& clause) {
    if (context_.keyword(clause.head) == Keyword::role) ++roles_;
    if (const Term* fluent = fluent_of(clause.head, Keyword::init)) {
      if (fluent->kind == Term::Kind::variable) return;
      Fluents& found = fluents_[form_of(*fluent)];
      if (found.init == nullptr) found.init = fluent;
      found.initial += clause.body.empty() ? 1 : 2;
    } else if (const Term* given = fluent_of(clause.head, Keyword::next)) {
      has_next_ = true;
      if (given->kind == Term::Kind::variable) {
        gives_any_ = true;
      } else {
        fluents_[form_of(*given)].next.push_back(&clause);
      }
    }
  }

  void add_read(const Term& fluent) {
    if (fluent.kind == Term::Kind::variable) {
      reads_any_ = true;
      return;
    }
    const Term*& read = fluents_[form_of(fluent)].read;
    if (read == nullptr) read = &fluent;
  }

  /// Reports fluents that are given, but read only with another number of arguments. (A rule that
  /// reads a fluent which no clause gives can never fire, which check_unreachable reports.)
  void check_arity(const TermForm& form, const Fluents& fluents) {
    if (fluents.read != nullptr || reads_any_) return;
    const Term* given = fluents.init != nullptr ? fluents.init
                        : fluents.next.empty()  ? nullptr
                                                : &fluents.next.front()->head.args.front();
    if (given == nullptr) return;
    for (auto other = fluents_.lower_bound({form.first, 0});
         other != fluents_.end() && other->first.first == form.first; ++other) {
      const Term* read = other->second.read;
      if (read == nullptr) continue;
      context_.diagnostics
          .warning(given->span, "fluent-arity",
                   fmt::format("nothing reads this fluent: `{}` has {} elsewhere, but {} here",
                               context_.name(*given), ir::counted(read->args.size(), "argument"),
                               given->args.size()))
          .notes.push_back({read->span, "read here"});
      return;
    }
  }

  void check_frame(const TermForm& form, const Fluents& fluents) {
    if (fluents.init == nullptr || fluents.read == nullptr || !has_next_ || gives_any_ ||
        fluents.init->args.empty()) {
      return;
    }
    const std::string shown = context_.form(*fluents.init);
    if (fluents.next.empty()) {
      warn(fluents, fmt::format("no rule for `next` gives `{}`: it holds at the start and is gone "
                                "after the first move",
                                shown));
    } else if (fluents.initial > roles_ && !is_kept(form, fluents) && !is_computed(fluents)) {
      warn(fluents,
           fmt::format(
               "no rule for `next` keeps `{}`: none depends on whether it held before the move",
               shown))
          .notes.push_back({fluents.next.front()->span, "one of these rules"});
    }
  }

  ir::Diagnostic& warn(const Fluents& fluents, std::string message) {
    return context_.diagnostics.warning(fluents.init->span, "frame", std::move(message));
  }

  /// Whether the fluent's rules for `next` depend, directly or through other relations, on the
  /// fluent itself.
  [[nodiscard]] bool is_kept(const TermForm& form, const Fluents& fluents) const {
    bool kept = false;
    std::unordered_set<ir::Symbol> seen;
    std::vector<ir::Symbol> open;
    const auto look = [&](const Term& atom) {
      if (const Term* read = fluent_of(atom, Keyword::holds)) {
        kept = kept || read->kind == Term::Kind::variable || form_of(*read) == form;
      } else if (seen.insert(atom.name).second) {
        open.push_back(atom.name);
      }
    };
    for (const Clause* clause : fluents.next) {
      for_each_atom(clause->body, look);
      if (kept) return true;
    }
    while (!open.empty() && !kept) {
      const ir::Symbol relation = open.back();
      open.pop_back();
      for (const Dependency& use : context_.graph.uses(relation)) look(*use.atom);
    }
    return kept;
  }

  /// Whether each move sets anew all values that hold next: one of the fluent's rules for `next`
  /// enumerates values that the move does not name, as `(number ?n)` does in `(<= (next (open ?n))
  /// (does ?r (mark ?m)) (number ?n) (near ?m ?n))`.
  [[nodiscard]] bool is_computed(const Fluents& fluents) const {
    return std::any_of(fluents.next.begin(), fluents.next.end(), [&](const Clause* clause) {
      const auto variables_of = [](const Term& term) {
        std::set<ir::Symbol> names;
        for_each_variable(term, [&](const Term& one) { names.insert(one.name); });
        return names;
      };
      const std::set<ir::Symbol> given = variables_of(clause->head);
      std::set<ir::Symbol> moved;
      for_each_atom(clause->body, [&](const Term& atom) {
        if (context_.keyword(atom) == Keyword::does) moved.merge(variables_of(atom));
      });
      return std::any_of(clause->body.begin(), clause->body.end(), [&](const Literal& literal) {
        if (literal.kind != Literal::Kind::atom ||
            context_.keyword(literal.atom) != Keyword::none) {
          return false;
        }
        const std::set<ir::Symbol> names = variables_of(literal.atom);
        return !names.empty() && std::all_of(names.begin(), names.end(), [&](ir::Symbol name) {
          return given.contains(name) && !moved.contains(name);
        });
      });
    });
  }

  const CheckContext& context_;
  std::map<TermForm, Fluents> fluents_;
  /// A fluent of each role, such as its speed, may depend on its move alone.
  std::size_t roles_ = 0;
  bool has_next_ = false;
  bool gives_any_ = false;  ///< `(next ?f)`
  bool reads_any_ = false;  ///< `(true ?f)`
};

}  // namespace

void check_fluents(const CheckContext& context) {
  FluentChecker(context).check();
}

}  // namespace tesuji::frontend
