#include "tools/files/joint_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tesuji::tools {
namespace {

/// Blanks lines that begin with `#`: comments, as in lists of states.
void blank_remarks(std::string& text) {
  bool at_start = true;
  bool remark = false;
  for (char& c : text) {
    if (c == '\n' || c == '\r') {
      at_start = true;
      remark = false;
      continue;
    }
    if (at_start && c == '#') remark = true;
    at_start = false;
    if (remark) c = ' ';
  }
}

}  // namespace

std::optional<OptionText> read_option_text(const std::string& option, const std::string& value,
                                           driver::Session& session) {
  if (value.empty() || value.front() != '@') return OptionText{"<" + option + ">", value};
  const std::string path = value.substr(1);
  const auto file = driver::read_file(path, session);
  if (!file) return std::nullopt;
  OptionText input{path, (*session.sources)[*file].text};
  blank_remarks(input.text);
  return input;
}

/// Cuts at `;` and line ends, before any parser takes `;` for the start of a comment.
std::vector<OptionText> joint_moves_of(const OptionText& input) {
  std::vector<OptionText> parts;
  for (std::size_t begin = 0; begin < input.text.size();) {
    const std::size_t end = std::min(input.text.find_first_of(";\r\n", begin), input.text.size());
    std::string part = input.text.substr(begin, end - begin);
    if (part.find_first_not_of(" \t") != std::string::npos) {
      parts.push_back(
          {fmt::format("{} joint move {}", input.name, parts.size() + 1), std::move(part)});
    }
    begin = end + 1;
  }
  return parts;
}

}  // namespace tesuji::tools
