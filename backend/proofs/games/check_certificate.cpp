#include "backend/proofs/games/check_certificate.h"

#include "backend/driver/rulesheet/reference.h"
#include "backend/proofs/games/certificate_folder.h"
#include "backend/reference/prover.h"
#include "runtime/host/memory/rng.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace tesuji::driver {
namespace {

using certificates::SampledState;
using certificates::WantedPredicate;
using reference::TermId;
using Clock = std::chrono::steady_clock;

/// Plays with the reference reasoner, and records its results.
class Sampler {
 public:
  explicit Sampler(reference::Program& program) : program_(program), prover_(program) {}

  std::vector<TermId> column(const char* predicate) {
    std::vector<TermId> result;
    for (const reference::Answer& answer : answers(predicate, 1)) result.push_back(answer[0]);
    std::ranges::sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  [[nodiscard]] std::vector<reference::Answer> answers(const std::string& predicate,
                                                       std::size_t arity) {
    const auto symbol = program_.symbols().find(predicate);
    if (!symbol) return {};
    reference::Query query;
    std::vector<TermId> args;
    for (std::size_t i = 0; i < arity; ++i) {
      args.push_back(program_.terms().variable(static_cast<reference::Variable>(i)));
      query.variables.push_back("x" + std::to_string(i));
    }
    reference::Goal goal;
    goal.atom = program_.terms().compound(*symbol, args);
    query.goals.push_back(std::move(goal));
    return prover_.answers(query);
  }

  void set(std::vector<TermId> fluents, std::vector<reference::Situation::Does> does) {
    prover_.set_situation({std::move(fluents), std::move(does)});
  }

  [[nodiscard]] std::string text(TermId term) const {
    const reference::TermStore& terms = program_.terms();
    std::string name = program_.symbols().text(terms.name(term));
    if (terms.kind(term) == reference::TermStore::Kind::constant) return name;
    std::string result = "(" + name;
    for (const TermId arg : terms.args(term)) result += " " + text(arg);
    return result + ")";
  }

  void add_derived(const WantedPredicate& predicate, SampledState& state) {
    for (const reference::Answer& answer : answers(predicate.name, predicate.arity)) {
      std::string atom = predicate.name;
      for (const TermId arg : answer) atom += " " + text(arg);
      state.derived.insert(predicate.arity == 0 ? atom : "(" + atom + ")");
    }
  }

 private:
  reference::Program& program_;
  reference::Prover prover_;
};

}  // namespace

void sample_transitions(reference::Program& program, const std::vector<WantedPredicate>& asked,
                        const SamplingOptions& options,
                        const std::function<void(const SampledState&)>& see) {
  const Clock::time_point begin = Clock::now();
  Sampler sampler(program);
  runtime::Rng rng(options.seed);
  const std::vector<TermId> roles = sampler.column("role");
  const std::vector<TermId> initial = sampler.column("init");
  std::vector<TermId> fluents = initial;
  std::uint32_t moves_made = 0;
  for (std::uint64_t i = 0; i < options.states; ++i) {
    const std::chrono::duration<double> elapsed = Clock::now() - begin;
    if (options.seconds > 0 && elapsed.count() > options.seconds) return;
    sampler.set(fluents, {});
    SampledState state;
    for (const TermId fluent : fluents) state.fluents.push_back(sampler.text(fluent));
    std::vector<reference::Situation::Does> does;
    bool stuck = false;
    if (sampler.answers("terminal", 0).empty()) {
      const auto legal = sampler.answers("legal", 2);
      for (const TermId role : roles) {
        std::vector<TermId> own;
        for (const reference::Answer& answer : legal) {
          if (answer[0] == role) own.push_back(answer[1]);
        }
        if (own.empty()) break;
        does.push_back({role, own[rng.below(own.size())]});
      }
      stuck = does.size() < roles.size();
      if (stuck) does.clear();
    }
    for (const auto& some : does) {
      state.moves.emplace_back(sampler.text(some.role), sampler.text(some.move));
    }
    const bool goes_on = !does.empty();
    sampler.set(fluents, std::move(does));
    for (const WantedPredicate& predicate : asked) sampler.add_derived(predicate, state);
    if (goes_on && ++moves_made < options.longest) {
      fluents = sampler.column("next");
      for (const TermId fluent : fluents) state.successor.push_back(sampler.text(fluent));
    } else {
      if (goes_on) state.moves.clear();
      fluents = initial;
      moves_made = 0;
    }
    // No transition: no role can move, or the game is cut short.
    if (stuck || goes_on == state.moves.empty()) continue;
    see(state);
  }
}

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t most_disagreements = 20;

/// Compares the certificate's transitions with those of the reference reasoner.
void sample(const CheckCertificateOptions& options, CheckedCertificate& checked) {
  Session session;  // messages about the sheet are not faults of the certificate
  const std::string path = options.folder + "/" + std::string(certificates::sheet_name);
  const std::shared_ptr<reference::Program> program = load_reference(path, session);
  const auto sheet = read_bytes(path);
  if (!program || !sheet) {
    checked.not_sampled = "the reference reasoner does not accept the sheet";
    return;
  }
  const Clock::time_point begin = Clock::now();
  try {
    certificates::GroundGame game =
        certificates::ground(*sheet, checked.result.certificate.predicates, options.limits.ground);
    certificates::TransitionCheck check(game, options.limits.cnf);
    sample_transitions(*program, check.asked(), options.sampling, [&](const auto& state) {
      ++checked.states;
      for (std::string& fault : check.compare(state)) {
        if (checked.disagreements.size() == most_disagreements) return;
        checked.disagreements.push_back(fmt::format("state {}: {}", checked.states, fault));
      }
    });
    checked.compared = check.compared();
    checked.open = check.open();
  } catch (const reference::ReasoningError& error) {
    checked.not_sampled = error.what();
  } catch (const certificates::LimitExceeded& limit) {
    checked.not_sampled = limit.what();
  }
  checked.sample_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

std::optional<CheckedCertificate> check_certificate(const CheckCertificateOptions& options,
                                                    Session& session) {
  std::optional<std::string> sheet;
  if (options.sheet) {
    const auto file = read_file(*options.sheet, session);
    if (!file) return std::nullopt;
    sheet = (*session.sources)[*file].text;
  }
  std::error_code error;
  if (!std::filesystem::is_directory(options.folder, error)) {
    session.diagnostics.error({}, "io", fmt::format("`{}` is not a folder", options.folder));
    return std::nullopt;
  }
  CheckedCertificate checked;
  try {
    checked.result = certificates::check_certificate(
        [&](const std::string& name) { return read_bytes(options.folder + "/" + name); }, sheet,
        options.limits, options.checked);
  } catch (const std::system_error& fault) {
    session.diagnostics.error({}, "io", fault.what());
    return std::nullopt;
  }
  using End = certificates::CheckResult::End;
  if (checked.result.end == End::certified && options.sampling.states > 0) {
    sample(options, checked);
  }
  return checked;
}

}  // namespace tesuji::driver
