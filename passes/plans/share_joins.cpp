#include "passes/plans/share_joins.h"

#include "passes/analysis/canonical_rules.h"
#include "passes/analysis/dependencies.h"
#include "passes/analysis/estimates.h"
#include "passes/analysis/variables.h"
#include "passes/ordering/literal_order.h"
#include "passes/plans/planning.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

using ir::Argument;
using ir::Literal;
using Places = std::vector<std::uint32_t>;  ///< ascending, in a body
using VariableSet = std::set<ir::VariableId>;

/// Maximum number of canonical forms of parts that are computed; further parts are ignored.
constexpr std::size_t most_forms = 10'000;
constexpr std::size_t most_rounds = 16;
/// Minimum saving by sharing: steps per evaluation ..
constexpr double least_shared_saving = 8;
/// .. and share of the users' cost without sharing: estimates are rough.
constexpr double least_shared_share = 0.1;
/// Steps to store a tuple.
constexpr double steps_to_keep = 2;
/// Maximum number of tuples that a part may have by its domains.
constexpr std::uint64_t most_shared_tuples = 1'000'000;

/// A part of a body.
struct SharedPart {
  std::uint32_t rule = 0;
  Places places;
  std::vector<ir::VariableId> variables;  ///< in canonical order
};

struct PartForm {
  std::vector<std::uint32_t> key;         ///< empty: no form
  std::vector<ir::VariableId> variables;  ///< in canonical order
};

/// Canonical numbers of variables.
using Columns = std::set<std::size_t>;

struct Sharing {
  std::vector<SharedPart> users;
  Columns columns;
  double saving = 0;
};

class JoinSharer {
 public:
  JoinSharer(ir::Module& module, PassContext& context)
      : module_(module),
        estimates_(planned_estimates(module, context)),
        known_parts_(module.rules.size()),
        joins_(module.rules.size()) {
    const Dependencies dependencies = find_dependencies(module);
    is_static_.resize(module.relations.size());
    for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
      is_static_[id] = module.relations[id].kind == ir::RelationKind::fixed;
    }
    if (const ir::Entry* entry = module.find_entry("static")) {
      for (const std::uint32_t stratum : entry->strata) {
        for (const ir::RelationId id : module.strata[stratum].relations) is_static_[id] = true;
      }
    }
    for (const ir::Rule& rule : module.rules) {
      const auto is_own = [&](const Literal& literal) {
        return literal.relation != ir::no_id &&
               dependencies.component[literal.relation] == dependencies.component[rule.head];
      };
      // In a call, a part would be computed for all possible given values.
      const bool is_call = module.relations[rule.head].storage == ir::Storage::call;
      may_share_.push_back(!is_static_[rule.head] && !is_call &&
                           std::none_of(rule.body.begin(), rule.body.end(), is_own));
    }
  }

  /// Shares the part that saves most, and further parts of other rules that save. Returns false if
  /// none does. The next call considers parts of newly shared relations.
  bool share() {
    std::vector<Sharing> all;
    for (const auto& [key, parts] : repeated_parts()) {
      if (auto one = best_sharing(parts)) all.push_back(std::move(*one));
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Sharing& a, const Sharing& b) { return a.saving > b.saving; });
    std::set<std::uint32_t> changed;
    for (const Sharing& one : all) {
      const auto is_changed = [&](const SharedPart& part) { return changed.contains(part.rule); };
      if (std::any_of(one.users.begin(), one.users.end(), is_changed)) continue;
      apply(one);
      for (const SharedPart& part : one.users) changed.insert(part.rule);
    }
    return !all.empty();
  }

 private:
  using Parts = std::map<std::vector<std::uint32_t>, std::vector<SharedPart>>;

  static bool positive(const Literal& literal) { return literal.kind == Literal::Kind::positive; }

  /// Whether a part may contain the literal. A call may need variables that only the rest of its
  /// rule binds.
  [[nodiscard]] bool may_be_shared(const Literal& literal) const {
    return literal.relation == ir::no_id ||
           module_.relations[literal.relation].storage != ir::Storage::call;
  }

  static bool in_two_rules(const std::vector<SharedPart>& parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const SharedPart& part) { return part.rule != parts.front().rule; });
  }

  /// Returns parts of at least two literals that occur in at least two rules, by canonical form.
  Parts repeated_parts() {
    Parts result;
    Parts level;
    for (std::uint32_t r = 0; r < may_share_.size(); ++r) {
      if (!may_share_[r]) continue;
      for (std::uint32_t i = 0; i < module_.rules[r].body.size(); ++i) {
        const Literal& literal = module_.rules[r].body[i];
        if (positive(literal) && may_be_shared(literal)) add_part(level, r, {i});
      }
    }
    while (!level.empty()) {
      std::set<std::pair<std::uint32_t, Places>> seen;
      Parts next;
      for (const auto& [key, parts] : level) {
        if (!in_two_rules(parts)) continue;
        for (const SharedPart& part : parts) grow(part, seen, next);
      }
      std::erase_if(next, [](const auto& of) { return !in_two_rules(of.second); });
      result.insert(next.begin(), next.end());
      level = std::move(next);
    }
    return result;
  }

  void grow(const SharedPart& part, std::set<std::pair<std::uint32_t, Places>>& seen, Parts& next) {
    const ir::Rule& rule = module_.rules[part.rule];
    const VariableSet known(part.variables.begin(), part.variables.end());
    for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
      if (std::binary_search(part.places.begin(), part.places.end(), i)) continue;
      if (!may_be_shared(rule.body[i])) continue;
      VariableSet own;
      add_variables(rule.body[i], own);
      const auto common = std::count_if(own.begin(), own.end(),
                                        [&](ir::VariableId one) { return known.contains(one); });
      const bool all = common == static_cast<std::ptrdiff_t>(own.size());
      if (common == 0 || (!positive(rule.body[i]) && !all)) continue;
      Places places = part.places;
      places.insert(std::lower_bound(places.begin(), places.end(), i), i);
      if (seen.emplace(part.rule, places).second) add_part(next, part.rule, std::move(places));
    }
  }

  void add_part(Parts& parts, std::uint32_t rule, Places places) {
    const auto [found, fresh] = known_parts_[rule].try_emplace(std::move(places));
    if (fresh) {
      if (forms_left_ == 0) return;
      --forms_left_;
      found->second = form_of(rule, found->first);
    }
    const auto& [key, variables] = found->second;
    if (!key.empty()) parts[key].push_back({rule, found->first, variables});
  }

  PartForm form_of(std::uint32_t rule, const Places& places) {
    ir::Rule body;
    body.variables = module_.rules[rule].variables;
    VariableSet variables;
    for (const std::uint32_t i : places) {
      body.body.push_back(module_.rules[rule].body[i]);
      add_variables(body.body.back(), variables);
    }
    for (const ir::VariableId one : variables) body.head_args.push_back(Argument::variable(one));
    const ir::Rule* const only = &body;
    CanonicalRules form = forms_.of(std::span(&only, 1), variables.size());
    PartForm result{std::move(form.key), {}};
    for (const std::size_t column : form.columns) {
      result.variables.push_back(body.head_args[column].id);
    }
    return result;
  }

  // What sharing saves -------------------------------------------------------

  /// Returns the columns that the part's rule needs outside of it.
  [[nodiscard]] Columns needed(const SharedPart& part) const {
    const ir::Rule& rule = module_.rules[part.rule];
    VariableSet outside;
    add_variables(rule.head_args, outside);
    for (std::uint32_t i = 0; i < rule.body.size(); ++i) {
      if (!std::binary_search(part.places.begin(), part.places.end(), i)) {
        add_variables(rule.body[i], outside);
      }
    }
    Columns result;
    for (std::size_t c = 0; c < part.variables.size(); ++c) {
      if (outside.contains(part.variables[c])) result.insert(c);
    }
    return result;
  }

  [[nodiscard]] bool has_changes(const SharedPart& part) const {
    return std::any_of(part.places.begin(), part.places.end(), [&](std::uint32_t i) {
      const ir::RelationId reads = module_.rules[part.rule].body[i].relation;
      return reads != ir::no_id && !is_static_[reads];
    });
  }

  /// Returns the better choice: all users with the union of their needs, or those that need no more
  /// than one of them.
  std::optional<Sharing> best_sharing(const std::vector<SharedPart>& parts) {
    if (!has_changes(parts.front())) return std::nullopt;
    std::vector<Columns> needs;
    Columns any;
    for (const SharedPart& part : parts) {
      needs.push_back(needed(part));
      any.insert(needs.back().begin(), needs.back().end());
    }
    std::set<Columns> choices(needs.begin(), needs.end());
    choices.insert(any);
    std::optional<Sharing> best;
    for (const Columns& columns : choices) {
      Sharing one;
      one.columns = columns;
      for (std::size_t p = 0; p < parts.size(); ++p) {
        const bool enough =
            std::includes(columns.begin(), columns.end(), needs[p].begin(), needs[p].end());
        const bool used = std::any_of(one.users.begin(), one.users.end(), [&](const SharedPart& o) {
          return o.rule == parts[p].rule;  // at most once per round
        });
        if (enough && !used) one.users.push_back(parts[p]);
      }
      if (one.users.size() < 2 || !saves(one)) continue;
      if (!best || one.saving > best->saving) best = std::move(one);
    }
    return best;
  }

  const ExpectedJoin& join_of(std::uint32_t rule) {
    ExpectedJoin& join = joins_[rule];
    if (join.order.empty()) join = expected_join(module_, estimates_, module_.rules[rule]);
    return join;
  }

  /// Adds the relation temporarily to measure the saving.
  bool saves(Sharing& sharing) {
    ir::Rule helper;
    if (!add_relation(sharing, helper)) return false;
    double saving = 0;
    double before = 0;
    const double made = expected_join(module_, estimates_, helper).steps +
                        steps_to_keep * estimates_.rows(helper.head);
    for (const auto& [number, rule] : read_part(sharing, helper.head)) {
      const double saved = join_of(number).steps - expected_join(module_, estimates_, rule).steps;
      if (saved <= 0) {
        std::erase_if(sharing.users, [&](const SharedPart& part) { return part.rule == number; });
        continue;
      }
      before += join_of(number).steps;
      saving += saved;
    }
    module_.relations.truncate(helper.head);
    if (sharing.users.size() < 2) return false;
    sharing.saving = saving - made;
    return sharing.saving >= std::max(least_shared_saving, least_shared_share * before);
  }

  // Sharing ------------------------------------------------------------------

  /// Adds the shared relation, and returns its rule in `helper`. Returns false if it might be too
  /// large.
  bool add_relation(const Sharing& sharing, ir::Rule& helper) {
    const SharedPart& part = sharing.users.front();
    const ir::Rule& rule = module_.rules[part.rule];
    ir::Relation relation;
    relation.kind = ir::RelationKind::derived;
    relation.span = rule.span;
    helper.span = rule.span;
    helper.variables = rule.variables;
    for (const std::uint32_t i : part.places) helper.body.push_back(rule.body[i]);
    for (const std::size_t c : sharing.columns) {
      helper.head_args.push_back(Argument::variable(part.variables[c]));
      relation.columns.push_back(domain_of(part.variables[c], helper.body));
    }
    if (module_.product_size(relation) > most_shared_tuples) return false;
    helper.head = module_.add_helper(ir::Origin::split, rule.head, std::move(relation));
    helper.name = module_.relations[helper.head].name + "#1";
    estimates_.know(helper.head);
    estimates_.set_rows(helper.head, expected_join(module_, estimates_, helper).tuples);
    return true;
  }

  [[nodiscard]] ir::DomainId domain_of(ir::VariableId variable,
                                       const std::vector<Literal>& body) const {
    for (const Literal& literal : body) {
      if (!positive(literal)) continue;
      for (std::size_t c = 0; c < literal.args.size(); ++c) {
        if (literal.args[c] == Argument::variable(variable)) {
          return module_.relations[literal.relation].columns[c];
        }
      }
    }
    return ir::no_id;
  }

  /// Returns the users with their parts replaced by the relation.
  [[nodiscard]] std::map<std::uint32_t, ir::Rule> read_part(const Sharing& sharing,
                                                            ir::RelationId relation) const {
    std::map<std::uint32_t, ir::Rule> result;
    for (const SharedPart& part : sharing.users) {
      const ir::Rule& before = module_.rules[part.rule];
      Literal use;
      use.relation = relation;
      use.span = before.body[part.places.front()].span;
      for (const std::size_t c : sharing.columns) {
        use.args.push_back(Argument::variable(part.variables[c]));
      }
      ir::Rule rule = before;
      rule.body = {std::move(use)};
      for (std::uint32_t i = 0; i < before.body.size(); ++i) {
        if (!std::binary_search(part.places.begin(), part.places.end(), i)) {
          rule.body.push_back(before.body[i]);
        }
      }
      result.emplace(part.rule, std::move(rule));
    }
    return result;
  }

  void apply(const Sharing& sharing) {
    ir::Rule helper;
    if (!add_relation(sharing, helper)) return;
    for (auto& [number, rule] : read_part(sharing, helper.head)) {
      module_.rules[number] = std::move(rule);
      joins_[number] = {};
      known_parts_[number].clear();
    }
    module_.rules.push_back(std::move(helper));
    joins_.emplace_back();
    known_parts_.emplace_back();
    may_share_.push_back(true);
    is_static_.push_back(false);
  }

  ir::Module& module_;
  Estimates estimates_;
  CanonicalForms forms_;
  std::size_t forms_left_ = most_forms;
  std::vector<std::map<Places, PartForm>> known_parts_;  ///< by rule
  std::vector<bool> is_static_;      ///< by relation: it depends on neither state nor moves
  std::vector<bool> may_share_;      ///< by rule
  std::vector<ExpectedJoin> joins_;  ///< by rule, as far as computed
};

}  // namespace

bool share_joins(ir::Module& module, PassContext& context) {
  JoinSharer sharer(module, context);
  std::size_t rounds = 0;
  while (rounds < most_rounds && sharer.share()) ++rounds;
  if (rounds == 0) return false;
  module.strata.clear();
  module.entries.clear();
  module.plans.clear();
  return true;
}

}  // namespace tesuji::passes
