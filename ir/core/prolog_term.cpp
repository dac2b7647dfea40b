#include "ir/core/prolog_term.h"

namespace tesuji::ir {

namespace {

void append_arguments(std::string& text, const std::vector<PrologTerm>& args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i > 0) text += ',';
    text += to_text(args[i]);
  }
}

}  // namespace

std::string quoted_atom(std::string_view name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
      std::all_of(name.begin(), name.end(), plain)) {
    return std::string(name);
  }
  std::string text = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') text += '\\';
    text += c;
  }
  return text + "'";
}

std::string to_text(const PrologTerm& term) {
  switch (term.kind) {
    case PrologTerm::Kind::atom:
      return quoted_atom(term.name);
    case PrologTerm::Kind::number:
    case PrologTerm::Kind::variable:
      return term.name;
    case PrologTerm::Kind::list: {
      std::string text = "[";
      append_arguments(text, term.args);
      return text + "]";
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
  std::string text = term.name == "," ? "(" : quoted_atom(term.name) + "(";
  append_arguments(text, term.args);
  return text + ")";
}

}  // namespace tesuji::ir
