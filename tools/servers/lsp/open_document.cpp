#include "tools/servers/lsp/open_document.h"

#include "tools/base/json.h"
#include "tools/servers/url_text.h"

#include <algorithm>
#include <utility>

namespace tesuji::tools {

std::string path_of_uri(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  if (uri.starts_with(scheme)) {
    uri.remove_prefix(scheme.size());
    uri.remove_prefix(std::min(uri.find('/'), uri.size()));  // a host
  } else if (const std::size_t slash = uri.rfind('/'); slash != std::string_view::npos) {
    uri.remove_prefix(slash + 1);
  }
  return percent_decoded(uri);
}

OpenDocument::OpenDocument(std::string uri, std::string_view editor_language, std::int64_t version,
                           std::string text)
    : uri_(std::move(uri)),
      path_(path_of_uri(uri_)),
      language_(language_of(path_, editor_language)),
      version_(version) {
  set_text(std::move(text));
}

void OpenDocument::set_text(std::string text) {
  sheet_.reset();
  sources_ = std::make_unique<ir::SourceMap>();
  file_ = sources_->add(path_, std::move(text));
}

void OpenDocument::change(const Json& changes, std::int64_t version, PositionUnits units) {
  version_ = version;
  for (const Json& change : changes) {
    std::string text = change.at("text").get<std::string>();
    const auto range = change.find("range");
    if (range != change.end() && !range->is_null()) {
      const std::uint32_t begin = tools::offset_of(source(), range->at("start"), units);
      const std::uint32_t end =
          std::max(begin, tools::offset_of(source(), range->at("end"), units));
      std::string whole = source().text;
      whole.replace(begin, end - begin, text);
      text = std::move(whole);
    }
    set_text(std::move(text));
  }
}

Json OpenDocument::range(frontend::TextRange range, PositionUnits units) const {
  return to_range(source(), range, units);
}

const frontend::SheetSnapshot& OpenDocument::sheet() const {
  if (!sheet_) sheet_ = std::make_unique<frontend::SheetSnapshot>(path_, source().text);
  return *sheet_;
}

}  // namespace tesuji::tools
