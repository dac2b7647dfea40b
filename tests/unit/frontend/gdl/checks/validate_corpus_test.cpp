// The frontend's verdict on every sheet of the conformance corpus.
#include "frontend/gdl/checks/validate.h"
#include "frontend/gdl/syntax.h"
#include "tests/corpus/corpus_files.h"

#include <set>

namespace tesuji::frontend {
namespace {

/// Codes of all errors that parsing and validation report.
std::set<std::string> error_codes(const std::filesystem::path& path) {
  ir::SourceMap sources;
  ir::SymbolTable symbols;
  ir::Diagnostics diagnostics(sources);
  const ir::FileId file = sources.add(path.string(), tests::read_bytes(path));
  std::optional<Rulesheet> sheet = parse_rulesheet(file, Syntax::kif, symbols, diagnostics);
  bool valid = sheet.has_value();
  if (sheet) {
    valid = validate(*sheet, symbols, diagnostics);
  }
  std::set<std::string> codes;
  for (const ir::Diagnostic& diagnostic : diagnostics.all()) {
    CHECK(diagnostic.span.known());
    if (diagnostic.severity == ir::Severity::error) {
      codes.insert(diagnostic.code);
    }
  }
  CHECK(valid == codes.empty());
  return codes;
}

}  // namespace

TEST_CASE("Corpus: invalid sheets are refused for the right reason", "[validate][corpus]") {
  const std::filesystem::path folder = tests::shared_path("corpus/invalid");
  if (!tests::have_corpus(folder)) {
    return;
  }
  // Not decided on the syntax tree: later stages report these.
  const std::set<std::string> later = {"unstratified", "recursion"};
  const std::vector<tests::Expectation> manifest = tests::read_manifest(folder / "MANIFEST.tsv");
  REQUIRE_FALSE(manifest.empty());
  std::size_t refused = 0;
  for (const tests::Expectation& expectation : manifest) {
    INFO(expectation.file);
    const std::set<std::string> codes = error_codes(folder / expectation.file);
    if (codes.empty()) {
      CHECK((expectation.may_pass || later.contains(expectation.error_code)));
    } else {
      CHECK(codes == std::set<std::string>{expectation.error_code});
      ++refused;
    }
  }
  CHECK(refused > 0);
}

TEST_CASE("Corpus: real sheets pass", "[validate][corpus]") {
  // Its relation `foo` has one and two arguments, which GDL does not allow.
  const std::set<std::string> wrong = {"ggpbase-test.test_invalid_sentence_arities_differ.kif"};
  for (const char* const name : {"corpus/dev", "corpus/fig3"}) {
    const std::filesystem::path folder = tests::shared_path(name);
    if (!tests::have_corpus(folder)) continue;
    const std::vector<std::filesystem::path> sheets = tests::files_in(folder, ".kif");
    CHECK_FALSE(sheets.empty());
    for (const std::filesystem::path& sheet : sheets) {
      INFO(sheet);
      const bool refuse = wrong.contains(sheet.filename().string());
      CHECK(error_codes(sheet) ==
            (refuse ? std::set<std::string>{"arity"} : std::set<std::string>{}));
    }
  }
}

}  // namespace tesuji::frontend
