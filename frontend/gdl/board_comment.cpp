#include "frontend/gdl/board_comment.h"

#include "frontend/gdl/comments.h"
#include "ir/core/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace tesuji::frontend {
namespace {

constexpr std::string_view mark = "tesuji:";
constexpr std::array<std::string_view, 4> tilings = {"plain", "chequered", "hexagons", "holes"};

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    while (!text.empty() && ir::is_blank(text.front())) text.remove_prefix(1);
    if (text.empty()) return words;
    const auto end = std::find_if(text.begin(), text.end(), ir::is_blank);
    words.emplace_back(text.begin(), end);
    text.remove_prefix(words.back().size());
  }
}

class BoardWords {
 public:
  BoardWords(ir::Span span, ir::Diagnostics* faults) : faults_(faults) { comment_.span = span; }

  std::optional<BoardComment> read(const std::vector<std::string>& words) {
    if (words.empty() || words.front() != "board") {
      warn(fmt::format("unknown comment for tesuji{}; it knows `board FLUENT ..`",
                       words.empty() ? "" : " `" + words.front() + "`"));
      return std::nullopt;
    }
    if (words.size() < 2 || words[1].find('=') != std::string::npos) {
      warn("the name of a fluent is missing after `board`");
      return std::nullopt;
    }
    comment_.fluent = words[1];
    for (std::size_t i = 2; i < words.size(); ++i) read_word(words[i]);
    return std::move(comment_);
  }

 private:
  void read_word(const std::string& word) {
    const bool is_tiling = std::find(tilings.begin(), tilings.end(), word) != tilings.end();
    if (word.starts_with("column=")) {
      read_number(word, comment_.column);
    } else if (word.starts_with("row=")) {
      read_number(word, comment_.row);
    } else if (word == "up" || word == "down") {
      if (comment_.up) return repeated(word);
      comment_.up = word == "up";
    } else if (is_tiling) {
      if (!comment_.tiling.empty()) return repeated(word);
      comment_.tiling = word;
    } else {
      std::vector<std::string> known = {"column=1", "row=2", "up", "down"};
      known.insert(known.end(), tilings.begin(), tilings.end());
      const std::string near = ir::nearest_name(word, known);
      warn(fmt::format("unknown word `{}` about a board{}; known are column=N, row=N, up, down, {}",
                       word, near.empty() ? "" : fmt::format(", did you mean `{}`?", near),
                       "plain, chequered, hexagons and holes"));
    }
  }

  void read_number(const std::string& word, std::optional<std::size_t>& number) {
    constexpr std::size_t most_digits = 2;
    const std::string text = word.substr(word.find('=') + 1);
    if (number) return repeated(word);
    if (!ir::all_digits(text) || text.size() > most_digits || text == "0") {
      return warn(fmt::format("`{}`: the number of an argument is expected, from 1", word));
    }
    number = std::stoul(text);
  }

  void repeated(const std::string& word) {
    warn(fmt::format("`{}`: the comment has said this already", word));
  }

  void warn(std::string message) {
    if (faults_ != nullptr) faults_->warning(comment_.span, "board-comment", std::move(message));
  }

  BoardComment comment_;
  ir::Diagnostics* faults_;
};

}  // namespace

std::vector<BoardComment> read_board_comments(const ir::SourceMap& sources, ir::FileId file,
                                              Syntax syntax, ir::Diagnostics* faults) {
  std::vector<BoardComment> all;
  if (sources[file].text.find(mark) == std::string::npos) return all;
  for (const Comment& comment : read_comments(sources, file, syntax)) {
    std::string_view text = comment.text;
    while (!text.empty() && ir::is_blank(text.front())) text.remove_prefix(1);
    if (!text.starts_with(mark)) continue;
    auto read = BoardWords(comment.span, faults).read(words_of(text.substr(mark.size())));
    if (read) all.push_back(std::move(*read));
  }
  return all;
}

}  // namespace tesuji::frontend
