#include "backend/features/sets/feature_emit.h"

#include "backend/features/sets/feature_module.h"
#include "backend/features/traced/sliced_text.h"
#include "ir/text/text.h"
#include "passes/core/pass.h"

#include <utility>

namespace tesuji::driver {

std::optional<std::string> emit_features(const FeatureTexts& texts, std::optional<ir::Module> game,
                                         std::string_view stage, const Options& options,
                                         Session& session) {
  auto lowered = lower_features(texts, std::move(game), session);
  if (!lowered) return std::nullopt;
  if (stage == "clauses") return ir::print(*lowered->module);
  if (!share_parts(*lowered, options, session)) return std::nullopt;
  if (stage == "plan") {
    if (!run_passes(*lowered->module, engine_pipeline(), options.pipeline, session)) {
      return std::nullopt;
    }
    return ir::print(*lowered->module);
  }
  FeatureSet set;
  if (!finish_module(set, without_parts(*lowered->module, all_parts(*lowered)), options, session)) {
    return std::nullopt;
  }
  slices::TraceLimits limits;
  limits.names = true;
  bool good = true;
  const auto traced = trace_features(set, *lowered, options, limits, session, good);
  if (!traced) {
    if (good) session.diagnostics.error({}, "limit", "too large for slices");
    return std::nullopt;
  }
  for (std::size_t f = 0; f < lowered->names.size(); ++f) {
    if (traced->traced[f]) continue;
    session.diagnostics.warning({}, "limit",
                                "feature `" + lowered->names[f] + "` is too large for slices");
  }
  return slices::print(traced->program, lowered->names, traced->slot_names);
}

}  // namespace tesuji::driver
