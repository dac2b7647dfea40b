#include "frontend/gdl/editing/declare.h"

#include "frontend/gdl/editing/describe.h"
#include "frontend/gdl/editing/layout_lines.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace tesuji::frontend {
namespace {

using Kind = SheetNode::Kind;

constexpr std::size_t most_clauses = 24;

/// Unary relations that enumerate constants: `role`, and those that only facts define.
class Generators {
 public:
  explicit Generators(const SheetSnapshot& sheet) {
    const SourceTree& tree = sheet.tree();
    std::set<ir::Symbol> others;
    std::map<ir::Symbol, std::size_t> numbers;
    for (const NodeId clause : tree.clauses) {
      const NodeId head = tree.head_of(clause);
      if (head == no_node || tree[head].kind != Kind::relation) continue;
      const Keyword keyword = sheet.index().keyword(head);
      const NodeId value = tree.child(head, 0);
      const bool fact = head == clause && tree[head].arity == 1 && tree[head].closed &&
                        tree[value].kind == Kind::constant &&
                        (keyword == Keyword::none || keyword == Keyword::role);
      if (!fact) {
        others.insert(tree[head].name);
        continue;
      }
      const auto [found, is_new] = numbers.try_emplace(tree[head].name, all_.size());
      if (is_new) all_.push_back({tree[head].name, {}});
      all_[found->second].values.insert(tree[value].name);
    }
    std::erase_if(all_, [&](const Generator& one) { return others.contains(one.relation); });
  }

  /// Returns the smallest relation that has all these values; nullopt if none has.
  [[nodiscard]] std::optional<ir::Symbol> covering(const std::set<ir::Symbol>& values) const {
    const Generator* best = nullptr;
    for (const Generator& one : all_) {
      const bool covers =
          std::includes(one.values.begin(), one.values.end(), values.begin(), values.end());
      if (covers && (best == nullptr || one.values.size() < best->values.size())) best = &one;
    }
    return best == nullptr ? std::nullopt : std::optional(best->relation);
  }

 private:
  struct Generator {
    ir::Symbol relation = ir::no_symbol;
    std::set<ir::Symbol> values;
  };
  std::vector<Generator> all_;  ///< in the order of the text
};

/// An argument of a declaration: a variable with its generator, or the values one by one.
struct DeclaredArgument {
  std::optional<ir::Symbol> generator;
  std::vector<ir::Symbol> values;
};

class Declarer {
 public:
  explicit Declarer(const SheetSnapshot& sheet)
      : sheet_(sheet), tree_(sheet.tree()), writer_(sheet), generators_(sheet) {}

  /// Returns the clauses that declare the form of a term in a head of `init`, `next` or `legal`.
  [[nodiscard]] std::optional<std::vector<std::string>> declare(NodeId term) const {
    if (signature_of(sheet_, term).parameters.size() != tree_[term].arity) return std::nullopt;
    const NodeId atom = tree_[term].parent;
    const bool move = sheet_.index().keyword(atom) == Keyword::legal;
    std::vector<DeclaredArgument> arguments;
    if (move && !add_argument({atom}, 0, arguments)) return std::nullopt;
    const std::vector<NodeId> alike = same_form(term);
    for (std::uint32_t i = 0; i < tree_[term].arity; ++i) {
      if (!add_argument(alike, i, arguments)) return std::nullopt;
    }
    std::size_t clauses = 1;
    for (const DeclaredArgument& one : arguments) {
      if (!one.generator) clauses *= one.values.size();
      if (clauses > most_clauses) return std::nullopt;
    }
    return write(term, move, arguments, clauses);
  }

  /// Returns the terms that clauses conclude in the same way, one for each form; nullopt if some
  /// conclude a variable.
  [[nodiscard]] std::optional<std::vector<NodeId>> forms(bool moves) const {
    std::map<NameKey, NodeId> seen;
    std::vector<NodeId> result;
    for (const NodeId clause : tree_.clauses) {
      const NodeId head = tree_.head_of(clause);
      if (head == no_node) return std::nullopt;
      const Keyword keyword = sheet_.index().keyword(head);
      const bool concludes =
          moves ? keyword == Keyword::legal : keyword == Keyword::init || keyword == Keyword::next;
      if (!concludes) continue;
      const NodeId term = tree_.child(head, moves ? 1 : 0);
      if (term == no_node) return std::nullopt;
      const NameKey key = sheet_.index().key_of(term);
      if (key.kind != NameKey::Kind::term) return std::nullopt;
      if (seen.try_emplace(key, term).second) result.push_back(term);
    }
    return result;
  }

  [[nodiscard]] std::string lines(const std::vector<std::string>& clauses) const {
    return writer_.lines(clauses);
  }

 private:
  /// Returns the terms of this form that clauses conclude, of each keyword one.
  [[nodiscard]] std::vector<NodeId> same_form(NodeId term) const {
    std::map<Keyword, NodeId> found;
    for (const NodeId one : sheet_.index().definitions(sheet_.index().key_of(term))) {
      const NodeId parent = tree_[one].parent;
      if (parent == no_node) continue;
      const Keyword keyword = sheet_.index().keyword(parent);
      if (keyword == Keyword::init || keyword == Keyword::next || keyword == Keyword::legal) {
        found.try_emplace(keyword, one);
      }
    }
    // A fluent and a move of one name do not share their values.
    const bool move = sheet_.index().keyword(tree_[term].parent) == Keyword::legal;
    std::vector<NodeId> result;
    for (const auto& [keyword, one] : found) {
      if ((keyword == Keyword::legal) == move) result.push_back(one);
    }
    return result;
  }

  bool add_argument(const std::vector<NodeId>& parents, std::uint32_t argument,
                    std::vector<DeclaredArgument>& arguments) const {
    std::set<ir::Symbol> values;
    for (const NodeId parent : parents) {
      const PossibleValues possible =
          sheet_.values().of_argument(parent, argument, tree_[parent].arity);
      if (possible.anything) return false;
      for (const auto& [name, size] : possible.forms) {
        if (size > 0) return false;
        values.insert(name);
      }
    }
    if (values.empty()) return false;
    DeclaredArgument declared;
    if (values.size() > 1) declared.generator = generators_.covering(values);
    declared.values.assign(values.begin(), values.end());
    std::sort(declared.values.begin(), declared.values.end(),
              [&](ir::Symbol a, ir::Symbol b) { return sheet_.symbols().domain_less(a, b); });
    arguments.push_back(std::move(declared));
    return true;
  }

  [[nodiscard]] std::vector<std::string> write(NodeId term, bool move,
                                               const std::vector<DeclaredArgument>& arguments,
                                               std::size_t count) const {
    const std::vector<std::string> variables = variable_names(term, move, arguments);
    std::vector<std::string> clauses;
    for (std::size_t number = 0; number < count; ++number) {
      std::vector<std::string> terms;
      std::vector<std::string> body;
      std::size_t rest = number;
      std::size_t weight = count;
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        const DeclaredArgument& one = arguments[i];
        if (one.generator) {
          terms.push_back(variables[i]);
          body.push_back(writer_.compound(writer_.name(*one.generator), {variables[i]}));
          continue;
        }
        weight /= one.values.size();
        terms.push_back(writer_.name(one.values[rest / weight]));
        rest %= weight;
      }
      std::vector<std::string> atom;
      if (move) {
        atom.push_back(terms.front());
        terms.erase(terms.begin());
      }
      atom.push_back(writer_.term(tree_[term], terms));
      clauses.push_back(writer_.clause(writer_.compound(move ? "input" : "base", atom), body));
    }
    return clauses;
  }

  /// Returns variables named as the parameters of the term: those of clauses that conclude it.
  [[nodiscard]] std::vector<std::string> variable_names(
      NodeId term, bool move, const std::vector<DeclaredArgument>& arguments) const {
    const Signature shown = signature_of(sheet_, term);
    std::vector<std::string> names;
    if (move) names.push_back(writer_.variable("role"));
    for (std::size_t i = names.size(); i < arguments.size(); ++i) {
      const TextRange parameter = shown.parameters[i - (move ? 1 : 0)];
      const std::string known = shown.text.substr(parameter.begin, parameter.end - parameter.begin);
      std::string name = writer_.variable(known);
      const bool taken = std::find(names.begin(), names.end(), name) != names.end();
      names.push_back(taken ? name + std::to_string(i + 1) : std::move(name));
    }
    return names;
  }

  const SheetSnapshot& sheet_;
  const SourceTree& tree_;
  ClauseWriter writer_;
  Generators generators_;
};

}  // namespace

std::optional<SheetEdit> insert_declaration(const SheetSnapshot& sheet, NodeId term) {
  const NodeId atom = sheet.tree()[term].parent;
  if (atom == no_node) return std::nullopt;
  const bool move = sheet.index().keyword(atom) == Keyword::legal;
  const NodeId last = find_clause(sheet, move ? Keyword::input : Keyword::base, true);
  const Declarer declarer(sheet);
  const auto clauses = declarer.declare(term);
  if (last == no_node || !clauses) return std::nullopt;
  return add_after(sheet, last, declarer.lines(*clauses));
}

std::optional<std::vector<SheetEdit>> insert_declarations(const SheetSnapshot& sheet) {
  const SourceTree& tree = sheet.tree();
  if (!tree.complete) return std::nullopt;
  const Declarer declarer(sheet);
  std::vector<SheetEdit> edits;
  for (const bool moves : {false, true}) {
    const auto present = sheet.symbols().find(moves ? "input" : "base");
    if (present && !sheet.index().occurrences({NameKey::Kind::relation, *present, 0}).empty()) {
      continue;
    }
    const auto forms = declarer.forms(moves);
    const NodeId first = find_clause(sheet, moves ? Keyword::legal : Keyword::init, false);
    if (!forms || first == no_node) return std::nullopt;
    std::vector<std::string> clauses;
    for (const NodeId term : *forms) {
      const auto declared = declarer.declare(term);
      if (!declared) return std::nullopt;
      clauses.insert(clauses.end(), declared->begin(), declared->end());
    }
    const std::uint32_t begin = tree[first].whole.begin;
    const std::string line_end(line_end_of(sheet.source().text));
    edits.push_back({{begin, begin}, declarer.lines(clauses) + line_end});
  }
  if (edits.empty()) return std::nullopt;
  return edits;
}

}  // namespace tesuji::frontend
