#include "frontend/gdl/editing/format_tree.h"

#include "frontend/gdl/kif_lexer.h"

#include <cstdint>
#include <utility>

namespace tesuji::frontend {
namespace {

void append_flat(const FormatItem& item, std::string& text) {
  if (!item.is_list) {
    text += item.text;
    return;
  }
  text += '(';
  for (std::size_t i = 0; i < item.items.size(); ++i) {
    if (i > 0) text += ' ';
    append_flat(item.items[i], text);
  }
  text += ')';
}

class FormatTreeReader {
 public:
  explicit FormatTreeReader(std::string_view text) : text_(text) {
    if (text.starts_with(ir::byte_order_mark)) {
      tree_.byte_order_mark = text.substr(0, ir::byte_order_mark.size());
    }
  }

  FormatTree read() {
    std::vector<ir::Span> comments;
    KifLexer lexer(0, text_, &comments);
    std::size_t next_comment = 0;
    // The lexer is one token ahead: the comments before the next token are known.
    add_comments(comments, next_comment);
    for (KifToken token = lexer.next(); token.kind != KifToken::Kind::end; token = lexer.next()) {
      add(token);
      last_line_ = token.span.end.line;
      offset_ = static_cast<std::size_t>(token.text.data() - text_.data()) + token.text.size();
      add_comments(comments, next_comment);
    }
    while (!open_.empty()) close();
    tree_.last_comments = std::move(waiting_);
    return std::move(tree_);
  }

 private:
  /// Those between the last token and the next one.
  void add_comments(const std::vector<ir::Span>& comments, std::size_t& next) {
    for (; next < comments.size(); ++next) {
      const ir::Span& span = comments[next];
      const std::string_view text = take_comment();
      const bool behind = last_line_ == span.begin.line && last_ != nullptr && waiting_.empty();
      if (behind) {
        last_->after = text;
      } else {
        waiting_.push_back({text, has_blank(span.begin.line)});
      }
      last_line_ = span.end.line;
      last_ = nullptr;
    }
  }

  /// The next comment of the text behind the last token.
  std::string_view take_comment() {
    const std::size_t begin = text_.find(';', offset_);
    offset_ = std::min(text_.find_first_of("\r\n", begin), text_.size());
    const std::string_view text = text_.substr(begin, offset_ - begin);
    return text.substr(0, text.find_last_not_of(" \t\f\v") + 1);
  }

  [[nodiscard]] bool has_blank(std::uint32_t line) const {
    return last_line_ > 0 && line > last_line_ + 1;
  }

  void add(const KifToken& token) {
    if (token.kind == KifToken::Kind::close) {
      if (open_.empty()) return;
      open_.back().last_comments = std::move(waiting_);
      waiting_.clear();
      close();
      return;
    }
    FormatItem item;
    item.before = std::move(waiting_);
    waiting_.clear();
    item.starts_line = token.first_on_line;
    item.after_blank = has_blank(token.span.begin.line);
    if (token.kind == KifToken::Kind::open) {
      item.is_list = true;
      open_.push_back(std::move(item));
      last_ = nullptr;
    } else {
      item.text = token.text;
      item.flat_size = token.text.size();
      put(std::move(item));
    }
  }

  void close() {
    FormatItem list = std::move(open_.back());
    open_.pop_back();
    measure(list);
    put(std::move(list));
  }

  void put(FormatItem item) {
    std::vector<FormatItem>& into = open_.empty() ? tree_.clauses : open_.back().items;
    into.push_back(std::move(item));
    last_ = &into.back();  // until the next item comes
  }

  /// Whether lines within it are kept apart where they were: literals.
  static bool keeps_lines(const FormatItem& list) {
    const std::string_view name = list.items.empty() ? std::string_view() : list.items[0].text;
    return name == "<=" || name == "or" || name == "OR" || name == "and" || name == "not";
  }

  static void measure(FormatItem& list) {
    list.flat_size = 2;
    list.has_breaks = !list.last_comments.empty();
    const bool keeps = keeps_lines(list);
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const FormatItem& item = list.items[i];
      list.flat_size += item.flat_size + (i > 0 ? 1 : 0);
      list.has_breaks = list.has_breaks || item.has_breaks || !item.before.empty() ||
                        !item.after.empty() || (keeps && i > 1 && item.starts_line);
    }
  }

  std::string_view text_;
  FormatTree tree_;
  std::vector<FormatItem> open_;
  std::vector<FormatComment> waiting_;  ///< before the next token
  FormatItem* last_ = nullptr;          ///< what a comment on the same line belongs to
  std::uint32_t last_line_ = 0;         ///< of the last token or comment
  std::size_t offset_ = 0;              ///< behind it
};

}  // namespace

std::string FormatItem::flat() const {
  std::string text;
  text.reserve(flat_size);
  append_flat(*this, text);
  return text;
}

FormatTree read_format_tree(std::string_view text) {
  return FormatTreeReader(text).read();
}

}  // namespace tesuji::frontend
