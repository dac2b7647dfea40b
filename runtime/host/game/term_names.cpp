#include "runtime/host/game/term_names.h"

#include <stdexcept>

namespace tesuji::runtime {
namespace {

std::string_view functor_of(const std::vector<std::string_view>& tokens) {
  for (const std::string_view token : tokens)
    if (token != "(" && token != ")") return token;
  return {};
}

/// Number of tokens of the atom or balanced list that begins at `begin`; 0 if
/// there is none.
std::size_t subterm_length(const TermTokens& tokens, std::size_t begin) {
  std::size_t depth = 0;
  for (std::size_t i = begin; i < tokens.size(); ++i) {
    if (tokens[i] == "(") {
      ++depth;
    } else if (tokens[i] == ")") {
      if (depth == 0) return 0;
      --depth;
    }
    if (depth == 0) return i - begin + 1;
  }
  return 0;
}

std::string join(const TermTokens& tokens, std::size_t begin, std::size_t count) {
  std::string text;
  for (std::size_t i = begin; i < begin + count; ++i) {
    if (!text.empty() && text.back() != '(' && tokens[i] != ")") text += ' ';
    text += tokens[i];
  }
  return text;
}

}  // namespace

TermTokens tokenize_term(std::string_view text) {
  TermTokens tokens;
  for (std::size_t i = 0; i < text.size();) {
    if (is_blank(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    if (text[i] != '(' && text[i] != ')') {
      while (end < text.size() && !is_blank(text[end]) && text[end] != '(' && text[end] != ')')
        ++end;
    }
    tokens.push_back(text.substr(i, end - i));
    i = end;
  }
  return tokens;
}

std::vector<std::string> term_pieces(const TermTokens& tokens) {
  std::vector<std::string> pieces(1);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && tokens[i - 1] != "(" && tokens[i] != ")") pieces.back() += ' ';
    if (tokens[i] == "?") {
      pieces.emplace_back();
    } else {
      pieces.back() += tokens[i];
    }
  }
  return pieces;
}

TermShape::TermShape(std::string_view term, std::vector<std::vector<std::string>> columns)
    : columns_(std::move(columns)) {
  const TermTokens tokens = tokenize_term(term);
  pieces_ = term_pieces(tokens);
  for (const std::string_view token : tokens) tokens_.emplace_back(token);
  if (pieces_.size() != columns_.size() + 1)
    throw std::invalid_argument("term `" + std::string(term) + "` does not fit its columns");
  functor_ = functor_of(tokens);
  if (functor_ == "?") functor_.clear();
  positions_.resize(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    for (std::size_t p = 0; p < columns_[c].size(); ++p)
      positions_[c].emplace(columns_[c][p], static_cast<std::uint32_t>(p));
  }
}

std::string TermShape::name(const std::uint32_t* row) const {
  std::string text = pieces_[0];
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    text += columns_[c][row[c]];
    text += pieces_[c + 1];
  }
  return text;
}

bool TermShape::match(const TermTokens& tokens, std::uint32_t* row) const {
  std::size_t at = 0;
  std::size_t column = 0;
  for (const std::string& expected : tokens_) {
    if (expected != "?") {
      if (at >= tokens.size() || tokens[at] != expected) return false;
      ++at;
      continue;
    }
    const std::size_t length = subterm_length(tokens, at);
    if (length == 0) return false;
    const auto position = positions_[column].find(join(tokens, at, length));
    if (position == positions_[column].end()) return false;
    row[column++] = position->second;
    at += length;
  }
  return at == tokens.size();
}

void TermIndex::add(const TermShape& shape, std::size_t id) {
  by_functor_[shape.functor()].push_back(id);
}

bool TermIndex::find(const TermTokens& tokens,
                     const std::function<bool(std::size_t)>& found) const {
  for (const std::string& functor : {std::string(functor_of(tokens)), std::string()}) {
    const auto shapes = by_functor_.find(functor);
    if (shapes == by_functor_.end()) continue;
    for (const std::size_t id : shapes->second)
      if (found(id)) return true;
  }
  return false;
}

}  // namespace tesuji::runtime
