#include "ir/nets/net_term.h"

#include <string_view>

namespace tesuji::ir {

std::string term_of(const Module& module, const NetAtom& atom) {
  const Relation& relation = module.relations[atom.relation];
  std::size_t column = relation.kind == RelationKind::state ? 0 : 1;
  const std::string pattern = term_of(relation);
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
