#include "passes/bitboards/net_bitboards.h"

#include "ir/nets/open_moves.h"
#include "passes/bitboards/build_bitboards.h"
#include "passes/nets/specialise_net.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tesuji::passes {
namespace {

/// Cases pay if they need at most this percentage of the operations, and save at least this many.
constexpr std::size_t most_percent = 75;
constexpr std::size_t fewest_saved = 6;

BoardCase known_in(const ir::NetCases& cases, std::size_t number) {
  BoardCase known;
  for (std::size_t i = 0; i < cases.cases.size(); ++i) {
    (i == number ? known.true_fluents : known.false_fluents).push_back(cases.cases[i].fluent);
  }
  known.only_moves = cases.cases[number].only_moves;
  return known;
}

using Boards = std::optional<ir::Bitboards>;

std::vector<Boards> build_cases(const BitboardBuilder& builder, const ir::NetCases& cases) {
  std::vector<Boards> boards;
  for (std::size_t i = 0; i < cases.cases.size(); ++i) {
    boards.push_back(builder.build(known_in(cases, i)));
  }
  return boards;
}

/// Returns the operations for the answers that `answer` selects from boards; nullopt if some are
/// missing.
template <typename Answer>
std::optional<std::size_t> operations(const Boards& boards, Answer answer) {
  if (!boards) return std::nullopt;
  const std::vector<ir::BoardBit> bits = answer(*boards);
  if (bits.empty()) return std::nullopt;
  return ir::count_operations(*boards, bits);
}

template <typename Answer>
bool pays(const ir::Net& net, const Boards& whole, const ir::NetCases& cases,
          const std::vector<Boards>& boards, Answer answer) {
  const auto asked = [&](const ir::Net& of) {
    return [&](const ir::Bitboards& one) { return answer(of, one); };
  };
  const auto all = operations(whole, asked(net));
  if (!all || boards.empty()) return false;
  std::size_t sum = 0;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const auto here = operations(boards[i], asked(cases.cases[i].net));
    if (!here) return false;
    sum += *here;
  }
  return 100 * sum <= most_percent * boards.size() * *all &&
         sum + boards.size() * fewest_saved <= boards.size() * *all;
}

/// Returns the answers needed in most states; as mostly_asked of specialise_net.cpp.
std::vector<ir::BoardBit> position_of(const ir::Net& net, const ir::Bitboards& boards) {
  if (boards.legal.empty() || boards.terminal.empty()) return {};
  if (!ir::useful_open_moves(net).empty()) return boards.legal;
  std::vector<ir::BoardBit> bits = boards.legal;
  bits.push_back(boards.terminal.front());
  return bits;
}

std::shared_ptr<const ir::Bitboards> keep(Boards boards, const ir::Net& net) {
  if (!boards || !keep_short(*boards, net)) return nullptr;
  return std::make_shared<const ir::Bitboards>(std::move(*boards));
}

}  // namespace

bool add_bitboards(const GroundProgram& program, const ir::Net& net, const FluentList& control,
                   ir::NetCases& cases) {
  const BitboardBuilder builder(program, net);
  Boards whole;
  if (!cases.position || !cases.next) whole = builder.build({});
  std::vector<Boards> in_case;
  if (whole && control.size() > 1) {
    CaseLimits all;
    all.position = true;
    all.next = true;
    const ir::NetCases possible = specialise_net(net, control, all);
    in_case = build_cases(builder, possible);
    CaseLimits wanted;
    const auto next_of = [](const ir::Net&, const ir::Bitboards& boards) { return boards.next; };
    wanted.position = cases.position || pays(net, whole, possible, in_case, position_of);
    wanted.next = cases.next || pays(net, whole, possible, in_case, next_of);
    if (wanted.position != cases.position || wanted.next != cases.next) {
      cases = wanted.position && wanted.next ? possible : specialise_net(net, control, wanted);
    }
    if (cases.cases.empty()) in_case.clear();
  } else {
    in_case = build_cases(builder, cases);
  }
  cases.boards = keep(std::move(whole), net);
  bool any = cases.boards != nullptr;
  for (std::size_t i = 0; i < in_case.size(); ++i) {
    cases.cases[i].boards = keep(std::move(in_case[i]), cases.cases[i].net);
    any |= cases.cases[i].boards != nullptr;
  }
  return any;
}

}  // namespace tesuji::passes
