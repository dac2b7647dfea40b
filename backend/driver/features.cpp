#include "backend/driver/features.h"

#include "backend/driver/jit_options.h"
#include "backend/interpreter/interpreter.h"
#include "backend/llvm/jit.h"
#include "frontend/feature_lowering.h"
#include "frontend/feature_reader.h"

#include <utility>

namespace tesuji::driver {

namespace {

/// What the entry's code needs for as long as it runs.
template <typename Code>
struct Kept {
  std::shared_ptr<const ir::Module> module;
  std::shared_ptr<const ir::Layout> layout;
  std::shared_ptr<const Code> code;
};

struct EntryCode {
  tsj_entry entry = nullptr;
  const void* self = nullptr;
  std::shared_ptr<const void> keep;
};

template <typename Code>
EntryCode entry_code(std::shared_ptr<const Code> code, const FeatureSet& set, const void* self) {
  EntryCode result;
  result.entry = code->entry("feature");
  result.self = self;
  result.keep = std::make_shared<Kept<Code>>(set.module, set.layout, std::move(code));
  return result;
}

EntryCode entry_code(const FeatureSet& set, const Options& options) {
  if (options.engine == Engine::interpreter) {
    auto program = std::make_shared<const interpreter::Program>(set.module, *set.layout);
    const void* const self = program.get();
    return entry_code(std::shared_ptr<const interpreter::Program>(std::move(program)), set, self);
  }
  return entry_code(llvm_backend::compile(*set.module, *set.layout, jit_options(options)), set,
                    nullptr);
}

runtime::PartPlace place_of(const ir::Module& module, const ir::Layout& layout,
                            const std::string& name) {
  const ir::RelationId id = module.find_relation(name);
  const ir::RelationLayout& at = layout.relations[id];
  runtime::PartPlace place;
  if (module.relations[id].storage == ir::Storage::bits) {
    place.offset = at.scratch_offset;
    place.words = static_cast<std::uint32_t>(at.words);
  } else {
    place.storage = runtime::PartPlace::Storage::table;
    place.table = at.table;
  }
  return place;
}

}  // namespace

std::optional<FeatureModule> load_feature_clauses(const FeatureSources& sources, Session& session) {
  ir::DomainTheory theory;
  ir::FeatureClauses features;
  bool good = true;
  for (const std::string& path : sources.domains) {
    const auto file = read_file(path, session);
    good = file && frontend::read_domain_theory(*file, theory, session.diagnostics) && good;
  }
  for (const std::string& path : sources.features) {
    const auto file = read_file(path, session);
    good = file && frontend::read_features(*file, features, session.diagnostics) && good;
  }
  if (!good) return std::nullopt;
  std::optional<ir::Module> module;
  if (sources.game.empty()) {
    module.emplace(session.sources, session.symbols);
    module->game = "features";
  } else {
    module = load_clauses(sources.game, session);
    if (!module) return std::nullopt;
  }
  auto lowered =
      frontend::lower_features(theory, features, std::move(*module), session.diagnostics);
  if (!lowered) return std::nullopt;
  FeatureModule result;
  result.module = std::make_shared<ir::Module>(std::move(lowered->module));
  result.board = std::move(theory.board);
  for (frontend::LoweredFeature& feature : lowered->features) {
    result.features.push_back({std::move(feature.name), {}});
    result.parts.push_back(std::move(feature.parts));
  }
  return result;
}

std::optional<FeatureSet> load_features(const FeatureSources& sources, const Options& options,
                                        Session& session) {
  if (options.engine != Engine::interpreter && options.engine != Engine::jit) {
    session.diagnostics.error({}, "usage", "features run with --engine=interpreter or jit");
    return std::nullopt;
  }
  auto lowered = load_feature_clauses(sources, session);
  if (!lowered ||
      !run_passes(*lowered->module, passes::default_pipeline(), options.pipeline, session) ||
      !make_runnable(*lowered->module, sources.features.front(), session)) {
    return std::nullopt;
  }
  FeatureSet set;
  set.module = lowered->module;
  set.layout = std::make_shared<const ir::Layout>(ir::lay_out(*set.module));
  set.tables = make_tables(*set.module, *set.layout);
  set.board = std::move(lowered->board);
  for (std::size_t f = 0; f < lowered->features.size(); ++f) {
    for (const std::string& part : lowered->parts[f]) {
      lowered->features[f].parts.push_back(place_of(*set.module, *set.layout, part));
    }
  }
  EntryCode code = entry_code(set, options);
  set.counter = std::make_shared<const runtime::FeatureCounter>(
      set.tables, std::move(lowered->features), code.entry, code.self, std::move(code.keep));
  return set;
}

}  // namespace tesuji::driver
