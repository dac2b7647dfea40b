// Parses a module from its text form, declaration by declaration.
#include "ir/core/counted.h"
#include "ir/module/module.h"
#include "ir/text/lane_parser.h"
#include "ir/text/net_text.h"
#include "ir/text/text.h"
#include "ir/text/text_reader.h"
#include "ir/text/text_writer.h"
#include "ir/text/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace tesuji::ir {

namespace {

// Reads IR text of version 1, in which names determine the kinds of relations.

Answer answer_of(std::string_view name, std::string_view family) {
  const bool whole = family.size() == name.size();
  if (family == "terminal" && !whole) return Answer::none;
  if (family == "feature" && whole) return Answer::none;
  return answer_named(family).value_or(Answer::none);
}

/// Sets the properties that version 1 derived from names: `legal.mark` answers `legal` with moves
/// `(mark ..)`, `goal` has values. The only function that interprets names; version 2, the only one
/// written, states all of this explicitly.
void add_meaning_of_version_1(Relation& relation) {
  if (relation.kind == RelationKind::memory) return;
  const std::string_view name = relation.name;
  const std::size_t dot = name.find('.');
  if (relation.answer == Answer::none) relation.answer = answer_of(name, name.substr(0, dot));
  if (relation.answer == Answer::goal && dot == std::string_view::npos) relation.term = "?";
  constexpr std::array<Answer, 3> of_roles = {Answer::legal, Answer::goal, Answer::sees};
  const bool role = relation.kind == RelationKind::input ||
                    std::find(of_roles.begin(), of_roles.end(), relation.answer) != of_roles.end();
  if (!relation.term.empty() || (!role && relation.kind != RelationKind::state)) return;
  const std::string functor(name.substr(dot == std::string_view::npos ? 0 : dot + 1));
  std::size_t places = relation.columns.size();
  if (role && places > 0) --places;
  relation.term = places == 0 ? functor : "(" + functor;
  for (std::size_t i = 0; i < places; ++i) relation.term += " ?";
  if (places > 0) relation.term += ")";
}

/// In a working memory GDL's keywords are ordinary names.
void forget_answers_of_memories(Module& module) {
  if (module.agendas.empty()) return;
  for (Relation& relation : module.relations) relation.answer = Answer::none;
}

/// Limit on errors: more would not help.
constexpr std::size_t max_errors = 20;

class Parser {
 public:
  Parser(FileId file, std::shared_ptr<SourceMap> sources, Diagnostics& diagnostics)
      : in_(file, std::move(sources), diagnostics), errors_before_(diagnostics.error_count()) {}

  std::optional<Module> run() {
    if (!attempt([this] { read_header(); })) return std::nullopt;
    while (in_.token().kind != Token::Kind::end) {
      if (attempt([this] { read_declaration(); })) continue;
      if (errors() >= max_errors) return std::nullopt;
      skip_to_declaration();
    }
    for (const Link& link : links_) {
      attempt([&] { in_.module.relations[link.from].*link.member = resolve(link); });
      if (errors() >= max_errors) break;
    }
    if (errors() == 0 && in_.module.level == Level::nets) net_.finish();
    if (errors() == 0 && in_.module.level == Level::lanes) lanes_.finish();
    if (errors() > 0) return std::nullopt;
    if (version_ == 1) forget_answers_of_memories(in_.module);
    return std::move(in_.module);
  }

 private:
  /// A reference to a relation that may be declared later.
  struct Link {
    RelationId from;
    RelationId Relation::* member;
    std::string_view name;
    Span span;
  };
  struct Declaration {
    std::string_view word;
    void (Parser::*read)(Position begin);
  };
  static constexpr std::array<Declaration, 24> declarations();

  template <class Action>
  bool attempt(const Action& action) {
    try {
      action();
      return true;
    } catch (const SyntaxError&) {
      return false;
    }
  }

  [[nodiscard]] std::size_t errors() { return in_.diagnostics().error_count() - errors_before_; }

  RelationId resolve(const Link& link) { return in_.find_relation(link.name, link.span); }

  void read_header() {
    in_.expect_word("tir");
    if (in_.token().is_word("1")) {
      version_ = 1;
    } else if (!in_.token().is_word("2")) {
      in_.fail_expected("'2' or '1', the version of the text form");
    }
    in_.advance();
  }

  void read_declaration();
  void skip_to_declaration();

  void read_level(Position /*begin*/) {
    const auto level = in_.accept_any_word(level_words);
    if (!level) in_.fail_expected("'clauses', 'plans', 'nets' or 'lanes'");
    in_.module.level = *level;
  }
  void read_game(Position /*begin*/) { in_.module.game = in_.string("the game's name in quotes"); }
  void read_constants(Position /*begin*/) {
    do {
      in_.declare_constant();
    } while (in_.accept(","));
  }
  void read_roles(Position /*begin*/) {
    do {
      in_.module.roles.push_back(in_.constant());
    } while (in_.accept(","));
  }
  void read_domain(Position begin);
  void read_values(Domain& domain);
  void add_value(Domain& domain, Symbol value, Span span);
  void read_relation(Position begin);
  void read_link(RelationId from, std::string_view word, RelationId Relation::* member);
  void read_answer(Relation& relation);
  void read_origin(RelationId id, Relation& relation);
  void read_facts(Position begin);
  void read_rule_block(Position begin) { in_.module.rules.push_back(read_rule(in_, begin)); }
  void read_plan_block(Position begin) {
    Plan& plan = in_.module.plans.emplace_back(ir::read_plan_name(in_));
    plans_.emplace(plan_key(plan.rule, plan.delta_of),
                   static_cast<std::uint32_t>(in_.module.plans.size() - 1));
    read_plan(in_, begin, plan);
  }
  void read_stratum(Position begin);
  std::uint32_t read_plan_name();
  void read_entry(Position begin);
  void read_proc_block(Position begin) { read_proc(in_, begin); }
  void read_agenda_block(Position begin) { in_.module.agendas.push_back(read_agenda(in_, begin)); }

  template <void (NetReader::*read)(Position)>
  void read_net_part(Position begin) {
    (net_.*read)(begin);
  }
  template <void (LaneReader::*read)(Position)>
  void read_lane_part(Position begin) {
    (lanes_.*read)(begin);
  }
  /// Reads a declaration that nets and lanes share.
  template <void (NetReader::*of_net)(Position), void (LaneReader::*of_lanes)(Position)>
  void read_shared_part(Position begin) {
    if (in_.module.level == Level::lanes) {
      (lanes_.*of_lanes)(begin);
    } else {
      (net_.*of_net)(begin);
    }
  }

  static std::string plan_key(std::string_view rule, std::uint32_t delta) {
    return fmt::format("{} {}", delta, rule);
  }

  TextReader in_;
  NetReader net_{in_};
  LaneReader lanes_{in_};
  std::size_t errors_before_;
  int version_ = 2;
  std::vector<Link> links_;
  std::unordered_map<std::string, std::uint32_t> plans_;
};

constexpr std::array<Parser::Declaration, 24> Parser::declarations() {
  return {{{"level", &Parser::read_level},
           {"game", &Parser::read_game},
           {"constants", &Parser::read_constants},
           {"roles", &Parser::read_roles},
           {"domain", &Parser::read_domain},
           {"relation", &Parser::read_relation},
           {"facts", &Parser::read_facts},
           {"rule", &Parser::read_rule_block},
           {"plan", &Parser::read_plan_block},
           {"stratum", &Parser::read_stratum},
           {"entry", &Parser::read_entry},
           {"proc", &Parser::read_proc_block},
           {"agenda", &Parser::read_agenda_block},
           {"fluent", &Parser::read_shared_part<&NetReader::read_fluent, &LaneReader::read_fluent>},
           {"move", &Parser::read_net_part<&NetReader::read_move>},
           {"gate", &Parser::read_net_part<&NetReader::read_gate>},
           {"legal", &Parser::read_net_part<&NetReader::read_legal>},
           {"next", &Parser::read_net_part<&NetReader::read_next>},
           {"terminal", &Parser::read_net_part<&NetReader::read_terminal>},
           {"unanswered", &Parser::read_net_part<&NetReader::read_unanswered>},
           {"answer", &Parser::read_shared_part<&NetReader::read_answer, &LaneReader::read_answer>},
           {"lanes", &Parser::read_lane_part<&LaneReader::read_form>},
           {"phase", &Parser::read_lane_part<&LaneReader::read_phase>},
           {"goals", &Parser::read_lane_part<&LaneReader::read_goals>}}};
}

void Parser::read_declaration() {
  for (const Declaration& declaration : declarations()) {
    if (!in_.token().is_word(declaration.word)) continue;
    const Position begin = in_.advance().begin;
    (this->*declaration.read)(begin);
    return;
  }
  in_.fail_expected("a declaration");
}

void Parser::skip_to_declaration() {
  const auto starts_declaration = [this] {
    if (in_.token().begin.column != 1 || in_.token().kind != Token::Kind::word) return false;
    const auto all = declarations();
    return std::any_of(all.begin(), all.end(), [this](const Declaration& declaration) {
      return declaration.word == in_.token().text;
    });
  };
  while (in_.token().kind != Token::Kind::end && !starts_declaration()) in_.advance();
}

void Parser::read_domain(Position /*begin*/) {
  const Span span = in_.token_span();
  const std::string_view name = in_.name("a domain's name");
  if (!in_.domains.emplace(name, static_cast<DomainId>(in_.module.domains.size())).second) {
    in_.fail(span, fmt::format("there are two domains named '{}'", name));
  }
  // Registered even if its values turn out to be faulty.
  Domain& domain = in_.module.domains.emplace_back();
  domain.name = name;
  domain.open = in_.accept_word("open");
  in_.expect("=");
  in_.expect("{");
  if (in_.accept("}")) return;
  do {
    read_values(domain);
  } while (in_.accept(","));
  in_.expect("}");
}

void Parser::add_value(Domain& domain, Symbol value, Span span) {
  const auto position = static_cast<std::uint32_t>(domain.values.size());
  if (!domain.positions.emplace(value, position).second) {
    in_.fail(span, fmt::format("'{}' is in the domain twice", in_.module.symbols->text(value)));
  }
  domain.values.push_back(value);
}

void Parser::read_values(Domain& domain) {
  const Span span = in_.token_span();
  const std::string_view first = in_.name("a constant");
  if (!in_.accept("..")) {
    const Symbol value = in_.module.symbols->intern(first);
    in_.note_use(value, span);
    add_value(domain, value, span);
    return;
  }
  const Span last_span = in_.token_span();
  const std::string_view last = in_.name("an integer");
  std::int64_t from = 0;
  std::int64_t to = 0;
  const auto read = [](std::string_view text, std::int64_t& value) {
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    return is_canonical_integer(text) && parsed.ec == std::errc{};
  };
  if (!read(first, from)) in_.fail(span, "expected an integer before '..'");
  if (!read(last, to)) in_.fail(last_span, "expected an integer after '..'");
  const std::uint64_t steps = static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  if (to < from || steps >= max_range) {
    in_.fail(last_span, fmt::format("a range has 1 to {} values", max_range));
  }
  for (std::uint64_t step = 0; step <= steps; ++step) {
    const std::int64_t value = from + static_cast<std::int64_t>(step);
    add_value(domain, in_.module.symbols->intern(fmt::format("{}", value)), span);
  }
}

void Parser::read_link(RelationId from, std::string_view word, RelationId Relation::* member) {
  if (!in_.accept_word(word)) return;
  const Span span = in_.token_span();
  links_.push_back({from, member, in_.name("a relation"), span});
}

void Parser::read_relation(Position begin) {
  const Span span = in_.token_span();
  const std::string_view name = in_.name("a relation's name");
  const auto id = static_cast<RelationId>(in_.module.relations.size());
  if (!in_.relations.emplace(name, id).second) {
    in_.fail(span, fmt::format("there are two relations named '{}'", name));
  }
  Relation named;
  named.name = name;
  in_.module.relations.push_back(std::move(named));
  Relation& relation = in_.module.relations[id];
  in_.expect("(");
  if (!in_.accept(")")) {
    do {
      relation.columns.push_back(in_.domain());
    } while (in_.accept(","));
    in_.expect(")");
  }
  const auto kind = in_.accept_any_word(relation_kind_words);
  if (!kind) in_.fail_expected("static, state, input, derived or memory");
  relation.kind = *kind;
  relation.storage = in_.accept_any_word(storage_words).value_or(Storage::unset);
  while (in_.accept_word("index")) {
    Index& index = relation.indexes.emplace_back();
    in_.expect("(");
    if (in_.accept(")")) continue;
    do {
      index.push_back(in_.natural());
    } while (in_.accept(","));
    in_.expect(")");
  }
  if (in_.accept_word("term")) relation.term = in_.string("the term in quotes");
  read_link(id, "next", &Relation::next);
  read_link(id, "init", &Relation::init);
  read_link(id, "legal", &Relation::legal);
  read_answer(relation);
  read_origin(id, relation);
  if (in_.accept_word("expect")) relation.expected_rows = in_.number();
  relation.declaration = {span.file, begin, span.end};
  const Span here = in_.since(begin);
  if (const auto place = in_.place(no_file); place && place->known()) relation.span = here;
  if (version_ == 1) add_meaning_of_version_1(relation);
}

void Parser::read_answer(Relation& relation) {
  if (!in_.accept_word("answer")) return;
  const Span span = in_.token_span();
  const std::optional<Answer> answer = answer_named(in_.name("an answer"));
  if (!answer) {
    in_.fail(span, "unknown answer: expected legal, next, terminal, goal, sees or feature");
  }
  relation.answer = *answer;
}

void Parser::read_origin(RelationId id, Relation& relation) {
  if (!in_.accept_word("origin")) return;
  const Span span = in_.token_span();
  const std::optional<Origin> origin = origin_named(in_.name("an origin"));
  if (!origin) in_.fail(span, "unknown origin");
  relation.origin = *origin;
  read_link(id, "of", &Relation::origin_of);
}

void Parser::read_facts(Position /*begin*/) {
  Relation& relation = in_.module.relations[in_.relation()];
  in_.expect("{");
  while (!in_.accept("}")) {
    const Span span = in_.token_span();
    const std::size_t cells_before = relation.facts.cells.size();
    in_.expect("(");
    if (!in_.accept(")")) {
      do {
        relation.facts.cells.push_back(in_.constant());
      } while (in_.accept(","));
      in_.expect(")");
    }
    if (relation.facts.cells.size() - cells_before != relation.columns.size()) {
      in_.fail(span, fmt::format("a row of {} has {}", relation.name,
                                 counted(relation.columns.size(), "column")));
    }
    if (!relation.columns.empty() || relation.facts.rows == 0) ++relation.facts.rows;
  }
}

std::uint32_t Parser::read_plan_name() {
  const Span span = in_.token_span();
  const std::string_view rule = in_.name("a plan");
  const std::uint32_t delta = in_.accept_word("delta") ? in_.natural() : no_id;
  const auto found = plans_.find(plan_key(rule, delta));
  if (found == plans_.end()) in_.fail(span, fmt::format("unknown plan of '{}'", rule));
  return found->second;
}

void Parser::read_stratum(Position /*begin*/) {
  if (!in_.token().is_word(fmt::format("{}", in_.module.strata.size()))) {
    in_.fail_expected(fmt::format("the stratum's number, {}", in_.module.strata.size()));
  }
  in_.advance();
  Stratum& stratum = in_.module.strata.emplace_back();
  stratum.recursive = in_.accept_word("recursive");
  in_.expect("{");
  if (in_.accept_word("relations")) {
    do {
      stratum.relations.push_back(in_.relation());
    } while (in_.accept(","));
  }
  if (in_.accept_word("plans")) {
    do {
      stratum.plans.push_back(read_plan_name());
    } while (in_.accept(","));
  }
  in_.expect("}");
}

void Parser::read_entry(Position /*begin*/) {
  Entry& entry = in_.module.entries.emplace_back();
  entry.name = in_.name("an entry's name");
  in_.expect("=");
  in_.expect("{");
  if (in_.accept("}")) return;
  do {
    entry.strata.push_back(in_.natural());
  } while (in_.accept(","));
  in_.expect("}");
}

}  // namespace

bool is_ir_text(std::string_view text) {
  Lexer lexer(text);
  return lexer.next().is_word("tir") && lexer.next().kind == Token::Kind::word;
}

std::optional<Module> parse(FileId file, std::shared_ptr<SourceMap> sources,
                            Diagnostics& diagnostics) {
  return Parser(file, std::move(sources), diagnostics).run();
}

}  // namespace tesuji::ir
