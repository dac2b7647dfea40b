#include "tools/servers/ggp_message.h"

#include "ir/core/characters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";
constexpr std::string_view line_ends = "\r\n";
constexpr std::string_view ends_of_atoms = " \t\r\n\f\v();";
constexpr std::size_t most_digits = 18;

/// A fault with the byte that it is at, before lines are counted.
struct FaultAt {
  std::string what;
  std::size_t at = 0;
};

struct Token {
  enum class Kind : std::uint8_t { open, close, atom, end };
  Kind kind = Kind::end;
  std::size_t begin = 0;
  std::size_t end = 0;
};

Token next_token(std::string_view text, std::size_t at) {
  for (;;) {
    at = text.find_first_not_of(blanks, at);
    if (at == std::string_view::npos) return {Token::Kind::end, text.size(), text.size()};
    if (text[at] != ';') break;
    at = std::min(text.find_first_of(line_ends, at), text.size());
  }
  if (text[at] == '(') return {Token::Kind::open, at, at + 1};
  if (text[at] == ')') return {Token::Kind::close, at, at + 1};
  return {Token::Kind::atom, at, std::min(text.find_first_of(ends_of_atoms, at), text.size())};
}

/// An atom, or a list with its brackets.
struct Element {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool list = false;
};

/// The elements of the text from `begin` to `end`, in which all brackets are closed.
std::vector<Element> elements_of(std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<Element> elements;
  std::size_t depth = 0;
  const std::string_view part = text.substr(0, end);
  for (Token token = next_token(part, begin); token.kind != Token::Kind::end;
       token = next_token(part, token.end)) {
    if (token.kind == Token::Kind::close) {
      if (--depth == 0) elements.back().end = token.end;
      continue;
    }
    const bool list = token.kind == Token::Kind::open;
    if (depth == 0) elements.push_back({token.begin, token.end, list});
    if (list) ++depth;
  }
  return elements;
}

std::string term_in(std::string_view text, const Element& element) {
  std::string term;
  const std::string_view part = text.substr(0, element.end);
  for (Token token = next_token(part, element.begin); token.kind != Token::Kind::end;
       token = next_token(part, token.end)) {
    const bool first = term.empty() || term.back() == '(';
    if (!first && token.kind != Token::Kind::close) term += ' ';
    term += ir::lower_case(part.substr(token.begin, token.end - token.begin));
  }
  return term;
}

/// Whether every bracket has its other one.
bool is_balanced(std::string_view text) {
  std::size_t depth = 0;
  for (Token token = next_token(text, 0); token.kind != Token::Kind::end;
       token = next_token(text, token.end)) {
    if (token.kind == Token::Kind::open) ++depth;
    if (token.kind == Token::Kind::close && depth-- == 0) return false;
  }
  return depth == 0;
}

/// What to add to a fault of a message whose line breaks got lost, as `curl -d @file` loses them;
/// empty for others.
std::string_view hint_of_lost_lines(std::string_view text, std::size_t fault_at) {
  const std::size_t comment = text.find(';');
  if (comment == std::string_view::npos || text.find_first_of(line_ends) != std::string_view::npos) {
    return {};
  }
  const bool is_empty = next_token(text, 0).kind == Token::Kind::end;
  if (fault_at < comment && !is_empty) return {};
  return "; a `;` begins a comment to the end of the line, and this message is one line: send it "
         "with --data-binary";
}

/// The parts of a message.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  /// Throws FaultAt.
  GgpMessage read() {
    split();
    const Element& head = parts_.front();
    const std::string name = head.list ? "(" : ir::lower_case(text_of(head));
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
                    head.begin};
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
  /// Into the elements of the one list that the text is.
  void split() {
    const Token first = next_token(text_, 0);
    if (first.kind == Token::Kind::end) throw FaultAt{"the message is empty", 0};
    if (first.kind != Token::Kind::open) throw FaultAt{"`(` is missing", first.begin};
    std::size_t depth = 1;
    Token token = first;
    while (depth > 0) {
      token = next_token(text_, token.end);
      if (token.kind == Token::Kind::end) {
        throw FaultAt{"the text ends within brackets", text_.size()};
      }
      if (token.kind == Token::Kind::open) ++depth;
      if (token.kind == Token::Kind::close) --depth;
    }
    const Token rest = next_token(text_, token.end);
    if (rest.kind != Token::Kind::end) {
      throw FaultAt{"text after the end of the message", rest.begin};
    }
    close_ = token.begin;
    parts_ = elements_of(text_, first.end, token.begin);
    if (parts_.empty()) throw FaultAt{"the message is empty", first.begin};
  }

  void read_turn(GgpMessage& message) {
    const bool more = parts_.size() > 4;
    if (!more) {
      // STOP may come without moves.
      if (parts_.size() == 2 && message.kind == GgpMessage::Kind::stop) return;
      message.moves = terms_of(at(2, "the list of moves"));
      return;
    }
    GgpPercepts seen;
    seen.turn = number_at(2, "the turn");
    const Element& move = at(3, "the role's own move");
    if (!is_nothing(move)) seen.move = term_of(move);
    seen.percepts = terms_of(at(4, "the list of percepts"));
    std::sort(seen.percepts.begin(), seen.percepts.end());
    seen.percepts.erase(std::unique(seen.percepts.begin(), seen.percepts.end()),
                        seen.percepts.end());
    message.seen = std::move(seen);
  }

  [[nodiscard]] std::string_view text_of(const Element& element) const {
    return text_.substr(element.begin, element.end - element.begin);
  }

  [[nodiscard]] const Element& at(std::size_t place, std::string_view what) const {
    if (place < parts_.size()) return parts_[place];
    throw FaultAt{std::string(what) + " is missing", close_};
  }

  [[nodiscard]] std::string atom_at(std::size_t place, std::string_view what) const {
    const Element& element = at(place, what);
    if (element.list) throw FaultAt{std::string(what) + " has to be one word", element.begin};
    return std::string(text_of(element));
  }

  /// What stands in its brackets.
  [[nodiscard]] std::string list_at(std::size_t place, std::string_view what) const {
    const Element& element = at(place, what);
    if (!element.list) throw FaultAt{std::string(what) + " have to be a list", element.begin};
    return std::string(text_.substr(element.begin + 1, element.end - element.begin - 2));
  }

  [[nodiscard]] double clock_at(std::size_t place, std::string_view what) const {
    const std::string text = atom_at(place, what);
    double seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    // The negated comparison refuses what is not a number.
    if (error != std::errc() || end != text.data() + text.size() ||
        !(seconds >= 0 && seconds <= most_clock_seconds)) {
      throw FaultAt{std::string(what) + " has to be a number of seconds", parts_[place].begin};
    }
    return seconds;
  }

  [[nodiscard]] std::uint64_t number_at(std::size_t place, std::string_view what) const {
    const std::string text = atom_at(place, what);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || text.size() > most_digits) {
      throw FaultAt{std::string(what) + " has to be a number", parts_[place].begin};
    }
    return number;
  }

  /// NIL, or a list without elements.
  [[nodiscard]] bool is_nothing(const Element& element) const {
    if (!element.list) return ir::lower_case(text_of(element)) == "nil";
    return elements_of(text_, element.begin + 1, element.end - 1).empty();
  }

  [[nodiscard]] std::vector<std::string> terms_of(const Element& element) const {
    std::vector<std::string> terms;
    if (is_nothing(element)) return terms;
    if (!element.list) throw FaultAt{"it has to be NIL or a list", element.begin};
    for (const Element& each : elements_of(text_, element.begin + 1, element.end - 1)) {
      terms.push_back(term_of(each));
    }
    return terms;
  }

  [[nodiscard]] std::string term_of(const Element& element) const {
    return term_in(text_, element);
  }

  std::string_view text_;
  std::vector<Element> parts_;
  std::size_t close_ = 0;  ///< where the message's last bracket stands
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
  if (!is_balanced(text)) return std::nullopt;
  const std::vector<Element> elements = elements_of(text, 0, text.size());
  if (elements.size() != 1) return std::nullopt;
  return term_in(text, elements.front());
}

std::string ggp_rules(std::string_view rules) {
  std::string result;
  for (Token token = next_token(rules, 0); token.kind != Token::Kind::end;
       token = next_token(rules, token.end)) {
    if (!result.empty()) result += ' ';
    result += rules.substr(token.begin, token.end - token.begin);
  }
  return result;
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
