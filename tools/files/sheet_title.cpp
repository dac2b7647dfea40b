#include "tools/files/sheet_title.h"

#include <algorithm>

namespace tesuji::tools {
namespace {

constexpr std::size_t longest_title = 80;
/// A line that ends sooner does so on purpose, if the next one begins with a capital.
constexpr std::size_t short_line = 50;

/// Removes blanks and the frames that people draw of signs.
std::string_view without_frame(std::string_view line) {
  constexpr std::string_view frame = " \t\r*-=#~_";
  line.remove_prefix(std::min(line.find_first_not_of(frame), line.size()));
  while (!line.empty() && frame.find(line.back()) != std::string_view::npos) line.remove_suffix(1);
  return line;
}

/// Whether the text ends a title at this place: a sentence's end, or a remark.
bool ends_title(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with(" (") || rest.starts_with(": ")) return true;
  return rest[0] == '.' && (rest.size() == 1 || rest[1] == ' ');
}

}  // namespace

std::string sheet_title(std::string_view text) {
  std::string comment;
  std::size_t last_line = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t mark = std::min(line.find_first_not_of(";%"), line.size());
    const std::string_view words = without_frame(line.substr(mark));
    if (mark == 0 && !words.empty()) break;                    // the rules begin
    if (line.find("-*-") != std::string_view::npos) continue;  // a line for editors
    if (words.empty() && comment.empty()) continue;
    const bool begins_anew =
        last_line < short_line && !words.empty() && words.front() >= 'A' && words.front() <= 'Z';
    if (words.empty() || (!comment.empty() && begins_anew)) break;
    comment += (comment.empty() ? "" : " ") + std::string(words);
    last_line = words.size();
  }
  // A terminal would obey control characters.
  std::erase_if(comment, [](unsigned char c) { return c < ' ' || c == 0x7F; });
  std::size_t end = 0;
  while (end < comment.size() && !ends_title(comment, end)) ++end;
  comment.resize(end);
  // A sentence that goes on for lines, or the file's own name, is not a title.
  if (comment.size() > longest_title || comment.ends_with(".kif") || comment.ends_with(".gdl")) {
    return {};
  }
  return comment;
}

}  // namespace tesuji::tools
