#include "backend/features/sets/features.h"

#include "backend/driver/games/game_code.h"
#include "backend/driver/games/jit_options.h"
#include "backend/driver/games/plugin.h"
#include "backend/features/sets/feature_module.h"
#include "backend/features/traced/feature_tracer.h"
#include "backend/features/views/view_machine.h"
#include "backend/interpreter/interpreter.h"
#include "backend/llvm/plans/jit.h"
#include "backend/plugins/host/game.h"
#include "frontend/prolog/feature_reader.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

namespace tesuji::driver {

namespace {

/// A literal takes several times as much memory as an instruction.
constexpr slices::TraceLimits view_limits{.max_instructions = 6'000'000,
                                          .max_part_instructions = 1'000'000};

/// Whether states have the same byte layout.
bool same_places(const std::vector<runtime::TableRelation>& left,
                 const std::vector<runtime::TableRelation>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const runtime::TableRelation& a, const runtime::TableRelation& b) {
                      return a.term == b.term && a.storage == b.storage && a.columns == b.columns &&
                             a.state_offset == b.state_offset;
                    });
}

/// Makes the set's sliced program or network. Returns false after a reported error.
bool trace(FeatureSet& set, const FeatureModule& lowered, FeatureMode mode, const Options& options,
           Session& session) {
  const bool views = mode == FeatureMode::incremental;
  bool good = true;
  auto traced = trace_features(set, lowered, options, views ? view_limits : slices::TraceLimits(),
                               session, good);
  if (!traced) return good;
  std::vector<slices::Feature> features;
  for (std::size_t f = 0; f < traced->traced.size(); ++f) {
    if (!traced->traced[f]) continue;
    set.mode_columns.push_back(f);
    features.push_back(std::move(traced->program.features[f]));
  }
  traced->program.features = std::move(features);
  if (views) {
    set.views = std::make_shared<const views::ViewNet>(views::make_view_net(traced->program));
  } else {
    set.slices = std::make_shared<const slices::SlicedProgram>(std::move(traced->program));
  }
  return true;
}

std::optional<FeatureSet> load_plugin_features(const FeatureSources& sources, Session& session) {
  if (!sources.domains.empty() || !sources.features.empty()) {
    session.diagnostics.error(
        {}, "usage", "a plugin contains its own features: leave out --domain and --features");
    return std::nullopt;
  }
  const auto loaded = load_positions_plugin(sources.game, session);
  if (!loaded) return std::nullopt;
  FeatureSet set;
  set.game = loaded->game;
  set.names = plugin::feature_names(*set.game);
  set.counter = plugin::feature_counter(set.game);
  if (!set.counter) {
    session.diagnostics.error(
        {}, "usage",
        "`" + sources.game + "` was compiled without features (compile --features=FILE)");
    return std::nullopt;
  }
  for (std::size_t f = 0; f < set.names.size(); ++f) set.counter_columns.push_back(f);
  return set;
}

}  // namespace

std::optional<runtime::State> state_of(const FeatureSet& set, std::span<const std::string> fluents,
                                       std::string* unknown) {
  return set.codec ? set.codec->parse(fluents, unknown) : set.game->state_of(fluents, unknown);
}

namespace {

/// Returns each file once: repeated files add nothing.
std::vector<std::string> distinct(const std::vector<std::string>& paths) {
  std::vector<std::string> result;
  std::set<std::filesystem::path> seen;
  for (const std::string& path : paths) {
    std::error_code error;
    const auto real = std::filesystem::canonical(path, error);
    if (seen.insert(error ? std::filesystem::path(path) : real).second) result.push_back(path);
  }
  return result;
}

}  // namespace

std::optional<FeatureTexts> read_features(const FeatureSources& sources, Session& session) {
  FeatureTexts texts;
  bool good = true;
  for (const std::string& path : distinct(sources.domains)) {
    const auto file = read_file(path, session);
    good = file && frontend::read_domain_theory(*file, texts.theory, session.diagnostics) && good;
  }
  for (const std::string& path : distinct(sources.features)) {
    const auto file = read_file(path, session);
    good = file && frontend::read_features(*file, texts.features, session.diagnostics) && good;
  }
  if (!good) return std::nullopt;
  return texts;
}

std::optional<FeatureSet> load_features(const FeatureSources& sources, const Options& options,
                                        FeatureMode mode, Session& session) {
  if (is_plugin(sources.game)) return load_plugin_features(sources, session);
  const auto texts = read_features(sources, session);
  if (!texts) return std::nullopt;
  std::optional<ir::Module> game;
  if (!sources.game.empty()) {
    game = load_clauses(sources.game, session);
    if (!game) return std::nullopt;
  }
  return compile_features(*texts, std::move(game), options, mode, session);
}

namespace {

/// Makes a counter that runs the entry `feature` of the set's module.
std::shared_ptr<const runtime::FeatureCounter> make_counter(
    const FeatureSet& set, const std::vector<runtime::FeaturePlace>& places,
    const Options& options) {
  tsj_entry entry = nullptr;
  runtime::GameCode code;
  if (options.engine == Engine::interpreter) {
    auto program = std::make_shared<const interpreter::Program>(set.module, *set.layout);
    entry = program->entry("feature");
    code = interpreted_code(std::move(program), set.module, set.layout);
  } else {
    auto compiled = timed_code(options, [&] {
      return llvm_backend::compile(*set.module, *set.layout, jit_options(options));
    });
    entry = compiled->entry("feature");
    code = native_code(std::move(compiled), set.module, set.layout);
  }
  return std::make_shared<const runtime::FeatureCounter>(set.tables, places, entry, code.self,
                                                         std::move(code.keep));
}

std::optional<FeatureSet> compile_lowered(const FeatureTexts& texts, const FeatureModule& lowered,
                                          const Options& options, FeatureMode mode,
                                          Session& session) {
  FeatureSet set;
  set.board = texts.theory.board;
  set.names = lowered.names;
  if (mode != FeatureMode::one_by_one) {
    if (!finish_module(set, without_parts(*lowered.module, all_parts(lowered)), options, session) ||
        !trace(set, lowered, mode, options, session)) {
      return std::nullopt;
    }
    if (set.mode_columns.size() == set.names.size()) return set;
  }
  const std::vector<runtime::TableRelation> traced = set.tables.fluents;
  std::set<std::string> in_program = all_parts(lowered);
  for (std::size_t f = 0; f < set.names.size(); ++f) {
    if (std::binary_search(set.mode_columns.begin(), set.mode_columns.end(), f)) continue;
    for (const std::string& part : lowered.parts[f]) in_program.erase(part);
  }
  if (!finish_module(set, without_parts(*lowered.module, in_program), options, session)) {
    return std::nullopt;
  }
  if (!set.mode_columns.empty() && !same_places(traced, set.tables.fluents)) {
    // The bits of positions have moved.
    return compile_lowered(texts, lowered, options, FeatureMode::one_by_one, session);
  }
  std::vector<runtime::FeaturePlace> places;
  for (std::size_t f = 0; f < set.names.size(); ++f) {
    if (std::binary_search(set.mode_columns.begin(), set.mode_columns.end(), f)) continue;
    set.counter_columns.push_back(f);
    places.push_back(place_of(*set.module, *set.layout, lowered.parts[f]));
  }
  set.counter = make_counter(set, places, options);
  return set;
}

}  // namespace

std::optional<FeatureSet> compile_features(const FeatureTexts& texts,
                                           std::optional<ir::Module> game, const Options& options,
                                           FeatureMode mode, Session& session) {
  if (options.engine != Engine::interpreter && options.engine != Engine::jit) {
    session.diagnostics.error({}, "usage", "features run with the interpreter or the JIT");
    return std::nullopt;
  }
  auto lowered = lower_features(texts, std::move(game), session);
  if (!lowered || !share_parts(*lowered, options, session)) return std::nullopt;
  return compile_lowered(texts, *lowered, options, mode, session);
}

struct FeatureEvaluator::Memory {
  std::unique_ptr<slices::Machine> machine;
  std::unique_ptr<views::ViewMachine> views;
  std::unique_ptr<runtime::ScratchMemory> counting;
  std::vector<std::uint64_t> values;
};

FeatureEvaluator::FeatureEvaluator(const FeatureSet& set)
    : set_(set), memory_(std::make_unique<Memory>()) {
  if (set.slices) memory_->machine = std::make_unique<slices::Machine>(*set.slices);
  if (set.views) memory_->views = std::make_unique<views::ViewMachine>(*set.views);
  if (set.counter) memory_->counting = set.counter->make_memory();
}

FeatureEvaluator::~FeatureEvaluator() = default;

void FeatureEvaluator::evaluate(std::span<const runtime::State> positions,
                                std::span<std::uint64_t> values, slices::Times* times) {
  const std::size_t width = set_.names.size();
  evaluated_ = 0;
  for (std::size_t first = 0; first < positions.size(); first += slices::slice_bits) {
    const std::size_t count = std::min(slices::slice_bits, positions.size() - first);
    if (set_.slices) {
      evaluate_slices(positions.subspan(first, count), values.subspan(first * width), times);
    }
    for (std::size_t i = first; (set_.views || set_.counter) && i < first + count; ++i) {
      evaluate_one(positions[i], values.subspan(i * width));
      evaluated_ = i + 1;
    }
    evaluated_ = first + count;
  }
}

/// Evaluates at most slices::slice_bits positions.
void FeatureEvaluator::evaluate_slices(std::span<const runtime::State> positions,
                                       std::span<std::uint64_t> values, slices::Times* times) {
  const std::size_t width = set_.names.size();
  const std::size_t columns = set_.mode_columns.size();
  if (columns == width) return memory_->machine->evaluate(positions, values, width, times);
  std::vector<std::uint64_t>& some = memory_->values;
  some.resize(positions.size() * columns);
  memory_->machine->evaluate(positions, some, columns, times);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    for (std::size_t c = 0; c < columns; ++c) {
      values[i * width + set_.mode_columns[c]] = some[i * columns + c];
    }
  }
}

/// Evaluates the features that are not in the sliced program.
void FeatureEvaluator::evaluate_one(const runtime::State& position,
                                    std::span<std::uint64_t> values) {
  if (set_.views) {
    memory_->views->move_to(position);
    const std::span<const std::uint64_t> of = memory_->views->values();
    for (std::size_t c = 0; c < of.size(); ++c) values[set_.mode_columns[c]] = of[c];
  }
  if (!set_.counter) return;
  std::vector<std::uint64_t>& some = memory_->values;
  some.resize(set_.counter_columns.size());
  set_.counter->count(position, *memory_->counting, some);
  for (std::size_t c = 0; c < some.size(); ++c) values[set_.counter_columns[c]] = some[c];
}

}  // namespace tesuji::driver
