// Domain theories with features, behind a line `%%`: read and lowered, or refused with a reason.
#include "frontend/prolog/feature_lowering.h"
#include "frontend/prolog/feature_reader.h"
#include "tests/fuzz/support.h"

#include <memory>

using namespace tesuji;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = fuzz::text_of(data, size);
  const std::size_t cut = text.find("\n%%");
  auto sources = std::make_shared<ir::SourceMap>();
  ir::Diagnostics diagnostics(*sources);
  ir::DomainTheory theory;
  ir::FeatureClauses features;
  const ir::FileId domain = sources->add("theory.pl", text.substr(0, cut));
  const bool good = frontend::read_domain_theory(domain, theory, diagnostics);
  fuzz::check_report(diagnostics, good);
  if (!good || cut == std::string::npos) return 0;
  const ir::FileId file = sources->add("features.pl", text.substr(cut + 1));
  const bool read = frontend::read_features(file, features, diagnostics);
  fuzz::check_report(diagnostics, read);
  if (!read) return 0;
  auto lowered = frontend::lower_features(theory, features, ir::Module(sources), diagnostics);
  fuzz::check_report(diagnostics, lowered.has_value());
  if (!lowered) return 0;
  fuzz::require(lowered->features.size() <= features.size(), "a feature has a clause", text);
  for (const frontend::LoweredFeature& feature : lowered->features) {
    for (const std::string& part : feature.parts) {
      fuzz::require(lowered->module.find_relation(part) != ir::no_id, "a part has a relation",
                    part);
    }
  }
  return 0;
}
