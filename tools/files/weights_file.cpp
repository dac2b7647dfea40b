#include "tools/files/weights_file.h"

#include "tools/base/json.h"

#include "tools/base/report.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace tesuji::tools {

namespace {

driver::FeatureWeights weights_of(const Json& json) {
  driver::FeatureWeights weights;
  weights.role = json.at("role").get<std::string>();
  weights.intercept = json.at("intercept").get<double>();
  // In a logistic model, the sum is the logarithm of the odds.
  const auto model = json.at("model").get<std::string>();
  if (model != "linear" && model != "logistic") {
    throw std::invalid_argument("unknown model `" + model + "`");
  }
  if (model == "linear") weights.even = json.at("even").get<double>();
  for (const Json& one : json.at("weights")) {
    weights.weights.emplace_back(one.at("feature").get<std::string>(),
                                 one.at("weight").get<double>());
  }
  return weights;
}

}  // namespace

std::optional<driver::FeatureWeights> read_weights(ir::FileId file, ir::Diagnostics& diagnostics) {
  const auto refuse = [&](std::string_view why) {
    diagnostics.error(ir::Span{file, {1, 1}, {1, 1}}, "weights",
                      fmt::format("no weights of `tesuji fit`: {}", why));
    return std::nullopt;
  };
  const Json json = Json::parse(diagnostics.sources()[file].text, nullptr, false);
  if (json.is_discarded()) return refuse("the file is not JSON, or is truncated");
  if (!json.is_object() || !json.contains("tesuji_fit") || json["tesuji_fit"] != 1) {
    return refuse("it has no `\"tesuji_fit\": 1`");
  }
  if (!json.contains("role")) {
    return refuse("it does not name the role of the values: fit --role=ROLE");
  }
  try {
    return weights_of(json);
  } catch (const std::invalid_argument& error) {
    return refuse(error.what());
  } catch (const Json::exception& error) {
    // Skips Json's prefix, which names the place in its own code.
    const std::string_view what = error.what();
    return refuse(what.substr(what.find("] ") + 2));
  }
}

}  // namespace tesuji::tools
