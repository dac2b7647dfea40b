// Answers `verify`: proofs of invariants, and plays that violate them.
#include "backend/proofs/games/verify.h"
#include "tools/answers/answers.h"
#include "tools/base/json.h"
#include "tools/boards/board_view.h"
#include "tools/reports/verify/verify_report.h"

#include <cstdint>
#include <memory>
#include <string>

namespace tesuji::tools {
namespace {

/// Uses the default limits of `tesuji verify`.
void read_limits(QuestionOptions& options, proofs::VerificationOptions& proofs) {
  constexpr std::uint64_t most_mib = std::uint64_t{1} << 30U;
  proofs.total_seconds = options.seconds("seconds", 0);
  proofs.prover.clingo.seconds = options.seconds("proof_seconds", 60);
  proofs.directed_seconds = options.seconds("directed_seconds", proofs.directed_seconds);
  proofs.prover.clingo.memory_bytes = options.number("memory", 4096, 1, most_mib) << 20U;
  proofs.jobs = static_cast<unsigned>(options.number("threads", 1, 1, 256));
  proofs.attack.states = options.number("attack_states", 100'000);
  proofs.attack.seconds = options.seconds("attack_seconds", 5);
  proofs.attack.seed = options.number("seed", proofs.attack.seed);
  proofs.sieve_states = options.number("sieve", proofs.sieve_states);
  proofs.search_seconds = options.seconds("search_seconds", proofs.search_seconds);
  proofs.search_moves =
      static_cast<std::uint32_t>(options.number("search_moves", proofs.search_moves, 0, 1000));
  proofs.max_states = options.number("max_states", proofs.max_states);
}

void read_proofs(QuestionOptions& options, proofs::VerificationOptions& proofs) {
  const std::string prover = options.choice("prover", "sat-first", {"sat-first", "sat", "clingo"});
  proofs.provers = prover == "sat"      ? proofs::Provers::sat
                   : prover == "clingo" ? proofs::Provers::clingo
                                        : proofs::Provers::sat_first;
  const std::string all = options.choice("enumerate", "rest", {"never", "rest", "first"});
  proofs.enumerate = all == "never"   ? proofs::Enumerate::never
                     : all == "first" ? proofs::Enumerate::first
                                      : proofs::Enumerate::rest;
  proofs.prover.induction =
      static_cast<std::uint32_t>(options.number("induction", proofs.prover.induction, 1, 20));
  proofs.most_induction =
      static_cast<std::uint32_t>(options.number("max_induction", proofs.most_induction, 1, 20));
  proofs.prover.clingo.program = options.text("clingo", proofs.prover.clingo.program);
  // If more than one state is assumed, sequences that end early must count
  // (docs/proving/proving.md).
  proofs.prover.nonplayable = proofs.prover.induction > 1;
}

}  // namespace

std::optional<Json> verify_answer(Question& question) {
  QuestionOptions& options = question.options;
  driver::Session& session = question.session;
  driver::VerifyRequest request;
  request.game = question.game.options();
  request.properties = options.texts("formulas");
  const bool none = request.properties.empty() && !options.has("text");
  if (options.has("text")) {
    request.files.emplace_back("formulas.inv");
    session.texts[request.files.back()] = options.text("text", "");
  }
  request.automatic = options.flag("automatic", none);
  request.discover = options.flag("discover", false);
  read_limits(options, request.verification);
  read_proofs(options, request.verification);
  request.verification.prover.clingo.stop = question.stop;
  if (!options.finish()) return std::nullopt;
  const std::unique_ptr<driver::Verified> verified =
      driver::verify(question.game.path(), request, session);
  if (!verified) return std::nullopt;
  const BoardView boards(verified->module, verified->report.initial);
  return verify_json({verified->report, verified->module, boards, question.game.path()});
}

}  // namespace tesuji::tools
