#include "tools/reports/proofs/proof_statements.h"

#include "backend/proofs/formulas/invariant_maker.h"
#include "ir/core/counted.h"
#include "ir/formulas/formula_text.h"
#include "runtime/host/game/named_symmetry.h"
#include "runtime/host/game/term_names.h"
#include "tools/boards/board_coordinates.h"
#include "tools/boards/board_view.h"
#include "tools/reports/verify/length_words.h"
#include "tools/reports/verify/verify_words.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tesuji::tools {
namespace {

// Symmetries, named as movements of the game's board.

using Square = std::pair<std::size_t, std::size_t>;  // row, column

struct Movement {
  const char* name;
  bool square;  ///< only of boards with as many rows as columns
  Square (*image)(Square from, std::size_t rows, std::size_t columns);
};

constexpr Movement movements[] = {
    {"left and right exchanged", false,
     [](Square from, std::size_t, std::size_t columns) {
       return Square{from.first, columns - 1 - from.second};
     }},
    {"top and bottom exchanged", false,
     [](Square from, std::size_t rows, std::size_t) {
       return Square{rows - 1 - from.first, from.second};
     }},
    {"turned by 180 degrees", false,
     [](Square from, std::size_t rows, std::size_t columns) {
       return Square{rows - 1 - from.first, columns - 1 - from.second};
     }},
    {"mirrored along the falling diagonal", true,
     [](Square from, std::size_t, std::size_t) { return Square{from.second, from.first}; }},
    {"mirrored along the rising diagonal", true,
     [](Square from, std::size_t rows, std::size_t columns) {
       return Square{columns - 1 - from.second, rows - 1 - from.first};
     }},
    {"turned by 90 degrees", true,
     [](Square from, std::size_t, std::size_t columns) {
       return Square{from.second, columns - 1 - from.first};
     }},
    {"turned by 270 degrees", true,
     [](Square from, std::size_t rows, std::size_t) {
       return Square{rows - 1 - from.second, from.first};
     }},
};

/// Returns the words of a fluent of the board that name its square; nothing for other fluents.
std::optional<std::string> place_of(const std::string& fluent, const DrawnBoard& board,
                                    std::size_t length) {
  const auto words = runtime::term_parts(fluent);
  if (!words || words->front() != board.functor || words->size() < board.first + length) {
    return std::nullopt;
  }
  std::string place;
  for (std::size_t i = 0; i < length; ++i) {
    place += (i == 0 ? "" : " ") + words->at(board.first + i);
  }
  return place;
}

/// Returns `left and right exchanged`, `turned by 180 degrees`, ..: the symmetry's effect on the
/// squares of the board as it is drawn. Empty if that is not a reflection or rotation of the whole
/// board.
std::string movement_of(const runtime::NamedSymmetry& symmetry, const DrawnBoard& board) {
  std::unordered_map<std::string, std::size_t> number;
  for (std::size_t i = 0; i < board.squares.size(); ++i) {
    if (!board.squares[i].place.empty()) number.emplace(board.squares[i].place, i);
  }
  if (number.empty()) return {};
  const std::string& some = number.begin()->first;
  const auto length = static_cast<std::size_t>(std::count(some.begin(), some.end(), ' ')) + 1;
  std::vector<std::size_t> image(board.squares.size());
  for (std::size_t i = 0; i < image.size(); ++i) image[i] = i;
  bool moves = false;
  for (const auto& [fluent, becomes] : symmetry.fluents) {
    const auto from = place_of(fluent, board, length);
    const auto to = place_of(becomes, board, length);
    if (!from && !to) continue;
    if (!from || !to || !number.contains(*from) || !number.contains(*to)) return {};
    const std::size_t place = number.at(*from);
    const std::size_t target = number.at(*to);
    if (image[place] != place && image[place] != target) return {};
    image[place] = target;
    moves |= place != target;
  }
  if (!moves) return {};
  const std::size_t rows = board.rows.size();
  const std::size_t columns = board.columns.size();
  for (const Movement& movement : movements) {
    if (movement.square && rows != columns) continue;
    bool same = true;
    for (std::size_t i = 0; i < image.size() && same; ++i) {
      if (board.squares[i].place.empty()) continue;
      const Square to = movement.image({i / columns, i % columns}, rows, columns);
      same = image[i] == to.first * columns + to.second;
    }
    if (same) return movement.name;
  }
  return {};
}

using driver::Evidence;
using driver::GameSummary;
using proofs::Claim;
using proofs::Verdict;

constexpr std::size_t most_contents = 16;    ///< constants that are listed
constexpr std::size_t most_symmetries = 64;  ///< that are counted
constexpr std::size_t most_lengths = 3;      ///< bounds that are listed

std::string proof_words(const Evidence& evidence) {
  std::vector<std::string> parts;
  if (evidence.induction > 0) {
    parts.push_back("induction over " + ir::counted(evidence.induction, "state"));
  }
  if (evidence.lemmas > 0) parts.push_back(ir::counted(evidence.lemmas, "lemma"));
  if (evidence.states > 0) {
    parts.push_back(evidence.states == 1 ? "the only state visited"
                                         : fmt::format("all {} states visited", evidence.states));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

Json proof_json(const Evidence& evidence) {
  Json json = Json::object();
  if (evidence.induction > 0) json["induction"] = evidence.induction;
  if (evidence.lemmas > 0) json["lemmas"] = evidence.lemmas;
  if (evidence.states > 0) json["states"] = evidence.states;
  return json;
}

class Statements {
 public:
  Statements(const GameSummary& summary, const BoardView* boards)
      : summary_(summary),
        module_(summary.verified->module),
        report_(summary.verified->report),
        boards_(boards),
        words_(module_) {}

  std::vector<ProofStatement> all() {
    describe_board();
    for (const proofs::InvariantReport* some : summary_.functionals) describe_functional(*some);
    describe_turns();
    describe_moves();
    describe_goals();
    describe_length();
    for (const driver::FluentChanges& changes : summary_.changes) describe_changes(changes);
    describe_symmetries();
    return std::move(result_);
  }

  std::vector<ProofStatement> held() {
    for (const driver::HeldFormula& some : summary_.held) {
      std::string words =
          some.claim ? claim_words(*some.claim) : words_.meaning(*some.report->invariant);
      if (words.empty()) words = words_.formula(*some.report->invariant);
      ProofStatement& statement = result_.emplace_back();
      statement.topic = "not proved";
      statement.words = std::move(words);
      statement.proof =
          fmt::format("held in {} of random play", ir::counted(some.report->attacked, "sequence"));
      statement.json = {{"statement", statement.words}, {"sequences", some.report->attacked}};
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::string text(ir::Symbol symbol) const {
    return ir::name_text(module_.symbols->text(symbol));
  }
  [[nodiscard]] std::vector<std::string> texts(const std::vector<ir::Symbol>& symbols) const {
    std::vector<std::string> result;
    for (const ir::Symbol symbol : symbols) result.push_back(text(symbol));
    return result;
  }

  Json& add(std::string topic, std::string words, std::string proof, Json how) {
    ProofStatement& statement = result_.emplace_back();
    statement.topic = std::move(topic);
    statement.words = std::move(words);
    statement.proof = std::move(proof);
    statement.json = {
        {"topic", statement.topic}, {"statement", statement.words}, {"proof", std::move(how)}};
    return statement.json;
  }
  Json& add(std::string topic, std::string words, const Evidence& evidence) {
    return add(std::move(topic), std::move(words), proof_words(evidence), proof_json(evidence));
  }
  Json& add_refuted(std::string topic, std::string words) {
    return add(std::move(topic), std::move(words), "a play shows it", Json{{"play", true}});
  }
  static bool refuted(const driver::Property& property) {
    return property.report != nullptr && property.report->count(Verdict::refuted) > 0;
  }

  /// Returns a fluent of a relation with these texts for its columns.
  [[nodiscard]] std::string fluent(ir::RelationId relation,
                                   const std::vector<std::string>& columns) const {
    return words_.fluent(relation, columns);
  }
  /// Returns a fluent with the text in one column, `_` in the others.
  [[nodiscard]] std::string fluent_with(ir::RelationId relation, std::size_t column,
                                        const std::string& value) const {
    std::vector<std::string> columns(module_.relations[relation].columns.size(), "_");
    if (column < columns.size()) columns[column] = value;
    return fluent(relation, columns);
  }

  void describe_board() {
    if (boards_ == nullptr) return;
    for (const DrawnBoard& board : boards_->squares(report_.initial).boards) {
      const auto squares = static_cast<std::size_t>(
          std::count_if(board.squares.begin(), board.squares.end(),
                        [](const DrawnSquare& square) { return !square.place.empty(); }));
      std::string words =
          fmt::format("{}: {} x {}", board.functor, board.rows.size(), board.columns.size());
      if (squares < board.squares.size()) words += fmt::format(", {} squares", squares);
      Json& json = add("board", words, "domains of the rules", Json{{"rules", true}});
      json["fluent"] = board.functor;
      json["rows"] = board.rows;
      json["columns"] = board.columns;
      json["squares"] = squares;
    }
  }

  void describe_functional(const proofs::InvariantReport& report) {
    const auto form = proofs::counted_atoms(report.invariant->formula);
    const auto functional = words_.functional(*report.invariant);
    const auto proof = driver::ProvedFacts::proof(report);
    if (!form || !functional || !proof) return;
    const std::string how_many = functional->lower == 0 ? "at most one" : "exactly one";
    std::string words = fmt::format("{}: {}", functional->fluents, how_many);
    std::vector<std::string> contents;
    const auto& ranges = form->count->ranges;
    if (ranges.size() == 1 && ranges.front().size() == 1) {
      contents = texts(report.invariant->variables[ranges.front().front()].domain);
      if (contents.size() <= most_contents) {
        words += fmt::format(" of {}", fmt::join(contents, ", "));
      } else {
        words += fmt::format(" of {} values", contents.size());
      }
    }
    if (!functional->each.empty()) words += " for each " + functional->each;
    Json& json = add("contents", std::move(words), *proof);
    json["fluents"] = functional->fluents;
    json["exactly_one"] = functional->lower == 1;
    if (!contents.empty()) json["values"] = contents;
  }

  void describe_turns() {
    if (module_.roles.size() < 2) {
      add("turns", "one player", "the rules name the roles", Json{{"rules", true}});
      return;
    }
    if (const auto& proof = summary_.turn_taking.proof) {
      add("turns", "at most one role has a choice of moves in every state", *proof)["kind"] =
          "turns";
    } else if (refuted(summary_.turn_taking)) {
      add_refuted("turns", "in some states more than one role has a choice of moves")["kind"] =
          "simultaneous";
    }
    if (summary_.turns) describe_order(*summary_.turns);
  }

  void describe_order(const driver::TurnOrder& order) {
    std::vector<std::string> parts;
    Json turns = Json::array();
    for (const driver::Turn& turn : order.turns) {
      const std::string control = fluent(order.relation, {text(turn.value)});
      const std::string mover = turn.movers.empty() ? "nobody" : text(turn.movers.front());
      std::string part = fmt::format("{} while {}", mover, control);
      if (turn.next) part += ", then " + fluent(order.relation, {text(*turn.next)});
      parts.push_back(std::move(part));
      turns.push_back(
          {{"fluent", control},
           {"mover", turn.movers.empty() ? Json(nullptr) : Json(mover)},
           {"next", turn.next ? Json(fluent(order.relation, {text(*turn.next)})) : Json(nullptr)}});
    }
    add("turns", fmt::format("who has a choice: {}", fmt::join(parts, "; ")),
        order.evidence)["turns"] = std::move(turns);
  }

  void describe_moves() {
    if (const auto& proof = summary_.playable.proof) {
      add("moves", "every role has a move until the game is over", *proof)["playable"] = true;
    } else if (refuted(summary_.playable)) {
      add_refuted("moves", "a role can be without a move before the game is over")["playable"] =
          false;
    }
  }

  void describe_goals() {
    const std::size_t players = proofs::players_of(module_).size();
    if (summary_.goal_sum) {
      add("goals",
          fmt::format("at the end the goals add up to {}{}", summary_.goal_sum->first,
                      !summary_.unique_goals.proof ? ", where every role has one"
                      : players == 2               ? ", so what one gains the other loses"
                                                   : ""),
          summary_.goal_sum->second)["sum"] = summary_.goal_sum->first;
    } else if (!summary_.may_add_up && players > 1) {
      add_refuted("goals", "what the goals add up to at the end is not always the same")["sum"] =
          nullptr;
    }
    if (const auto& proof = summary_.unique_goals.proof) {
      add("goals",
          fmt::format("every role{} has exactly one goal value at the end",
                      players < module_.roles.size() ? " but random" : ""),
          *proof)["unique"] = true;
    } else if (refuted(summary_.unique_goals)) {
      add_refuted("goals", "a role can be without a single goal value at the end")["unique"] =
          false;
    }
    if (const auto& proof = summary_.monotonic_goals.proof) {
      add("goals", "goal values never fall", *proof)["monotonic"] = true;
    }
  }

  void describe_length() {
    std::uint64_t least = 0;
    std::size_t listed = 0;
    for (const driver::LengthBound& bound : summary_.lengths) {
      if (listed > 0 && bound.least <= least) continue;
      if (listed++ == most_lengths) return;
      least = std::max(least, bound.least);
      Json& json = add("length", length_words(bound, module_, words_), bound.evidence);
      json["most"] = bound.most;
      if (bound.least > 0) json["least"] = bound.least;
    }
  }

  [[nodiscard]] std::string claim_words(const Claim& claim) const {
    if (claim.kind == Claim::Kind::adds_up) {
      return fmt::format("at the end the goals add up to {}", claim.sum);
    }
    return progress_words(claim.kind, claim.relation, claim.column, module_, words_);
  }

  void describe_changes(const driver::FluentChanges& changes) {
    const auto tell = [&](const std::vector<std::uint64_t>& which, const char* how,
                          const char* kind, const Evidence& evidence) {
      if (which.empty()) return;
      const proofs::Persistence persistence{changes.relation, true};
      const std::string fluents = words_.fluents(*changes.family, persistence, which);
      Json& json = add(
          "fluents", fmt::format("{} ({} of {}): {}", fluents, which.size(), changes.fluents, how),
          evidence);
      json["kind"] = kind;
      json["fluents"] = fluents;
      json["count"] = which.size();
    };
    tell(changes.always, "always true", "always", changes.inert);
    tell(changes.never, "never true", "never", changes.inert);
    tell(changes.set_once, "once true, true for ever", "set_once", changes.latches);
    tell(changes.cleared_once, "once false, false for ever", "cleared_once", changes.latches);
  }

  void describe_symmetries() {
    constexpr const char* proof = "automorphisms of the ground rules";
    const Json how{{"automorphisms", true}};
    const auto group = runtime::group_of(summary_.symmetries.generators, most_symmetries);
    if (!group.empty()) {
      std::set<std::string> movements;
      std::size_t named = 0;
      if (boards_ != nullptr) {
        const DrawnState drawn = boards_->squares(report_.initial);
        for (const runtime::NamedSymmetry& symmetry : group) {
          if (drawn.boards.empty()) break;
          const std::string movement = movement_of(symmetry, drawn.boards.front());
          if (movement.empty()) continue;
          ++named;
          movements.insert(movement);
        }
      }
      const bool all = group.size() < most_symmetries;
      std::string words = fmt::format("{}{} of rules and initial state", all ? "" : "at least ",
                                      ir::counted(group.size(), "symmetry", "symmetries"));
      if (!movements.empty()) {
        words +=
            fmt::format(": {}{}", named < group.size() ? "among them the board " : "the board ",
                        fmt::join(movements, ", "));
      }
      Json& json = add("symmetry", std::move(words), proof, how);
      json["count"] = group.size();
      json["all"] = all;
      json["board"] = movements;
    }
    if (!summary_.roles.generators.empty()) describe_roles(proof, how);
  }

  void describe_roles(const char* proof, const Json& how) {
    std::set<std::uint32_t> moved;
    for (const auto& permutation : summary_.roles.generators) {
      for (std::uint32_t role = 0; role < permutation.size(); ++role) {
        if (permutation[role] != role) moved.insert(role);
      }
    }
    std::vector<std::string> roles;
    for (const std::uint32_t role : moved) roles.push_back(text(module_.roles[role]));
    std::string words = fmt::format("{} can change places", fmt::join(roles, ", "));
    if (summary_.but_for_start) {
      words += fmt::format(", but for {} in the initial state",
                           fluent_with(summary_.turns->relation, 0, "_"));
    }
    Json& json = add("symmetry", std::move(words), proof, how);
    json["roles"] = roles;
    json["but_for_start"] = summary_.but_for_start;
  }

  const GameSummary& summary_;
  const ir::Module& module_;
  const proofs::VerificationReport& report_;
  const BoardView* boards_;
  FormulaWords words_;
  std::vector<ProofStatement> result_;
};

}  // namespace

std::vector<ProofStatement> proof_statements(const GameSummary& summary, const BoardView& boards) {
  return Statements(summary, &boards).all();
}

std::vector<ProofStatement> held_statements(const GameSummary& summary) {
  return Statements(summary, nullptr).held();
}

}  // namespace tesuji::tools
