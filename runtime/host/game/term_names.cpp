#include "runtime/host/game/term_names.h"

#include <stdexcept>

namespace tesuji::runtime {
namespace {

std::string_view functor_of(const std::vector<std::string_view>& tokens) {
  for (const std::string_view token : tokens)
    if (token != "(" && token != ")") return token;
  return {};
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

std::size_t subterm_length(std::span<const std::string_view> tokens) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == "(") ++depth;
    if (tokens[i] == ")" && depth-- == 0) return 0;
    if (depth == 0) return i + 1;
  }
  return 0;
}

std::string join_tokens(std::span<const std::string_view> tokens) {
  std::string text;
  for (const std::string_view token : tokens) {
    if (!text.empty() && text.back() != '(' && token != ")") text += ' ';
    text += token;
  }
  return text;
}

std::optional<std::vector<std::string>> term_parts(std::string_view term) {
  const TermTokens tokens = tokenize_term(term);
  const bool is_list = tokens.size() > 2 && tokens[0] == "(";
  if (!is_list || subterm_length(tokens) != tokens.size()) return std::nullopt;
  std::vector<std::string> parts;
  for (auto rest = std::span(tokens).subspan(1); rest.size() > 1;) {
    const auto part = rest.first(subterm_length(rest));
    parts.push_back(join_tokens(part));
    rest = rest.subspan(part.size());
  }
  return parts;
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
    const auto rest = std::span(tokens).subspan(at);
    const std::size_t length = subterm_length(rest);
    if (length == 0) return false;
    const auto position = positions_[column].find(join_tokens(rest.first(length)));
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
