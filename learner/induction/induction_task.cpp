#include "learner/induction/induction_task.h"

#include "ir/core/counted.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace tesuji::learner {

namespace {

std::string shown(const std::string& name, std::size_t arity) {
  return name + "/" + std::to_string(arity);
}

/// Adds examples one by one, and checks each against those before.
class TaskBuilder {
 public:
  TaskBuilder(const ValueOf& value_of, ir::Diagnostics& diagnostics, bool noise)
      : value_of_(value_of), diagnostics_(diagnostics), noise_(noise) {}

  void add(const ir::ExampleText& text) {
    if (!is_of_target(text)) return;
    Example example;
    for (const ir::PrologTerm& arg : text.atom.args) {
      const auto value = value_of_(arg);
      if (!value) return;
      example.push_back(*value);
    }
    // With noise an example may occur with either sign.
    const auto [place, added] = seen_.try_emplace({example, noise_ && text.positive}, &text);
    if (!added) {
      if (place->second->positive == text.positive) return;
      diagnostics_
          .error(text.atom.span, "contradiction",
                 std::string("this example is ") + (text.positive ? "positive" : "negative") +
                     " here and " + (text.positive ? "negative" : "positive") + " elsewhere")
          .notes.push_back({place->second->atom.span, "the other one is here"});
      return;
    }
    (text.positive ? task_.positive : task_.negative).push_back(std::move(example));
    (text.positive ? task_.positive_places : task_.negative_places).push_back(text.atom.span);
  }

  InductionTask take() { return std::move(task_); }

 private:
  bool is_of_target(const ir::ExampleText& text) {
    const ir::PrologTerm& atom = text.atom;
    if (!first_) {
      first_ = &text;
      task_.target = atom.name;
      task_.arity = static_cast<std::uint32_t>(atom.args.size());
    }
    if (atom.name == task_.target && atom.args.size() == task_.arity) return true;
    const bool arity = atom.name == task_.target;
    diagnostics_
        .error(atom.span, arity ? "arity" : "several-targets",
               arity ? "this example has " + ir::counted(atom.args.size(), "argument") + ", not " +
                           std::to_string(task_.arity)
                     : "all examples are of one predicate; this one is of " +
                           shown(atom.name, atom.args.size()) + ", not of " +
                           shown(task_.target, task_.arity))
        .notes.push_back({first_->atom.span, "the first example is here"});
    return false;
  }

  const ValueOf& value_of_;
  ir::Diagnostics& diagnostics_;
  InductionTask task_;
  const ir::ExampleText* first_ = nullptr;
  const bool noise_;
  std::map<std::pair<Example, bool>, const ir::ExampleText*> seen_;
};

/// `grandparent_1` is the name of the first predicate invented for grandparent.
bool is_invented_name(const std::string& name, const std::string& target) {
  return name.size() > target.size() + 1 && name.starts_with(target) &&
         name[target.size()] == '_' &&
         name.find_first_not_of("0123456789", target.size() + 1) == std::string::npos;
}

class Offers {
 public:
  Offers(const ir::BackgroundText& text, FactBackground& background, InductionTask& task,
         ir::Diagnostics& diagnostics)
      : text_(text), background_(background), task_(task), diagnostics_(diagnostics) {}

  void run() {
    for (const ir::LogicClause& clause : text_.clauses) {
      check_name(clause.head);
      check_no_example(clause.head);
    }
    check_target();
    for (const ir::PrologTerm& type : text_.types) read_types(type);
    warn_of_type_names();
    for (const auto& direction : text_.bias.directions) read_direction(direction);
    std::vector<const FactRelation*> offered;
    for (const ir::PredicateName& one : text_.body_predicates) {
      if (const FactRelation* found = background_.find(one.name, one.arity)) {
        offered.push_back(found);
      } else if (!text_.bias.recursion || one.name != task_.target || one.arity != task_.arity) {
        unknown(one.span, one.name, one.arity);
      }
    }
    if (text_.body_predicates.empty()) {
      for (const FactRelation& one : background_.relations()) offered.push_back(&one);
    }
    for (std::size_t i = 0; i < offered.size(); ++i) {
      const auto before = offered.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(offered.begin(), before, offered[i]) != before) continue;
      const std::pair key(offered[i]->name(), offered[i]->arity());
      if (const CalledRelations* const called = background_.called(*offered[i])) {
        if (inputs_[key].empty()) inputs_[key] = called->inputs(*offered[i]);
        if (types_[key].empty()) types_[key] = type_numbers(called->types(*offered[i]));
      }
      background_.offer(*offered[i], types_[key], inputs_[key]);
    }
    task_.types = types_[{task_.target, task_.arity}];
    if (background_.has_proved()) {
      task_.makes_terms = true;
      task_.max_depth = 100 + 2 * background_.terms().longest();
      order_by_length();
    }
  }

 private:
  /// Sorts positive examples with shorter lists first, so that base cases precede recursive ones.
  void order_by_length() {
    const auto length = [&](const Example& example) {
      std::size_t all = 0;
      for (const Value value : example) all += background_.terms().length(value);
      return all;
    };
    std::vector<std::size_t> order(task_.positive.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return length(task_.positive[a]) < length(task_.positive[b]);
    });
    InductionTask sorted;
    for (const std::size_t i : order) {
      sorted.positive.push_back(std::move(task_.positive[i]));
      sorted.positive_places.push_back(task_.positive_places[i]);
    }
    task_.positive = std::move(sorted.positive);
    task_.positive_places = std::move(sorted.positive_places);
  }

  void check_name(const ir::PrologTerm& head) {
    if (head.name == task_.target && head.args.size() == task_.arity) {
      if (!std::exchange(target_told_, true)) {
        diagnostics_.error(head.span, "target-defined",
                           "the background defines the examples' predicate " +
                               shown(task_.target, task_.arity) + ", which is to be learned");
      }
    } else if (is_invented_name(head.name, task_.target)) {
      if (!std::exchange(invented_told_, true)) {
        diagnostics_.error(head.span, "target-defined",
                           "`" + head.name + "` is how predicates that are invented for `" +
                               task_.target + "` are called; give it another name");
      }
    }
  }

  /// `pos(grandparent(ann,amy))` is an example; its file is not background.
  void check_no_example(const ir::PrologTerm& head) {
    if (!head.is("pos", 1) && !head.is("neg", 1)) return;
    const ir::PrologTerm& atom = head.args[0];
    if (atom.name != task_.target || atom.args.size() != task_.arity) return;
    if (std::exchange(example_told_, true)) return;
    diagnostics_.error(head.span, "target-defined",
                       "this is an example, not background: give its file with --examples");
  }

  void check_target() {
    const auto& heads = text_.bias.head_predicates;
    if (heads.empty() || std::any_of(heads.begin(), heads.end(), [&](const auto& head) {
          return head.name == task_.target && head.arity == task_.arity;
        })) {
      return;
    }
    diagnostics_
        .error(heads.front().span, "several-targets",
               "the bias is for " + shown(heads.front().name, heads.front().arity) +
                   ", and the examples are of " + shown(task_.target, task_.arity))
        .notes.push_back({task_.positive_places.at(0), "the first positive example is here"});
  }

  void read_types(const ir::PrologTerm& type) {
    const auto arity = static_cast<std::uint32_t>(type.args.size());
    const bool of_target = type.name == task_.target;
    if (!background_.find(type.name, arity) && !(of_target && arity == task_.arity)) {
      const auto& all = background_.relations();
      if (of_target || std::any_of(all.begin(), all.end(),
                                   [&](const auto& one) { return one.name() == type.name; })) {
        unknown(type.span, type.name, arity);
      } else {
        warn_of_predicate(type.span, "types", type.name, arity);
      }
      return;  // of a target that other examples have
    }
    std::vector<std::string> names;
    for (const ir::PrologTerm& arg : type.args) {
      names.push_back(arg.kind == ir::PrologTerm::Kind::variable ? std::string() : arg.name);
    }
    types_[{type.name, arity}] = type_numbers(names);
  }

  /// Returns the numbers of the types of these names; 0, which matches every type, if empty.
  std::vector<std::uint32_t> type_numbers(const std::vector<std::string>& names) {
    std::vector<std::uint32_t> numbers;
    for (const std::string& name : names) {
      const auto next = static_cast<std::uint32_t>(type_numbers_.size() + 1);
      numbers.push_back(name.empty() ? 0 : type_numbers_.try_emplace(name, next).first->second);
    }
    return numbers;
  }

  /// The types may belong to another target; but if a predicate here has a similar name, it may be
  /// misspelt.
  void warn_of_predicate(const ir::Span& span, const char* what, const std::string& name,
                         std::uint32_t arity) {
    const std::string near = nearest(name, arity);
    if (near.empty()) return;
    diagnostics_.warning(span, "unknown-predicate",
                         std::string("these ") + what +
                             " are not used, as the background does not define " +
                             shown(name, arity) + "; did you mean `" + near + "`?");
  }

  void read_direction(const ir::BiasText::Direction& direction) {
    const auto& [name, arity, span] = direction.predicate;
    if (name == task_.target && arity == task_.arity) return;  // of forms of clauses
    if (background_.find(name, arity)) {
      inputs_[{name, arity}] = direction.inputs;
    } else {
      warn_of_predicate(span, "directions", name, arity);
    }
  }

  /// Warns of types that occur at only one argument and have a name similar to another type's.
  void warn_of_type_names() {
    std::map<std::string, std::pair<std::size_t, ir::Span>> uses;
    for (const ir::PrologTerm& type : text_.types) {
      for (const ir::PrologTerm& arg : type.args) {
        if (arg.kind != ir::PrologTerm::Kind::variable) {
          ++uses.try_emplace(arg.name, 0, arg.span).first->second.first;
        }
      }
    }
    for (const auto& [name, use] : uses) {
      if (use.first > 1) continue;
      std::vector<std::string> others;
      for (const auto& [other, of_other] : uses) {
        if (of_other.first > 1) others.push_back(other);
      }
      const std::string near = ir::nearest_name(name, others);
      if (near.empty()) continue;
      diagnostics_.warning(
          use.second, "unused",
          "nothing else has the type `" + name + "`; did you mean `" + near + "`?");
    }
  }

  /// Returns the predicate with the most similar name; empty if none exists.
  [[nodiscard]] std::string nearest(const std::string& name, std::uint32_t arity) const {
    std::vector<std::string> names{shown(task_.target, task_.arity)};
    for (const FactRelation& one : background_.relations()) {
      names.push_back(shown(one.name(), one.arity()));
    }
    return ir::nearest_name(shown(name, arity), names);
  }

  void unknown(const ir::Span& span, const std::string& name, std::uint32_t arity) {
    if (name == task_.target && arity == task_.arity) {
      diagnostics_.error(span, "unknown-predicate",
                         shown(name, arity) +
                             " is the learned predicate, not one of the background: with "
                             "`enable_recursion.` clauses call it without a body_pred");
      return;
    }
    std::string message = "the background does not define " + shown(name, arity);
    const std::string near = nearest(name, arity);
    if (!near.empty()) message += "; did you mean `" + near + "`?";
    diagnostics_.error(span, "unknown-predicate", message);
  }

  const ir::BackgroundText& text_;
  FactBackground& background_;
  InductionTask& task_;
  ir::Diagnostics& diagnostics_;
  std::map<std::string, std::uint32_t> type_numbers_;
  std::map<std::pair<std::string, std::uint32_t>, std::vector<std::uint32_t>> types_;
  std::map<std::pair<std::string, std::uint32_t>, std::vector<bool>> inputs_;
  bool target_told_ = false;
  bool invented_told_ = false;
  bool example_told_ = false;
};

}  // namespace

std::optional<InductionTask> make_task(const std::vector<ir::ExampleText>& examples,
                                       const ValueOf& value_of, ir::Diagnostics& diagnostics,
                                       bool noise) {
  const std::size_t errors = diagnostics.error_count();
  TaskBuilder builder(value_of, diagnostics, noise);
  for (const ir::ExampleText& example : examples) builder.add(example);
  InductionTask task = builder.take();
  if (diagnostics.error_count() > errors) return std::nullopt;
  if (task.positive.empty()) {
    const ir::Span place = examples.empty() ? ir::Span{} : examples[0].atom.span;
    diagnostics.error(place, "no-examples", "no positive example");
    return std::nullopt;
  }
  return task;
}

bool offer_predicates(const ir::BackgroundText& text, FactBackground& background,
                      InductionTask& task, ir::Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  Offers(text, background, task, diagnostics).run();
  return diagnostics.error_count() == errors;
}

bool fit(const std::vector<ir::ClauseMetarule>& metarules, const Background& background,
         const InductionTask& task, ir::Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  bool any = false;
  for (const ir::ClauseMetarule& metarule : metarules) {
    any |= metarule.arity == task.arity;
    for (const ir::ClauseMetarule::Literal& literal : metarule.body) {
      const auto& predicate = metarule.predicates[literal.predicate];
      const auto all = background.predicates();
      if (predicate.variable || std::any_of(all.begin(), all.end(), [&](const auto& one) {
            return one.name == predicate.name && one.arity == literal.args.size();
          })) {
        continue;
      }
      std::vector<std::string> names;
      for (const BackgroundPredicate& one : all) names.push_back(shown(one.name, one.arity));
      const std::string name = shown(predicate.name, literal.args.size());
      std::string message = "clauses cannot call " + name + ", which the background does not offer";
      const std::string near = ir::nearest_name(name, names);
      if (!near.empty()) message += "; did you mean `" + near + "`?";
      diagnostics.error(literal.span, "unknown-predicate", message);
    }
  }
  if (!any) {
    diagnostics.error(task.positive_places.at(0), "arity",
                      "no metarule is for clauses of " + shown(task.target, task.arity) +
                          ": give some with --metarules");
  }
  return diagnostics.error_count() == errors;
}

}  // namespace tesuji::learner
