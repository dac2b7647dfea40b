#include "frontend/induction_reader.h"

#include "frontend/prolog_terms.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace tesuji::frontend {
namespace {

using Kind = PrologTerm::Kind;

/// A number as `parent/2` and `max_clauses(4)` have them.
std::optional<std::uint32_t> small_number(const PrologTerm& term) {
  std::uint32_t value = 0;
  const char* const end = term.name.data() + term.name.size();
  if (term.kind != Kind::number) return std::nullopt;
  const auto [rest, error] = std::from_chars(term.name.data(), end, value);
  constexpr std::uint32_t most = 1000;
  if (error != std::errc() || rest != end || value > most) return std::nullopt;
  return value;
}

class BackgroundReader {
 public:
  BackgroundReader(ir::BackgroundText& background, ir::Diagnostics& diagnostics)
      : background_(background), diagnostics_(diagnostics) {}

  void read(PrologTerm term) {
    if (term.is("body_pred", 1) || term.is("prim", 1)) return read_predicate(term.args[0]);
    if (term.is("type", 1)) return read_type(std::move(term.args[0]));
    if (term.is("max_clauses", 1)) return read_max_clauses(term.args[0]);
    ir::LogicClause clause;
    const bool rule = term.kind == Kind::compound && term.name == ":-";
    clause.head = rule ? std::move(term.args[0]) : std::move(term);
    if (!check_atom(clause.head)) return;
    if (!rule && !clause.head.ground()) {
      fail(clause.head, "a fact has no variables");
      return;
    }
    for (std::size_t i = 1; rule && i < term.args.size(); ++i) {
      PrologTerm& literal = term.args[i];
      const bool negated = literal.is("not", 1);
      ir::LogicClause::Literal one{std::move(negated ? literal.args[0] : literal), negated};
      if (!check_atom(one.atom)) return;
      clause.body.push_back(std::move(one));
    }
    background_.clauses.push_back(std::move(clause));
  }

 private:
  void fail(const PrologTerm& term, std::string message) {
    diagnostics_.error(term.span, "parse", std::move(message));
  }

  bool check_atom(const PrologTerm& term) {
    const bool good =
        term.kind == Kind::atom || (term.kind == Kind::compound && term.name != ":-" &&
                                    term.name != "/" && term.name != "not");
    if (!good) fail(term, "an atom is expected here, such as parent(ann,X)");
    return good;
  }

  void read_predicate(const PrologTerm& term) {
    const bool shaped = term.is("/", 2) && term.args[0].kind == Kind::atom;
    const auto arity = shaped ? small_number(term.args[1]) : std::nullopt;
    if (!arity) return fail(term, "a predicate with its arity is expected here, such as parent/2");
    background_.body_predicates.push_back({term.args[0].name, *arity, term.span});
  }

  void read_type(PrologTerm term) {
    if (!check_atom(term)) return;
    for (const PrologTerm& arg : term.args) {
      if (arg.kind == Kind::atom || (arg.kind == Kind::variable && arg.name == "_")) continue;
      return fail(arg, "the name of a type is expected here, or `_` for any");
    }
    background_.types.push_back(std::move(term));
  }

  void read_max_clauses(const PrologTerm& term) {
    background_.max_clauses = small_number(term);
    if (!background_.max_clauses) fail(term, "a number up to 1000 is expected here");
  }

  ir::BackgroundText& background_;
  ir::Diagnostics& diagnostics_;
};

}  // namespace

bool read_background(ir::FileId file, ir::BackgroundText& background,
                     ir::Diagnostics& diagnostics) {
  auto terms = read_prolog_terms(file, diagnostics);
  if (!terms) return false;
  const std::size_t errors = diagnostics.error_count();
  BackgroundReader reader(background, diagnostics);
  for (PrologTerm& term : *terms) reader.read(std::move(term));
  return diagnostics.error_count() == errors;
}

bool read_examples(ir::FileId file, bool positive, std::vector<ir::ExampleText>& examples,
                   ir::Diagnostics& diagnostics) {
  auto terms = read_prolog_terms(file, diagnostics);
  if (!terms) return false;
  const std::size_t errors = diagnostics.error_count();
  if (terms->empty()) {
    diagnostics.error({file, {1, 1}, {1, 1}}, "parse", "there is no example in this file");
  }
  for (PrologTerm& term : *terms) {
    const bool pos = term.is("pos", 1);
    const bool neg = term.is("neg", 1);
    ir::ExampleText example{pos || neg ? std::move(term.args[0]) : std::move(term),
                            pos || (!neg && positive)};
    const PrologTerm& atom = example.atom;
    if ((atom.kind != Kind::atom && atom.kind != Kind::compound) || atom.name == ":-" ||
        atom.name == "/" || atom.is("not", 1)) {
      diagnostics.error(atom.span, "parse", "an example is expected here, such as parent(ann,amy)");
    } else if (!atom.ground()) {
      diagnostics.error(atom.span, "parse", "an example has no variables");
    } else {
      examples.push_back(std::move(example));
    }
  }
  return diagnostics.error_count() == errors;
}

}  // namespace tesuji::frontend
