#include "tools/servers/lsp/message_stream.h"

#include "ir/core/characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tesuji::tools {
namespace {

/// Longer text cannot be a header.
constexpr std::size_t longest_header = 4096;

/// Returns the value of `Content-Length: N`; nothing for other lines.
std::optional<std::size_t> length_of(std::string_view line) {
  constexpr std::string_view name = "content-length:";
  if (line.size() < name.size() || ir::lower_case(line.substr(0, name.size())) != name) {
    return std::nullopt;
  }
  line.remove_prefix(name.size());
  while (line.starts_with(' ')) line.remove_prefix(1);
  std::size_t length = 0;
  const auto read = std::from_chars(line.data(), line.data() + line.size(), length);
  if (read.ec != std::errc() || read.ptr == line.data()) return std::nullopt;
  return length;
}

}  // namespace

bool MessageSplitter::skip_rest() {
  const std::size_t some = std::min(to_skip_, bytes_.size() - begin_);
  begin_ += some;
  to_skip_ -= some;
  compact();
  return to_skip_ == 0;
}

std::optional<std::string> MessageSplitter::next_line() {
  for (;;) {
    const std::size_t end = bytes_.find('\n', begin_ + searched_);
    if (end == std::string::npos) {
      searched_ = bytes_.size() - begin_;
      if (searched_ > longest_body) {
        skipped_ += skip_line_ ? 0 : 1;
        skip_line_ = true;
        begin_ = bytes_.size();
        searched_ = 0;
        compact();
      }
      return std::nullopt;
    }
    std::string line = bytes_.substr(begin_, end - begin_);
    begin_ = end + 1;
    searched_ = 0;
    compact();
    if (line.ends_with('\r')) line.pop_back();
    const bool is_rest = skip_line_;
    skip_line_ = false;
    if (is_rest || line.empty()) continue;
    if (line.size() <= longest_body) return line;
    ++skipped_;
  }
}

std::optional<std::string> MessageSplitter::next() {
  if (framing_ == Framing::lines) return next_line();
  for (;;) {
    if (to_skip_ > 0 && !skip_rest()) return std::nullopt;
    std::optional<std::size_t> length;
    std::size_t at = begin_;
    bool complete = false;
    while (!complete) {
      const std::size_t end = bytes_.find('\n', at);
      if (end == std::string::npos) {
        if (bytes_.size() - begin_ > longest_header) {  // not the protocol at all
          begin_ = bytes_.size();
          compact();
        }
        return std::nullopt;
      }
      std::string_view line = std::string_view(bytes_).substr(at, end - at);
      if (line.ends_with('\r')) line.remove_suffix(1);
      at = end + 1;
      if (line.empty()) {
        complete = true;
      } else if (const auto found = length_of(line)) {
        length = found;
      }
    }
    if (!length) {
      begin_ = at;
      continue;
    }
    if (*length > longest_body) {
      ++skipped_;
      to_skip_ = *length;
      begin_ = at;
      continue;
    }
    if (bytes_.size() - at < *length) return std::nullopt;
    std::string body = bytes_.substr(at, *length);
    begin_ = at + *length;
    compact();
    return body;
  }
}

std::size_t MessageSplitter::take_skipped() {
  const std::size_t count = skipped_;
  skipped_ = 0;
  return count;
}

void MessageSplitter::compact() {
  constexpr std::size_t worth_while = 65536;
  if (begin_ < worth_while && begin_ < bytes_.size()) return;
  bytes_.erase(0, begin_);
  begin_ = 0;
}

std::string framed(std::string_view body, Framing framing) {
  if (framing == Framing::lines) return std::string(body) + '\n';
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

}  // namespace tesuji::tools
