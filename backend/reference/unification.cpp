#include "backend/reference/unification.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tesuji::reference {

namespace {

using Step = UnificationStep;

/// Variables with their terms, by number; together with the terms they form a graph.
class BindingGraph {
 public:
  explicit BindingGraph(TermStore& terms) : terms_(terms) {}

  void add(Binding binding) {
    index_.emplace(binding.first, bindings_.size());
    bindings_.push_back(binding);
  }
  [[nodiscard]] const std::vector<Binding>& bindings() const { return bindings_; }
  /// Keeps the first `count` bindings.
  void shorten(std::size_t count) {
    for (; bindings_.size() > count; bindings_.pop_back()) index_.erase(bindings_.back().first);
  }

  /// Returns the number of bindings before the first one that closes a cycle; all if none does.
  [[nodiscard]] std::size_t acyclic_count() const {
    std::size_t good = 0;
    std::size_t bad = bindings_.size() + 1;
    if (acyclic(bindings_.size())) return bindings_.size();
    while (bad - good > 1) {
      const std::size_t middle = good + (bad - good) / 2;
      (acyclic(middle) ? good : bad) = middle;
    }
    return good;
  }

  /// Returns the bindings on a path from `from` to the variable; a path must exist.
  [[nodiscard]] std::vector<Binding> way(TermId from, Variable to) const {
    std::vector<Visit> open;
    std::vector<bool> seen(terms_.size());
    enter(from, open, seen);
    while (!open.empty()) {
      if (is_variable(open.back().term) && terms_.number(open.back().term) == to) break;
      const TermId next = next_part(open.back(), bindings_.size());
      if (next == no_term) {
        open.pop_back();
      } else if (!seen[next] && !terms_.ground(next)) {
        enter(next, open, seen);
      }
    }
    std::vector<Binding> result;
    for (const Visit& visit : open) {
      if (!is_variable(visit.term)) continue;
      const auto bound = index_.find(terms_.number(visit.term));
      if (bound != index_.end()) result.push_back(bindings_[bound->second]);
    }
    return result;
  }

  /// Returns the term with every binding applied; the graph must be acyclic. Caches results, so
  /// that each part is rewritten once however often it occurs.
  [[nodiscard]] TermId apply(TermId root) {
    std::vector<Visit> open;
    open.push_back({root});
    while (!open.empty()) {
      Visit& visit = open.back();
      const bool whole = terms_.ground(visit.term) || applied_.contains(visit.term);
      const TermId next = whole ? no_term : next_part(visit, bindings_.size());
      if (next != no_term) {
        if (!applied_.contains(next)) open.push_back({next});
        continue;
      }
      applied_.try_emplace(visit.term, rebuilt(visit.term));
      open.pop_back();
    }
    return applied_.at(root);
  }

 private:
  /// A node on the path of a depth-first search, and how many of its parts it has entered.
  struct Visit {
    TermId term = no_term;
    std::size_t entered = 0;
  };

  [[nodiscard]] bool is_variable(TermId term) const {
    return terms_.kind(term) == TermStore::Kind::variable;
  }

  void enter(TermId term, std::vector<Visit>& open, std::vector<bool>& seen) const {
    seen[term] = true;
    open.push_back({term});
  }

  /// Returns the next argument, or the term to which the first `count` bindings bind the variable;
  /// no_term after the last one.
  TermId next_part(Visit& visit, std::size_t count) const {
    if (!is_variable(visit.term)) {
      const auto args = terms_.args(visit.term);
      return visit.entered < args.size() ? args[visit.entered++] : no_term;
    }
    const auto bound = index_.find(terms_.number(visit.term));
    if (visit.entered++ > 0 || bound == index_.end() || bound->second >= count) return no_term;
    return bindings_[bound->second].second;
  }

  /// Whether the first `count` bindings are acyclic.
  [[nodiscard]] bool acyclic(std::size_t count) const {
    std::vector<bool> seen(terms_.size());
    std::vector<bool> open_now(terms_.size());  // the nodes of `open`
    std::vector<Visit> open;
    for (std::size_t i = 0; i < count; ++i) {
      if (seen[bindings_[i].second]) continue;
      open_now[bindings_[i].second] = true;
      enter(bindings_[i].second, open, seen);
      while (!open.empty()) {
        const TermId next = next_part(open.back(), count);
        if (next == no_term) {
          open_now[open.back().term] = false;
          open.pop_back();
        } else if (open_now[next]) {
          return false;
        } else if (!seen[next] && !terms_.ground(next)) {
          open_now[next] = true;
          enter(next, open, seen);
        }
      }
    }
    return true;
  }

  /// Rebuilds a term from its rewritten parts.
  TermId rebuilt(TermId term) {
    if (terms_.ground(term)) return term;
    if (is_variable(term)) {
      const auto bound = index_.find(terms_.number(term));
      return bound == index_.end() ? term : applied_.at(bindings_[bound->second].second);
    }
    const auto parts = terms_.args(term);
    std::vector<TermId> args(parts.begin(), parts.end());
    for (TermId& arg : args) arg = applied_.at(arg);
    return terms_.compound(terms_.name(term), args);
  }

  TermStore& terms_;
  std::vector<Binding> bindings_;
  std::unordered_map<Variable, std::size_t> index_;  ///< variable to the index of its binding
  std::unordered_map<TermId, TermId> applied_;
};

class StepUnifier {
 public:
  StepUnifier(TermId left, TermId right, TermStore& terms)
      : left_(left), terms_(terms), graph_(terms) {
    places_.push_back({});
    places_.push_back({});
    pending_.push_back({{left, 0}, {right, 1}});
  }

  Unification run() {
    bool clash = false;
    while (!pending_.empty() && !clash) {
      const Pair pair = pending_.back();
      pending_.pop_back();
      clash = !compare(pair);
    }
    const std::size_t good = graph_.acyclic_count();
    if (good < graph_.bindings().size()) {
      fail_occurs_check(good);
    } else if (clash) {
      result_.left_place = occurrence(last_.left.place);
      result_.right_place = occurrence(last_.right.place);
    } else {
      result_.unifiable = true;
      for (const auto& [variable, term] : graph_.bindings()) {
        result_.unifier.emplace_back(variable, graph_.apply(term));
      }
      result_.instance = graph_.apply(left_);
    }
    return std::move(result_);
  }

 private:
  /// A term and its position: an index in places_.
  struct Placed {
    TermId term = no_term;
    std::uint32_t place = 0;
  };
  struct Pair {
    Placed left, right;
  };
  /// An argument of the term at another place; the first two places are the terms themselves.
  struct Place {
    std::uint32_t parent = 0;
    std::uint32_t argument = 0;
  };
  /// The step that made a binding, and the values that it compared.
  struct Origin {
    std::size_t step = 0;
    Pair values;
  };

  /// Makes one step. Returns whether the pair may still be unifiable.
  bool compare(const Pair& pair) {
    const Placed left = value_of(pair.left);
    const Placed right = value_of(pair.right);
    Step& step = result_.steps.emplace_back();
    step.left = pair.left.term;
    step.right = pair.right.term;
    step.left_value = left.term;
    step.right_value = right.term;
    last_ = {left, right};
    if (left.term == right.term) return true;
    const bool left_is_variable = terms_.kind(left.term) == TermStore::Kind::variable;
    const bool right_is_variable = terms_.kind(right.term) == TermStore::Kind::variable;
    if (left_is_variable || right_is_variable) {
      const bool younger = left_is_variable && right_is_variable &&
                           terms_.number(left.term) < terms_.number(right.term);
      bind(!left_is_variable || younger ? Pair{right, left} : Pair{left, right}, step);
      return true;
    }
    if (terms_.kind(left.term) != terms_.kind(right.term) ||
        terms_.name(left.term) != terms_.name(right.term) ||
        terms_.args(left.term).size() != terms_.args(right.term).size()) {
      step.kind = Step::Kind::clash;
      result_.clash = clash_of(left.term, right.term, terms_);
      return false;
    }
    const TermId left_class = class_of(left.term);
    const TermId right_class = class_of(right.term);
    if (left_class == right_class) return true;
    classes_[left_class] = right_class;
    step.kind = Step::Kind::decompose;
    push_arguments(left, right);
    return true;
  }

  /// Binds the left term, a variable, to the right one.
  void bind(const Pair& pair, Step& step) {
    const Variable variable = terms_.number(pair.left.term);
    step.kind = Step::Kind::bind;
    step.binding = {variable, pair.right.term};
    origins_.push_back({result_.steps.size() - 1, last_});
    graph_.add(step.binding);
    values_[variable] = pair.right;
  }

  void push_arguments(const Placed& left, const Placed& right) {
    const auto left_args = terms_.args(left.term);
    const auto right_args = terms_.args(right.term);
    for (auto i = static_cast<std::uint32_t>(left_args.size()); i-- > 0;) {
      pending_.push_back({{left_args[i], new_place({left.place, i})},
                          {right_args[i], new_place({right.place, i})}});
    }
  }

  std::uint32_t new_place(const Place& place) {
    places_.push_back(place);
    return static_cast<std::uint32_t>(places_.size() - 1);
  }

  /// Returns the term, or the final value of a bound variable. Compresses the path: its variables
  /// then point straight to that value.
  Placed value_of(Placed term) {
    way_.clear();
    while (terms_.kind(term.term) == TermStore::Kind::variable) {
      const auto bound = values_.find(terms_.number(term.term));
      if (bound == values_.end()) break;
      way_.push_back(bound->first);
      term = bound->second;
    }
    for (const Variable variable : way_) values_[variable] = term;
    return term;
  }

  /// Returns the representative of the terms that were compared with this one, directly or
  /// indirectly.
  TermId class_of(TermId term) {
    for (;;) {
      const auto above = classes_.find(term);
      if (above == classes_.end()) return term;
      const auto top = classes_.find(above->second);
      if (top == classes_.end()) return above->second;
      above->second = top->second;  // path halving
      term = top->second;
    }
  }

  /// Handles a failed occurs check of the binding after the first `good` ones.
  void fail_occurs_check(std::size_t good) {
    const Origin origin = origins_[good];
    result_.steps.resize(origin.step + 1);
    Step& step = result_.steps.back();
    step.kind = Step::Kind::occurs;
    graph_.shorten(good);
    result_.through = graph_.way(step.binding.second, step.binding.first);
    result_.left_place = occurrence(origin.values.left.place);
    result_.right_place = occurrence(origin.values.right.place);
  }

  [[nodiscard]] Occurrence occurrence(std::uint32_t place) const {
    Occurrence result;
    for (; place > 1; place = places_[place].parent) {
      result.path.push_back(places_[place].argument);
    }
    result.in_right = place == 1;
    std::reverse(result.path.begin(), result.path.end());
    return result;
  }

  TermId left_;
  TermStore& terms_;
  Unification result_;
  BindingGraph graph_;
  std::vector<Origin> origins_;  ///< of each binding
  std::vector<Place> places_;
  std::vector<Pair> pending_;  ///< pairs to compare, the next one last
  Pair last_;                  ///< the values of the last step
  std::unordered_map<Variable, Placed> values_;
  std::unordered_map<TermId, TermId> classes_;  ///< from a compound term towards its representative
  std::vector<Variable> way_;                   ///< scratch space of value_of
};

}  // namespace

Unification unify_in_steps(TermId left, TermId right, TermStore& terms) {
  return StepUnifier(left, right, terms).run();
}

Clash clash_of(TermId left, TermId right, const TermStore& terms) {
  if (terms.kind(left) != terms.kind(right)) return Clash::kinds;
  if (terms.kind(left) == TermStore::Kind::constant) return Clash::constants;
  return terms.name(left) != terms.name(right) ? Clash::functors : Clash::arities;
}

}  // namespace tesuji::reference
