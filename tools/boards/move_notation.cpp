#include "tools/boards/move_notation.h"

#include "runtime/host/game/term_names.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace tesuji::tools {
namespace {

constexpr std::string_view dash = "–";
constexpr std::string_view capture = "×";

/// Whether some square of a move's places is meant: one, or one of each of several boards.
bool is_one_square(const NamedPlace& place) {
  return std::all_of(place.begin(), place.end(), [&](const NamedSquare& square) {
    return std::count_if(place.begin(), place.end(), [&](const NamedSquare& other) {
             return other.board == square.board;
           }) == 1;
  });
}

std::string spaced(std::string word) {
  std::replace(word.begin(), word.end(), '_', ' ');
  // A hyphen between letters joins words; a leading one is a sign.
  for (std::size_t i = 1; i + 1 < word.size(); ++i) {
    if (word[i] == '-') word[i] = ' ';
  }
  return word;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

}  // namespace

MoveNotation::MoveNotation(const ir::Module& module, const BoardView& view,
                           const MovePlaces& places)
    : view_(view), places_(places) {
  // A move of each form: the first constant of each column.
  for (const ir::Relation& relation : module.relations) {
    if (relation.kind != ir::RelationKind::input) continue;
    const std::string shape = ir::term_of(relation);
    const runtime::TermTokens tokens = runtime::tokenize_term(shape);
    std::vector<std::string> words(tokens.begin(), tokens.end());
    std::size_t column = 1;  // after the role's
    bool known = true;
    for (std::string& word : words) {
      if (word != "?") continue;
      known = known && column < relation.columns.size() &&
              !module.domains[relation.columns[column]].values.empty();
      if (!known) break;
      word = module.symbols->text(module.domains[relation.columns[column++]].values.front());
    }
    if (!known) continue;
    const std::vector<std::string_view> views(words.begin(), words.end());
    const std::vector<MovePart> parts = places_.parts(runtime::join_tokens(views));
    if (parts.empty() || parts.front().place) continue;
    const Form form = form_of(parts);
    first_words_[form].insert(parts.front().word);
    if (form.find_first_of("sl") != Form::npos) of_places_.insert(parts.front().word);
  }
}

MoveNotation::Form MoveNotation::form_of(const std::vector<MovePart>& parts) {
  Form form;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    form += !parts[i].place ? 'w' : is_one_square(*parts[i].place) ? 's' : 'l';
  }
  return form;
}

bool MoveNotation::needs_first_word(const std::vector<MovePart>& parts) const {
  const Form form = form_of(parts);
  const auto squares = std::count(form.begin(), form.end(), 's');
  const auto known = first_words_.find(form);
  if (squares == 0 || form.find('l') != Form::npos) return true;
  if (known != first_words_.end() && known->second.size() > 1) return true;
  return squares < 2 && of_places_.size() > 1;
}

std::optional<std::string> MoveNotation::label(const NamedPlace& place) const {
  if (is_one_square(place)) return view_.square_label(place.front().board, place.front().square);
  std::vector<std::size_t> squares;
  for (const NamedSquare& square : place) {
    if (square.board == place.front().board) squares.push_back(square.square);
  }
  return view_.line_label(place.front().board, squares);
}

std::string MoveNotation::text(const std::vector<MovePart>& parts, std::size_t role,
                               const Owners& owners) const {
  std::string text;
  std::size_t last = parts.size();  // the square before
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const MovePart& part = parts[i];
    if (i == 0 && !part.place && parts.size() > 1 && !needs_first_word(parts)) continue;
    const std::optional<std::string> named = part.place ? label(*part.place) : std::nullopt;
    const bool is_square = part.place && is_one_square(*part.place);
    if (is_square && last + 1 == i) {
      const NamedSquare& square = part.place->front();
      const std::optional<std::size_t> owner =
          owners.empty() ? std::nullopt : owners[square.board][square.square];
      text += owner && *owner != role ? capture : dash;
    } else if (!text.empty()) {
      text += ' ';
    }
    if (is_square) last = i;
    text += named ? *named : spaced(part.word);
  }
  return text;
}

std::vector<std::string> MoveNotation::texts(const std::vector<std::string>& moves,
                                             std::size_t role,
                                             const std::vector<std::string>* fluents) const {
  Owners owners;
  std::size_t boards = 0;
  for (const BoardView::Place& place : view_.places()) boards = std::max(boards, place.board + 1);
  if (fluents != nullptr) {
    for (std::size_t board = 0; board < boards; ++board) {
      owners.push_back(view_.owners(board, *fluents));
    }
  }
  std::vector<std::string> all;
  std::map<std::string, std::size_t> count;
  for (const std::string& move : moves) {
    all.push_back(text(places_.parts(move), role, owners));
    ++count[typed_notation(all.back())];
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (count[typed_notation(all[i])] > 1) all[i] = moves[i];
  }
  // A term may be the text of another move: then no text is safe.
  std::set<std::string> used;
  for (const std::string& each : all) {
    if (!used.insert(typed_notation(each)).second) return moves;
  }
  return all;
}

std::string MoveNotation::text_of(const std::string& move, const std::vector<std::string>& moves,
                                  std::size_t role, const std::vector<std::string>* fluents) const {
  const auto found = std::find(moves.begin(), moves.end(), move);
  if (found == moves.end()) return move;
  return texts(moves, role, fluents)[static_cast<std::size_t>(found - moves.begin())];
}

std::string typed_notation(const std::string& text) {
  std::string typed = replaced(replaced(text, dash, "-"), capture, "x");
  for (char& c : typed) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return typed;
}

}  // namespace tesuji::tools
