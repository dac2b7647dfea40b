#include "frontend/feature_lowering.h"

#include "ir/answer.h"
#include "ir/term_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace tesuji::frontend {
namespace {

using ir::Argument;
using ir::LogicClause;
using ir::PrologTerm;
using Kind = PrologTerm::Kind;

/// Predicates of Prolog that are no relations: there is no table of what they hold of.
constexpr std::array meta_logical = {
    "assert", "asserta", "assertz", "retract", "retractall", "abolish", "!",      "findall",
    "bagof",  "setof",   "forall",  "call",    "once",       "ignore",  "var",    "nonvar",
    "atom",   "number",  "functor", "arg",     "copy_term",  "->",      ";",      "is",
    "count",  "write",   "print",   "format",  "nl",         "read",    "member", "length",
    "append", "between", "fail",    "true",    "false",      "repeat",  "halt",   "tab"};

constexpr std::array orders = {"<", ">", "=<", ">=", "=:=", "=\\="};

std::string signature(const PrologTerm& atom) {
  return fmt::format("{}/{}", atom.name, atom.args.size());
}

class Lowering {
 public:
  Lowering(const ir::DomainTheory& theory, const ir::FeatureClauses& features, ir::Module module,
           ir::Diagnostics& diagnostics)
      : theory_(theory),
        features_(features),
        module_(std::move(module)),
        diagnostics_(diagnostics) {
    for (const ir::Relation& relation : module_.relations) names_.insert(relation.name);
  }

  std::optional<LoweredFeatures> run() {
    const std::size_t errors = diagnostics_.error_count();
    find_game_atoms();
    declare_position();
    declare_theory();
    if (diagnostics_.error_count() > errors) return std::nullopt;
    lower_base();
    for (const LogicClause& clause : theory_.clauses) lower_clause(clause, id_of(clause.head));
    place_facts();
    lower_features();
    fill_orders();
    if (diagnostics_.error_count() > errors) return std::nullopt;
    return LoweredFeatures{std::move(module_), std::move(lowered_)};
  }

 private:
  using Signature = std::pair<std::string, std::size_t>;

  static Signature key(const PrologTerm& atom) { return {atom.name, atom.args.size()}; }

  void fail(ir::Span span, std::string_view code, std::string message) {
    diagnostics_.error(span, std::string(code), std::move(message));
  }

  // What there is ----------------------------------------------------------

  std::string unique(std::string name) {
    std::string result = name;
    for (int i = 2; !names_.insert(result).second; ++i) result = fmt::format("{}.{}", name, i);
    return result;
  }

  ir::RelationId add_relation(std::string name, std::size_t arity, ir::RelationKind kind,
                              ir::Span span, std::string written = {}) {
    ir::Relation relation;
    relation.written = written.empty() ? std::string() : std::move(written);
    relation.name = unique(std::move(name));
    relation.columns.assign(arity, ir::no_id);
    relation.kind = kind;
    relation.span = span;
    module_.relations.push_back(std::move(relation));
    return static_cast<ir::RelationId>(module_.relations.size() - 1);
  }

  /// A relation of the theory must not look like an answer of a game.
  static std::string plain_name(const std::string& name) {
    const bool reserved = !ir::answer_of(name).empty() || name.find('.') != std::string::npos;
    return reserved ? "theory." + name : name;
  }

  void find_game_atoms() {
    for (ir::RelationId id = 0; id < module_.relations.size(); ++id) {
      const ir::Relation& relation = module_.relations[id];
      ir::TermPattern pattern = ir::atom_pattern(relation, *module_.symbols);
      const std::string& functor = module_.symbols->text(pattern.functor);
      if (functor == "init" || functor == "next" || functor == "does") continue;
      if (functor == "true" && pattern.args.size() == 1) {
        if (pattern.args[0].is_leaf()) continue;  // fluents without a name have none here
        pattern = ir::TermPattern(pattern.args[0]);
      }
      game_atoms_.emplace(module_.symbols->text(pattern.functor), GameAtom{id, std::move(pattern)});
    }
  }

  void declare_position() {
    for (const LogicClause& clause : theory_.base) {
      const PrologTerm& fact = clause.head;
      if (ids_.contains(key(fact))) continue;
      std::string term = "(" + fact.name;
      for (std::size_t i = 0; i < fact.args.size(); ++i) term += " ?";
      term += ")";
      const auto init = add_relation("init." + fact.name, fact.args.size(),
                                     ir::RelationKind::derived, fact.span, "base");
      const auto state = add_relation("true." + fact.name, fact.args.size(),
                                      ir::RelationKind::state, fact.span, fact.name);
      module_.relations[state].init = init;
      module_.relations[state].term = std::move(term);
      ids_.emplace(key(fact), state);
    }
    for (const ir::PredicateName& name : theory_.position_predicates) {
      if (ids_.contains({name.name, name.arity})) continue;
      fail(name.span, "feature",
           fmt::format("say which facts of {}/{} a position may have: "
                       "base({}(..)) :- what its arguments may be.",
                       name.name, name.arity, name.name));
    }
  }

  void declare_theory() {
    for (const LogicClause& clause : theory_.clauses) {
      if (const auto known = ids_.find(key(clause.head)); known != ids_.end()) {
        if (module_.relations[known->second].kind == ir::RelationKind::state) {
          fail(clause.head.span, "feature",
               fmt::format("{} is given with each position, and has no clauses",
                           signature(clause.head)));
        }
        continue;
      }
      if (is_reserved(clause.head)) {
        fail(clause.head.span, "feature",
             fmt::format("{} is a predicate of Prolog's own", signature(clause.head)));
        continue;
      }
      ids_.emplace(key(clause.head),
                   add_relation(plain_name(clause.head.name), clause.head.args.size(),
                                ir::RelationKind::derived, clause.head.span, clause.head.name));
    }
  }

  static bool is_reserved(const PrologTerm& atom) {
    const auto is = [&](const char* name) { return atom.name == name; };
    return std::any_of(meta_logical.begin(), meta_logical.end(), is) ||
           std::any_of(orders.begin(), orders.end(), is) || atom.name == "=" ||
           atom.name == "\\=" || atom.name == "==" || atom.name == "\\==";
  }

  [[nodiscard]] ir::RelationId id_of(const PrologTerm& atom) const { return ids_.at(key(atom)); }

  // Clauses ----------------------------------------------------------------

  /// Variables of a rule that is being made.
  struct Scope {
    ir::Rule rule;
    std::map<std::string, ir::VariableId> variables;
    std::map<std::string, PrologTerm> values;  ///< of variables in equations
    bool never = false;                        ///< it cannot fire
  };

  ir::VariableId variable(const std::string& name, Scope& scope) {
    if (name == "_") {
      scope.rule.variables.push_back(fmt::format("_{}", scope.rule.variables.size()));
      return static_cast<ir::VariableId>(scope.rule.variables.size() - 1);
    }
    const auto [found, inserted] =
        scope.variables.emplace(name, static_cast<ir::VariableId>(scope.rule.variables.size()));
    if (inserted) scope.rule.variables.push_back(name);
    return found->second;
  }

  /// What a variable was found to be equal to.
  static PrologTerm value_of(PrologTerm term, const Scope& scope) {
    while (term.kind == Kind::variable) {
      const auto found = scope.values.find(term.name);
      if (found == scope.values.end()) break;
      const ir::Span span = term.span;
      term = found->second;
      term.span = span;
    }
    return term;
  }

  std::optional<Argument> argument(const PrologTerm& written, Scope& scope) {
    const PrologTerm term = value_of(written, scope);
    switch (term.kind) {
      case Kind::variable:
        return Argument::variable(variable(term.name, scope));
      case Kind::atom:
      case Kind::number:
        return Argument::constant(module_.symbols->intern(term.name));
      default:
        fail(term.span, "feature",
             "arguments are constants and variables here: terms have no parts");
        return std::nullopt;
    }
  }

  bool arguments(const std::vector<PrologTerm>& terms, Scope& scope, std::vector<Argument>& into) {
    for (const PrologTerm& term : terms) {
      const auto one = argument(term, scope);
      if (!one) return false;
      into.push_back(*one);
    }
    return true;
  }

  /// `X = Y` is put in before anything else is read: it names what the other side is.
  bool read_equations(const LogicClause& clause, Scope& scope) {
    for (const LogicClause::Literal& literal : clause.body) {
      const bool equation = literal.atom.is("=", 2) || literal.atom.is("==", 2);
      if (!equation || literal.negated) continue;
      const PrologTerm left = value_of(literal.atom.args[0], scope);
      const PrologTerm right = value_of(literal.atom.args[1], scope);
      for (const PrologTerm* side : {&left, &right}) {
        if (side->kind != Kind::compound && side->kind != Kind::list) continue;
        fail(side->span, "feature", "arguments are constants and variables here");
        return false;
      }
      if (left.kind == Kind::variable) {
        if (right.kind != Kind::variable || right.name != left.name) {
          scope.values.insert_or_assign(left.name, right);
        }
      } else if (right.kind == Kind::variable) {
        scope.values.insert_or_assign(right.name, left);
      } else if (left.name != right.name) {
        scope.never = true;
      }
    }
    return true;
  }

  bool lower_body(const LogicClause& clause, Scope& scope) {
    bool good = true;
    for (const LogicClause::Literal& literal : clause.body) {
      if (literal.atom.is("=", 2) || literal.atom.is("==", 2)) {
        if (literal.negated) good = lower_difference(literal, scope) && good;
        continue;
      }
      if (literal.atom.is("\\=", 2) || literal.atom.is("\\==", 2) || literal.atom.is("dif", 2)) {
        good = lower_difference(literal, scope) && good;
      } else if (literal.negated) {
        good = lower_negation(clause, literal, scope) && good;
      } else {
        good = lower_positive(literal.atom, scope, scope.rule.body) && good;
      }
    }
    return good;
  }

  bool lower_difference(const LogicClause::Literal& literal, Scope& scope) {
    const bool equal = literal.negated != (literal.atom.name == "=" || literal.atom.name == "==");
    // `not X \= Y` holds of the same, `not X = Y` of different ones.
    ir::Literal lowered;
    lowered.kind =
        equal && literal.negated ? ir::Literal::Kind::same : ir::Literal::Kind::different;
    lowered.span = literal.atom.span;
    const auto left = argument(literal.atom.args[0], scope);
    const auto right = argument(literal.atom.args[1], scope);
    if (!left || !right) return false;
    const bool same = *left == *right;
    if (same ||
        (left->kind == Argument::Kind::constant && right->kind == Argument::Kind::constant)) {
      scope.never |= same == (lowered.kind == ir::Literal::Kind::different);
      return true;
    }
    lowered.args = {*left};
    lowered.right = {*right};
    scope.rule.body.push_back(std::move(lowered));
    return true;
  }

  bool lower_positive(const PrologTerm& atom, Scope& scope, std::vector<ir::Literal>& into) {
    ir::Literal lowered;
    lowered.kind = ir::Literal::Kind::positive;
    lowered.span = atom.span;
    if (!resolve(atom, scope, lowered)) return false;
    into.push_back(std::move(lowered));
    return true;
  }

  /// Which relation the atom speaks of, and with which arguments.
  bool resolve(const PrologTerm& atom, Scope& scope, ir::Literal& literal) {
    if (const auto found = ids_.find(key(atom)); found != ids_.end()) {
      literal.relation = found->second;
      return arguments(atom.args, scope, literal.args);
    }
    if (std::find(orders.begin(), orders.end(), atom.name) != orders.end() &&
        atom.args.size() == 2) {
      literal.relation = order_relation(atom);
      return arguments(atom.args, scope, literal.args);
    }
    const auto [first, last] = game_atoms_.equal_range(atom.name);
    for (auto one = first; one != last; ++one) {
      std::vector<const PrologTerm*> leaves;
      if (!fits(atom, one->second.pattern, leaves)) continue;
      literal.relation = one->second.relation;
      for (const PrologTerm* leaf : leaves) {
        const auto arg = argument(*leaf, scope);
        if (!arg) return false;
        literal.args.push_back(*arg);
      }
      return true;
    }
    unknown(atom);
    return false;
  }

  bool fits(const PrologTerm& term, const ir::TermPattern& pattern,
            std::vector<const PrologTerm*>& leaves) const {
    if (pattern.is_leaf()) {
      leaves.push_back(&term);
      return term.kind != Kind::compound && term.kind != Kind::list;
    }
    if (term.name != module_.symbols->text(pattern.functor) ||
        term.args.size() != pattern.args.size() || term.kind == Kind::variable) {
      return false;
    }
    for (std::size_t i = 0; i < term.args.size(); ++i) {
      if (!fits(term.args[i], pattern.args[i], leaves)) return false;
    }
    return true;
  }

  void unknown(const PrologTerm& atom) {
    if (is_reserved(atom)) {
      fail(atom.span, "meta-logical",
           fmt::format("{} has no table of what it holds of: features and domain theories are "
                       "relations; rules and facts can say most of this",
                       signature(atom)));
      return;
    }
    std::vector<std::string> names;
    std::vector<std::string> arities;
    for (const auto& [one, id] : ids_) {
      names.push_back(one.first);
      if (one.first == atom.name) arities.push_back(fmt::format("{}/{}", one.first, one.second));
    }
    for (const auto& [name, one] : game_atoms_) names.push_back(name);
    ir::Diagnostic& error = diagnostics_.error(atom.span, "unknown-predicate",
                                               fmt::format("there is no {} here", signature(atom)));
    const std::string nearest = ir::nearest_name(atom.name, names);
    if (!arities.empty()) {
      error.notes.push_back({atom.span, fmt::format("there is {}", fmt::join(arities, ", "))});
    } else if (!nearest.empty() && nearest != atom.name) {
      error.notes.push_back({atom.span, fmt::format("did you mean `{}`?", nearest)});
    } else if (game_atoms_.contains(atom.name)) {
      error.notes.push_back({atom.span, "the game has it with other arguments"});
    }
  }

  /// Variables that occur nowhere else are any: `\+ owns(_,S)`, `\+ owns(P,S)`.
  bool lower_negation(const LogicClause& clause, const LogicClause::Literal& literal,
                      Scope& scope) {
    ir::Literal lowered;
    lowered.span = literal.atom.span;
    Scope inner;
    inner.values = scope.values;
    if (!resolve(literal.atom, inner, lowered)) return false;
    std::vector<bool> local;
    for (const std::string& name : inner.rule.variables) {
      local.push_back(name[0] == '_' || !occurs_outside(name, clause, literal));
    }
    if (std::find(local.begin(), local.end(), true) != local.end()) {
      lowered = projected(std::move(lowered), std::move(inner.rule.variables), local, inner);
    }
    lowered.kind = ir::Literal::Kind::negative;
    for (Argument& arg : lowered.args) {
      if (arg.kind != Argument::Kind::variable) continue;
      arg.id = variable(inner.rule.variables[arg.id], scope);
    }
    scope.rule.body.push_back(std::move(lowered));
    return true;
  }

  /// `some.p(..)`, which holds what a literal holds of but for its local variables.
  ir::Literal projected(ir::Literal literal, std::vector<std::string> variables,
                        const std::vector<bool>& local, Scope& inner) {
    ir::Rule rule;
    rule.span = literal.span;
    std::vector<bool> seen(variables.size());
    for (const Argument& arg : literal.args) {
      if (arg.kind != Argument::Kind::variable || local[arg.id] || seen[arg.id]) continue;
      seen[arg.id] = true;
      rule.head_args.push_back(arg);
    }
    const ir::Relation& of = module_.relations[literal.relation];
    rule.head = add_relation("some." + plain_name(ir::written_name(of)), rule.head_args.size(),
                             ir::RelationKind::derived, literal.span, ir::written_name(of));
    ir::Literal outer;
    outer.span = literal.span;
    outer.relation = rule.head;
    outer.args = rule.head_args;
    rule.body.push_back(std::move(literal));
    rule.variables = variables;
    inner.rule.variables = std::move(variables);
    push(std::move(rule));
    return outer;
  }

  static bool occurs(const std::string& name, const PrologTerm& term) {
    return (term.kind == Kind::variable && term.name == name) ||
           std::any_of(term.args.begin(), term.args.end(),
                       [&](const PrologTerm& arg) { return occurs(name, arg); });
  }

  static bool occurs_outside(const std::string& name, const LogicClause& clause,
                             const LogicClause::Literal& literal) {
    return occurs(name, clause.head) ||
           std::any_of(clause.body.begin(), clause.body.end(), [&](const auto& other) {
             return &other != &literal && occurs(name, other.atom);
           });
  }

  /// A rule's name in the source that a variable of it has; nothing for `_`.
  bool check_safe(const Scope& scope, ir::Span head) {
    std::vector<bool> bound(scope.rule.variables.size());
    for (const ir::Literal& literal : scope.rule.body) {
      if (literal.kind != ir::Literal::Kind::positive) continue;
      for (const Argument& arg : literal.args) {
        if (arg.kind == Argument::Kind::variable) bound[arg.id] = true;
      }
    }
    bool good = true;
    std::set<ir::VariableId> told;
    const auto check = [&](const std::vector<Argument>& args, ir::Span span, const char* where) {
      for (const Argument& arg : args) {
        if (arg.kind != Argument::Kind::variable || bound[arg.id] || !told.insert(arg.id).second) {
          continue;
        }
        const std::string& name = scope.rule.variables[arg.id];
        fail(span, "unsafe",
             fmt::format("{} {}: some literal that is not negated has to bind it",
                         name[0] == '_' ? "`_` stands" : fmt::format("`{}` is not bound", name),
                         where));
        good = false;
      }
    };
    for (const ir::Literal& literal : scope.rule.body) {
      if (literal.kind == ir::Literal::Kind::positive) continue;
      check(literal.args, literal.span, "in this test");
      check(literal.right, literal.span, "in this test");
    }
    check(scope.rule.head_args, head, "in the head");
    return good;
  }

  void push(ir::Rule rule) {
    const std::size_t number = ++rule_count_[rule.head];
    rule.name = fmt::format("{}#{}", module_.relations[rule.head].name, number);
    module_.rules.push_back(std::move(rule));
  }

  /// The clause as a rule, unless it is wrong or cannot fire; facts are kept for place_facts.
  void lower_clause(const LogicClause& clause, ir::RelationId head) {
    Scope scope;
    scope.rule.span = clause.head.span;
    scope.rule.head = head;
    if (clause.body.empty()) {
      std::vector<Argument> row;
      if (!arguments(clause.head.args, scope, row)) return;
      std::vector<ir::Symbol> cells;
      for (const Argument& arg : row) cells.push_back(arg.id);
      facts_[head].emplace(std::move(cells), clause.head.span);
      return;
    }
    if (!read_equations(clause, scope)) return;
    bool good = arguments(clause.head.args, scope, scope.rule.head_args);
    good = lower_body(clause, scope) && good;
    if (!good || !check_safe(scope, clause.head.span)) return;
    if (!scope.never) push(std::move(scope.rule));
  }

  void lower_base() {
    for (const LogicClause& clause : theory_.base) {
      lower_clause(clause, module_.relations[id_of(clause.head)].init);
    }
  }

  /// Facts are the contents of static relations; of those with rules, too, rules without a body.
  void place_facts() {
    for (const auto& [id, rows] : facts_) {
      if (rule_count_.contains(id)) {
        for (const auto& [row, span] : rows) {
          ir::Rule rule;
          rule.head = id;
          rule.span = span;
          for (const ir::Symbol cell : row) rule.head_args.push_back(Argument::constant(cell));
          push(std::move(rule));
        }
        continue;
      }
      ir::Relation& relation = module_.relations[id];
      relation.kind = ir::RelationKind::fixed;
      relation.facts.rows = rows.size();
      for (const auto& [row, span] : rows) {
        relation.facts.cells.insert(relation.facts.cells.end(), row.begin(), row.end());
      }
    }
  }

  // Orders of numbers -------------------------------------------------------

  ir::RelationId order_relation(const PrologTerm& atom) {
    const auto found = order_ids_.find(atom.name);
    if (found != order_ids_.end()) return found->second;
    const auto id =
        add_relation("order." + atom.name, 2, ir::RelationKind::fixed, atom.span, atom.name);
    order_ids_.emplace(atom.name, id);
    return id;
  }

  /// Every pair of the program's integers for which they hold.
  void fill_orders() {
    if (order_ids_.empty()) return;
    std::vector<std::pair<long long, ir::Symbol>> numbers;
    for (ir::Symbol symbol = 0; symbol < module_.symbols->size(); ++symbol) {
      const std::string& text = module_.symbols->text(symbol);
      long long value = 0;
      const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error == std::errc() && rest == text.data() + text.size()) {
        numbers.emplace_back(value, symbol);
      }
    }
    constexpr std::size_t most = 2000;
    if (numbers.size() > most) {
      fail(module_.relations[order_ids_.begin()->second].span, "limit",
           fmt::format("comparisons are tables here: of {} numbers they would be too large",
                       numbers.size()));
      return;
    }
    for (const auto& [name, id] : order_ids_) {
      ir::Facts& facts = module_.relations[id].facts;
      for (const auto& [a, left] : numbers) {
        for (const auto& [b, right] : numbers) {
          const bool holds = name == "<"     ? a < b
                             : name == ">"   ? a > b
                             : name == "=<"  ? a <= b
                             : name == ">="  ? a >= b
                             : name == "=:=" ? a == b
                                             : a != b;
          if (!holds) continue;
          facts.cells.insert(facts.cells.end(), {left, right});
          ++facts.rows;
        }
      }
    }
  }

  // Features ----------------------------------------------------------------

  void lower_features() {
    std::map<std::string, std::vector<const LogicClause*>> clauses;
    std::vector<std::string> order;
    for (const LogicClause& clause : features_) {
      auto& of = clauses[clause.head.name];
      if (of.empty()) order.push_back(clause.head.name);
      if (!of.empty() && of.front()->head.args.size() != clause.head.args.size()) {
        fail(clause.head.span, "arity",
             fmt::format("{} counts {} arguments elsewhere: a feature has one number of them",
                         clause.head.name, of.front()->head.args.size()));
      }
      of.push_back(&clause);
    }
    for (const std::string& name : order) lower_feature(name, clauses.at(name));
  }

  void lower_feature(const std::string& name, const std::vector<const LogicClause*>& clauses) {
    LoweredFeature feature{name, {}, clauses.front()->head.span};
    const std::size_t arity = clauses.front()->head.args.size();
    if (clauses.size() > 1) {
      const auto id =
          add_relation("feature." + name, arity, ir::RelationKind::derived, feature.span, name);
      for (const LogicClause* clause : clauses) {
        if (clause->head.args.size() == arity) lower_clause(*clause, id);
      }
      feature.parts.push_back(module_.relations[id].name);
    } else {
      Scope scope;
      const LogicClause& clause = *clauses.front();
      scope.rule.span = clause.head.span;
      bool good =
          read_equations(clause, scope) && arguments(clause.head.args, scope, scope.rule.head_args);
      good = lower_body(clause, scope) && good;
      if (!good || !check_safe(scope, clause.head.span)) return;
      add_parts(scope, feature);
    }
    lowered_.push_back(std::move(feature));
  }

  /// Literals that hang together by variables are a part. Tests without variables, and constants
  /// in the head, are with the first.
  void add_parts(Scope& scope, LoweredFeature& feature) {
    ir::Rule& rule = scope.rule;
    std::vector<std::size_t> group(rule.variables.size());
    std::iota(group.begin(), group.end(), std::size_t{0});
    const auto root = [&](std::size_t v) {
      while (group[v] != v) v = group[v];
      return v;
    };
    const auto each_variable = [](const ir::Literal& literal, const auto& action) {
      for (const auto* args : {&literal.args, &literal.right}) {
        for (const Argument& arg : *args) {
          if (arg.kind == Argument::Kind::variable) action(arg.id);
        }
      }
    };
    std::vector<std::size_t> first(rule.body.size(), ir::no_id);
    for (std::size_t i = 0; i < rule.body.size(); ++i) {
      each_variable(rule.body[i], [&](ir::VariableId v) {
        if (first[i] == ir::no_id) first[i] = v;
        group[root(v)] = root(first[i]);
      });
    }
    std::vector<std::size_t> parts;  // roots, in the order of the body
    for (const std::size_t v : first) {
      if (v == ir::no_id) continue;
      if (std::find(parts.begin(), parts.end(), root(v)) == parts.end()) parts.push_back(root(v));
    }
    const std::size_t count = std::max<std::size_t>(parts.size(), 1);
    for (std::size_t p = 0; p < count; ++p) {
      ir::Rule part;
      part.span = rule.span;
      std::map<ir::VariableId, ir::VariableId> renamed;
      const auto rename = [&](Argument arg) {
        if (arg.kind != Argument::Kind::variable) return arg;
        const auto [found, inserted] =
            renamed.emplace(arg.id, static_cast<ir::VariableId>(part.variables.size()));
        if (inserted) part.variables.push_back(rule.variables[arg.id]);
        return Argument::variable(found->second);
      };
      std::set<ir::VariableId> counted;
      for (const Argument& arg : rule.head_args) {
        const bool mine = arg.kind == Argument::Kind::variable && root(arg.id) == parts[p];
        if (mine && counted.insert(arg.id).second) part.head_args.push_back(rename(arg));
      }
      for (std::size_t i = 0; i < rule.body.size(); ++i) {
        const bool mine = first[i] == ir::no_id ? p == 0 : root(first[i]) == parts[p];
        if (!mine) continue;
        ir::Literal literal = rule.body[i];
        for (Argument& arg : literal.args) arg = rename(arg);
        for (Argument& arg : literal.right) arg = rename(arg);
        part.body.push_back(std::move(literal));
      }
      const std::string name = count == 1 ? "feature." + feature.name
                                          : fmt::format("feature.{}.{}", feature.name, p + 1);
      part.head = add_relation(name, part.head_args.size(), ir::RelationKind::derived, feature.span,
                               feature.name);
      feature.parts.push_back(module_.relations[part.head].name);
      if (!scope.never) push(std::move(part));
    }
  }

  struct GameAtom {
    ir::RelationId relation = ir::no_id;
    ir::TermPattern pattern;
  };

  const ir::DomainTheory& theory_;
  const ir::FeatureClauses& features_;
  ir::Module module_;
  ir::Diagnostics& diagnostics_;
  std::set<std::string> names_;
  std::map<Signature, ir::RelationId> ids_;
  std::multimap<std::string, GameAtom> game_atoms_;
  std::map<std::string, ir::RelationId> order_ids_;
  std::map<ir::RelationId, std::size_t> rule_count_;
  std::map<ir::RelationId, std::map<std::vector<ir::Symbol>, ir::Span>> facts_;
  std::vector<LoweredFeature> lowered_;
};

}  // namespace

std::optional<LoweredFeatures> lower_features(const ir::DomainTheory& theory,
                                              const ir::FeatureClauses& features, ir::Module module,
                                              ir::Diagnostics& diagnostics) {
  return Lowering(theory, features, std::move(module), diagnostics).run();
}

}  // namespace tesuji::frontend
