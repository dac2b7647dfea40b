// Reports probably misspelt words: constants and variables that occur once and resemble another
// one, and, in sheets that could be read only in part, words that resemble a keyword or a name of
// the sheet.
#include "frontend/gdl/checks/checks.h"
#include "frontend/gdl/checks/slips.h"
#include "frontend/gdl/gdl_ast.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tesuji::frontend {

// --- Names that occur once

namespace {

using Kind = Literal::Kind;

/// Groups columns of relations, and of the terms in them, into *sorts*: columns between which a
/// variable passes constants have the same sort.
class Sorts {
 public:
  explicit Sorts(const CheckContext& context) : context_(context) {
    for (const Clause& clause : context.written.clauses) {
      variables_.clear();
      add_atom(clause.head);
      add_body(clause.body);
    }
  }

  struct Occurrences {
    const Term* first = nullptr;
    std::size_t count = 0;
  };
  using Constants = std::map<ir::Symbol, Occurrences>;

  /// Returns the constants of each sort.
  [[nodiscard]] std::vector<Constants> constants() {
    std::map<std::size_t, Constants> by_sort;
    for (const auto& [column, constant] : constants_) {
      Occurrences& found = by_sort[root(column)][constant->name];
      if (found.count++ == 0) found.first = constant;
    }
    std::vector<Constants> all;
    for (auto& [sort, constants] : by_sort) all.push_back(std::move(constants));
    return all;
  }

  /// Returns how often each constant occurs in the sheet.
  [[nodiscard]] const std::unordered_map<ir::Symbol, std::size_t>& counts() const {
    return counts_;
  }

 private:
  /// A relation or column, then a functor, its number of arguments and an argument's number.
  using Key = std::tuple<std::uint64_t, ir::Symbol, std::size_t, std::size_t>;

  /// The key of terms outside any column.
  static constexpr std::uint64_t outside = ~std::uint64_t{0};

  /// Treats `init`, `next` and `true` as one relation, and `legal` and `does` as one.
  [[nodiscard]] ir::Symbol relation_of(const Term& atom) const {
    const Keyword keyword = context_.keyword(atom);
    const auto as = [&](std::string_view name) {
      return context_.symbols.find(name).value_or(atom.name);
    };
    if (keyword == Keyword::init || keyword == Keyword::next) return as("true");
    return keyword == Keyword::does ? as("legal") : atom.name;
  }

  void add_body(const std::vector<Literal>& literals) {
    for (const Literal& literal : literals) {
      if (literal.kind == Kind::atom) {
        add_atom(literal.atom);
      } else if (literal.kind == Kind::distinct || literal.kind == Kind::same) {
        add_comparison(literal.atom);
      } else {
        add_body(literal.children);
      }
    }
  }

  void add_atom(const Term& atom) { add_arguments(outside, relation_of(atom), atom); }

  void add_arguments(std::uint64_t in, ir::Symbol name, const Term& term) {
    for (std::size_t i = 0; i < term.args.size(); ++i) {
      add_term(column({in, name, term.args.size(), i}), term.args[i]);
    }
  }

  void add_term(std::size_t column, const Term& term) {
    switch (term.kind) {
      case Term::Kind::variable: {
        const auto [known, is_new] = variables_.try_emplace(term.name, column);
        if (!is_new) unite(known->second, column);
        return;
      }
      case Term::Kind::constant:
        ++counts_[term.name];
        constants_.emplace_back(column, &term);
        return;
      case Term::Kind::compound:
        add_arguments(column, term.name, term);
        return;
    }
  }

  /// Gives both sides the same sort.
  void add_comparison(const Term& comparison) {
    sorts_.push_back(sorts_.size());
    for (const Term& side : comparison.args) add_term(sorts_.back(), side);
  }

  std::size_t column(const Key& key) {
    const auto [known, is_new] = columns_.try_emplace(key, sorts_.size());
    if (is_new) sorts_.push_back(sorts_.size());
    return known->second;
  }

  std::size_t root(std::size_t column) {
    while (sorts_[column] != column) column = sorts_[column] = sorts_[sorts_[column]];
    return column;
  }

  void unite(std::size_t a, std::size_t b) { sorts_[root(a)] = root(b); }

  const CheckContext& context_;
  std::map<Key, std::size_t> columns_;
  std::vector<std::size_t> sorts_;                         ///< a forest over columns
  std::unordered_map<ir::Symbol, std::size_t> variables_;  ///< of the clause: one column of each
  std::vector<std::pair<std::size_t, const Term*>> constants_;
  std::unordered_map<ir::Symbol, std::size_t> counts_;
};

class MisspeltChecker {
 public:
  explicit MisspeltChecker(const CheckContext& context) : context_(context) {
    for (const ir::Diagnostic& diagnostic : context.diagnostics.all()) {
      if (diagnostic.span.file == context.rulesheet.file) told_.insert(place(diagnostic.span));
    }
  }

  void check_constants() {
    Sorts sorts(context_);
    for (const Sorts::Constants& constants : sorts.constants()) {
      const SlipIndex index = index_of(constants, 2);
      for (const auto& [name, found] : constants) {
        if (sorts.counts().at(name) == 1) check_constant(*found.first, constants, index);
      }
    }
  }

  void check_variables() {
    for (const Clause& clause : context_.written.clauses) check_variables(clause);
  }

 private:
  static std::pair<std::uint32_t, std::uint32_t> place(const ir::Span& span) {
    return {span.begin.line, span.begin.column};
  }

  /// Whether another message is about the term, so that this check skips it.
  [[nodiscard]] bool is_told(const Term& term) const { return told_.contains(place(term.span)); }

  /// Returns an index of the names that occur at least `least` times.
  [[nodiscard]] SlipIndex index_of(const std::map<ir::Symbol, Sorts::Occurrences>& names,
                                   std::size_t least) const {
    SlipIndex index;
    for (const auto& [name, found] : names) {
      if (found.count >= least) index.add(context_.symbols.text(name), name);
    }
    return index;
  }

  void check_constant(const Term& constant, const Sorts::Constants& others,
                      const SlipIndex& index) {
    if (is_told(constant)) return;
    const Sorts::Occurrences* meant = nullptr;
    for (const std::size_t name : index.meant(context_.name(constant))) {
      const Sorts::Occurrences& found = others.at(static_cast<ir::Symbol>(name));
      if (meant == nullptr || found.count > meant->count) meant = &found;
    }
    if (meant == nullptr) return;
    const std::string& name = context_.name(*meant->first);
    context_.diagnostics
        .warning(
            constant.span, "misspelt",
            fmt::format("`{}` occurs only here; did you mean `{}`?", context_.name(constant), name))
        .notes.push_back(
            {meant->first->span, fmt::format("`{}` is used in the same place here", name)});
  }

  void check_variables(const Clause& clause) {
    std::map<ir::Symbol, Sorts::Occurrences> variables;
    const auto count = [&](const Term& variable) {
      Sorts::Occurrences& found = variables[variable.name];
      if (found.count++ == 0) found.first = &variable;
    };
    for_each_variable(clause.head, count);
    count_in(clause.body, count);
    const SlipIndex index = index_of(variables, 1);
    for (const auto& [name, found] : variables) {
      if (found.count > 1 || is_told(*found.first)) continue;
      check_variable(*found.first, variables, index);
    }
  }

  template <typename Count>
  static void count_in(const std::vector<Literal>& literals, const Count& count) {
    for (const Literal& literal : literals) {
      for_each_variable(literal.atom, count);
      count_in(literal.children, count);
    }
  }

  void check_variable(const Term& variable, const std::map<ir::Symbol, Sorts::Occurrences>& all,
                      const SlipIndex& index) {
    const std::string shown = context_.text(variable);
    if (shown == "_") return;
    for (const std::size_t name : index.meant(context_.name(variable))) {
      const Sorts::Occurrences& other = all.at(static_cast<ir::Symbol>(name));
      if (is_told(*other.first)) continue;
      // If both names occur once, the second one is the misspelling.
      if (other.count == 1 && place(variable.span) < place(other.first->span)) continue;
      context_.diagnostics.warning(
          variable.span, "misspelt",
          fmt::format("{} occurs only here in this clause; did you mean {}?", shown,
                      context_.text(*other.first)));
      return;
    }
  }

  const CheckContext& context_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> told_;  ///< places with other messages
};

}  // namespace

void check_misspelt_constants(const CheckContext& context) {
  MisspeltChecker(context).check_constants();
}

void check_misspelt_variables(const CheckContext& context) {
  MisspeltChecker(context).check_variables();
}

// --- Words in sheets with syntax errors
//
// Reports words that resemble a keyword or a name of the sheet, for sheets that could be read only
// in part.

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
