#include "frontend/prolog/feature_reader.h"

#include "frontend/prolog/logic_clauses.h"
#include "frontend/text/prolog_terms.h"

#include <algorithm>
#include <utility>

namespace tesuji::frontend {
namespace {

using ir::LogicClause;
using Kind = PrologTerm::Kind;

class TheoryReader {
 public:
  TheoryReader(ir::DomainTheory& theory, ir::Diagnostics& diagnostics)
      : theory_(theory), diagnostics_(diagnostics) {}

  void read(PrologTerm term) {
    if (term.is(":-", 1)) return read_directive(term.args[0]);
    if (term.is("type", 1)) return;  // only for programs that generate features
    if (term.is("board_squares", 1)) return read_squares(std::move(term));
    if (term.is("board_char", 1) || term.is("board_char", 3)) {
      return read_character(std::move(term));
    }
    if (term.is("board_word", 2)) return read_word(std::move(term));
    const PrologTerm& head = is_rule(term) ? term.args[0] : term;
    if (head.is("base", 1)) return read_base(term);
    if (auto clause = logic_clause(std::move(term), diagnostics_)) {
      theory_.clauses.push_back(std::move(*clause));
    }
  }

 private:
  static bool is_rule(const PrologTerm& term) {
    return term.kind == Kind::compound && term.name == ":-" && !term.args.empty();
  }

  void fail(const PrologTerm& term, std::string message) {
    diagnostics_.error(term.span, "parse", std::move(message));
  }

  void read_directive(const PrologTerm& goal) {
    if (goal.name == "table" || goal.name == "discontiguous") return;
    if (goal.name != "dynamic" || goal.args.empty()) {
      return fail(goal,
                  "expected one of the directives `:- dynamic owns/2.`, which declares that "
                  "positions give the facts of owns/2, table and discontiguous");
    }
    for (const PrologTerm& one : goal.args) {
      if (auto name = predicate_name(one, diagnostics_)) {
        theory_.position_predicates.push_back(std::move(*name));
      }
    }
  }

  void read_base(PrologTerm& term) {
    const bool rule = is_rule(term);
    PrologTerm& head = rule ? term.args[0] : term;
    PrologTerm fact = std::move(head.args[0]);
    if (!check_atom(fact, diagnostics_)) return;
    if (rule) {
      term.args[0] = std::move(fact);
    } else {
      term = std::move(fact);
    }
    if (auto clause = logic_clause(std::move(term), diagnostics_)) {
      theory_.base.push_back(std::move(*clause));
    }
  }

  void read_squares(PrologTerm term) {
    PrologTerm& list = term.args[0];
    if (theory_.board.span.known()) return fail(term, "the squares of the board are defined twice");
    theory_.board.span = term.span;
    if (list.kind != Kind::list || list.args.empty()) {
      return fail(list, "a list of the squares is expected here, such as [a1,b1,c1]");
    }
    for (PrologTerm& square : list.args) {
      if (square.ground() && square.kind != Kind::list) continue;
      return fail(square, "the name of a square is expected here, a constant or a term of some");
    }
    theory_.board.squares = std::move(list.args);
  }

  /// Reads `board_char(x, S, owns(x,S))`, or `board_char('-')` for a character without a meaning.
  void read_character(PrologTerm term) {
    const PrologTerm& character = term.args[0];
    const bool plain = character.kind == Kind::atom || character.kind == Kind::number;
    if (!plain || character.name.size() != 1 || character.name == " ") {
      return fail(character, "expected a single character, in quotes if it is not a letter");
    }
    if (term.args.size() == 1) {
      theory_.board.characters.push_back({character.name, {}, std::nullopt});
      return;
    }
    const PrologTerm& square = term.args[1];
    if (square.kind != Kind::variable || square.name == "_") {
      return fail(square, "expected a variable for the square");
    }
    if (!check_atom(term.args[2], diagnostics_)) return;
    theory_.board.characters.push_back({character.name, square.name, std::move(term.args[2])});
  }

  /// Reads `board_word(white, mover(white))`.
  void read_word(PrologTerm term) {
    const PrologTerm& word = term.args[0];
    if ((word.kind != Kind::atom && word.kind != Kind::number) || word.name.empty()) {
      return fail(word, "a word is expected here");
    }
    if (!check_atom(term.args[1], diagnostics_)) return;
    theory_.board.words.push_back({word.name, {}, std::move(term.args[1])});
  }

  ir::DomainTheory& theory_;
  ir::Diagnostics& diagnostics_;
};

/// Rewrites `f(N) :- count([A],[owns(x,A)],N)` as `f(A) :- owns(x,A)`.
void unfold_count(PrologTerm& term) {
  if (!term.is(":-", 2) || !term.args[1].is("count", 3)) return;
  PrologTerm& head = term.args[0];
  std::vector<PrologTerm>& count = term.args[1].args;
  if (head.args.size() != 1 || head.args[0].kind != Kind::variable ||
      count[2].kind != Kind::variable || count[2].name != head.args[0].name ||
      count[0].kind != Kind::list || count[1].kind != Kind::list) {
    return;
  }
  std::vector<PrologTerm> counted = std::move(count[0].args);
  std::vector<PrologTerm> body = std::move(count[1].args);
  head.args = std::move(counted);
  if (head.args.empty()) head.kind = Kind::atom;
  term.args.resize(1);
  term.args.insert(term.args.end(), std::make_move_iterator(body.begin()),
                   std::make_move_iterator(body.end()));
}

}  // namespace

bool read_domain_theory(ir::FileId file, ir::DomainTheory& theory, ir::Diagnostics& diagnostics) {
  auto terms = read_prolog_terms(file, diagnostics);
  if (!terms) return false;
  const std::size_t errors = diagnostics.error_count();
  TheoryReader reader(theory, diagnostics);
  for (PrologTerm& term : *terms) reader.read(std::move(term));
  return diagnostics.error_count() == errors;
}

namespace {

/// Warns if a feature also has clauses in an earlier file; it then has the clauses of both.
void warn_of_other_file(const LogicClause& clause, const ir::FeatureClauses& features,
                        ir::Diagnostics& diagnostics) {
  const auto is_same = [&](const LogicClause& other) {
    return other.head.name == clause.head.name;
  };
  const auto first = std::find_if(features.begin(), features.end(), is_same);
  if (first == features.end() || first->head.span.file == clause.head.span.file) return;
  const bool told = std::any_of(features.begin(), features.end(), [&](const LogicClause& other) {
    return is_same(other) && other.head.span.file == clause.head.span.file;
  });
  if (told) return;
  diagnostics
      .warning(clause.head.span, "feature",
               "the feature `" + clause.head.name +
                   "` also has clauses in another file: all of them define it")
      .notes.push_back({first->head.span, "the other ones are here"});
}

}  // namespace

bool read_features(ir::FileId file, ir::FeatureClauses& features, ir::Diagnostics& diagnostics) {
  auto terms = read_prolog_terms(file, diagnostics);
  if (!terms) return false;
  const std::size_t errors = diagnostics.error_count();
  if (terms->empty()) {
    diagnostics.error({file, {1, 1}, {1, 1}}, "parse", "the file contains no feature");
  }
  for (PrologTerm& term : *terms) {
    unfold_count(term);
    if (auto clause = logic_clause(std::move(term), diagnostics)) {
      warn_of_other_file(*clause, features, diagnostics);
      features.push_back(std::move(*clause));
    }
  }
  return diagnostics.error_count() == errors;
}

}  // namespace tesuji::frontend
