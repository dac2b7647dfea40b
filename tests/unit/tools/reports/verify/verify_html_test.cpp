// The report of `tesuji verify` as a page: well-formed whatever is in it.
#include "tests/unit/support/verify_scene.h"

#include "tools/base/html.h"
#include "tools/reports/verify/verify_report.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace tesuji::tests {
namespace {

using Catch::Matchers::Contains;
using proofs::Verdict;

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
  });
}

/// What is wrong with a page of our kind as XML; empty if nothing is. Knows elements, attributes in
/// double quotes, the doctype, and entities.
std::string fault_of(std::string_view page) {
  constexpr std::string_view doctype = "<!DOCTYPE html>\n";
  if (!page.starts_with(doctype)) return "no doctype";
  page.remove_prefix(doctype.size());
  std::vector<std::string_view> open;
  bool style = false;
  while (!page.empty()) {
    if (page[0] == '&') {
      bool known = false;
      for (const std::string_view entity : {"&amp;", "&lt;", "&gt;", "&quot;"}) {
        known = known || page.starts_with(entity);
      }
      if (!known) return "a bare & before " + std::string(page.substr(0, 20));
    }
    if (page[0] != '<') {
      if (open.empty() && page[0] != '\n') return "text outside of elements";
      page.remove_prefix(1);
      continue;
    }
    const std::size_t end = page.find('>');
    if (end == std::string_view::npos) return "a tag without end";
    std::string_view tag = page.substr(1, end - 1);
    page.remove_prefix(end + 1);
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) {
        return "</" + std::string(tag.substr(1)) + "> closes " +
               (open.empty() ? "nothing" : std::string(open.back()));
      }
      open.pop_back();
      continue;
    }
    const bool alone = tag.ends_with('/');
    if (alone) tag.remove_suffix(1);
    const std::size_t blank = std::min(tag.find(' '), tag.size());
    const std::string_view name = tag.substr(0, blank);
    if (!is_name(name)) return "no element: " + std::string(tag);
    tag.remove_prefix(blank);
    while (!tag.empty()) {
      const std::size_t equals = tag.find("=\"");
      if (tag[0] != ' ' || equals == std::string_view::npos ||
          !is_name(tag.substr(1, equals - 1))) {
        return "no attribute: " + std::string(tag);
      }
      const std::size_t close = tag.find('"', equals + 2);
      if (close == std::string_view::npos) return "an attribute without end";
      tag.remove_prefix(close + 1);
    }
    style = style || name == "script";
    if (!alone) open.push_back(name);
  }
  if (style) return "a script";
  return open.empty() ? "" : std::string(open.back()) + " is not closed";
}

const std::string formulas = R"(
invariant '<b>odd</b>': not terminal.
invariant turns: forall P: role. true(control(P)) implies next not true(control(P)).
invariant stays[X,Y: index, M: mark]: true(cell(X,Y,M)) implies next true(cell(X,Y,M)).
)";

}  // namespace

TEST_CASE("pages of verify are well-formed", "[verify]") {
  VerifyScene scene(formulas);
  scene.add_automatic();
  CHECK(fault_of(verify_html(scene.scene())) == "");
  scene.decide("<b>odd</b>", Verdict::refuted);
  scene.of("<b>odd</b>").play = VerifyScene::play(7);
  scene.decide("turns", Verdict::step_fails);
  scene.of("turns").pair = VerifyScene::play(1);
  scene.of("turns").pair_note = "<script>alert('no & \"more\"')</script>";
  scene.decide("stays", Verdict::proved, {"<b>"});
  scene.decide("stays", Verdict::unknown, {"o&"});
  scene.of("stays").reason = "control \x01 and \xFF and \xEF\xBF\xBF";
  scene.decide("playable", Verdict::refuted);
  scene.of("playable").play = VerifyScene::play(0);
  scene.report.disagreements = {"1 < 2 && \"so\"", "]]>"};
  scene.report.sets.front().aborted = "<time>";
  scene.report.attack.playouts = 3;
  scene.report.attack.error = "<&>";
  const std::string page = verify_html(scene.scene());
  CHECK(fault_of(page) == "");
  CHECK_THAT(page, Contains("<h1>Invariants of games/&lt;odd&gt; &amp; &quot;new&quot;.kif</h1>"));
  CHECK_THAT(page, Contains("<h3>&lt;b&gt;odd&lt;/b&gt;</h3>"));
  CHECK_THAT(page, Contains("&lt;script&gt;alert("));
  CHECK_THAT(page, Contains("control \xEF\xBF\xBD and \xEF\xBF\xBD and \xEF\xBF\xBD"));
  CHECK_THAT(page, Contains("<title>1 1: &lt;b&gt;</title>"));
  CHECK_THAT(page, Contains("class=\"tsj-changed\""));
  CHECK_THAT(page, Contains("<figcaption>after 7 moves: here it fails</figcaption>"));
  CHECK_THAT(page, Contains("<summary>All 8 states</summary>"));
  CHECK_THAT(page, Contains("<h2>A bug of tesuji: 2 disagreements</h2>"));
  CHECK_THAT(page, Contains("<code>stays[_,_,'&lt;b&gt;']</code>"));
}

TEST_CASE("pages have only what XML can have", "[verify]") {
  CHECK(tools::html_text("a<b>&\"c\"'") == "a&lt;b&gt;&amp;&quot;c&quot;'");
  CHECK(tools::html_page("\t\n\xC3\xA4") == "\t\n\xC3\xA4");
  CHECK(tools::html_page(std::string("a\0b", 3)) ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(tools::html_page("a\xC3") == "a\xEF\xBF\xBD");
}

TEST_CASE("long plays are drawn at both ends, their moves told as a whole", "[verify]") {
  VerifyScene scene(formulas);
  scene.decide("turns", Verdict::refuted);
  scene.of("turns").play = VerifyScene::play(1000);
  const std::string page = verify_html(scene.scene());
  CHECK(fault_of(page) == "");
  std::size_t moves = 0;
  for (std::size_t at = page.find("<li><code>"); at != std::string::npos;
       at = page.find("<li><code>", at + 1)) {
    ++moves;
  }
  CHECK(moves == 1000);
  CHECK_THAT(page, Contains("after 199 moves<"));
  CHECK_THAT(page, !Contains("after 200 moves<"));
  CHECK_THAT(page, Contains("after 801 moves<"));
}

}  // namespace tesuji::tests
