// The game contract: relations by which the host asks for legal moves, the next
// state, the end and the goals, and those it keeps states and moves in. Engines and
// host rely on these shapes without looking again.
#include "ir/answer.h"
#include "ir/counted.h"
#include "ir/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace tesuji::ir {
namespace {

/// Number of atoms `?` of a term; nothing if its parentheses do not match.
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
      // In a working memory the names of GDL's answers mean nothing.
      if (module_.agendas.empty()) verify_answer(relation);
      if (relation.kind == RelationKind::state) verify_fluents(relation);
      if (relation.kind == RelationKind::input) verify_moves(relation, "does");
    }
  }

 private:
  void verify_answer(const Relation& relation) {
    const std::string_view answer = answer_of(relation.name);
    const bool legal = answer == "legal";
    const bool goal = answer == "goal";
    const bool terminal = answer == "terminal";
    if (answer.empty()) return;
    if (relation.kind != RelationKind::derived) {
      run_.fault_at(relation, fmt::format("{} is an answer about a state: it must be derived",
                                          relation.name));
    }
    if (goal && relation.name == answer && relation.columns.size() != 2) {
      wrong_columns(relation, "2 columns, role and value");
    } else if (goal) {
      verify_moves(relation, answer);
    }
    if (terminal && !relation.columns.empty()) wrong_columns(relation, "no columns");
    if (legal || answer == "sees") verify_moves(relation, answer);
  }

  void verify_moves(const Relation& relation, std::string_view word) {
    if (relation.columns.empty()) {
      wrong_columns(relation, "a column for the role");
      return;
    }
    verify_term(relation, relation.columns.size() - 1);
    if (word == "does" && relation.legal < module_.relations.size() &&
        answer_of(module_.relations[relation.legal].name) != "legal") {
      run_.fault_at(relation, fmt::format("{} has a relation `legal` of another name, {}",
                                          relation.name, module_.relations[relation.legal].name));
    }
  }

  void verify_fluents(const Relation& state) {
    verify_term(state, state.columns.size());
    if (state.next < module_.relations.size()) {
      const Relation& next = module_.relations[state.next];
      if (answer_of(next.name) != "next") {
        run_.fault_at(state, fmt::format("{} has a relation `next` of another name, {}", state.name,
                                         next.name));
      }
      if (!taken_.insert(state.next).second) {
        run_.fault_at(next, fmt::format("{} is `next` of two relations", next.name));
      }
    }
    if (state.init < module_.relations.size()) verify_init(state);
  }

  /// The initial state is made before any entry is run.
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

  /// Without a term, name and columns make one.
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
  std::unordered_set<RelationId> taken_;  ///< as `next` of a relation
};

}  // namespace

void verify_contract(Verification& run) {
  ContractVerifier(run).verify();
}

}  // namespace tesuji::ir
