#include "ir/module/term_pattern.h"

#include <algorithm>

namespace tesuji::ir {
namespace {

constexpr std::size_t max_depth = 200;

bool is_delimiter(char c) {
  return c == ' ' || c == '(' || c == ')';
}

class PatternReader {
 public:
  PatternReader(std::string_view text, SymbolTable& symbols) : rest_(text), symbols_(symbols) {}

  std::optional<TermPattern> read_all() {
    TermPattern pattern;
    if (!read(pattern, 0)) return std::nullopt;
    skip_blanks();
    if (!rest_.empty()) return std::nullopt;
    return pattern;
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }

  std::string_view word() {
    const auto* const end = std::find_if(rest_.begin(), rest_.end(), is_delimiter);
    const std::string_view found = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(found.size());
    return found;
  }

  bool read(TermPattern& into, std::size_t depth) {
    skip_blanks();
    if (rest_.empty() || depth > max_depth) return false;
    if (rest_.front() != '(') return word() == "?";
    rest_.remove_prefix(1);
    const std::string_view functor = word();
    if (functor.empty()) return false;
    into.functor = symbols_.intern(functor);
    for (skip_blanks(); !rest_.empty() && rest_.front() != ')'; skip_blanks()) {
      if (!read(into.args.emplace_back(), depth + 1)) return false;
    }
    if (rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::string_view rest_;
  SymbolTable& symbols_;
};

TermPattern flat(Symbol name, std::size_t columns) {
  TermPattern pattern;
  pattern.functor = name;
  pattern.args.resize(columns);
  return pattern;
}

}  // namespace

std::size_t leaves(const TermPattern& pattern) {
  if (pattern.is_leaf()) return 1;
  std::size_t count = 0;
  for (const TermPattern& arg : pattern.args) count += leaves(arg);
  return count;
}

std::optional<TermPattern> parse_pattern(std::string_view text, SymbolTable& symbols) {
  return PatternReader(text, symbols).read_all();
}

namespace {

/// Returns GDL's keyword for the atoms of a relation whose tuples are printed as terms.
std::string_view keyword_of(const Module& module, RelationId id) {
  const Relation& relation = module.relations[id];
  if (relation.kind == RelationKind::state) return "true";
  if (relation.kind == RelationKind::input) return "does";
  if (relation.answer != Answer::none) return name_of(relation.answer);
  return "init";
}

}  // namespace

TermPattern atom_pattern(const Module& module, RelationId id) {
  const Relation& relation = module.relations[id];
  SymbolTable& symbols = *module.symbols;
  const std::size_t columns = relation.columns.size();
  if (!relation.atom.empty()) {
    const auto pattern = parse_pattern(relation.atom, symbols);
    if (pattern && !pattern->is_leaf() && leaves(*pattern) == columns) return *pattern;
  }
  if (!relation.term.empty()) {
    const auto term = parse_pattern(relation.term, symbols);
    if (term && leaves(*term) <= columns) {
      // The columns before the term belong to the role.
      TermPattern pattern = flat(symbols.intern(keyword_of(module, id)), columns - leaves(*term));
      pattern.args.push_back(*term);
      return pattern;
    }
  }
  const bool answers = relation.answer == Answer::goal || relation.answer == Answer::terminal;
  return flat(symbols.intern(answers ? name_of(relation.answer) : relation.name), columns);
}

}  // namespace tesuji::ir
