// Splits the name of a fluent, so that learners can group fluents by their arguments.
#pragma once

#include <string_view>
#include <vector>

namespace tesuji::learner {

/// Returns the words of a term in KIF, without line breaks: the relation and its arguments, `cell`,
/// `1`, `(f 2)`. They view the term's text.
[[nodiscard]] inline std::vector<std::string_view> words_of(std::string_view term) {
  if (term.size() < 2 || term.front() != '(') return {term};
  std::vector<std::string_view> words;
  int depth = 0;
  std::size_t begin = 1;
  for (std::size_t at = 1; at < term.size(); ++at) {
    const bool last = at + 1 == term.size();
    if ((term[at] == ' ' && depth == 0) || last) {
      if (at > begin) words.push_back(term.substr(begin, at - begin));
      begin = at + 1;
    }
    depth += term[at] == '(' ? 1 : term[at] == ')' ? -1 : 0;
  }
  return words;
}

}  // namespace tesuji::learner
