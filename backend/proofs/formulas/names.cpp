#include "backend/proofs/formulas/names.h"

#include <fmt/core.h>

#include <cctype>
#include <cstdint>

namespace tesuji::proofs {

namespace {

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word(char c) {
  return is_lower(c) || is_upper(c) || is_digit(c) || c == '_';
}

std::string words_of(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (is_word(c)) {
      result += c;
    } else if (c == '.') {
      result += '_';
    } else {
      result += fmt::format("_{:02x}", static_cast<unsigned char>(c));
    }
  }
  return result;
}

/// Whether it is an integer that clingo prints unchanged and that fits its numbers.
bool is_plain_integer(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || digits.size() > 9) return false;
  for (const char c : digits)
    if (!is_digit(c)) return false;
  return digits.front() != '0' || text.size() == 1;
}

bool is_plain_name(std::string_view text) {
  if (text.empty() || !is_lower(text.front()) || text == "not") return false;
  for (const char c : text)
    if (!is_word(c)) return false;
  return true;
}

}  // namespace

std::string predicate_name(std::string_view name) {
  std::string result = words_of(name);
  if (result.empty() || !is_lower(result.front())) result.insert(0, "p_");
  if (result == "not") result += '_';
  return result;
}

std::string variable_name(std::string_view name) {
  std::string result = words_of(name);
  if (!result.empty() && is_lower(result.front())) {
    result.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(result.front())));
  }
  if (result.empty() || !is_upper(result.front())) result.insert(0, "V");
  return result;
}

std::string constant_text(std::string_view constant) {
  if (is_plain_integer(constant) || is_plain_name(constant)) return std::string(constant);
  std::string result = "\"";
  for (const char c : constant) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + '"';
}

namespace {

/// Reads one line of atoms, atom by atom.
class AtomReader {
 public:
  explicit AtomReader(std::string_view line) : line_(line) {}

  [[nodiscard]] bool at_end() const { return at_ >= line_.size(); }
  [[nodiscard]] bool take(char c) {
    if (at_end() || line_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::optional<std::string> word() {
    const std::size_t begin = at_;
    while (!at_end() && (is_word(line_[at_]) || (at_ == begin && line_[at_] == '-'))) ++at_;
    if (at_ == begin) return std::nullopt;
    return std::string(line_.substr(begin, at_ - begin));
  }

  std::optional<std::string> constant() {
    if (!take('"')) return word();
    std::string result;
    while (!at_end() && line_[at_] != '"') {
      char c = line_[at_++];
      if (c == '\\' && !at_end()) {
        c = line_[at_++];
        if (c == 'n') c = '\n';
      }
      result += c;
    }
    if (!take('"')) return std::nullopt;
    return result;
  }

  std::optional<PrintedAtom> atom() {
    auto name = word();
    if (!name || !is_lower(name->front())) return std::nullopt;
    PrintedAtom result{std::move(*name), {}};
    if (!take('(')) return result;
    do {
      auto argument = constant();
      if (!argument) return std::nullopt;
      result.arguments.push_back(std::move(*argument));
    } while (take(','));
    if (!take(')')) return std::nullopt;
    return result;
  }

 private:
  std::string_view line_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::vector<PrintedAtom>> read_atoms(std::string_view line) {
  std::vector<PrintedAtom> result;
  AtomReader reader(line);
  while (!reader.at_end()) {
    auto atom = reader.atom();
    if (!atom) return std::nullopt;
    result.push_back(std::move(*atom));
    if (!reader.at_end() && !reader.take(' ')) return std::nullopt;
  }
  return result;
}

}  // namespace tesuji::proofs
