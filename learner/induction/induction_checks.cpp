#include "learner/induction/induction_checks.h"

#include "ir/core/counted.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace tesuji::learner {

namespace {

using ir::ClauseMetarule;
using ir::counted;

/// Collects the forms of literals that clauses can call, starting from the target.
class Callable {
 public:
  Callable(const std::vector<ClauseMetarule>& metarules, std::uint32_t target) {
    std::vector<std::size_t> heads{target};
    for (std::size_t i = 0; i < heads.size(); ++i) {
      for (const ClauseMetarule& metarule : metarules) {
        if (metarule.arity != heads[i]) continue;
        for (const ClauseMetarule::Literal& literal : metarule.body) {
          const auto& predicate = metarule.predicates[literal.predicate];
          if (!predicate.variable) {
            named_.emplace(predicate.name, literal.args.size());
          } else if (literal.predicate != 0) {
            arities_.insert(literal.args.size());
            if (!literal.negated &&
                std::find(heads.begin(), heads.end(), literal.args.size()) == heads.end()) {
              heads.push_back(literal.args.size());
            }
          }
        }
      }
    }
  }

  [[nodiscard]] bool has(const std::string& name, std::size_t arity) const {
    return arities_.contains(arity) || named_.contains({name, arity});
  }

 private:
  std::set<std::size_t> arities_;
  std::set<std::pair<std::string, std::size_t>> named_;
};

/// Returns the place of a predicate's name in the background: its declaration, or else its first
/// clause. Nothing if only rules use it.
std::optional<ir::Span> place_of(const ir::BackgroundText& text, const BackgroundPredicate& one) {
  for (const ir::PredicateName& declared : text.body_predicates) {
    if (declared.name == one.name && declared.arity == one.arity) return declared.span;
  }
  const auto is_it = [&](const ir::PrologTerm& atom) {
    return atom.name == one.name && atom.args.size() == one.arity;
  };
  for (const ir::LogicClause& clause : text.clauses) {
    for (const auto& literal : clause.body) {
      if (is_it(literal.atom)) return std::nullopt;
    }
  }
  for (const ir::LogicClause& clause : text.clauses) {
    if (is_it(clause.head)) return clause.head.span;
  }
  return std::nullopt;
}

/// Determines which arguments of the target, and of invented predicates, occur in a background fact
/// in every program: the body of every metarule requires one. Computes the greatest such set, so
/// that recursion, whose proofs end, is no exception.
class GroundedArguments {
 public:
  explicit GroundedArguments(const std::vector<ClauseMetarule>& metarules) {
    for (const ClauseMetarule& metarule : metarules) {
      grounded_.emplace(metarule.arity, std::vector<bool>(metarule.arity, true));
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const ClauseMetarule& metarule : metarules) {
        for (std::uint32_t i = 0; i < metarule.arity; ++i) {
          if (!grounded_.at(metarule.arity)[i] || body_grounds(metarule, i)) continue;
          grounded_.at(metarule.arity)[i] = false;
          changed = true;
        }
      }
    }
  }

  [[nodiscard]] bool has(std::uint32_t arity, std::size_t argument) const {
    const auto found = grounded_.find(arity);
    return found != grounded_.end() && found->second[argument];
  }

 private:
  [[nodiscard]] bool body_grounds(const ClauseMetarule& metarule, std::uint32_t variable) const {
    for (const ClauseMetarule::Literal& literal : metarule.body) {
      if (literal.negated) continue;
      const bool of_background = !metarule.predicates[literal.predicate].variable;
      const auto own = grounded_.find(static_cast<std::uint32_t>(literal.args.size()));
      for (std::size_t j = 0; j < literal.args.size(); ++j) {
        if (literal.args[j] != variable) continue;
        if (of_background || own == grounded_.end() || own->second[j]) return true;
      }
    }
    return false;
  }

  std::map<std::uint32_t, std::vector<bool>> grounded_;  ///< by arity
};

/// Whether a positive literal of the body has exactly the arguments of the head.
bool calls_with_head(const ClauseMetarule& metarule) {
  return std::any_of(metarule.body.begin(), metarule.body.end(), [&](const auto& literal) {
    if (literal.negated || literal.args.size() != metarule.arity) return false;
    for (std::uint32_t i = 0; i < metarule.arity; ++i) {
      if (literal.args[i] != i) return false;
    }
    return true;
  });
}

/// Returns the first argument that needs a background fact, but has a constant that occurs in none.
std::optional<Value> unknown_constant(const Example& example, const GroundedArguments& grounded,
                                      const FactBackground& background) {
  for (std::size_t i = 0; i < example.size(); ++i) {
    if (grounded.has(static_cast<std::uint32_t>(example.size()), i) &&
        !background.mentions(example[i])) {
      return example[i];
    }
  }
  return std::nullopt;
}

}  // namespace

bool keep_to_bias(const ir::BiasText& bias, bool recursion, std::size_t target_arity,
                  std::vector<ClauseMetarule>& metarules, ir::Diagnostics& diagnostics) {
  const auto has_target = [&] {
    return std::any_of(metarules.begin(), metarules.end(), [&](const ClauseMetarule& metarule) {
      return metarule.arity == target_arity;
    });
  };
  const bool had_target = has_target();
  std::erase_if(metarules, [&](const ClauseMetarule& metarule) {
    return (bias.max_variables && metarule.variables.size() > bias.max_variables->value) ||
           (bias.max_body && metarule.body.size() > bias.max_body->value) ||
           (!recursion && metarule.recursive());
  });
  if (has_target() || (!had_target && !metarules.empty())) return true;
  const ir::Span place = bias.max_variables ? bias.max_variables->span
                         : bias.max_body    ? bias.max_body->span
                                            : ir::Span{};
  std::string limits;
  const auto add = [&](const std::string& limit) {
    limits += (limits.empty() ? "" : ", ") + limit;
  };
  if (bias.max_variables) add("max_vars(" + std::to_string(bias.max_variables->value) + ")");
  if (bias.max_body) add("max_body(" + std::to_string(bias.max_body->value) + ")");
  if (!recursion) add("no enable_recursion");
  diagnostics.error(place, "bias",
                    "the bias leaves no metarule for clauses with " +
                        counted(target_arity, "argument") + " (" + limits + ")");
  return false;
}

ClauseSpace space_of(const ir::BiasText& bias, bool recursion,
                     const std::vector<ClauseMetarule>& all,
                     const std::vector<ClauseMetarule>& kept) {
  ClauseSpace space;
  for (const ClauseMetarule& one : all) {
    if (!recursion && one.recursive()) continue;
    if (bias.max_body && one.body.size() > bias.max_body->value) {
      space.body_cut = BiasForms::Cut::max_body;
    }
    space.variables_cut |= bias.max_variables && one.variables.size() > bias.max_variables->value;
  }
  for (const ClauseMetarule& one : kept) {
    space.body = std::max(space.body, static_cast<std::uint32_t>(one.body.size()));
    space.variables = std::max(space.variables, static_cast<std::uint32_t>(one.variables.size()));
  }
  // What was omitted exceeds the limits, not the largest form present.
  if (space.body_cut != BiasForms::Cut::none) space.body = bias.max_body->value;
  if (space.variables_cut) space.variables = bias.max_variables->value;
  return space;
}

void warn_of_unused(const std::vector<ClauseMetarule>& metarules, const ir::BackgroundText& text,
                    const FactBackground& background, const InductionTask& task,
                    ir::Diagnostics& diagnostics) {
  const Callable callable(metarules, task.arity);
  ir::Span place;
  std::string names;
  std::set<std::uint32_t> arities;
  for (const BackgroundPredicate& one : background.predicates()) {
    const auto found = place_of(text, one);
    if (!found || callable.has(one.name, one.arity)) continue;
    if (names.empty()) place = *found;
    names += (names.empty() ? "" : ", ") + one.name + "/" + std::to_string(one.arity);
    arities.insert(one.arity);
  }
  if (names.empty()) return;
  std::string counts;
  for (const std::uint32_t arity : arities) {
    counts += (counts.empty() ? "" : " or ") + counted(arity, "argument");
  }
  diagnostics.warning(place, "unused",
                      "clauses do not call " + names + ": no metarule has a literal of " + counts +
                          " (--metarules)");
}

bool check_constants(const std::vector<ClauseMetarule>& metarules, const FactBackground& background,
                     const InductionTask& task, ir::Diagnostics& diagnostics) {
  const GroundedArguments grounded(metarules);
  const std::size_t errors = diagnostics.error_count();
  std::vector<std::string> known;
  for (std::size_t i = 0; i < task.positive.size(); ++i) {
    const auto unknown = unknown_constant(task.positive[i], grounded, background);
    if (!unknown) continue;
    if (known.empty()) known = background.mentioned_texts();
    const std::string name = background.text(*unknown);
    std::string message =
        "no program covers this example: no fact that clauses may call has `" + name + "`";
    const std::string near = ir::nearest_name(name, known);
    if (!near.empty()) message += "; did you mean `" + near + "`?";
    diagnostics.error(task.positive_places[i], "not-found", std::move(message));
  }
  std::size_t idle = 0;
  std::size_t first = 0;
  for (std::size_t i = task.negative.size(); i-- > 0;) {
    if (!unknown_constant(task.negative[i], grounded, background)) continue;
    ++idle;
    first = i;
  }
  if (idle > 0) {
    const Value unknown = *unknown_constant(task.negative[first], grounded, background);
    diagnostics.warning(task.negative_places[first], "unused",
                        "no fact that clauses may call has `" + background.text(unknown) +
                            "`: this negative example excludes nothing" +
                            (idle == 1   ? ""
                             : idle == 2 ? ", nor does 1 more"
                                         : ", nor do " + std::to_string(idle - 1) + " more"));
  }
  return diagnostics.error_count() == errors;
}

bool check_calls(const std::vector<ClauseMetarule>& metarules, FactBackground& background,
                 const InductionTask& task, const FaultOf& fault_of, ir::Diagnostics& diagnostics) {
  if (!std::all_of(metarules.begin(), metarules.end(), [&](const ClauseMetarule& metarule) {
        return metarule.arity != task.arity || calls_with_head(metarule);
      })) {
    return true;
  }
  const auto is_called = [&](const Example& example) {
    for (std::uint32_t i = 0; i < background.predicates().size(); ++i) {
      if (background.predicates()[i].arity == example.size() && background.holds(i, example)) {
        return true;
      }
    }
    return false;
  };
  const auto fault = [&](const Example& example) {
    const std::string text = fault_of ? fault_of(example) : std::string();
    return text.empty() ? "no predicate that clauses may call holds for its arguments" : text;
  };
  const std::size_t errors = diagnostics.error_count();
  for (std::size_t i = 0; i < task.positive.size(); ++i) {
    if (is_called(task.positive[i])) continue;
    diagnostics.error(task.positive_places[i], "not-found",
                      "no program covers this example: " + fault(task.positive[i]));
  }
  std::size_t idle = 0;
  std::size_t first = 0;
  for (std::size_t i = task.negative.size(); i-- > 0;) {
    if (is_called(task.negative[i])) continue;
    ++idle;
    first = i;
  }
  if (idle > 0) {
    diagnostics.warning(task.negative_places[first], "unused",
                        "this negative example excludes nothing" +
                            (idle == 1 ? std::string()
                                       : ", nor " + std::string(idle == 2 ? "does " : "do ") +
                                             std::to_string(idle - 1) + " more") +
                            ": " + fault(task.negative[first]));
  }
  return diagnostics.error_count() == errors;
}

std::vector<SingleSearch> search_single_examples(ClauseSearch& search, const InductionTask& task,
                                                 SearchOptions options, std::uint64_t most_steps,
                                                 std::uint64_t all_steps) {
  options.min_clauses = 1;
  options.max_steps = most_steps;
  options.progress = nullptr;
  std::vector<SingleSearch> searches;
  std::uint64_t steps = 0;
  for (std::size_t i = 0; i < task.positive.size() && steps < all_steps; ++i) {
    const SearchResult result =
        search.learn(std::span(task.positive).subspan(i, 1), task.negative, options, task.types);
    if (result.end == SearchResult::End::stopped) break;
    steps += result.steps;
    searches.push_back({i, result.end, result.size, result.steps, result.more_clauses,
                        result.too_deep, result.too_many_goals});
  }
  return searches;
}

bool report_single_examples(const std::vector<SingleSearch>& searches, const InductionTask& task,
                            const SearchOptions& options, const ClauseSpace& space,
                            ir::Diagnostics& diagnostics) {
  using End = SearchResult::End;
  const std::size_t errors = diagnostics.error_count();
  const SingleSearch* longest = nullptr;
  std::uint32_t of_others = 0;  // most clauses
  // All smaller programs than the one found, or tried last.
  const auto tried_in_vain = [](const SingleSearch& one) { return one.size - 1; };
  for (const SingleSearch& one : searches) {
    if (one.end == End::exhausted) {
      diagnostics.error(task.positive_places[one.example], "not-found",
                        "no program " + programs_text(space, options, one.size) +
                            " covers this example and no negative one: all were " + "tried, in " +
                            counted(one.steps, "step"));
    } else if (!longest || tried_in_vain(one) > tried_in_vain(*longest)) {
      if (longest) of_others = std::max(of_others, tried_in_vain(*longest) + 1);
      longest = &one;
    } else {
      of_others = std::max(of_others, tried_in_vain(one) + 1);
    }
  }
  if (diagnostics.error_count() > errors) return false;
  // The largest one may have been found or not; the others have been found.
  const bool others_found =
      longest && searches.size() > 1 &&
      std::all_of(searches.begin(), searches.end(), [&](const SingleSearch& one) {
        return &one == longest || one.end == End::found;
      });
  if (others_found && tried_in_vain(*longest) >= of_others) {
    diagnostics.warning(
        task.positive_places[longest->example], "example",
        "no program of at most " + size_text(space, options, tried_in_vain(*longest)) +
            " covers this example by itself, and of the others each is covered by one of at most " +
            counted(of_others, size_unit(options)) + ": is it right?");
  }
  return true;
}

}  // namespace tesuji::learner
