#include "ir/text/text_reader.h"

#include "ir/core/counted.h"
#include "ir/text/text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tesuji::ir {

// --- Elements

namespace {

std::string described(const Token& token) {
  switch (token.kind) {
    case Token::Kind::end:
      return "the end of the text";
    case Token::Kind::ignore:
      return "'_'";
    case Token::Kind::string:
      return "a string";
    case Token::Kind::binder:
      return fmt::format("'?{}'", token.text.substr(0, shown_length));
    default:
      return fmt::format("'{}'", token.text.substr(0, shown_length));
  }
}

template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

TextReader::TextReader(FileId file, std::shared_ptr<SourceMap> sources, Diagnostics& diagnostics)
    : module(sources),
      file_(file),
      diagnostics_(&diagnostics),
      lexer_((*sources)[file].text),
      token_(lexer_.next()) {}

Token TextReader::advance() {
  last_end_ = token_.end;
  return std::exchange(token_, lexer_.next());
}

void TextReader::fail(std::string message) {
  fail(token_span(), std::move(message));
}

void TextReader::fail(Span span, std::string message) {
  diagnostics_->error(span, "parse", std::move(message));
  throw SyntaxError{};
}

void TextReader::fail_expected(std::string_view what) {
  if (token_.kind == Token::Kind::invalid) fail(std::string(token_.text));
  fail(fmt::format("expected {}, found {}", what, described(token_)));
}

bool TextReader::accept(std::string_view mark) {
  if (!token_.is(mark)) return false;
  advance();
  return true;
}

bool TextReader::accept_word(std::string_view word) {
  if (!token_.is_word(word)) return false;
  advance();
  return true;
}

void TextReader::expect(std::string_view mark) {
  if (!accept(mark)) fail_expected(fmt::format("'{}'", mark));
}

void TextReader::expect_word(std::string_view word) {
  if (!accept_word(word)) fail_expected(fmt::format("'{}'", word));
}

std::string_view TextReader::name(std::string_view what) {
  if (token_.kind != Token::Kind::word && token_.kind != Token::Kind::quoted) fail_expected(what);
  return advance().text;
}

std::string_view TextReader::string(std::string_view what) {
  if (token_.kind != Token::Kind::string) fail_expected(what);
  return advance().text;
}

std::string_view TextReader::variable() {
  if (token_.kind != Token::Kind::variable) fail_expected("a variable");
  return advance().text;
}

Symbol TextReader::constant() {
  const Span span = token_span();
  const Symbol symbol = module.symbols->intern(name("a constant"));
  note_use(symbol, span);
  return symbol;
}

void TextReader::declare_constant() {
  const Symbol symbol = module.symbols->intern(name("a constant"));
  declared_.push_back(symbol);
  if (known_.size() <= symbol) known_.resize(symbol + 1);
  known_[symbol] = true;
}

void TextReader::note_use(Symbol constant, Span span) {
  if (declared_.empty() || (constant < known_.size() && known_[constant])) return;
  const std::string& text = module.symbols->text(constant);
  if (is_canonical_integer(text)) return;
  if (known_.size() <= constant) known_.resize(constant + 1);
  known_[constant] = true;
  std::vector<std::string> candidates;
  for (const Symbol declared : declared_) candidates.push_back(module.symbols->text(declared));
  const std::string nearest = nearest_name(text, candidates);
  std::string message =
      fmt::format("'{}' is not among the 'constants'", text.substr(0, shown_length));
  if (!nearest.empty()) message += fmt::format("; did you mean '{}'?", nearest);
  diagnostics_->warning(span, "undeclared", std::move(message));
}

RelationId TextReader::find_relation(std::string_view name, Span span) {
  if (const auto found = relations.find(name); found != relations.end()) return found->second;
  std::vector<std::string> candidates;
  for (const Relation& relation : module.relations) candidates.push_back(relation.name);
  const std::string nearest = nearest_name(name, candidates);
  std::string message = fmt::format("unknown relation '{}'", name.substr(0, shown_length));
  if (!nearest.empty()) message += fmt::format("; did you mean '{}'?", nearest);
  fail(span, std::move(message));
}

RelationId TextReader::relation() {
  const Span span = token_span();
  return find_relation(name("a relation"), span);
}

DomainId TextReader::domain() {
  if (token_.kind == Token::Kind::ignore) {
    advance();
    return no_id;
  }
  const Span span = token_span();
  const std::string_view wanted = name("a domain");
  const auto found = domains.find(wanted);
  if (found == domains.end()) {
    fail(span, fmt::format("unknown domain '{}'", wanted.substr(0, shown_length)));
  }
  return found->second;
}

std::uint32_t TextReader::natural() {
  std::optional<std::uint32_t> value;
  if (token_.kind == Token::Kind::word) value = read_number<std::uint32_t>(token_.text);
  if (!value) fail_expected("a natural number");
  advance();
  return *value;
}

double TextReader::number() {
  std::optional<double> value;
  if (token_.kind == Token::Kind::word) value = read_number<double>(token_.text);
  if (!value) fail_expected("a number");
  // The rest of `-0.25`, after its digits, is another token.
  if (*value < 0 || token_.text.starts_with('-')) fail("a number of rows cannot be negative");
  advance();
  return *value;
}

Argument TextReader::argument(VariableScope& variables) {
  switch (token_.kind) {
    case Token::Kind::variable:
      return Argument::variable(variables.number(advance().text));
    case Token::Kind::binder:
      return Argument::binder(variables.number(advance().text));
    case Token::Kind::ignore:
      advance();
      return Argument::ignored();
    case Token::Kind::word:
    case Token::Kind::quoted:
      return Argument::constant(constant());
    default:
      fail_expected("a variable, a constant or '_'");
  }
}

std::vector<Argument> TextReader::arguments(VariableScope& variables) {
  std::vector<Argument> args;
  expect("(");
  if (accept(")")) return args;
  do {
    args.push_back(argument(variables));
  } while (accept(","));
  expect(")");
  return args;
}

std::optional<Span> TextReader::place(FileId file) {
  if (!accept_word("at")) return std::nullopt;
  if (accept("?")) return Span{};
  Span span;
  span.file = file;
  if (token_.kind == Token::Kind::string) {
    const std::string_view path = advance().text;
    const auto [found, is_new] = files_.emplace(path, no_file);
    if (is_new) found->second = module.sources->find_or_add(path);
    span.file = found->second;
    expect(":");
  } else if (file == no_file) {
    fail_expected("a file name");
  }
  span.begin.line = natural();
  expect(":");
  span.begin.column = natural();
  expect("-");
  span.end.line = span.begin.line;
  span.end.column = natural();
  if (accept(":")) {
    span.end.line = span.end.column;
    span.end.column = natural();
  }
  return span;
}

// --- Ground atoms

NetAtom read_ground_atom(TextReader& in) {
  return read_ground_atom_of(in, in.relation());
}

NetAtom read_ground_atom_of(TextReader& in, RelationId relation) {
  const Relation& found = in.module.relations[relation];
  const Span begin = in.token_span();
  NetAtom atom{relation, {}};
  in.expect("(");
  if (!in.accept(")")) {
    do {
      const Span span = in.token_span();
      const Symbol constant = in.constant();
      const std::size_t column = atom.args.size();
      atom.args.push_back(constant);
      if (column >= found.columns.size() || found.columns[column] == no_id) continue;
      const Domain& domain = in.module.domains[found.columns[column]];
      if (domain.position(constant) < 0) {
        in.fail(span, fmt::format("'{}' is not in domain {}", in.module.symbols->text(constant),
                                  domain.name));
      }
    } while (in.accept(","));
    in.expect(")");
  }
  if (atom.args.size() != found.columns.size()) {
    in.fail(in.since(begin.begin),
            fmt::format("{} has {}, not {}", found.name, counted(found.columns.size(), "column"),
                        atom.args.size()));
  }
  return atom;
}

std::uint32_t role_of_atom(TextReader& in, const NetAtom& atom, Span span) {
  const auto& roles = in.module.roles;
  const auto found =
      atom.args.empty() ? roles.end() : std::find(roles.begin(), roles.end(), atom.args.front());
  if (found == roles.end()) in.fail(span, "the first column has to be a role");
  return static_cast<std::uint32_t>(found - roles.begin());
}

}  // namespace tesuji::ir
