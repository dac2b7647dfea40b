#include "frontend/prolog/popper_bias.h"

#include "frontend/prolog/logic_clauses.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tesuji::frontend {
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

}  // namespace tesuji::frontend
