#include "tools/reports/unification_report.h"

#include "tools/base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::tools {

namespace {

using reference::Binding;
using reference::Clash;
using reference::Occurrence;
using reference::TermId;
using reference::UnificationStep;

/// Argument numbers that are printed of a place; deeper places are cut.
constexpr std::size_t most_path_numbers = 20;

const char* name_of(UnificationStep::Kind kind) {
  static constexpr const char* names[] = {"same", "decompose", "bind", "clash", "occurs"};
  return names[static_cast<std::size_t>(kind)];
}

const char* name_of(Clash clash) {
  static constexpr const char* names[] = {"constants", "kinds", "functors", "arities"};
  return names[static_cast<std::size_t>(clash)];
}

class UnificationWriter {
 public:
  explicit UnificationWriter(const UnifiedTerms& unified)
      : unified_(unified), unification_(unified.unification) {}

  std::string text() {
    std::string text =
        fmt::format("A  {}\nB  {}\n", term(unified_.terms.left), term(unified_.terms.right));
    const std::size_t count = unification_.steps.size();
    for (std::size_t i = 0; i < shown_steps(); ++i) text += step_text(i);
    if (shown_steps() < count) {
      const std::size_t left_out = count - shown_steps() - 1;
      if (left_out > 0) text += fmt::format("      ... {} (--max-nodes)\n", more(left_out, "step"));
      text += step_text(count - 1);
    }
    text += '\n' + (unification_.unifiable ? result_text() : failure_text());
    if (cut_) {
      text += fmt::format("note: `...` replaces the parts of a term beyond {} (--max-symbols)",
                          counted(unified_.max_symbols, "symbol"));
      if (unification_.unifiable) text += "; " + size_of_instance();
      text += '\n';
    }
    return text;
  }

  Json json() {
    Json json{{"left", term(unified_.terms.left)},
              {"right", term(unified_.terms.right)},
              {"unifiable", unification_.unifiable}};
    Json steps = Json::array();
    for (std::size_t i = 0; i < shown_steps(); ++i) {
      steps.push_back(step_json(unification_.steps[i]));
    }
    json["steps"] = std::move(steps);
    if (shown_steps() < unification_.steps.size()) {
      json["steps_left_out"] = unification_.steps.size() - shown_steps();
    }
    if (unification_.unifiable) {
      json["substitution"] = substitution_json(unification_.unifier);
      if (shown_bindings() < unification_.unifier.size()) {
        json["bindings_left_out"] = unification_.unifier.size() - shown_bindings();
      }
      json["instance"] = term(unification_.instance);
    } else {
      json["reason"] = reason_json();
    }
    if (cut_) json["cut"] = true;
    return json;
  }

 private:
  [[nodiscard]] const UnificationStep& last() const { return unification_.steps.back(); }
  [[nodiscard]] bool fails_occurs_check() const {
    return !unification_.unifiable && last().kind == UnificationStep::Kind::occurs;
  }
  [[nodiscard]] std::size_t shown_steps() const {
    return std::min(unified_.max_steps, unification_.steps.size());
  }
  [[nodiscard]] std::size_t shown_bindings() const {
    return std::min(unified_.max_steps, unification_.unifier.size());
  }

  static std::string more(std::size_t count, std::string_view what) {
    return fmt::format("{} more {}{}", count, what, count == 1 ? "" : "s");
  }

  std::string term(TermId term) {
    cut_ = cut_ || unified_.store.symbols(term) > unified_.max_symbols;
    return unified_.notation.beginning(term, unified_.terms.variables, unified_.max_symbols);
  }

  [[nodiscard]] std::string variable(reference::Variable number) const {
    return unified_.notation.variable(unified_.terms.variables[number]);
  }

  std::string binding_text(const Binding& binding) {
    return variable(binding.first) + '/' + term(binding.second);
  }

  // Steps.

  std::string step_text(std::size_t index) {
    const UnificationStep& step = unification_.steps[index];
    std::string text = fmt::format("{:>4}. {} = {}", index + 1, term(step.left), term(step.right));
    if (step.left_value != step.left || step.right_value != step.right) {
      text += fmt::format(", that is {} = {}", term(step.left_value), term(step.right_value));
    }
    return text + "   " + action_text(step) + '\n';
  }

  std::string action_text(const UnificationStep& step) {
    switch (step.kind) {
      case UnificationStep::Kind::same:
        return step.left_value == step.right_value ? "equal" : "compared before";
      case UnificationStep::Kind::decompose: {
        const std::size_t count = unified_.store.args(step.left_value).size();
        return count == 1 ? "compare the argument" : fmt::format("compare {} arguments", count);
      }
      case UnificationStep::Kind::bind:
        return "bind {" + binding_text(step.binding) + '}';
      case UnificationStep::Kind::clash:
        return "clash";
      case UnificationStep::Kind::occurs:
        return fmt::format("occurs check fails for {}", variable(step.binding.first));
    }
    return {};
  }

  Json step_json(const UnificationStep& step) {
    Json json{{"left", term(step.left)}, {"right", term(step.right)}};
    if (step.left_value != step.left) json["left_value"] = term(step.left_value);
    if (step.right_value != step.right) json["right_value"] = term(step.right_value);
    json["action"] = name_of(step.kind);
    if (step.binding.second != reference::no_term) {
      json["variable"] = variable(step.binding.first);
      json["term"] = term(step.binding.second);
    }
    return json;
  }

  // The unifier.

  std::string result_text() {
    std::string text = "most general unifier {";
    for (std::size_t i = 0; i < shown_bindings(); ++i) {
      if (i > 0) text += ", ";
      text += binding_text(unification_.unifier[i]);
    }
    const std::size_t left_out = unification_.unifier.size() - shown_bindings();
    if (left_out > 0) text += fmt::format(", ... {} (--max-nodes)", more(left_out, "binding"));
    return text + "}\ncommon instance " + term(unification_.instance) + '\n';
  }

  [[nodiscard]] std::string size_of_instance() const {
    const std::uint32_t symbols = unified_.store.symbols(unification_.instance);
    const bool saturated = symbols == std::numeric_limits<std::uint32_t>::max();
    return fmt::format("the common instance has {}{}", counted(symbols, "symbol"),
                       saturated ? " or more" : "");
  }

  Json substitution_json(const std::vector<Binding>& bindings) {
    Json json = Json::object();
    const std::size_t count = std::min(unified_.max_steps, bindings.size());
    for (std::size_t i = 0; i < count; ++i) {
      json[variable(bindings[i].first)] = term(bindings[i].second);
    }
    return json;
  }

  // The failure.

  std::string failure_text() {
    std::string text = "not unifiable: " + reason_text() + '\n';
    ir::Diagnostics places(unified_.sources);
    add_place(places, unification_.left_place, last().left_value);
    add_place(places, unification_.right_place, last().right_value);
    return text + places.render();
  }

  std::string reason_text() {
    if (fails_occurs_check()) return occurs_text();
    const TermId left = last().left_value;
    const TermId right = last().right_value;
    switch (unification_.clash) {
      case Clash::constants:
        return fmt::format("the constants {} and {} differ", term(left), term(right));
      case Clash::functors:
        return fmt::format("the functors {} and {} differ", functor(left), functor(right));
      case Clash::arities:
        return fmt::format("{} has {} on one side and {} on the other", functor(left),
                           counted(arity(left), "argument"), arity(right));
      case Clash::kinds:
        break;
    }
    const bool left_is_constant = unified_.store.kind(left) == reference::TermStore::Kind::constant;
    return fmt::format("{} is a constant, and {} is a function of {}",
                       functor(left_is_constant ? left : right),
                       functor(left_is_constant ? right : left),
                       counted(arity(left_is_constant ? right : left), "argument"));
  }

  std::string occurs_text() {
    const auto& [number, value] = last().binding;
    const std::string name = variable(number);
    std::string text =
        fmt::format("occurs check: {} would contain itself, as {} = {}", name, name, term(value));
    const std::size_t shown = std::min(most_path_numbers, unification_.through.size());
    for (std::size_t i = 0; i < shown; ++i) {
      const auto& [between, bound] = unification_.through[i];
      text += fmt::format(", {} = {}", variable(between), term(bound));
    }
    const std::size_t left_out = unification_.through.size() - shown;
    return left_out == 0 ? text : text + ", ... " + more(left_out, "binding");
  }

  [[nodiscard]] std::size_t arity(TermId term) const { return unified_.store.args(term).size(); }

  /// Returns the name of a constant or functor, without quotes.
  [[nodiscard]] std::string functor(TermId term) const {
    return unified_.symbols.text(unified_.store.name(term));
  }

  void add_place(ir::Diagnostics& places, const Occurrence& occurrence, TermId value) {
    places.note(span_of(occurrence), "unify",
                fmt::format("{} is {}", place_text(occurrence), term(value)));
  }

  /// Returns `A`, or `argument 2.1 of A`: argument 1 of argument 2.
  static std::string place_text(const Occurrence& occurrence) {
    const char* whole = occurrence.in_right ? "B" : "A";
    if (occurrence.path.empty()) return whole;
    std::string text = "argument ";
    const std::size_t shown = std::min(most_path_numbers, occurrence.path.size());
    for (std::size_t i = 0; i < shown; ++i) {
      text += fmt::format("{}{}", i == 0 ? "" : ".", occurrence.path[i] + 1);
    }
    if (shown < occurrence.path.size()) {
      text += fmt::format("... ({} levels deep)", occurrence.path.size());
    }
    return fmt::format("{} of {}", text, whole);
  }

  [[nodiscard]] const ir::Span& span_of(const Occurrence& occurrence) const {
    const frontend::Term* part = occurrence.in_right ? &unified_.right : &unified_.left;
    for (const std::uint32_t argument : occurrence.path) part = &part->args[argument];
    return part->span;
  }

  Json place_json(const Occurrence& occurrence, TermId value) {
    Json path = Json::array();
    for (const std::uint32_t argument : occurrence.path) path.push_back(argument + 1);
    const ir::Span& span = span_of(occurrence);
    return {{"in", occurrence.in_right ? "right" : "left"},
            {"path", std::move(path)},
            {"line", span.begin.line},
            {"column", span.begin.column},
            {"term", term(value)}};
  }

  Json reason_json() {
    Json json{{"kind", fails_occurs_check() ? "occurs" : name_of(unification_.clash)},
              {"message", reason_text()}};
    if (fails_occurs_check()) {
      json["variable"] = variable(last().binding.first);
      json["through"] = substitution_json(unification_.through);
    }
    json["left"] = place_json(unification_.left_place, last().left_value);
    json["right"] = place_json(unification_.right_place, last().right_value);
    return json;
  }

  const UnifiedTerms& unified_;
  const reference::Unification& unification_;
  bool cut_ = false;  ///< a term was printed in part
};

}  // namespace

std::string unification_text(const UnifiedTerms& unified) {
  return UnificationWriter(unified).text();
}

Json unification_json(const UnifiedTerms& unified) {
  return UnificationWriter(unified).json();
}

}  // namespace tesuji::tools
