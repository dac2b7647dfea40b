// Verifies the game contract: the relations from which the host reads legal moves, the next state,
// the end and the goals, and those that store states and moves. Engines and host rely on these
// shapes without checking.
#include "ir/core/counted.h"
#include "ir/verify/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace tesuji::ir {
namespace {

/// Returns the number of atoms `?` in a term; nullopt if its parentheses do not match.
std::optional<std::size_t> count_places(std::string_view term) {
  constexpr std::string_view ends = " \t\n\r\f()";
  std::size_t places = 0;
  std::size_t depth = 0;
  std::size_t begin = 0;  // of the atom
  for (std::size_t i = 0; i <= term.size(); ++i) {
    const bool at_end = i == term.size();
    if (!at_end && ends.find(term[i]) == std::string_view::npos) continue;
    if (term.substr(begin, i - begin) == "?") ++places;
    begin = i + 1;
    if (at_end) break;
    if (term[i] == '(') ++depth;
    if (term[i] == ')' && depth-- == 0) return std::nullopt;
  }
  if (depth != 0) return std::nullopt;
  return places;
}

class ContractVerifier {
 public:
  explicit ContractVerifier(Verification& run) : run_(run), module_(run.module) {}

  void verify() {
    for (const Relation& relation : module_.relations) {
      verify_answer(relation);
      if (relation.kind == RelationKind::state) verify_fluents(relation);
      if (relation.kind == RelationKind::input) verify_input(relation);
    }
  }

 private:
  void verify_answer(const Relation& relation) {
    if (relation.answer == Answer::none) return;
    if (relation.kind != RelationKind::derived) {
      run_.fault_at(relation, fmt::format("{} is an answer about a state: it must be derived",
                                          relation.name));
    }
    switch (relation.answer) {
      case Answer::goal:
        verify_goal(relation);
        break;
      case Answer::terminal:
        if (!relation.columns.empty()) wrong_columns(relation, "no columns");
        verify_only(relation, terminals_);
        break;
      case Answer::ended:
        if (!relation.columns.empty()) wrong_columns(relation, "no columns");
        verify_only(relation, ended_);
        break;
      case Answer::legal:
      case Answer::sees:
        verify_moves(relation);
        break;
      default:
        break;
    }
  }

  void verify_goal(const Relation& relation) {
    if (!has_goal_values(relation)) {
      verify_moves(relation);
      return;
    }
    if (relation.columns.size() != 2) wrong_columns(relation, "2 columns, role and value");
    verify_only(relation, goals_);
  }

  /// Checks that only one relation gives the answer, because the host reads one.
  void verify_only(const Relation& relation, const Relation*& first) {
    if (first != nullptr) {
      run_.fault_at(relation, fmt::format("{} and {} both answer `{}`", first->name, relation.name,
                                          name_of(relation.answer)));
    }
    first = &relation;
  }

  void verify_moves(const Relation& relation) {
    if (relation.columns.empty()) {
      wrong_columns(relation, "a column for the role");
      return;
    }
    verify_term(relation, relation.columns.size() - 1);
  }

  void verify_input(const Relation& relation) {
    verify_moves(relation);
    verify_link(relation, relation.legal, Answer::legal);
  }

  void verify_link(const Relation& relation, RelationId linked, Answer answer) {
    if (linked >= module_.relations.size() || module_.relations[linked].answer == answer) return;
    run_.fault_at(relation,
                  fmt::format("{} has a relation `{}` that does not answer this, {}", relation.name,
                              name_of(answer), module_.relations[linked].name));
  }

  void verify_fluents(const Relation& state) {
    verify_term(state, state.columns.size());
    if (state.next < module_.relations.size()) {
      const Relation& next = module_.relations[state.next];
      verify_link(state, state.next, Answer::next);
      if (!taken_.insert(state.next).second) {
        run_.fault_at(next, fmt::format("{} is `next` of two relations", next.name));
      }
    }
    if (state.init < module_.relations.size()) verify_init(state);
  }

  /// The initial state is computed before any entry runs.
  void verify_init(const Relation& state) {
    const Relation& init = module_.relations[state.init];
    if (module_.level != Level::plans) return;
    if (init.kind != RelationKind::fixed && init.kind != RelationKind::derived) {
      run_.fault_at(init, fmt::format("{} must be static", init.name));
    }
    const std::uint32_t stratum = run_.stratum_of[state.init];
    const Entry* first = module_.find_entry("static");
    if (stratum != no_id &&
        (first == nullptr ||
         std::find(first->strata.begin(), first->strata.end(), stratum) == first->strata.end())) {
      run_.fault_at(init, fmt::format("{} is computed, but not by the entry static", init.name));
    }
    for (std::size_t i = 0; i < init.facts.cells.size(); ++i) {
      const Domain& domain = module_.domains[state.columns[i % state.columns.size()]];
      if (domain.position(init.facts.cells[i]) >= 0) continue;
      run_.fault_at(init, fmt::format("{} has a fact with {}, which {} cannot hold", init.name,
                                      module_.symbols->text(init.facts.cells[i]), state.name));
      return;
    }
  }

  /// A missing term is derived from name and columns.
  void verify_term(const Relation& relation, std::size_t columns) {
    if (relation.term.empty()) return;
    const std::optional<std::size_t> places = count_places(relation.term);
    if (!places) {
      run_.fault_at(relation, fmt::format("{} has a term with unmatched parentheses, {}",
                                          relation.name, relation.term));
    } else if (*places != columns) {
      run_.fault_at(relation, fmt::format("{} has a term with {} for {}, {}", relation.name,
                                          counted(*places, "place"), counted(columns, "argument"),
                                          relation.term));
    }
  }

  void wrong_columns(const Relation& relation, std::string_view wanted) {
    run_.fault_at(relation, fmt::format("{} has {}: it must have {}", relation.name,
                                        counted(relation.columns.size(), "column"), wanted));
  }

  Verification& run_;
  const Module& module_;
  std::unordered_set<RelationId> taken_;  ///< used as `next` of a relation
  const Relation* terminals_ = nullptr;
  const Relation* ended_ = nullptr;
  const Relation* goals_ = nullptr;  ///< with values
};

}  // namespace

void verify_contract(Verification& run) {
  ContractVerifier(run).verify();
}

}  // namespace tesuji::ir
