#include "backend/open/numbered_game.h"

#include "backend/driver/games/net.h"
#include "backend/driver/games/net_facts.h"
#include "backend/driver/games/timed_options.h"
#include "backend/driver/invariants/saved_invariants.h"
#include "backend/open/symmetries.h"
#include "backend/strategies/strategy.h"
#include "runtime/host/game/facts_text.h"
#include "runtime/host/game/stop.h"
#include "runtime/host/memory/files.h"
#include "runtime/host/memory/fnv.h"
#include "runtime/host/memory/word_bits.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tesuji::driver {
namespace {

using ir::FluentFact;
using runtime::BitGroup;
using runtime::StateFact;

void assign(runtime::State& state, std::uint32_t bit, bool value) {
  if (value) {
    runtime::set_bit(state, bit);
  } else {
    runtime::clear_bit(state, bit);
  }
}

/// Bits of states that may change, the values of the others, and groups.
struct KnownBits {
  runtime::State used;
  runtime::State fixed;
  std::vector<BitGroup> groups;
};

KnownBits known_bits(const GroundGame& ground, ir::FluentFacts facts) {
  const runtime::NetTables tables = make_net_tables(ground);
  KnownBits known;
  known.used.resize(tables.initial.size());
  known.fixed = tables.initial;
  for (std::uint32_t bit = 0; bit < tables.fluents.size(); ++bit) {
    const bool is_fixed = !tables.fixed.empty() && runtime::has_bit(tables.fixed, bit);
    const bool varies = !tables.fluents[bit].empty() && !is_fixed;
    assign(known.used, bit, varies);
    if (varies) runtime::clear_bit(known.fixed, bit);
  }
  for (const FluentFact& fact : facts) {
    if (fact.kind != FluentFact::Kind::always && fact.kind != FluentFact::Kind::never) continue;
    runtime::clear_bit(known.used, fact.fluents.front());
    assign(known.fixed, fact.fluents.front(), fact.kind == FluentFact::Kind::always);
  }
  // Large groups save most; the others use the remaining bits.
  std::stable_sort(facts.begin(), facts.end(), [](const FluentFact& a, const FluentFact& b) {
    return a.fluents.size() > b.fluents.size();
  });
  runtime::State free = known.used;
  for (const FluentFact& fact : facts) {
    const bool one = fact.kind == FluentFact::Kind::exactly_one;
    if (!one && fact.kind != FluentFact::Kind::at_most_one) continue;
    BitGroup group{{}, one};
    for (const std::uint32_t bit : fact.fluents) {
      if (runtime::has_bit(free, bit)) group.bits.push_back(bit);
    }
    group.one_is_set = one && group.bits.size() == fact.fluents.size();
    if (group.bits.size() < 2) continue;
    for (const std::uint32_t bit : group.bits) runtime::clear_bit(free, bit);
    known.groups.push_back(std::move(group));
  }
  return known;
}

std::string first_line(std::uint64_t rules, std::string_view facts) {
  return fmt::format("tesuji-facts/1 {} {}\n", rules, runtime::fnv1a(facts));
}

/// Returns nothing if the file does not exist, is damaged, or is for other rules.
std::optional<StateFacts> kept_facts(const std::string& path, std::uint64_t rules) {
  std::ifstream file(path);
  std::string first;
  if (!std::getline(file, first)) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (first + "\n" != first_line(rules, text)) return std::nullopt;
  return runtime::read_facts(text);
}

/// Ignores a full or read-only disk; the code that writes states there reports it.
void keep_facts(const std::string& path, std::uint64_t rules, const StateFacts& facts) {
  const std::string text = runtime::facts_text(facts);
  const std::string first = first_line(rules, text);
  const std::array parts{std::as_bytes(std::span(first)), std::as_bytes(std::span(text))};
  try {
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    runtime::write_whole(path, parts);
  } catch (const runtime::FileError&) {
    return;
  }
}

/// Maximum number of symmetries for comparing numbers: more would take longer than they save.
constexpr std::size_t most_symmetries = 64;

}  // namespace

std::optional<NumberedGame> open_numbered(const std::string& path, const Options& options,
                                          const NumberedOptions& numbered, Session& session) {
  const runtime::StopScope scope(numbered.stop);
  const TimedOptions timed(options, 0);
  std::optional<ir::Module> source = load_source(path, session);
  if (!source) return std::nullopt;
  NumberedGame opened;
  opened.rules = runtime::fnv1a(rules_hash(*source));
  std::optional<GroundGame> ground = ground_game(std::move(*source), timed.options(), {}, session);
  if (!ground && numbered.stop != nullptr && *numbered.stop) throw runtime::Stopped();
  if (!ground || !is_whole(*ground, path, session)) return std::nullopt;
  (void)runtime::Turns(*evaluate_game(*ground), {});  // before proofs, which take long
  const auto find = [&] {
    if (options.invariants) return ground->proof.granted;
    if (auto kept = kept_facts(numbered.facts_file, opened.rules)) return std::move(*kept);
    sat::Limits limits;
    limits.deadline = std::chrono::steady_clock::now() +
                      std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                          std::chrono::duration<double>(numbered.proof_seconds));
    if (const auto* const stop = numbered.stop; stop != nullptr) {
      limits.stopped = [stop] { return stop->load(std::memory_order_relaxed); };
    }
    const ir::FluentFacts found = find_facts(*ground->net, ground->module->roles.size(), limits);
    // Fewer facts, depending on the time of the stop, would give another code.
    if (numbered.stop != nullptr && *numbered.stop) throw runtime::Stopped();
    StateFacts facts = named_facts(found, make_net_tables(*ground).fluents);
    if (!numbered.facts_file.empty()) keep_facts(numbered.facts_file, opened.rules, facts);
    return facts;
  };
  const StateFacts proved = numbered.share ? numbered.share(find) : find();
  specialise(*ground, options);
  opened.facts = proved.size();
  opened.game = compile_game(*ground, options);
  opened.turns = turn_rule({ground->module, nullptr, opened.game});
  const KnownBits known = known_bits(*ground, facts_of(proved, *ground));
  const auto make_code = [&](std::span<const runtime::BitPermutation> symmetric) {
    opened.code = std::make_shared<const runtime::StateCode>(known.groups, known.used, known.fixed,
                                                             symmetric);
  };
  try {
    make_code({});
    if (!numbered.symmetries) return opened;
    const GameSymmetries found =
        symmetries(path, options, session, {.stop = numbered.stop});  // some of them suffice
    // A folder of states belongs to one code, which must not depend on the time of a stop.
    if (numbered.stop != nullptr && *numbered.stop) throw runtime::Stopped();
    const std::vector<std::string> names = make_net_tables(*ground).fluents;
    runtime::BitsByName bit_of;
    for (std::uint32_t bit = 0; bit < names.size(); ++bit) {
      if (!names[bit].empty()) bit_of.emplace(names[bit], bit);
    }
    const std::vector<runtime::BitPermutation> symmetric = runtime::bit_symmetries(
        found.generators, bit_of, known.used.size() * runtime::word_bits, most_symmetries);
    if (!symmetric.empty()) make_code(symmetric);
  } catch (const runtime::LimitReached& error) {
    session.diagnostics.error({}, "limit", fmt::format("`{}`: {}", path, error.what()));
    return std::nullopt;
  }
  return opened;
}

}  // namespace tesuji::driver
