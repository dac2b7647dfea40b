#include "backend/puzzles/certify_puzzle.h"

#include "backend/proofs/clingo/proof_programs.h"
#include "backend/proofs/formulas/goal_invariants.h"
#include "backend/proofs/formulas/invariant_maker.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace tesuji::driver {

namespace {

CertifyReport without_certificate(const CertifyOptions& options, std::string reason) {
  CertifyReport report;
  report.folder = options.folder;
  report.fault = std::move(reason);
  return report;
}

}  // namespace

CertifyReport certify_puzzle(const std::string& path, const std::string& sheet,
                             const SolvedPuzzle& solved, std::uint32_t horizon,
                             const CertifyOptions& options) {
  if (solved.bound >= runtime::highest_goal) {
    return without_certificate(options, "no goal was proved to be out of reach");
  }
  const std::uint32_t moves =
      std::min(horizon > 0 ? horizon : ir::no_id, solved.clock_end.value_or(ir::no_id));
  if (moves == ir::no_id) {
    return without_certificate(
        options,
        "no clock bounds the length of plays; name a --horizon, or prove an invariant by "
        "`tesuji verify --certify`");
  }
  if (moves >= certificates::longest_prefix) {
    return without_certificate(options, fmt::format("certificates are about {} moves at most",
                                                    certificates::longest_prefix - 1));
  }
  Session own;
  std::optional<ir::Module> module = load_clauses(path, own);
  constexpr std::array<std::string_view, 1> passes{"infer-domains"};
  if (!module || !run_passes(*module, passes, {}, own)) {
    return without_certificate(options, "the rules have no clauses for formulas");
  }
  Verified verified{std::move(*module), {}, {}, {}, {}, {}};
  std::vector<proofs::GoalNotReached> goals =
      proofs::goals_not_reached(verified.module, solved.role);
  std::erase_if(goals, [&](const auto& some) { return some.value <= solved.bound; });
  if (goals.empty()) {
    return without_certificate(options, "the rules have no goal above the one found");
  }
  ir::Invariant ends;
  if (solved.clock_end == moves) {
    proofs::Maker maker(fmt::format("ends_within_{}", moves));
    ends = maker.make(proofs::after(proofs::terminal_of(verified.module), moves));
    verified.report.steps.push_back({{{&ends, 0}}, 1, false, true});
  }
  proofs::ProofStep prefix{{}, moves + 1, false, true};
  for (const proofs::GoalNotReached& some : goals) prefix.formulas.push_back({&some.invariant, 0});
  verified.report.steps.push_back(std::move(prefix));
  return certify(sheet, verified, options);
}

}  // namespace tesuji::driver
