#include "tools/servers/ggp_message.h"

#include "frontend/text/kif_lexer.h"
#include "ir/core/characters.h"
#include "runtime/host/game/term_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr std::size_t most_digits = 18;

/// A fault with its byte offset, before lines are counted.
struct FaultAt {
  std::string what;
  std::size_t at = 0;
};

using Tokens = std::span<const std::string_view>;

/// The parentheses and words of a text, without comments.
runtime::TermTokens tokens_of(std::string_view text) {
  runtime::TermTokens tokens;
  frontend::KifLexer lexer(ir::no_file, text);
  for (auto token = lexer.next(); token.kind != frontend::KifToken::Kind::end;
       token = lexer.next()) {
    tokens.push_back(token.text);
  }
  return tokens;
}

/// Returns the atoms and lists of the tokens, in which all brackets are closed.
std::vector<Tokens> elements_of(Tokens tokens) {
  std::vector<Tokens> elements;
  while (!tokens.empty()) {
    elements.push_back(tokens.first(runtime::subterm_length(tokens)));
    tokens = tokens.subspan(elements.back().size());
  }
  return elements;
}

bool is_list(Tokens element) {
  return element.front() == "(";
}

std::vector<Tokens> items_of(Tokens list) {
  return elements_of(list.subspan(1, list.size() - 2));
}

std::string term_of(Tokens element) {
  return ir::lower_case(runtime::join_tokens(element));
}

/// Returns a hint for messages whose line breaks got lost, as `curl -d @file` loses them; empty for
/// others.
std::string_view hint_of_lost_lines(std::string_view text, std::size_t fault_at) {
  const std::size_t comment = text.find(';');
  if (comment == std::string_view::npos || text.find_first_of("\r\n") != std::string_view::npos) {
    return {};
  }
  const bool is_empty = tokens_of(text).empty();
  if (fault_at < comment && !is_empty) return {};
  return "; a `;` begins a comment to the end of the line, and this message is one line: send it "
         "with --data-binary";
}

/// Reads the parts of a message.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), tokens_(tokens_of(text)) {}

  /// Throws FaultAt.
  GgpMessage read() {
    split();
    const Tokens head = parts_.front();
    const std::string name = ir::lower_case(head.front());
    static constexpr std::array<std::pair<std::string_view, GgpMessage::Kind>, 6> kinds = {
        {{"info", GgpMessage::Kind::info},
         {"preview", GgpMessage::Kind::preview},
         {"start", GgpMessage::Kind::start},
         {"play", GgpMessage::Kind::play},
         {"stop", GgpMessage::Kind::stop},
         {"abort", GgpMessage::Kind::abort}}};
    const auto* const kind = std::find_if(kinds.begin(), kinds.end(),
                                          [&](const auto& each) { return each.first == name; });
    if (kind == kinds.end()) {
      throw FaultAt{"unknown message: expected INFO, PREVIEW, START, PLAY, STOP or ABORT",
                    begin_of(head)};
    }
    GgpMessage message;
    message.kind = kind->second;
    switch (message.kind) {
      case GgpMessage::Kind::info:
        break;
      case GgpMessage::Kind::preview:
        message.rules = list_at(1, "the rules");
        message.start_clock = clock_at(2, "the clock");
        break;
      case GgpMessage::Kind::start:
        message.match = atom_at(1, "the name of the match");
        message.role = term_of(at(2, "the role"));
        message.rules = list_at(3, "the rules");
        message.start_clock = clock_at(4, "the start clock");
        message.play_clock = clock_at(5, "the play clock");
        break;
      case GgpMessage::Kind::play:
      case GgpMessage::Kind::stop:
        message.match = atom_at(1, "the name of the match");
        read_turn(message);
        break;
      case GgpMessage::Kind::abort:
        message.match = atom_at(1, "the name of the match");
        break;
    }
    return message;
  }

 private:
  /// Splits the text, which must be one list, into its elements.
  void split() {
    if (tokens_.empty()) throw FaultAt{"the message is empty", 0};
    const Tokens all(tokens_);
    if (!is_list(all)) throw FaultAt{"`(` is missing", begin_of(all)};
    const Tokens message = all.first(runtime::subterm_length(all));
    if (message.empty()) throw FaultAt{"the text ends within brackets", text_.size()};
    if (message.size() < all.size()) {
      throw FaultAt{"text after the end of the message", begin_of(all.subspan(message.size()))};
    }
    close_ = begin_of(message.last(1));
    parts_ = items_of(message);
    if (parts_.empty()) throw FaultAt{"the message is empty", begin_of(message)};
  }

  void read_turn(GgpMessage& message) {
    const bool more = parts_.size() > 4;
    if (!more) {
      // STOP may have no moves.
      if (parts_.size() == 2 && message.kind == GgpMessage::Kind::stop) return;
      message.moves = terms_of(at(2, "the list of moves"));
      return;
    }
    GgpPercepts seen;
    seen.turn = number_at(2, "the turn");
    const Tokens move = at(3, "the role's own move");
    if (!is_nothing(move)) seen.move = term_of(move);
    seen.percepts = terms_of(at(4, "the list of percepts"));
    std::sort(seen.percepts.begin(), seen.percepts.end());
    seen.percepts.erase(std::unique(seen.percepts.begin(), seen.percepts.end()),
                        seen.percepts.end());
    message.seen = std::move(seen);
  }

  /// The byte where it begins.
  [[nodiscard]] std::size_t begin_of(Tokens element) const {
    return static_cast<std::size_t>(element.front().data() - text_.data());
  }

  [[nodiscard]] Tokens at(std::size_t place, std::string_view what) const {
    if (place < parts_.size()) return parts_[place];
    throw FaultAt{std::string(what) + " is missing", close_};
  }

  [[nodiscard]] std::string atom_at(std::size_t place, std::string_view what) const {
    const Tokens element = at(place, what);
    if (is_list(element)) {
      throw FaultAt{std::string(what) + " has to be one word", begin_of(element)};
    }
    return std::string(element.front());
  }

  /// Returns the contents of its brackets.
  [[nodiscard]] std::string list_at(std::size_t place, std::string_view what) const {
    const Tokens element = at(place, what);
    if (!is_list(element)) {
      throw FaultAt{std::string(what) + " have to be a list", begin_of(element)};
    }
    const std::size_t begin = begin_of(element) + 1;
    return std::string(text_.substr(begin, begin_of(element.last(1)) - begin));
  }

  [[nodiscard]] double clock_at(std::size_t place, std::string_view what) const {
    const std::string text = atom_at(place, what);
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    // The negated comparison also rejects NaN.
    if (error != std::errc() || end != text.data() + text.size() ||
        !(seconds >= 0 && seconds <= most_clock_seconds)) {
      throw FaultAt{std::string(what) + " has to be a number of seconds", begin_of(parts_[place])};
    }
    return seconds;
  }

  [[nodiscard]] std::uint64_t number_at(std::size_t place, std::string_view what) const {
    const std::string text = atom_at(place, what);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || text.size() > most_digits) {
      throw FaultAt{std::string(what) + " has to be a number", begin_of(parts_[place])};
    }
    return number;
  }

  /// Whether it is NIL, or a list without elements.
  [[nodiscard]] static bool is_nothing(Tokens element) {
    return is_list(element) ? element.size() == 2 : ir::lower_case(element.front()) == "nil";
  }

  [[nodiscard]] std::vector<std::string> terms_of(Tokens element) const {
    std::vector<std::string> terms;
    if (is_nothing(element)) return terms;
    if (!is_list(element)) throw FaultAt{"it has to be NIL or a list", begin_of(element)};
    for (const Tokens each : items_of(element)) terms.push_back(term_of(each));
    return terms;
  }

  std::string_view text_;
  runtime::TermTokens tokens_;
  std::vector<Tokens> parts_;
  std::size_t close_ = 0;  ///< position of the message's last bracket
};

}  // namespace

std::variant<GgpMessage, GgpFault> parse_ggp_message(std::string_view text) {
  try {
    return Reader(text).read();
  } catch (FaultAt& fault) {
    const std::string_view before = text.substr(0, fault.at);
    const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t begin = lines == 0 ? 0 : before.rfind('\n') + 1;
    return GgpFault{fault.what.append(hint_of_lost_lines(text, fault.at)), lines + 1, fault.at - begin + 1};
  }
}

std::optional<std::string> parse_ggp_term(std::string_view text) {
  const runtime::TermTokens tokens = tokens_of(text);
  if (tokens.empty() || runtime::subterm_length(tokens) != tokens.size()) return std::nullopt;
  return term_of(tokens);
}

std::string ggp_rules(std::string_view rules) {
  return fmt::format("{}", fmt::join(tokens_of(rules), " "));
}

std::string ggp_list(const std::vector<std::string>& terms) {
  if (terms.empty()) return "NIL";
  std::string result = "(";
  for (const std::string& term : terms) result += (result.size() > 1 ? " " : "") + term;
  return result + ")";
}

std::string ggp_match_key(std::string_view match) {
  return ir::lower_case(match);
}

}  // namespace tesuji::tools
