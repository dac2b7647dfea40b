#include "learner/game_rules/rules_to_prolog.h"

#include "ir/core/prolog_term.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace tesuji::learner {

namespace {

class PrologWriter {
 public:
  explicit PrologWriter(const PlayVocabulary& vocabulary) : vocabulary_(vocabulary) {}

  std::string clause(const PlayClause& clause) const {
    std::vector<std::string> body;
    for (const PlayLiteral& one : clause.body) body.push_back(literal(one));
    const std::string head = literal(clause.head);
    return body.empty() ? head + ".\n" : fmt::format("{} :- {}.\n", head, fmt::join(body, ", "));
  }

  std::string fact(const PlayAtom& atom) const {
    std::vector<std::string> args;
    for (const Constant value : atom.args) args.push_back(constant(value));
    return compound(atom.predicate, args) + ".\n";
  }

  std::string signature(PlayPredicate predicate) const {
    const auto& [name, arity] = vocabulary_[predicate];
    return fmt::format("{}/{}", ir::prolog_atom(name), arity);
  }

 private:
  /// A constant may be a compound term, written as one text.
  std::string constant(Constant value) const {
    const std::string& text = vocabulary_.constants.text(value);
    return text.find('(') == std::string::npos ? ir::prolog_constant(text) : text;
  }

  std::string argument(const PlayArg& arg) const {
    switch (arg.kind) {
      case PlayArg::Kind::variable:
        return arg.value < 26 ? std::string(1, static_cast<char>('A' + arg.value))
                              : fmt::format("A{}", arg.value);
      case PlayArg::Kind::constant:
        return constant(arg.value);
      case PlayArg::Kind::any:
        break;
    }
    return "_";
  }

  std::string literal(const PlayLiteral& literal) const {
    std::vector<std::string> args;
    for (const PlayArg& arg : literal.arguments()) args.push_back(argument(arg));
    if (literal.predicate == equality) {
      return args[0] + (literal.negated ? " \\= " : " = ") + args[1];
    }
    return (literal.negated ? "\\+ " : "") + compound(literal.predicate, args);
  }

  std::string compound(PlayPredicate predicate, const std::vector<std::string>& args) const {
    const std::string name = ir::prolog_atom(vocabulary_[predicate].name);
    return args.empty() ? name : fmt::format("{}({})", name, fmt::join(args, ","));
  }

  const PlayVocabulary& vocabulary_;
};

}  // namespace

std::string prolog_program(const RuleDefinitions& definitions, const std::vector<PlayAtom>& statics,
                           const PlayVocabulary& vocabulary) {
  std::set<PlayPredicate> defined;
  std::set<PlayPredicate> called;
  for (const RuleDefinition& definition : definitions) {
    for (const PlayClause& clause : definition.clauses) {
      defined.insert(clause.head.predicate);
      for (const PlayLiteral& one : clause.body) {
        if (one.predicate != equality) called.insert(one.predicate);
      }
    }
  }
  std::string facts;
  const PrologWriter writer(vocabulary);
  for (const PlayAtom& atom : statics) {
    if (!called.contains(atom.predicate)) continue;
    defined.insert(atom.predicate);
    facts += writer.fact(atom);
  }
  std::string text;
  for (const PlayPredicate predicate : called) {
    if (!defined.contains(predicate)) text += ":- dynamic(" + writer.signature(predicate) + ").\n";
  }
  text += facts;
  for (const RuleDefinition& definition : definitions) {
    for (const PlayClause& clause : definition.clauses) text += writer.clause(clause);
  }
  return text;
}

}  // namespace tesuji::learner
