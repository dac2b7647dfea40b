// Adds the options of `tesuji verify`.
#pragma once

#include "backend/proofs/clingo/simplify.h"
#include "backend/proofs/games/verify.h"
#include "tools/base/arguments.h"
#include "tools/base/progress.h"
#include "tools/options/certifying.h"
#include "tools/options/game_options.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tesuji::tools {

struct VerifyArguments {
  std::string path;
  std::optional<frontend::Syntax> syntax;
  std::string engine = "tiers";
  std::optional<std::uint64_t> ground_steps;
  driver::VerifyRequest request;
  std::uint64_t memory_mib = 4096;
  bool attack = false;
  std::string counterexamples = "users";
  std::string enumerate = "rest";
  std::string provers = "sat-first";
  std::string emit_asp;
  CertifyingOptions certify;
  std::string html;
  std::string save;
  bool json = false;
  bool verbose = false;
  ProgressFlags progress;
  std::unique_ptr<ProgressLine> line;  ///< while proofs run
  CacheOptions cache;
  PipelineFlags pipeline{proofs::simplifications()};
};

/// Adds them to the command; they fill `arguments`, which must outlive it.
void add_verify_options(Command& command, VerifyArguments& arguments);

/// Completes the request from the options' texts. Starts time limits, and watches for Ctrl-C once
/// the game has been loaded.
void prepare(VerifyArguments& arguments);

}  // namespace tesuji::tools
