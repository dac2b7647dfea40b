#include "frontend/gdl/editing/repair.h"

#include "frontend/gdl/editing/describe.h"
#include "frontend/gdl/editing/layout_lines.h"
#include "frontend/gdl/infix_names.h"
#include "ir/core/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace tesuji::frontend {
namespace {

using Kind = SheetNode::Kind;

constexpr std::size_t most_clauses = 24;
constexpr std::size_t longest_line = 100;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

NodeId last_child(const SourceTree& tree, NodeId node) {
  NodeId last = no_node;
  for (NodeId at = tree.first_child(node); at != no_node; at = tree.next_sibling(at)) last = at;
  return last;
}

/// Returns the blanks between the line's begin and the offset; empty if other text is there.
std::optional<std::string> indent_before(std::string_view text, std::uint32_t offset) {
  std::uint32_t begin = offset;
  while (begin > 0 && is_blank(text[begin - 1])) --begin;
  if (begin > 0 && text[begin - 1] != '\n') return std::nullopt;
  return std::string(text.substr(begin, offset - begin));
}

/// Returns an insertion of clauses on lines of their own after the one at `clause`.
SheetEdit add_after(const SheetSnapshot& sheet, NodeId clause, const std::string& clauses) {
  const std::string& text = sheet.source().text;
  const SourceTree& tree = sheet.tree();
  const std::string line_end(line_end_of(text));
  std::uint32_t end = tree[clause].whole.end;
  if (sheet.syntax() == Syntax::infix && end < text.size() && text[end] == '.') ++end;
  const auto next_line = text.find('\n', end);
  const auto behind =
      static_cast<std::uint32_t>(next_line == std::string::npos ? text.size() : next_line + 1);
  // Another clause, or an error, on the rest of the line would get in between.
  std::uint32_t at = end;
  while (at < behind && (is_blank(text[at]) || text[at] == '\n')) ++at;
  const bool free = at == behind || tree.in_comment(at) || text[at] == ';' || text[at] == '%';
  if (!free) return {{end, end}, line_end + clauses + line_end};
  if (next_line == std::string::npos) return {{behind, behind}, line_end + clauses + line_end};
  return {{behind, behind}, clauses + line_end};
}

/// Returns the place of the last clause, or of the first one, whose head has the keyword.
NodeId find_clause(const SheetSnapshot& sheet, Keyword keyword, bool last) {
  NodeId found = no_node;
  for (const NodeId clause : sheet.tree().clauses) {
    const NodeId head = sheet.tree().head_of(clause);
    if (head == no_node || sheet.index().keyword(head) != keyword) continue;
    found = clause;
    if (!last) break;
  }
  return found;
}

bool has_variable(const SourceTree& tree, NodeId node, ir::Symbol variable) {
  for (NodeId at = node; at < tree[node].end; ++at) {
    if (tree[at].kind == Kind::variable && tree[at].name == variable) return true;
  }
  return false;
}

// --- Clauses that are written anew

class ClauseWriter {
 public:
  explicit ClauseWriter(const SheetSnapshot& sheet)
      : sheet_(sheet), infix_(sheet.syntax() == Syntax::infix) {}

  [[nodiscard]] std::string name(ir::Symbol symbol) const {
    const std::string& text = sheet_.symbols().text(symbol);
    return infix_ ? infix_name(text) : text;
  }
  /// Returns `?row` or `Row` for `ROW`. Names that cannot be written so in infix form are quoted.
  [[nodiscard]] std::string variable(std::string_view name) const {
    std::string text = ir::lower_case(std::string(name));
    if (!infix_) return "?" + text;
    const bool plain = std::all_of(text.begin(), text.end(), ir::is_word_byte);
    if (!plain || text[0] < 'a' || text[0] > 'z') return fmt::format("?'{}'", text);
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
  }
  [[nodiscard]] std::string compound(const std::string& name,
                                     const std::vector<std::string>& arguments) const {
    if (arguments.empty()) return name;
    return infix_ ? fmt::format("{}({})", name, fmt::join(arguments, ","))
                  : fmt::format("({} {})", name, fmt::join(arguments, " "));
  }
  [[nodiscard]] std::string clause(const std::string& head,
                                   const std::vector<std::string>& body) const {
    if (body.empty()) return head;
    const std::string line = infix_ ? fmt::format("{} :- {}", head, fmt::join(body, " & "))
                                    : fmt::format("(<= {} {})", head, fmt::join(body, " "));
    if (line.size() <= longest_line) return line;
    const std::string line_end = std::string(line_end_of(sheet_.source().text)) + "    ";
    return infix_ ? fmt::format("{} :-{}{}", head, line_end, fmt::join(body, " &" + line_end))
                  : fmt::format("(<= {}{}{})", head, line_end, fmt::join(body, line_end));
  }
  [[nodiscard]] std::string lines(const std::vector<std::string>& clauses) const {
    return fmt::format("{}", fmt::join(clauses, line_end_of(sheet_.source().text)));
  }

 private:
  const SheetSnapshot& sheet_;
  bool infix_;
};

// --- Declarations

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
      atom.push_back(tree_[term].kind == Kind::constant
                         ? writer_.name(tree_[term].name)
                         : writer_.compound(writer_.name(tree_[term].name), terms));
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

std::optional<SheetEdit> insert_condition(const SheetSnapshot& sheet, NodeId variable,
                                          std::string_view condition) {
  const SourceTree& tree = sheet.tree();
  const std::string& text = sheet.source().text;
  const bool infix = sheet.syntax() == Syntax::infix;
  const NodeId rule = tree.clauses[tree[variable].clause];
  if (tree[rule].kind != Kind::rule) return std::nullopt;
  NodeId before = no_node;
  for (NodeId at = tree.child(rule, 1); at != no_node; at = tree.next_sibling(at)) {
    const bool grouped =
        tree[at].kind == Kind::connective && (sheet.name(at) == "or" || sheet.name(at) == "and");
    if (infix && grouped) return std::nullopt;
    if (before == no_node && has_variable(tree, at, tree[variable].name)) before = at;
  }
  const std::string separator = infix ? " &" : "";
  const std::string line_end(line_end_of(text));
  if (before != no_node) {
    const std::uint32_t begin = tree[before].whole.begin;
    const auto indent = indent_before(text, begin);
    return SheetEdit{{begin, begin},
                     fmt::format("{}{}{}", condition, separator,
                                 indent ? line_end + *indent : std::string(" "))};
  }
  const NodeId last = last_child(tree, rule);
  if (last == no_node || tree.child(rule, 1) == no_node) return std::nullopt;
  const std::uint32_t end = tree[last].whole.end;
  const auto indent = indent_before(text, tree[last].whole.begin);
  return SheetEdit{
      {end, end},
      fmt::format("{}{}{}", separator, indent ? line_end + *indent : std::string(" "), condition)};
}

std::vector<SheetEdit> negate_by_relation(const SheetSnapshot& sheet, NodeId variable,
                                          std::string_view negated, std::string_view rule) {
  const SourceTree& tree = sheet.tree();
  const NodeId clause = tree.clauses[tree[variable].clause];
  if (tree[clause].kind != Kind::rule) return {};
  for (NodeId at = tree.child(clause, 1); at != no_node; at = tree.next_sibling(at)) {
    const NodeId atom = tree.first_child(at);
    const bool negation = tree[at].kind == Kind::connective && sheet.name(at) == "not" &&
                          tree[at].arity == 1 && tree[atom].kind == Kind::relation;
    if (!negation || !has_variable(tree, atom, tree[variable].name)) continue;
    return {{tree[at].whole, std::string(negated)}, add_after(sheet, clause, std::string(rule))};
  }
  return {};
}

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

std::optional<SheetEdit> insert_frame_axiom(const SheetSnapshot& sheet, NodeId fluent) {
  const NodeId last = find_clause(sheet, Keyword::next, true);
  if (last == no_node) return std::nullopt;
  const ClauseWriter writer(sheet);
  const SheetNode& node = sheet.tree()[fluent];
  std::vector<std::string> variables;
  const Signature shown = signature_of(sheet, fluent);
  for (std::uint32_t i = 0; i < node.arity && i < shown.parameters.size(); ++i) {
    const TextRange name = shown.parameters[i];
    variables.push_back(writer.variable(shown.text.substr(name.begin, name.end - name.begin)));
  }
  if (variables.size() != node.arity) return std::nullopt;
  const std::string term = writer.compound(writer.name(node.name), variables);
  return add_after(
      sheet, last,
      writer.clause(writer.compound("next", {term}), {writer.compound("true", {term})}));
}

SheetEdit remove_clause(const SheetSnapshot& sheet, NodeId node) {
  const std::string& text = sheet.source().text;
  const TextRange clause = sheet.tree()[sheet.tree().clauses[sheet.tree()[node].clause]].whole;
  std::uint32_t end = clause.end;
  while (end < text.size() && is_blank(text[end])) ++end;
  const auto indent = indent_before(text, clause.begin);
  const bool alone = indent && (end == text.size() || text[end] == '\n');
  if (!alone) return {{clause.begin, end}, ""};
  const std::uint32_t begin = clause.begin - static_cast<std::uint32_t>(indent->size());
  return {{begin, end == text.size() ? end : end + 1}, ""};
}

}  // namespace tesuji::frontend
