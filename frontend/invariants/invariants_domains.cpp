#include "frontend/invariants/invariants_domains.h"

#include "frontend/invariants/invariants_messages.h"
#include "ir/core/counted.h"
#include "ir/core/symbol.h"
#include "ir/formulas/formula_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace tesuji::frontend {

// --- Sorts

namespace {

using ir::Symbol;
using ir::TermSet;
using Values = std::vector<Symbol>;
using Rows = std::set<Values>;  ///< of equal length

/// Returns the rows as a union of products: merges the values of the first column that have the
/// same continuations.
std::vector<std::vector<Values>> products(const Rows& rows, std::size_t columns,
                                          const ir::SymbolTable& symbols) {
  if (columns == 0) return {{}};
  std::map<Symbol, Rows> rests;
  for (const Values& row : rows) rests[row.front()].insert(Values(row.begin() + 1, row.end()));
  std::map<Rows, Values> by_rest;
  for (const auto& [value, rest] : rests) by_rest[rest].push_back(value);
  std::vector<std::vector<Values>> result;
  for (auto& [rest, values] : by_rest) {
    ir::make_domain_values(values, symbols);
    for (std::vector<Values>& tail : products(rest, columns - 1, symbols)) {
      tail.insert(tail.begin(), values);
      result.push_back(std::move(tail));
    }
  }
  return result;
}

/// Returns the values of `from` that are, or are not, in `other`.
Values chosen(const Values& from, const Values& other, bool in_other) {
  const std::set<Symbol> known(other.begin(), other.end());
  Values result;
  for (const Symbol value : from) {
    if (known.contains(value) == in_other) result.push_back(value);
  }
  return result;
}

bool is_empty(const TermSet& set) {
  return std::any_of(set.leaves.begin(), set.leaves.end(),
                     [](const Values& values) { return values.empty(); });
}

/// Subtracts `other` from a product of its shape: one product for each leaf, of the terms that
/// first differ there.
void subtract(const TermSet& set, const TermSet& other, Sort& into) {
  if (set.shape != other.shape) {
    into.push_back(set);
    return;
  }
  TermSet agreeing = set;
  for (std::size_t i = 0; i < set.leaves.size(); ++i) {
    TermSet part = agreeing;
    part.leaves[i] = chosen(set.leaves[i], other.leaves[i], false);
    if (!is_empty(part)) into.push_back(std::move(part));
    agreeing.leaves[i] = chosen(set.leaves[i], other.leaves[i], true);
    if (agreeing.leaves[i].empty()) return;
  }
}

}  // namespace

Sort sort_of(const std::vector<GroundTerm>& terms, const ir::SymbolTable& symbols) {
  std::vector<std::pair<ir::TermPattern, Rows>> shapes;
  for (const GroundTerm& term : terms) {
    const auto same = [&](const auto& known) { return known.first == term.shape; };
    auto found = std::find_if(shapes.begin(), shapes.end(), same);
    if (found == shapes.end()) found = shapes.insert(shapes.end(), {term.shape, {}});
    found->second.insert(term.leaves);
  }
  Sort sort;
  for (const auto& [shape, rows] : shapes) {
    for (auto& product : products(rows, rows.begin()->size(), symbols)) {
      sort.push_back({shape, std::move(product)});
    }
  }
  return sort;
}

Sort difference(const Sort& sort, const Sort& other) {
  Sort rest = sort;
  for (const TermSet& removed : other) {
    Sort smaller;
    for (const TermSet& set : rest) subtract(set, removed, smaller);
    rest = std::move(smaller);
    if (rest.size() > max_sets) break;
  }
  return rest;
}

Sort sum(Sort sort, const Sort& other) {
  Sort rest = difference(other, sort);
  sort.insert(sort.end(), rest.begin(), rest.end());
  return sort;
}

Sort terms_of(Symbol functor, const std::vector<Sort>& args) {
  Sort sort = {{{functor, {}}, {}}};
  for (const Sort& arg : args) {
    Sort longer;
    for (const TermSet& begun : sort) {
      for (const TermSet& choice : arg) {
        TermSet set = begun;
        set.shape.args.push_back(choice.shape);
        set.leaves.insert(set.leaves.end(), choice.leaves.begin(), choice.leaves.end());
        longer.push_back(std::move(set));
      }
    }
    sort = std::move(longer);
  }
  return sort;
}

// --- Domains

namespace {

using DomainKind = DomainText::Kind;

/// Maximum numbers of constants in a domain's range, and of leaves of a term.
constexpr std::int64_t max_range = 65536;
constexpr std::size_t max_leaves = 256;
/// Maximum depth of names that refer to names, including nesting in their domains.
constexpr std::size_t max_domain_depth = 1000;

std::optional<std::int64_t> integer(const std::string& text) {
  std::int64_t value = 0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

}  // namespace

InvariantDomains::InvariantDomains(const InvariantsText& text, const ir::Module& module,
                                   const ir::Vocabulary& vocabulary, ir::Diagnostics& diagnostics)
    : text_(text), module_(module), vocabulary_(vocabulary), diagnostics_(diagnostics) {
  for (const DomainDeclaration& declaration : text.domains) {
    const auto [found, is_new] =
        named_.emplace(declaration.name, Named{&declaration, false, false, {}});
    if (is_new) continue;
    diagnostics_
        .error(declaration.name_span, "duplicate",
               fmt::format("there are two domains `{}`", this->text(declaration.name)))
        .notes.push_back({found->second.declaration->name_span, "the first one is here"});
  }
  for (const ir::Relation& relation : module.relations) {
    for (const ir::DomainId column : relation.columns) {
      if (column == ir::no_id) continue;
      const auto& values = module.domains[column].values;
      constants_.insert(values.begin(), values.end());
    }
  }
}

std::nullopt_t InvariantDomains::fail(ir::Span span, std::string code, std::string message) {
  diagnostics_.error(span, std::move(code), std::move(message));
  return std::nullopt;
}

void InvariantDomains::check_declarations() {
  for (const DomainDeclaration& declaration : text_.domains) {
    DomainText use;
    use.kind = DomainKind::named;
    use.name = declaration.name;
    use.span = declaration.name_span;
    static_cast<void>(named(use));
  }
}

std::optional<Sort> InvariantDomains::evaluate(const DomainText& domain) {
  std::optional<Sort> sort = part(domain);
  if (!sort) return std::nullopt;
  const auto is_empty = [](const ir::TermSet& set) {
    return std::any_of(set.leaves.begin(), set.leaves.end(),
                       [](const auto& values) { return values.empty(); });
  };
  std::erase_if(*sort, is_empty);
  if (sort->empty()) {
    diagnostics_.warning(domain.span, "empty-domain", "this domain is empty");
    sort->push_back({{}, {{}}});
  }
  return sort;
}

std::optional<Sort> InvariantDomains::part(const DomainText& domain) {
  if (depth_ >= max_domain_depth) {
    return fail(domain.span, "limit", "domains are nested too deep in other domains");
  }
  ++depth_;
  std::optional<Sort> sort;
  switch (domain.kind) {
    case DomainKind::listed:
      sort = listed(domain);
      break;
    case DomainKind::place:
      sort = place(domain);
      break;
    case DomainKind::named:
      sort = named(domain);
      break;
    case DomainKind::terms:
      sort = terms(domain);
      break;
    case DomainKind::combined:
      sort = combined(domain);
      break;
  }
  --depth_;
  if (sort && sort->size() > max_sets) {
    return fail(domain.span, "limit",
                fmt::format("this domain falls into more than {} products", max_sets));
  }
  return sort;
}

// Listed -----------------------------------------------------------------------

std::optional<Sort> InvariantDomains::listed(const DomainText& domain) {
  std::vector<GroundTerm> all;
  bool good = true;
  for (const DomainText::Item& item : domain.items) {
    if (item.last) {
      good &= add_range(item, all);
      continue;
    }
    GroundTerm term;
    const bool usable = ground(item.first, term);
    good &= usable;
    if (usable) all.push_back(std::move(term));
  }
  if (!good) return std::nullopt;
  return sort_of(all, *module_.symbols);
}

bool InvariantDomains::add_range(const DomainText::Item& item, std::vector<GroundTerm>& terms) {
  const auto first = integer(item.first.kind == Term::Kind::constant ? text(item.first.name) : "");
  const auto last = integer(item.last->kind == Term::Kind::constant ? text(item.last->name) : "");
  ir::Span span = item.first.span;
  span.end = item.last->span.end;
  if (!first || !last) {
    fail(span, "parse", "`..` needs an integer on both sides");
    return false;
  }
  if (*first > *last) {
    fail(span, "bounds", fmt::format("{} is greater than {}", *first, *last));
    return false;
  }
  // Unsigned, because differences of 64-bit numbers may overflow.
  const std::uint64_t span_size =
      static_cast<std::uint64_t>(*last) - static_cast<std::uint64_t>(*first);
  if (span_size >= static_cast<std::uint64_t>(max_range)) {
    fail(span, "limit", fmt::format("a range of more than {} numbers", max_range));
    return false;
  }
  warn_unknown(item.first);
  if (*first != *last) warn_unknown(*item.last);
  for (std::uint64_t i = 0; i <= span_size; ++i) {
    const std::int64_t value = *first + static_cast<std::int64_t>(i);
    terms.push_back({{}, {module_.symbols->intern(std::to_string(value))}});
  }
  return true;
}

/// Walks over the term, whose depth the parser bounds.
bool InvariantDomains::ground(const Term& term, GroundTerm& into) {
  if (term.kind == Term::Kind::variable) {
    fail(term.span, "unsafe", "a domain lists terms without variables");
    return false;
  }
  if (term.kind == Term::Kind::constant) {
    warn_unknown(term);
    into.leaves.push_back(term.name);
    return true;
  }
  into.shape.functor = term.name;
  for (const Term& arg : term.args) {
    GroundTerm part;
    if (!ground(arg, part)) return false;
    into.shape.args.push_back(std::move(part.shape));
    into.leaves.insert(into.leaves.end(), part.leaves.begin(), part.leaves.end());
  }
  if (into.leaves.size() > max_leaves) {
    fail(term.span, "limit",
         fmt::format("a term of more than {}", ir::counted(max_leaves, "constant")));
    return false;
  }
  return true;
}

void InvariantDomains::warn_unknown(const Term& constant) {
  if (constants_.contains(constant.name)) return;
  std::vector<std::string> known;
  for (const ir::Symbol symbol : constants_) known.push_back(text(symbol));
  const std::string nearest = ir::nearest_name(text(constant.name), known);
  diagnostics_.warning(
      constant.span, "undefined",
      fmt::format("{} occurs nowhere in the game{}", "`" + ir::name_text(text(constant.name)) + "`",
                  did_you_mean(nearest)));
}

// Places and names -------------------------------------------------------------

std::optional<Sort> InvariantDomains::place(const DomainText& domain) {
  const std::vector<std::size_t> arities = vocabulary_.arities(domain.name);
  const std::string name = ir::name_text(text(domain.name));
  if (arities.empty()) {
    std::vector<std::string> names;
    for (const ir::Symbol known : vocabulary_.names()) names.push_back(text(known));
    return fail(domain.span, "undefined",
                fmt::format("unknown predicate or function `{}`{}", name,
                            did_you_mean(ir::nearest_name(text(domain.name), names))));
  }
  const std::size_t arity = domain.arity.value_or(arities.front());
  if (std::find(arities.begin(), arities.end(), arity) == arities.end()) {
    return fail(domain.span, "arity",
                fmt::format("`{}` never has {}, but {}", name, ir::counted(arity, "argument"),
                            fmt::join(arities, " or ")));
  }
  if (!domain.arity && arities.size() > 1) {
    return fail(domain.span, "arity",
                fmt::format("`{0}` has {1} arguments: write which, as in `dom({0}/{2}, {3})`", name,
                            fmt::join(arities, " or "), arities.back(), domain.argument));
  }
  if (domain.argument < 1 || domain.argument > arity) {
    return fail(domain.span, "arity",
                arity == 0 ? fmt::format("`{}` has no arguments", name)
                           : fmt::format("the arguments of `{}` are 1 to {}", name, arity));
  }
  return vocabulary_.place(domain.name, arity, domain.argument - 1);
}

std::optional<Sort> InvariantDomains::named(const DomainText& domain) {
  const auto found = named_.find(domain.name);
  if (found == named_.end()) return of_predicate(domain);
  Named& known = found->second;
  if (known.open) {
    return fail(domain.span, "recursion",
                fmt::format("the domain `{}` is defined by itself", text(domain.name)));
  }
  if (known.done) return known.sort;
  known.open = true;
  known.sort = part(known.declaration->domain);
  known.open = false;
  known.done = true;
  return known.sort;
}

/// Evaluates the name of a predicate with one argument that is the same in all states: `role`,
/// `index`.
std::optional<Sort> InvariantDomains::of_predicate(const DomainText& domain) {
  if (text_.unread.contains(domain.name)) return std::nullopt;
  const std::string name = ir::name_text(text(domain.name));
  Sort sort;
  bool dynamic = false;
  for (const ir::Vocabulary::Entry& entry : vocabulary_.entries(domain.name)) {
    if (entry.atom.args.size() != 1) continue;
    dynamic |= vocabulary_.depends_on_state(entry.relation);
    vocabulary_.unite(sort, vocabulary_.values(entry, entry.atom.args[0], 0));
  }
  if (dynamic) {
    return fail(domain.span, "undefined",
                fmt::format("`{0}` is not a domain, since it depends on the state; `dom({0}, 1)` "
                            "is the domain of its argument",
                            name));
  }
  if (!sort.empty()) return sort;
  std::vector<std::string> names;
  for (const auto& [known, declared] : named_) names.push_back(text(known));
  for (const ir::Symbol predicate : vocabulary_.predicates()) {
    for (const ir::Vocabulary::Entry& entry : vocabulary_.entries(predicate)) {
      if (entry.atom.args.size() == 1 && !vocabulary_.depends_on_state(entry.relation)) {
        names.push_back(text(predicate));
      }
    }
  }
  return fail(domain.span, "undefined",
              fmt::format("unknown domain `{}`{}", name,
                          did_you_mean(ir::nearest_name(text(domain.name), names))));
}

// Made of others ---------------------------------------------------------------

std::optional<Sort> InvariantDomains::terms(const DomainText& domain) {
  std::vector<Sort> args;
  std::size_t sets = 1;
  std::size_t leaves = 0;
  for (const DomainText& arg : domain.parts) {
    std::optional<Sort> sort = part(arg);
    if (!sort) return std::nullopt;
    sets *= std::max<std::size_t>(sort->size(), 1);
    std::size_t longest = 0;
    for (const ir::TermSet& set : *sort) longest = std::max(longest, set.leaves.size());
    leaves += longest;
    if (sets > max_sets || leaves > max_leaves) {
      return fail(domain.span, "limit",
                  sets > max_sets
                      ? fmt::format("this domain falls into more than {} products", max_sets)
                      : fmt::format("a term of more than {}", ir::counted(max_leaves, "constant")));
    }
    args.push_back(std::move(*sort));
  }
  return terms_of(domain.name, args);
}

std::optional<Sort> InvariantDomains::combined(const DomainText& domain) {
  std::optional<Sort> result;
  for (std::size_t i = 0; i < domain.parts.size(); ++i) {
    std::optional<Sort> sort = part(domain.parts[i]);
    if (!sort) return std::nullopt;
    if (i == 0) {
      result = std::move(sort);
    } else {
      result = domain.removed[i] ? difference(*result, *sort) : sum(std::move(*result), *sort);
    }
    if (result->size() > max_sets) break;
  }
  return result;
}

// Inference --------------------------------------------------------------------

bool InvariantDomains::fits(const Term& term, const ir::TermPattern& pattern) const {
  if (term.kind == Term::Kind::variable) return true;
  if (term.kind == Term::Kind::constant) return pattern.is_leaf();
  if (term.name != pattern.functor || term.args.size() != pattern.args.size()) return false;
  for (std::size_t i = 0; i < term.args.size(); ++i) {
    if (!fits(term.args[i], pattern.args[i])) return false;
  }
  return true;
}

void InvariantDomains::collect(ir::Symbol variable, const Term& atom, Sort& into) const {
  struct Part {
    const Term* term;
    const ir::TermPattern* pattern;
    std::size_t first;  ///< column of its first leaf
  };
  for (const ir::Vocabulary::Entry& entry : vocabulary_.entries(atom.name)) {
    if (entry.atom.args.size() != atom.args.size()) continue;
    bool possible = true;
    for (std::size_t i = 0; i < atom.args.size(); ++i) {
      possible &= fits(atom.args[i], entry.atom.args[i]);
    }
    if (!possible) continue;
    std::vector<Part> open = {{&atom, &entry.atom, 0}};
    while (!open.empty()) {
      const Part part = open.back();
      open.pop_back();
      std::size_t column = part.first;
      for (std::size_t i = 0; i < part.term->args.size(); ++i) {
        const Term& arg = part.term->args[i];
        const ir::TermPattern& pattern = part.pattern->args[i];
        if (arg.kind == Term::Kind::compound) open.push_back({&arg, &pattern, column});
        if (arg.kind == Term::Kind::variable && arg.name == variable) {
          vocabulary_.unite(into, vocabulary_.values(entry, pattern, column));
        }
        column += ir::leaves(pattern);
      }
    }
  }
}

Sort InvariantDomains::inferred(ir::Symbol variable, const FormulaText& formula) const {
  Sort sort;
  std::vector<const FormulaText*> open = {&formula};
  while (!open.empty()) {
    const FormulaText* const part = open.back();
    open.pop_back();
    if (part->kind == FormulaText::Kind::atom) collect(variable, part->left, sort);
    for (auto sub = part->parts.rbegin(); sub != part->parts.rend(); ++sub) open.push_back(&*sub);
  }
  return sort;
}

}  // namespace tesuji::frontend
