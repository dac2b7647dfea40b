#include "backend/proofs/games/verify.h"

#include "backend/driver/games/net.h"
#include "backend/driver/games/net_facts.h"
#include "backend/driver/games/timed_options.h"
#include "backend/driver/load.h"
#include "backend/proofs/games/play_length.h"
#include "backend/proofs/observe/observed_game.h"
#include "backend/proofs/prove/discovered_set.h"
#include "backend/proofs/prove/prover.h"
#include "backend/proofs/prove/sat_prover.h"
#include "frontend/invariants/invariants_reader.h"
#include "ir/formulas/formula_text.h"
#include "ir/module/vocabulary.h"
#include "runtime/host/game/stop.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <iterator>
#include <set>
#include <utility>

namespace tesuji::driver {
namespace {

/// Reads the user's formulas: a set for each file, and one for those of the command line.
bool read_sets(const VerifyRequest& request, Verified& verified, Session& session) {
  bool fine = true;
  const auto add = [&](const std::string& name, std::optional<std::vector<ir::Invariant>> read) {
    if (!read) {
      fine = false;
      return;
    }
    proofs::InvariantSet set;
    set.name = name;
    // Formulas about what roles know are proved separately.
    const auto knowledge = std::stable_partition(
        read->begin(), read->end(),
        [](const ir::Invariant& some) { return !ir::is_epistemic(some.formula); });
    verified.knowledge.insert(verified.knowledge.end(), std::make_move_iterator(knowledge),
                              std::make_move_iterator(read->end()));
    const bool only_knowledge = knowledge == read->begin() && !read->empty();
    read->erase(knowledge, read->end());
    if (only_knowledge) return;
    set.invariants = std::move(*read);
    set.runs = 0;
    set.of_user = true;
    verified.sets.push_back(std::move(set));
  };
  for (const std::string& path : request.files) {
    const auto file = read_file(path, session);
    if (!file) {
      fine = false;
      continue;
    }
    add(path, frontend::read_invariants(*file, verified.module, session.diagnostics));
  }
  std::vector<ir::Invariant> properties;
  for (std::size_t i = 0; i < request.properties.size(); ++i) {
    const ir::FileId file = session.sources->add("--property", request.properties[i]);
    auto read = frontend::read_property(file, fmt::format("property_{}", i + 1), verified.module,
                                        session.diagnostics);
    if (!read) {
      fine = false;
      continue;
    }
    std::move(read->begin(), read->end(), std::back_inserter(properties));
  }
  if (!properties.empty()) add("properties", std::move(properties));
  return fine;
}

/// A game, its observer, and its checker.
struct OwnArena {
  LoadedGame game;
  std::optional<proofs::Observer> observer;
  std::optional<proofs::Checker> checker;
};

/// Returns the relations that the formulas read, and all fluents, for replays.
std::vector<std::uint32_t> relations_seen(const ir::Module& module,
                                          const std::vector<ir::Invariant>& invariants) {
  std::set<std::uint32_t> relations;
  for (const ir::Invariant& invariant : invariants) {
    const auto some = ir::relations_of(invariant.formula);
    relations.insert(some.begin(), some.end());
  }
  for (ir::RelationId id = 0; id < module.relations.size(); ++id) {
    if (module.relations[id].kind == ir::RelationKind::state) relations.insert(id);
  }
  return {relations.begin(), relations.end()};
}

/// Returns the formulas of all sets, in order.
std::vector<ir::Invariant> all_of(const std::vector<proofs::InvariantSet>& sets) {
  std::vector<ir::Invariant> all;
  for (const proofs::InvariantSet& set : sets) {
    all.insert(all.end(), set.invariants.begin(), set.invariants.end());
  }
  return all;
}

/// Returns null if the game cannot be played (reported). `seen`: relations that its observer reads,
/// including those of the invariants, which must outlive it.
std::unique_ptr<OwnArena> make_arena(const std::string& path, const ir::Module& module,
                                     const std::vector<std::uint32_t>& seen,
                                     const std::vector<ir::Invariant>& invariants,
                                     const Options& options, Session& session) {
  auto game = source_game(proofs::with_observed(module, seen), path, options, session);
  if (!game) return nullptr;
  passes::PassContext context = pass_context(session);
  const auto facts = proofs::fixed_facts(module, seen, context);
  if (!facts) return nullptr;
  auto arena = std::make_unique<OwnArena>();
  arena->game = std::move(*game);
  arena->observer =
      proofs::Observer::make(module, *arena->game.game, seen, *facts, session.diagnostics);
  if (!arena->observer) return nullptr;
  arena->checker.emplace(*arena->observer, invariants);
  return arena;
}

std::optional<proofs::Arena> view(const std::unique_ptr<OwnArena>& arena) {
  if (!arena) return std::nullopt;
  return proofs::Arena{&*arena->observer, &*arena->checker};
}

}  // namespace

std::optional<proofs::NetAtoms> net_atoms(const ir::Module& module,
                                          std::span<const std::uint32_t> relations,
                                          const Options& options, const Session& session,
                                          double seconds) {
  // A missing net is not an error: there are other provers.
  Session quiet{session.sources, session.symbols};
  const TimedOptions timed(options, seconds);
  try {
    const auto ground =
        ground_game(proofs::with_observed(module, relations), timed.options(), {}, quiet);
    if (!ground) return std::nullopt;
    passes::PassContext context = pass_context(quiet);
    const auto facts = proofs::fixed_facts(module, relations, context);
    if (!facts) return std::nullopt;
    return proofs::NetAtoms::make(module, {ground->module, ground->net}, relations, *facts);
  } catch (const runtime::Stopped&) {
    return std::nullopt;
  }
}

std::unique_ptr<Verified> verify(const std::string& path, const VerifyRequest& request,
                                 Session& session) {
  if (is_ir_path(path, session)) {
    session.diagnostics.error(
        {}, "usage", fmt::format("`{}` is IR text; formulas are about the rules of a sheet", path));
    return nullptr;
  }
  if (request.game.engine == Engine::reference) {
    session.diagnostics.error({}, "usage",
                              "the reference engine evaluates rules as written, without the "
                              "relations that formulas need");
    return nullptr;
  }
  const auto begin = std::chrono::steady_clock::now();
  auto clauses = load_clauses(path, session);
  if (!clauses) return nullptr;
  std::string rules = rules_hash(*clauses);
  auto verified =
      std::make_unique<Verified>(Verified{std::move(*clauses), {}, {}, {}, std::move(rules), {}});
  constexpr std::array<std::string_view, 1> passes{"infer-domains"};
  if (!run_passes(verified->module, passes, {}, session)) return nullptr;
  if (request.automatic) verified->sets = proofs::automatic_sets(verified->module);
  if (request.more) {
    std::ranges::move(request.more(verified->module), std::back_inserter(verified->sets));
  }
  if (!read_sets(request, *verified, session)) return nullptr;
  const auto seen = [&] {
    std::vector<ir::Invariant> formulas = all_of(verified->sets);
    formulas.insert(formulas.end(), verified->knowledge.begin(), verified->knowledge.end());
    return relations_seen(verified->module, formulas);
  };
  std::optional<proofs::NetAtoms> net;
  const bool proves_on_net = request.verification.provers != proofs::Provers::clingo;
  if (proves_on_net || request.facts) {
    // A net is useless if no time is left for proofs.
    constexpr double part = 0.4;
    const proofs::TimeBudget budget(request.verification.total_seconds, begin);
    net = net_atoms(verified->module, seen(), request.game, session,
                    proofs::within(0, budget.left(part)));
  }
  if (request.discover && !(net && proves_on_net)) {
    session.diagnostics.warning(
        {}, "limit", "--discover has no effect: it needs a net of the game and a SAT solver");
  }
  if (request.discover && net && proves_on_net) {
    // After the set that is proved first in every game.
    const std::size_t at = request.automatic ? 1 : 0;
    verified->sets.insert(verified->sets.begin() + static_cast<std::ptrdiff_t>(at),
                          proofs::discovered_set(verified->module, *net));
  }
  proofs::make_names_unique(verified->sets);
  const std::vector<ir::Invariant> all = all_of(verified->sets);
  const std::vector<std::uint32_t> observed = seen();
  Options played = request.game;
  // Compiling faster code would take time from the proofs; tiers compile in parallel.
  const bool limited = request.verification.total_seconds > 0;
  if (limited && played.engine == Engine::automatic) played.engine = Engine::tiers;
  const auto play = make_arena(path, verified->module, observed, all, played, session);
  std::unique_ptr<OwnArena> anywhere;
  const auto make_anywhere = [&] {
    if (!anywhere) {
      Options options = request.game;
      options.engine = Engine::interpreter;
      options.pipeline.disabled.insert(options.pipeline.disabled.end(),
                                       proofs::narrowing_passes.begin(),
                                       proofs::narrowing_passes.end());
      anywhere = make_arena(path, verified->module, observed, all, options, session);
    }
    return view(anywhere);
  };
  if (request.loaded) request.loaded();
  proofs::VerificationOptions options = request.verification;
  options.begin = begin;
  options.knowledge = request.automatic;
  verified->report = proofs::verify({verified->module, net && proves_on_net ? &*net : nullptr,
                                     view(play), make_anywhere, verified->knowledge},
                                    verified->sets, options);
  if (request.facts && net) {
    const proofs::ProverOptions& prover = request.verification.prover;
    const proofs::TimeBudget budget(request.verification.total_seconds, begin);
    const sat::Limits limits =
        proofs::limits_of(proofs::within(prover.clingo.seconds, budget.left(1)),
                          prover.clingo.memory_bytes, prover.clingo.stop);
    verified->facts =
        named_facts(find_facts(net->net(), net->roles(), limits), net->fluent_names());
  }
  if (request.length && net && proves_on_net &&
      verified->report.opening == proofs::Opening::plays) {
    verified->length = bound_length(*verified, *net, options);
  }
  return verified;
}

SavedInvariants save_invariants(const Verified& verified) {
  SavedInvariants saved;
  saved.game = verified.module.game;
  saved.rules = verified.rules;
  const ir::Vocabulary vocabulary(verified.module);
  for (const proofs::SetReport& set : verified.report.sets) {
    for (const proofs::InvariantReport& some : set.invariants) {
      if (some.verdicts.empty() || some.proved() < some.verdicts.size()) continue;
      saved.formulas.push_back(ir::to_text(*some.invariant, verified.module, vocabulary));
    }
  }
  saved.facts = std::make_shared<const runtime::StateFacts>(verified.facts);
  return saved;
}

}  // namespace tesuji::driver
