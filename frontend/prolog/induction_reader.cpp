#include "frontend/prolog/induction_reader.h"

#include "frontend/prolog/logic_clauses.h"
#include "frontend/text/prolog_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace tesuji::frontend {

// --- Popper's bias

namespace {

using ir::PrologTerm;
using Kind = PrologTerm::Kind;

bool is_tuple(const PrologTerm& term) {
  return term.kind == Kind::compound && term.name == ",";
}

class DirectiveReader {
 public:
  DirectiveReader(ir::BackgroundText& background, ir::Diagnostics& diagnostics)
      : background_(background), bias_(background.bias), diagnostics_(diagnostics) {}

  bool read(const PrologTerm& term) {
    if (term.is("body_pred", 2)) return read_predicate(term, background_.body_predicates);
    if (term.is("head_pred", 2)) return read_predicate(term, bias_.head_predicates);
    if (term.is("type", 2) && is_tuple(term.args[1])) return read_types(term);
    if (term.is("max_vars", 1)) return read_number(term, bias_.max_variables);
    if (term.is("max_body", 1)) return read_number(term, bias_.max_body);
    if (term.is("max_rules", 1)) {
      std::optional<ir::BiasText::Number> most;
      if (read_number(term, most) && most) background_.max_clauses = most->value;
      return true;
    }
    if (term.is("direction", 2) && is_tuple(term.args[1])) return read_direction(term);
    if (term.kind != Kind::atom) return false;
    for (const auto& [name, flag] :
         {std::pair{"enable_recursion", &bias_.recursion}, std::pair{"enable_pi", &bias_.invention},
          std::pair{"allow_singletons", &bias_.singletons},
          std::pair{"non_datalog", &bias_.non_datalog}}) {
      if (term.name != name) continue;
      bias_.given = *flag = true;
      return true;
    }
    return false;
  }

 private:
  // Each returns true: the term was such a directive, valid or not.

  bool fail(const PrologTerm& term, std::string message) {
    diagnostics_.error(term.span, "parse", std::move(message));
    return true;
  }

  bool read_predicate(const PrologTerm& term, std::vector<ir::PredicateName>& into) {
    bias_.given = true;
    const auto arity = small_number(term.args[1]);
    if (term.args[0].kind != Kind::atom || !arity) {
      return fail(term, fmt::format("a predicate and its arity are expected, such as {}(parent,2)",
                                    term.name));
    }
    into.push_back({term.args[0].name, *arity, term.span});
    return true;
  }

  bool read_types(const PrologTerm& term) {
    bias_.given = true;
    PrologTerm types;
    types.kind = Kind::compound;
    types.name = term.args[0].name;
    types.span = term.span;
    for (const PrologTerm& type : term.args[1].args) {
      if (type.kind != Kind::atom && !(type.kind == Kind::variable && type.name == "_")) {
        return fail(type, "the name of a type is expected here, or `_` for any");
      }
      types.args.push_back(type);
    }
    if (term.args[0].kind != Kind::atom) return fail(term.args[0], "a predicate is expected here");
    background_.types.push_back(std::move(types));
    return true;
  }

  bool read_direction(const PrologTerm& term) {
    bias_.given = true;
    if (term.args[0].kind != Kind::atom) return fail(term.args[0], "a predicate is expected here");
    ir::BiasText::Direction direction;
    for (const PrologTerm& one : term.args[1].args) {
      if (one.kind != Kind::atom || (one.name != "in" && one.name != "out")) {
        return fail(one, "`in` or `out` is expected here");
      }
      direction.inputs.push_back(one.name == "in");
    }
    const auto arity = static_cast<std::uint32_t>(direction.inputs.size());
    direction.predicate = {term.args[0].name, arity, term.span};
    bias_.directions.push_back(std::move(direction));
    return true;
  }

  bool read_number(const PrologTerm& term, std::optional<ir::BiasText::Number>& into) {
    bias_.given = true;
    const auto value = small_number(term.args[0]);
    if (!value || *value == 0)
      return fail(term.args[0], "a number from 1 to 1000 is expected here");
    into = {*value, term.span};
    return true;
  }

  ir::BackgroundText& background_;
  ir::BiasText& bias_;
  ir::Diagnostics& diagnostics_;
};

}  // namespace

bool read_popper_directive(const PrologTerm& term, ir::BackgroundText& background,
                           ir::Diagnostics& diagnostics) {
  return DirectiveReader(background, diagnostics).read(term);
}

void warn_of_ignored_bias(const ir::BackgroundText& background, ir::Diagnostics& diagnostics) {
  const std::vector<ir::PredicateName>& ignored = background.bias.ignored;
  if (ignored.empty()) return;
  std::vector<std::string> names;
  for (const ir::PredicateName& one : ignored) {
    // Constraints have no name.
    std::string name = one.name == ":-" ? "constraints" : fmt::format("{}/{}", one.name, one.arity);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(std::move(name));
    }
  }
  ir::Diagnostic& warning = diagnostics.warning(
      ignored.front().span, "bias",
      fmt::format("the search does not use this, nor anything else of the bias that is {}",
                  fmt::join(names, ", ")));
  constexpr std::size_t most_shown = 10;
  for (std::size_t i = 1; i < ignored.size() && i <= most_shown; ++i) {
    warning.notes.push_back({ignored[i].span, "this is not used either: the result may differ"});
  }
  if (ignored.size() > most_shown + 1) {
    warning.notes.push_back({{}, fmt::format("{} more", ignored.size() - most_shown - 1)});
  }
}

// --- Background and examples

namespace {

class BackgroundReader {
 public:
  BackgroundReader(ir::BackgroundText& background, ir::Diagnostics& diagnostics)
      : background_(background), diagnostics_(diagnostics) {}

  /// Reads a term of a file that contains only declarations.
  void read_declaration(PrologTerm term) {
    if (is_declaration(term)) return read(std::move(term));
    if (read_popper_directive(term, background_, diagnostics_)) return;
    if (term.name == ":-" && term.args.size() > 1) {
      background_.bias.given = true;
      auto clause = logic_clause(std::move(term), diagnostics_, Facts::any);
      if (clause) background_.bias.clauses.push_back(std::move(*clause));
      return;
    }
    if (term.is("direction", 2) || term.is("type", 2)) {
      return fail(term,
                  fmt::format("a tuple with one place for each argument is expected, such as "
                              "{}",
                              term.name == "type" ? "type(tail,(list,list)) or type(empty,(list,))"
                                                  : "direction(tail,(in,out)) or "
                                                    "direction(empty,(in,))"));
    }
    const auto arity = static_cast<std::uint32_t>(term.args.size());
    background_.bias.given = true;
    background_.bias.ignored.push_back({term.name, arity, term.span});
    if (term.kind == Kind::compound && term.name != ":-" && term.ground()) {
      background_.bias.clauses.push_back({std::move(term), {}});
    }
  }

  void read(PrologTerm term) {
    if (term.is("body_pred", 1) || term.is("prim", 1)) return read_predicate(term.args[0]);
    if (term.is("type", 1)) return read_type(std::move(term.args[0]));
    if (term.is("max_clauses", 1)) return read_max_clauses(term.args[0]);
    // Directives that Prolog needs to load such a file have no effect here.
    if (term.is(":-", 1) &&
        (term.args[0].name == "dynamic" || term.args[0].name == "discontiguous" ||
         term.args[0].name == "table")) {
      return;
    }
    if (term.is(":-", 1)) return warn_of_directive(term);
    if (read_popper_directive(term, background_, diagnostics_)) return;
    if (const PrologTerm* tuple = find_tuple(term)) {
      return fail(*tuple, "tuples are for declarations, such as type(mother,(person,person))");
    }
    if (auto clause = logic_clause(std::move(term), diagnostics_, Facts::any)) {
      background_.clauses.push_back(std::move(*clause));
    }
  }

 private:
  static bool is_declaration(const PrologTerm& term) {
    return term.is("body_pred", 1) || term.is("prim", 1) || term.is("type", 1) ||
           term.is("max_clauses", 1);
  }

  static const PrologTerm* find_tuple(const PrologTerm& term) {
    if (term.kind == Kind::compound && term.name == ",") return &term;
    for (const PrologTerm& arg : term.args) {
      if (const PrologTerm* found = find_tuple(arg)) return found;
    }
    return nullptr;
  }

  void warn_of_directive(const PrologTerm& term) {
    static constexpr std::array harmless = {"use_module",      "module",   "style_check",
                                            "set_prolog_flag", "encoding", "initialization"};
    if (std::find(harmless.begin(), harmless.end(), term.args[0].name) == harmless.end()) {
      return fail(
          term, "unknown directive: this kind of file has only `:- dynamic p/2.` and similar ones");
    }
    diagnostics_.warning(
        term.span, "bias",
        fmt::format("`:- {}` is ignored: libraries, flags and goals are not supported",
                    term.args[0].name));
  }

  void fail(const PrologTerm& term, std::string message) {
    diagnostics_.error(term.span, "parse", std::move(message));
  }

  void read_predicate(const PrologTerm& term) {
    if (auto name = predicate_name(term, diagnostics_)) {
      background_.body_predicates.push_back(std::move(*name));
    }
  }

  void read_type(PrologTerm term) {
    if (!check_atom(term, diagnostics_)) return;
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

bool read_bias(ir::FileId file, ir::BackgroundText& background, ir::Diagnostics& diagnostics) {
  auto terms = read_prolog_terms(file, diagnostics, PrologSyntax::bias);
  if (!terms) return false;
  const std::size_t errors = diagnostics.error_count();
  BackgroundReader reader(background, diagnostics);
  for (PrologTerm& term : *terms) reader.read_declaration(std::move(term));
  return diagnostics.error_count() == errors;
}

bool read_background(ir::FileId file, ir::BackgroundText& background,
                     ir::Diagnostics& diagnostics) {
  auto terms = read_prolog_terms(file, diagnostics, PrologSyntax::background);
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
    diagnostics.error({file, {1, 1}, {1, 1}}, "parse", "the file contains no example");
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
