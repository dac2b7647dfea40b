#include "frontend/gdl/editing/source_tree.h"

#include "frontend/gdl/infix_lexer.h"
#include "frontend/gdl/parsed_text.h"
#include "frontend/text/kif_lexer.h"
#include "ir/core/characters.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace tesuji::frontend {

NodeId SourceTree::first_child(NodeId node) const {
  return nodes[node].arity > 0 ? node + 1 : no_node;
}

NodeId SourceTree::next_sibling(NodeId node) const {
  const NodeId next = nodes[node].end;
  const bool same = next < nodes.size() && nodes[next].parent == nodes[node].parent &&
                    nodes[node].parent != no_node;
  return same ? next : no_node;
}

NodeId SourceTree::child(NodeId node, std::uint32_t number) const {
  NodeId at = first_child(node);
  while (at != no_node && number-- > 0) at = next_sibling(at);
  return at;
}

NodeId SourceTree::head_of(NodeId clause) const {
  return nodes[clause].kind == SheetNode::Kind::rule ? first_child(clause) : clause;
}

NodeId SourceTree::named_at(std::uint32_t offset) const {
  auto at = std::upper_bound(
      nodes.begin(), nodes.end(), offset,
      [](std::uint32_t place, const SheetNode& node) { return place < node.whole.begin; });
  while (at != nodes.begin()) {
    --at;
    // If two adjacent names touch the offset, as in `~p(X)`, the later one wins.
    if (!at->word.empty() && at->word.touches(offset)) {
      return static_cast<NodeId>(at - nodes.begin());
    }
    if (at->parent == no_node) break;
  }
  return no_node;
}

NodeId SourceTree::list_around(std::uint32_t offset) const {
  const auto behind =
      std::upper_bound(nodes.begin(), nodes.end(), offset,
                       [](std::uint32_t at, const auto& node) { return at <= node.whole.begin; });
  if (behind == nodes.begin()) return no_node;
  auto at = static_cast<NodeId>(behind - nodes.begin() - 1);
  while (at != no_node) {
    const SheetNode& node = nodes[at];
    const bool inside = node.closed ? offset < node.whole.end : offset <= node.whole.end;
    if (node.list && offset > node.whole.begin && inside) return at;
    at = node.parent;
  }
  return no_node;
}

bool SourceTree::in_comment(std::uint32_t offset) const {
  const auto behind =
      std::upper_bound(comments.begin(), comments.end(), offset,
                       [](std::uint32_t at, TextRange range) { return at <= range.begin; });
  return behind != comments.begin() && offset <= std::prev(behind)->end;
}

SourceTree read_source_tree(const ir::SourceMap& sources, ir::FileId file, Syntax syntax,
                            ir::SymbolTable& symbols) {
  return syntax == Syntax::kif ? read_kif_tree(sources[file], file, symbols)
                               : read_infix_tree(sources, file, symbols);
}

std::uint32_t offset_of(const ir::SourceFile& source, ir::Position place) {
  if (place.line == 0 || place.line > source.line_starts.size()) {
    return place.line == 0 ? 0 : static_cast<std::uint32_t>(source.text.size());
  }
  const std::size_t offset = source.line_starts[place.line - 1] + std::max(place.column, 1U) - 1;
  return static_cast<std::uint32_t>(std::min(offset, source.text.size()));
}

ir::Position position_of(const ir::SourceFile& source, std::uint32_t offset) {
  const auto behind =
      std::upper_bound(source.line_starts.begin(), source.line_starts.end(), offset);
  const auto line = static_cast<std::uint32_t>(behind - source.line_starts.begin());
  return {line, offset - source.line_starts[line - 1] + 1};
}

// --- Prefix form
//
// Reads the text with a stack of open lists; continues after errors.

namespace {

using Kind = SheetNode::Kind;

class KifTreeReader {
 public:
  KifTreeReader(const ir::SourceFile& source, ir::FileId file, ir::SymbolTable& symbols)
      : source_(source), lexer_(file, source.text, &comments_), symbols_(symbols) {}

  SourceTree read() {
    for (KifToken token = lexer_.next(); token.kind != KifToken::Kind::end; token = lexer_.next()) {
      switch (token.kind) {
        case KifToken::Kind::open:
          open(token);
          break;
        case KifToken::Kind::close:
          close(place(token).end);
          break;
        default:
          symbol(token);
          break;
      }
    }
    close_all(static_cast<std::uint32_t>(source_.text.size()));
    for (const ir::Span& span : comments_) tree_.comments.push_back(range_of(source_, span));
    return std::move(tree_);
  }

 private:
  [[nodiscard]] TextRange place(const KifToken& token) const {
    const auto begin = static_cast<std::uint32_t>(token.text.data() - source_.text.data());
    return {begin, begin + static_cast<std::uint32_t>(token.text.size())};
  }

  void open(const KifToken& token) {
    const KifToken& name = lexer_.peek();
    const bool named = name.kind == KifToken::Kind::symbol && name.text.front() != '?';
    if (named && name.text == "<=" && token.first_on_line && !stack_.empty()) {
      close_all(place(token).begin);
    }
    SheetNode node;
    node.list = true;
    node.closed = false;
    node.whole = place(token);
    node.kind = Kind::nameless;
    if (named) {
      node.word = place(name);
      node.kind = kind_of(name.text, true);
      node.name = intern(name.text);
      static_cast<void>(lexer_.next());
    }
    stack_.push_back(add(node));
  }

  void symbol(const KifToken& token) {
    SheetNode node;
    node.whole = node.word = place(token);
    node.kind = kind_of(token.text, false);
    node.name = intern(node.kind == Kind::variable ? token.text.substr(1) : token.text);
    const NodeId id = add(node);
    tree_.nodes[id].end = id + 1;
  }

  ir::Symbol intern(std::string_view text) { return symbols_.intern(ir::lower_case(text)); }

  /// Returns the kind of a name at the position of the next node.
  [[nodiscard]] Kind kind_of(std::string_view text, bool list) const {
    if (text.front() == '?') return Kind::variable;
    if (stack_.empty()) return list && text == "<=" ? Kind::rule : Kind::relation;
    const SheetNode& parent = tree_[stack_.back()];
    const bool literal =
        (parent.kind == Kind::rule && parent.arity > 0) ||
        (parent.kind == Kind::connective && symbols_.text(parent.name) != "distinct");
    if (literal && list) {
      const std::string name = ir::lower_case(text);
      if (name == "not" || name == "or" || name == "and" || name == "distinct") {
        return Kind::connective;
      }
    }
    if (literal || parent.kind == Kind::rule) return Kind::relation;
    return list ? Kind::function : Kind::constant;
  }

  NodeId add(SheetNode node) {
    const auto id = static_cast<NodeId>(tree_.nodes.size());
    if (stack_.empty()) {
      node.head = node.kind == Kind::relation;
      node.clause = static_cast<std::uint32_t>(tree_.clauses.size());
      tree_.clauses.push_back(id);
    } else {
      SheetNode& parent = tree_.nodes[stack_.back()];
      node.parent = stack_.back();
      node.argument = parent.arity++;
      node.clause = parent.clause;
      node.head = parent.kind == Kind::rule && node.argument == 0 && node.kind == Kind::relation;
    }
    tree_.nodes.push_back(node);
    return id;
  }

  void close(std::uint32_t end) {
    if (stack_.empty()) {
      tree_.complete = false;
      return;
    }
    tree_.nodes[stack_.back()].closed = true;
    finish(end);
  }

  void finish(std::uint32_t end) {
    SheetNode& node = tree_.nodes[stack_.back()];
    node.whole.end = end;
    node.end = static_cast<NodeId>(tree_.nodes.size());
    stack_.pop_back();
  }

  /// Extends all open lists to `end`.
  void close_all(std::uint32_t end) {
    while (!stack_.empty()) {
      tree_.complete = false;
      finish(end);
    }
  }

  const ir::SourceFile& source_;
  std::vector<ir::Span> comments_;
  KifLexer lexer_;
  ir::SymbolTable& symbols_;
  SourceTree tree_;
  std::vector<NodeId> stack_;
};

}  // namespace

SourceTree read_kif_tree(const ir::SourceFile& source, ir::FileId file, ir::SymbolTable& symbols) {
  return KifTreeReader(source, file, symbols).read();
}

// --- Infix form
//
// Builds the tree from the readable clauses.

namespace {

/// Recurses no deeper than the parser's nesting limit.
class InfixTreeMaker {
 public:
  InfixTreeMaker(const ir::SourceFile& source, ir::FileId file, ir::SymbolTable& symbols)
      : source_(source),
        not_(symbols.intern("not")),
        or_(symbols.intern("or")),
        and_(symbols.intern("and")),
        rule_(symbols.intern("<=")) {
    std::vector<ir::Span> comments;
    InfixLexer lexer(file, source.text, &comments);
    for (InfixToken token = lexer.next(); token.kind != InfixToken::Kind::end;
         token = lexer.next()) {
      const auto begin = static_cast<std::uint32_t>(token.text.data() - source.text.data());
      words_.emplace(begin, begin + static_cast<std::uint32_t>(token.text.size()));
    }
    for (const ir::Span& span : comments) tree_.comments.push_back(range_of(source, span));
  }

  void add(const Clause& clause) {
    clause_ = static_cast<std::uint32_t>(tree_.clauses.size());
    tree_.clauses.push_back(static_cast<NodeId>(tree_.nodes.size()));
    if (clause.body.empty()) {
      term(clause.head, Kind::relation, no_node, true);
      return;
    }
    const NodeId rule = open(Kind::rule, rule_, clause.span, no_node);
    term(clause.head, Kind::relation, rule, true);
    for (const Literal& part : clause.body) literal(part, rule);
    close(rule);
  }

  SourceTree take() { return std::move(tree_); }

 private:
  void literal(const Literal& part, NodeId parent) {
    switch (part.kind) {
      case Literal::Kind::atom:
        term(part.atom, Kind::relation, parent, false);
        return;
      case Literal::Kind::distinct:
      case Literal::Kind::same:
        term(part.atom, Kind::connective, parent, false);
        return;
      case Literal::Kind::negation:
        children(part, not_, parent);
        tree_.nodes[last_opened_].word = word_at(tree_.nodes[last_opened_].whole.begin);
        return;
      case Literal::Kind::disjunction:
        children(part, or_, parent);
        return;
      case Literal::Kind::conjunction:
        children(part, and_, parent);
        return;
    }
  }

  void children(const Literal& part, ir::Symbol name, NodeId parent) {
    const NodeId node = open(Kind::connective, name, part.span, parent);
    for (const Literal& child : part.children) literal(child, node);
    close(node);
    last_opened_ = node;
  }

  void term(const Term& term, Kind kind, NodeId parent, bool head) {
    const NodeId node = open(kind, term.name, term.span, parent);
    SheetNode& made = tree_.nodes[node];
    made.word = word_at(made.whole.begin);
    made.head = head;
    made.list = term.kind == Term::Kind::compound && made.word.end < made.whole.end;
    for (const Term& argument : term.args) {
      const Kind below = argument.kind == Term::Kind::variable   ? Kind::variable
                         : argument.kind == Term::Kind::constant ? Kind::constant
                                                                 : Kind::function;
      this->term(argument, below, node, false);
    }
    close(node);
  }

  NodeId open(Kind kind, ir::Symbol name, const ir::Span& span, NodeId parent) {
    const auto id = static_cast<NodeId>(tree_.nodes.size());
    SheetNode node;
    node.kind = kind;
    node.name = name;
    node.whole = range_of(source_, span);
    node.parent = parent;
    node.clause = clause_;
    if (parent != no_node) node.argument = tree_.nodes[parent].arity++;
    tree_.nodes.push_back(node);
    return id;
  }

  void close(NodeId node) { tree_.nodes[node].end = static_cast<NodeId>(tree_.nodes.size()); }

  [[nodiscard]] TextRange word_at(std::uint32_t begin) const {
    const auto found = words_.find(begin);
    return found == words_.end() ? TextRange{begin, begin} : TextRange{begin, found->second};
  }

  const ir::SourceFile& source_;
  ir::Symbol not_;
  ir::Symbol or_;
  ir::Symbol and_;
  ir::Symbol rule_;
  std::unordered_map<std::uint32_t, std::uint32_t> words_;  ///< tokens: begin to end
  SourceTree tree_;
  std::uint32_t clause_ = 0;
  NodeId last_opened_ = no_node;
};

}  // namespace

SourceTree read_infix_tree(const ir::SourceMap& sources, ir::FileId file,
                           ir::SymbolTable& symbols) {
  ir::Diagnostics quiet(sources);
  const ParsedText parsed = parse_infix(GdlGoal::rulesheet, file, symbols, quiet);
  InfixTreeMaker maker(sources[file], file, symbols);
  for (const Clause& clause : parsed.clauses) maker.add(clause);
  SourceTree tree = maker.take();
  tree.complete = parsed.good;
  return tree;
}

}  // namespace tesuji::frontend
