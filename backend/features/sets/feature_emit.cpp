#include "backend/features/sets/feature_emit.h"

#include "backend/features/sets/feature_module.h"
#include "backend/features/traced/sliced_program.h"
#include "ir/text/text.h"
#include "passes/core/pass.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace tesuji::slices {
namespace {

using Code = Instruction::Code;

constexpr std::array<std::string_view, 15> code_names = {
    "join",       "exclude", "add",  "join_add", "tally",      "join_tally", "open",     "found",
    "join_found", "close",   "keep", "repeat",   "until_same", "count",      "end_count"};

class Printer {
 public:
  Printer(const SlicedProgram& program, std::span<const std::string> features,
          std::span<const std::string> slots)
      : program_(program), features_(features), slots_(slots) {}

  std::string print() {
    text_ = "slices " + std::to_string(slice_bits) + " slots " + std::to_string(program_.slots) +
            " instructions " + std::to_string(program_.code.size()) + "\n";
    const std::size_t shared =
        program_.features.empty() ? program_.code.size() : program_.features.front().begin;
    print_code("relations", 0, shared);
    for (std::size_t f = 0; f < program_.features.size(); ++f) {
      const Feature& feature = program_.features[f];
      print_code("feature " + features_[f], feature.begin, feature.end);
      for (const std::uint32_t part : feature.parts) {
        const auto& first = feature.first_parts;
        if (std::find(first.begin(), first.end(), part) == first.end()) {
          text_ += "  same_count " + std::to_string(part) + "\n";
          continue;
        }
        if (program_.parts[part].counted) continue;
        text_ += "  count_slots " + std::to_string(part);
        for (const Slot slot : program_.parts[part].slots) {
          text_ += " " + (slot == ~Slot{0} ? "always" : name(slot));
        }
        text_ += "\n";
      }
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::string name(Slot slot) const {
    if (slot < slots_.size() && !slots_[slot].empty()) return slots_[slot];
    return "#" + std::to_string(slot);
  }

  void print_code(const std::string& title, std::size_t begin, std::size_t end) {
    text_ += title + "\n";
    for (std::size_t i = begin; i < end; ++i) print(program_.code[i]);
  }

  void print(const Instruction& one) {
    text_.append(2 * (std::size_t{one.depth} + 1), ' ');
    text_ += code_names[static_cast<std::size_t>(one.code)];
    const auto add = [&](const std::string& what) { text_ += " " + what; };
    switch (one.code) {
      case Code::join:
      case Code::exclude:
        add(name(one.slot));
        if (one.skip != 0) add("or skip " + std::to_string(one.skip));
        break;
      case Code::add:
        add("-> " + name(one.slot));
        break;
      case Code::join_add:
        add(name(one.slot) + " -> " + name(one.skip));
        break;
      case Code::join_tally:
        add(name(one.slot));
        break;
      case Code::open:
      case Code::found:
        add("found " + std::to_string(one.other));
        break;
      case Code::join_found:
        add(name(one.slot) + " found " + std::to_string(one.other));
        break;
      case Code::close:
        add("found " + std::to_string(one.other));
        if (one.skip != 0) add("or skip " + std::to_string(one.skip));
        break;
      case Code::keep:
        add("found " + std::to_string(one.other) + " -> " + name(one.slot));
        break;
      case Code::until_same:
        add("back " + std::to_string(one.skip));
        break;
      case Code::count:
      case Code::end_count:
        add(std::to_string(one.slot));
        break;
      case Code::tally:
      case Code::repeat:
        break;
    }
    text_ += "\n";
  }

  const SlicedProgram& program_;
  std::span<const std::string> features_;
  std::span<const std::string> slots_;
  std::string text_;
};

/// Prints the code shared by all features, then one feature after the other, one instruction per
/// line, indented by its depth. `features`: their names. `slots`: their names, if they have any
/// (TracedFeatures::slot_names).
std::string print(const SlicedProgram& program, std::span<const std::string> features,
                  std::span<const std::string> slots) {
  return Printer(program, features, slots).print();
}

}  // namespace
}  // namespace tesuji::slices

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
