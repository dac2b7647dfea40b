#include "frontend/gdl/lower/specialise.h"

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <utility>

namespace tesuji::frontend {

ShapeTable::ShapeTable() {
  nodes_.emplace_back();
}

ShapeId ShapeTable::compound(ir::Symbol functor, std::vector<ShapeId> args) {
  auto key = std::make_pair(functor, std::move(args));
  if (const auto found = index_.find(key); found != index_.end()) return found->second;
  Node node{functor, key.second, 0, 1};
  for (const ShapeId arg : node.args) {
    node.leaves += nodes_[arg].leaves;
    node.depth = std::max(node.depth, nodes_[arg].depth + 1);
  }
  const auto id = static_cast<ShapeId>(nodes_.size());
  nodes_.push_back(std::move(node));
  index_.emplace(std::move(key), id);
  return id;
}

bool ShapeTable::bounded(ShapeId shape) const {
  return nodes_[shape].depth <= max_depth && nodes_[shape].leaves <= max_leaves;
}

std::string ShapeTable::pattern(ShapeId shape, const ir::SymbolTable& symbols) const {
  if (is_atom(shape)) return "?";
  std::string text = "(" + symbols.text(functor(shape));
  for (const ShapeId arg : args(shape)) text += " " + pattern(arg, symbols);
  return text + ")";
}

std::string ShapeTable::functors(ShapeId shape, const ir::SymbolTable& symbols) const {
  if (is_atom(shape)) return {};
  std::string text = symbols.text(functor(shape));
  for (const ShapeId arg : args(shape)) {
    if (!is_atom(arg)) text += "." + functors(arg, symbols);
  }
  return text;
}

namespace {

/// Limits rules times the combinations of shapes that fit them. Facts have one combination only,
/// and are as many as the sheet contains.
constexpr std::size_t max_specialisations = 250'000;

/// More combinations of argument shapes than this occur only if terms grow.
constexpr std::size_t max_signatures = 100'000;

/// Matches an argument pattern with a shape; extends the assignment and records in `trail` the
/// variables that it bound. If it returns false, the caller must undo partial bindings.
bool match(const Term& pattern, ShapeId shape, const ShapeTable& shapes,
           ShapeAssignment& assignment, std::vector<ir::Symbol>& trail) {
  switch (pattern.kind) {
    case Term::Kind::constant:
      return shapes.is_atom(shape);
    case Term::Kind::variable: {
      const auto [found, inserted] = assignment.emplace(pattern.name, shape);
      if (inserted) trail.push_back(pattern.name);
      return found->second == shape;
    }
    case Term::Kind::compound: {
      if (shapes.is_atom(shape) || shapes.functor(shape) != pattern.name ||
          shapes.args(shape).size() != pattern.args.size()) {
        return false;
      }
      for (std::size_t i = 0; i < pattern.args.size(); ++i) {
        if (!match(pattern.args[i], shapes.args(shape)[i], shapes, assignment, trail)) return false;
      }
      return true;
    }
  }
  return false;
}

class Specialiser {
 public:
  Specialiser(const std::vector<FlatClause>& clauses, const ir::SymbolTable& symbols,
              ir::Diagnostics& diagnostics)
      : clauses_(clauses), diagnostics_(diagnostics), seen_(clauses.size()) {
    true_ = symbols.find("true").value_or(ir::no_symbol);
    does_ = symbols.find("does").value_or(ir::no_symbol);
    init_ = symbols.find("init").value_or(ir::no_symbol);
    next_ = symbols.find("next").value_or(ir::no_symbol);
    legal_ = symbols.find("legal").value_or(ir::no_symbol);
    for (std::size_t c = 0; c < clauses.size(); ++c) {
      queue_.push_back(c);
      queued_.push_back(true);
      std::set<ir::Symbol> names;
      for (const FlatLiteral& literal : clauses[c].body) {
        if (literal.kind == FlatLiteral::Kind::positive) names.insert(literal.atom.name);
      }
      for (const ir::Symbol name : names) readers_[name].push_back(c);
    }
  }

  std::optional<Specialisation> run() {
    while (!queue_.empty() && !failed_) {
      const std::size_t clause = queue_.front();
      queue_.pop_front();
      queued_[clause] = false;
      ShapeAssignment assignment;
      enumerate(clause, 0, assignment);
    }
    if (failed_) return std::nullopt;
    return std::move(result_);
  }

 private:
  using Key = std::pair<ir::Symbol, std::size_t>;  // name, arity

  /// Tries every known signature for the positive literals from `position` on.
  void enumerate(std::size_t clause, std::size_t position, ShapeAssignment& assignment) {
    const std::vector<FlatLiteral>& body = clauses_[clause].body;
    while (position < body.size() && body[position].kind != FlatLiteral::Kind::positive) ++position;
    if (position == body.size()) {
      found(clause, assignment);
      return;
    }
    const Term& atom = body[position].atom;
    const auto known = signatures_.find({atom.name, atom.args.size()});
    if (known == signatures_.end()) return;
    // Recursion may append signatures: they queue the clause again.
    const std::size_t count = known->second.size();
    for (std::size_t s = 0; s < count && !failed_; ++s) {
      const std::vector<ShapeId> shapes = known->second[s];
      std::vector<ir::Symbol> trail;
      bool matches = true;
      for (std::size_t i = 0; matches && i < shapes.size(); ++i) {
        matches = match(atom.args[i], shapes[i], result_.shapes, assignment, trail);
      }
      if (matches) enumerate(clause, position + 1, assignment);
      for (const ir::Symbol variable : trail) assignment.erase(variable);
    }
  }

  void found(std::size_t clause, const ShapeAssignment& assignment) {
    if (!seen_[clause].insert(assignment).second) return;
    const Term& head = clauses_[clause].head;
    if (!clauses_[clause].body.empty() && specialised_rules_++ == max_specialisations) {
      fail(head.span, "limit",
           "the rules have more than " + std::to_string(max_specialisations) +
               " combinations of term shapes");
      return;
    }
    result_.clauses.push_back({clause, assignment});
    Signature signature{head.name, {}};
    for (const Term& arg : head.args) {
      const ShapeId shape = shape_of(arg, assignment, result_.shapes);
      if (!result_.shapes.bounded(shape) && clauses_[clause].body.empty()) {
        fail(clauses_[clause].span, "limit",
             "a term is nested deeper than " + std::to_string(ShapeTable::max_depth) +
                 " levels, or has more than " + std::to_string(ShapeTable::max_leaves) +
                 " constants");
        return;
      }
      if (!result_.shapes.bounded(shape)) {
        fail(clauses_[clause].span, "recursion",
             "terms grow without end: this rule builds ever larger terms from its own results");
        return;
      }
      signature.args.push_back(shape);
    }
    add(signature, head.span);
  }

  void add(const Signature& signature, ir::Span span) {
    const Key key{signature.name, signature.args.size()};
    if (!known_.insert(signature).second) return;
    if (known_.size() > max_signatures) {
      fail(span, "recursion",
           "terms of more than " + std::to_string(max_signatures) +
               " shapes arise; do they grow without end?");
      return;
    }
    signatures_[key].push_back(signature.args);
    result_.signatures.push_back(signature);
    for (const std::size_t reader : readers_[signature.name]) {
      if (queued_[reader]) continue;
      queued_[reader] = true;
      queue_.push_back(reader);
    }
    const bool fluent = signature.name == init_ || signature.name == next_;
    if (fluent && true_ != ir::no_symbol) add({true_, signature.args}, span);
    if (signature.name == legal_ && does_ != ir::no_symbol) add({does_, signature.args}, span);
  }

  void fail(ir::Span span, std::string code, std::string message) {
    if (!failed_) diagnostics_.error(span, std::move(code), std::move(message));
    failed_ = true;
  }

  const std::vector<FlatClause>& clauses_;
  ir::Diagnostics& diagnostics_;
  ir::Symbol true_, does_, init_, next_, legal_;
  Specialisation result_;
  std::size_t specialised_rules_ = 0;  ///< those of result_.clauses that are not facts
  std::map<Key, std::vector<std::vector<ShapeId>>> signatures_;
  std::set<Signature> known_;
  std::map<ir::Symbol, std::vector<std::size_t>> readers_;
  std::deque<std::size_t> queue_;
  std::vector<bool> queued_;
  std::vector<std::set<ShapeAssignment>> seen_;
  bool failed_ = false;
};

}  // namespace

ShapeId shape_of(const Term& term, const ShapeAssignment& assignment, ShapeTable& shapes) {
  switch (term.kind) {
    case Term::Kind::constant:
      return atom_shape;
    case Term::Kind::variable: {
      const auto found = assignment.find(term.name);
      return found == assignment.end() ? atom_shape : found->second;
    }
    case Term::Kind::compound: {
      std::vector<ShapeId> args;
      for (const Term& arg : term.args) args.push_back(shape_of(arg, assignment, shapes));
      return shapes.compound(term.name, std::move(args));
    }
  }
  return atom_shape;
}

std::optional<Specialisation> specialise(const std::vector<FlatClause>& clauses,
                                         const ir::SymbolTable& symbols,
                                         ir::Diagnostics& diagnostics) {
  return Specialiser(clauses, symbols, diagnostics).run();
}

}  // namespace tesuji::frontend
