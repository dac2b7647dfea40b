#include "ir/net_term.h"

#include <string_view>

namespace tesuji::ir {

std::string term_of(const Module& module, const NetAtom& atom) {
  const Relation& relation = module.relations[atom.relation];
  std::size_t column = relation.kind == RelationKind::state ? 0 : 1;
  std::string pattern = relation.name == "goal" ? "?" : relation.term;
  if (pattern.empty()) {
    // Without a term, name and columns make one.
    pattern = relation.name.substr(relation.name.find('.') + 1);
    if (atom.args.size() > column) {
      pattern = "(" + pattern;
      for (std::size_t i = column; i < atom.args.size(); ++i) pattern += " ?";
      pattern += ")";
    }
  }
  constexpr std::string_view ends = " \t\n\r\f()";
  std::string text;
  std::size_t begin = 0;  // of the word
  for (std::size_t i = 0; i <= pattern.size(); ++i) {
    if (i < pattern.size() && ends.find(pattern[i]) == std::string_view::npos) continue;
    const std::string_view word = std::string_view(pattern).substr(begin, i - begin);
    if (word == "?" && column < atom.args.size()) {
      text += module.symbols->text(atom.args[column++]);
    } else {
      text += word;
    }
    if (i < pattern.size()) text += pattern[i];
    begin = i + 1;
  }
  return text;
}

}  // namespace tesuji::ir
