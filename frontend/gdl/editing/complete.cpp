#include "frontend/gdl/editing/complete.h"

#include "frontend/gdl/editing/describe.h"
#include "frontend/gdl/infix_names.h"
#include "ir/core/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace tesuji::frontend {
namespace {

using NodeKind = SheetNode::Kind;

class Completer {
 public:
  Completer(const SheetSnapshot& sheet, std::uint32_t offset)
      : sheet_(sheet), tree_(sheet.tree()), index_(sheet.index()) {
    find_place(offset);
  }

  Completions complete() {
    if (text_before_.starts_with('?')) {
      add_variables();
      return take();
    }
    const NodeKind around = around_ == no_node ? NodeKind::nameless : tree_[around_].kind;
    if (around_ == no_node) {
      add_keywords(true, false, "<=");
      add_relations();
    } else if (around == NodeKind::rule && argument_ == 0) {
      add_keywords(true, false, {});
      add_relations();
    } else if (around == NodeKind::rule || is_literal_connective(around_)) {
      add_keywords(false, true, {});
      add_relations();
    } else {
      add_terms();
    }
    return take();
  }

 private:
  [[nodiscard]] bool is_literal_connective(NodeId node) const {
    return tree_[node].kind == NodeKind::connective && sheet_.name(node) != "distinct";
  }

  /// Finds the list around the offset, and the number of the argument there.
  void find_place(std::uint32_t offset) {
    const std::string_view text = sheet_.source().text;
    std::uint32_t begin = offset;
    while (begin > 0 && is_name_byte(text[begin - 1])) --begin;
    std::uint32_t end = offset;
    while (end < text.size() && is_name_byte(text[end])) ++end;
    replaced_ = {begin, end};
    text_before_ = text.substr(begin, offset - begin);
    around_ = tree_.list_around(begin);
    // After a `(`, the list's name is the name being written: the list's own position counts.
    const bool opens = sheet_.syntax() == Syntax::kif && begin > 0 && text[begin - 1] == '(';
    in_list_ = opens && around_ != no_node;
    if (in_list_) {
      argument_ = tree_[around_].argument;
      clause_ = around_;
      around_ = tree_[around_].parent;
      return;
    }
    clause_ = around_;
    if (around_ == no_node) return;
    for (NodeId at = tree_.first_child(around_); at != no_node && tree_[at].whole.begin < begin;
         at = tree_.next_sibling(at)) {
      ++argument_;
    }
  }

  [[nodiscard]] bool is_name_byte(char c) const {
    if (sheet_.syntax() == Syntax::infix) return ir::is_word_byte(c) || c == '?';
    return !ir::is_blank(c) && c != '(' && c != ')' && c != ';';
  }

  void add_keywords(bool heads, bool bodies, std::string_view also) {
    for (const KeywordHelp& help : all_keyword_help()) {
      const bool connective = help.name == "not" || help.name == "or" || help.name == "<=";
      if (sheet_.syntax() == Syntax::infix && connective) continue;
      if ((heads && help.in_heads) || (bodies && help.in_bodies) || help.name == also) {
        add(Completion::Kind::keyword, std::string(help.name), std::string(help.arguments), false);
      }
    }
  }

  void add_relations() {
    for (const auto& [key, nodes] : index_.names()) {
      if (key.kind != NameKey::Kind::relation || sheet_.keywords().of(key.name) != Keyword::none ||
          is_only_here(nodes)) {
        continue;
      }
      const std::uint32_t arity = index_.usual_arity(key.name, true);
      add(Completion::Kind::relation, shown(key.name), arity == 0 ? "" : fmt::format("/{}", arity),
          true);
    }
  }

  /// Whether the name being written is the only occurrence, and so no reason to propose it.
  [[nodiscard]] bool is_only_here(const std::vector<NodeId>& nodes) const {
    return nodes.size() == 1 && tree_[nodes.front()].word == replaced_;
  }

  void add_terms() {
    const SheetNode& parent = tree_[around_];
    PossibleValues values;
    if (parent.kind == NodeKind::relation || parent.kind == NodeKind::function) {
      const bool relation = parent.kind == NodeKind::relation;
      const std::uint32_t arity =
          std::max(index_.usual_arity(parent.name, relation), argument_ + 1);
      values = sheet_.values().of_argument(around_, argument_, arity);
    }
    std::set<TermForm> fitting;
    for (const TermForm& form : values.forms) {
      fitting.insert(form);
      add_term(form.first, form.second, true);
    }
    if (!in_list_) add_variables();
    for (const auto& [key, nodes] : index_.names()) {
      if (key.kind != NameKey::Kind::term || is_only_here(nodes)) continue;
      if (!fitting.contains({key.name, key.detail})) add_term(key.name, key.detail, false);
    }
  }

  /// Proposes functions after a `(` and constants elsewhere; in infix form both.
  void add_term(ir::Symbol name, std::size_t width, bool fits) {
    if (sheet_.syntax() == Syntax::kif && in_list_ != (width > 0)) return;
    add(width > 0 ? Completion::Kind::function : Completion::Kind::constant, shown(name),
        width > 1 ? fmt::format("/{}", width - 1) : "", fits);
  }

  void add_variables() {
    if (clause_ == no_node) return;
    const std::uint32_t clause = tree_[clause_].clause;
    const NodeId first = tree_.clauses[clause];
    std::set<ir::Symbol> seen;
    for (NodeId at = first; at < tree_[first].end; ++at) {
      if (tree_[at].kind != NodeKind::variable || tree_[at].word == replaced_) continue;
      if (sheet_.written(at) == "_" || !seen.insert(tree_[at].name).second) continue;
      add(Completion::Kind::variable, std::string(sheet_.written(at)),
          text_of(sheet_.values().of_variable(at), sheet_.symbols()), true);
    }
  }

  [[nodiscard]] std::string shown(ir::Symbol name) const {
    const std::string& text = sheet_.symbols().text(name);
    return sheet_.syntax() == Syntax::kif ? text : infix_name(text);
  }

  void add(Completion::Kind kind, std::string name, std::string detail, bool fits) {
    found_.push_back({kind, std::move(name), std::move(detail), fits});
  }

  Completions take() {
    std::stable_sort(found_.begin(), found_.end(), [](const Completion& a, const Completion& b) {
      return std::tuple(!a.fits, a.kind != Completion::Kind::variable, a.name) <
             std::tuple(!b.fits, b.kind != Completion::Kind::variable, b.name);
    });
    return {replaced_, std::move(found_)};
  }

  const SheetSnapshot& sheet_;
  const SourceTree& tree_;
  const SheetIndex& index_;
  TextRange replaced_;
  std::string_view text_before_;  ///< before the name at the cursor
  NodeId around_ = no_node;       ///< whose argument it is
  NodeId clause_ = no_node;       ///< a node of the same clause
  std::uint32_t argument_ = 0;
  bool in_list_ = false;  ///< the name at the cursor is the name of a list
  std::vector<Completion> found_;
};

}  // namespace

Completions complete(const SheetSnapshot& sheet, std::uint32_t offset) {
  if (sheet.tree().in_comment(offset)) return {{offset, offset}, {}};
  return Completer(sheet, offset).complete();
}

}  // namespace tesuji::frontend
