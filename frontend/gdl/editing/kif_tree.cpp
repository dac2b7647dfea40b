// Reads prefix text into a source tree, with a stack of open lists; continues after errors.
#include "frontend/gdl/editing/source_tree.h"
#include "frontend/text/kif_lexer.h"
#include "ir/core/characters.h"

#include <string_view>
#include <utility>

namespace tesuji::frontend {
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

}  // namespace tesuji::frontend
