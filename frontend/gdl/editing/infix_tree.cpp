// Builds a source tree from the readable clauses of an infix text.
#include "frontend/gdl/editing/source_tree.h"
#include "frontend/gdl/infix_lexer.h"
#include "frontend/gdl/parsed_text.h"

#include <unordered_map>
#include <utility>

namespace tesuji::frontend {
namespace {

using Kind = SheetNode::Kind;

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
