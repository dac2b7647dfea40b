#include "ir/core/prolog_term.h"

#include "ir/core/prolog_name.h"

namespace tesuji::ir {

namespace {

void append_arguments(std::string& text, const std::vector<PrologTerm>& args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i > 0) text += ',';
    text += to_text(args[i]);
  }
}

}  // namespace

std::string to_text(const PrologTerm& term) {
  switch (term.kind) {
    case PrologTerm::Kind::atom:
      return prolog_atom(term.name);
    case PrologTerm::Kind::number:
    case PrologTerm::Kind::variable:
      return term.name;
    case PrologTerm::Kind::list: {
      std::string text = "[";
      append_arguments(text, term.args);
      return text + "]";
    }
    case PrologTerm::Kind::partial_list: {
      std::string text = "[";
      append_arguments(text, {term.args.begin(), term.args.end() - 1});
      return text + "|" + to_text(term.args.back()) + "]";
    }
    case PrologTerm::Kind::compound:
      break;
  }
  if (term.is("/", 2)) {
    const auto side = [](const PrologTerm& arg) {
      return arg.is("/", 2) ? "(" + to_text(arg) + ")" : to_text(arg);
    };
    return side(term.args[0]) + "/" + side(term.args[1]);
  }
  std::string text = term.name == "," ? "(" : prolog_atom(term.name) + "(";
  append_arguments(text, term.args);
  return text + ")";
}

}  // namespace tesuji::ir
