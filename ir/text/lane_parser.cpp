#include "ir/text/lane_parser.h"

#include "ir/core/counted.h"
#include "ir/text/lane_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <tuple>

namespace tesuji::ir {
namespace {

/// Returns the number after a prefix such as `counter.`; nullopt for any other text.
std::optional<std::uint32_t> number_behind(std::string_view prefix, std::string_view text) {
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool plain = text == "0" || (!text.empty() && text[0] != '0');
  if (error != std::errc{} || end != text.data() + text.size() || !plain) return std::nullopt;
  return number;
}

std::pair<std::uint32_t, std::uint32_t> key_of(const LaneWord& word) {
  return {word.array, word.index};
}

}  // namespace

void LaneReader::expect_lanes(Position begin) {
  if (in_.module.level == Level::lanes) return;
  in_.fail({in_.file(), begin, in_.token().begin},
           "parts of programs over lanes belong to modules at level lanes");
}

void LaneReader::expect_form(Position begin) {
  expect_lanes(begin);
  if (form_) return;
  in_.fail({in_.file(), begin, in_.token().begin},
           "`lanes graphs` or `lanes programs` has to come before");
}

void LaneReader::read_form(Position begin) {
  expect_lanes(begin);
  if (form_) in_.fail(in_.since(begin), "`lanes` is given twice");
  if (in_.accept_word("graphs")) {
    form_ = Form::graphs;
  } else if (in_.accept_word("programs")) {
    form_ = Form::programs;
  } else {
    in_.fail_expected("'graphs' or 'programs'");
  }
}

void LaneReader::read_fluent(Position begin) {
  expect_lanes(begin);
  const Span span = in_.token_span();
  if (!graphs_.empty() || !programs_.empty() || goals_graph_ || goals_program_) {
    in_.fail(in_.since(begin), "fluents come before phases and goals");
  }
  if (in_.token().kind == Token::Kind::ignore) {
    in_.advance();
    state_.emplace_back();
    return;
  }
  NetAtom atom = read_ground_atom(in_);
  const Span whole = in_.since(span.begin);
  if (in_.module.relations[atom.relation].kind != RelationKind::state) {
    in_.fail(whole, "a fluent is of a state relation");
  }
  const auto place = static_cast<std::uint32_t>(state_.size());
  if (!fluents_.emplace(GroundAtoms::key_type(atom.relation, atom.args), place).second) {
    in_.fail(whole, "duplicate fluent");
  }
  state_.push_back(std::move(atom));
}

std::uint32_t LaneReader::read_role() {
  const Span span = in_.token_span();
  const Symbol role = in_.constant();
  const auto& roles = in_.module.roles;
  const auto found = std::find(roles.begin(), roles.end(), role);
  if (found == roles.end()) in_.fail(span, "not a role");
  return static_cast<std::uint32_t>(found - roles.begin());
}

/// Reads after `only`, `no` or `several`. Adds a new goal to the list of goals.
LaneGoal LaneReader::read_goal(std::string_view kind) {
  if (kind != "only") {
    in_.expect_word(kind == "no" ? "goal" : "goals");
    in_.expect_word("of");
    return {read_role(), kind == "no" ? LaneGoal::Kind::missing : LaneGoal::Kind::several};
  }
  const Position begin = in_.token().begin;
  NetAtom atom = read_ground_atom(in_);
  const Span span = in_.since(begin);
  if (in_.module.relations[atom.relation].answer != Answer::goal) {
    in_.fail(span, "this is of no relation that answers `goal`");
  }
  const std::uint32_t role = role_of_atom(in_, atom, span);
  const auto next = static_cast<std::uint32_t>(goals_.size());
  const auto [place, is_new] =
      goal_places_.emplace(GroundAtoms::key_type(atom.relation, atom.args), next);
  if (is_new) goals_.push_back(std::move(atom));
  return {role, LaneGoal::Kind::value, place->second};
}

void LaneReader::read_answer(Position begin) {
  expect_lanes(begin);
  if (goals_graph_ || goals_program_) in_.fail(in_.since(begin), "answers come before goals");
  const Position start = in_.token().begin;
  std::string_view kind;
  for (const std::string_view word : {"only", "no", "several"}) {
    if (kind.empty() && in_.accept_word(word)) kind = word;
  }
  if (kind.empty()) in_.fail_expected("'only', 'no' or 'several'");
  const LaneGoal goal = read_goal(kind);
  const bool value = goal.kind == LaneGoal::Kind::value;
  const auto place = static_cast<std::uint32_t>(answers_.size());
  if (!answer_places_.emplace(std::pair(goal.kind, value ? goal.goal : goal.role), place).second) {
    in_.fail(in_.since(start), "duplicate answer");
  }
  answers_.push_back(goal);
}

void LaneReader::read_phase(Position begin) {
  expect_form(begin);
  const Token first = in_.token();
  const Span span = in_.token_span();
  const std::string_view name = in_.name("a fluent or 'always'");
  std::uint32_t fluent = no_id;
  if (in_.token().is("(")) {
    fluent = state_word(in_.find_relation(name, span), span.begin).index;
  } else if (!first.is_word("always")) {
    in_.fail(span, "a phase is of a fluent, or `always`");
  }
  const Span whole = in_.since(span.begin);
  last_phase_ = whole;
  if (!phase_fluents_.insert(fluent).second) in_.fail(whole, "duplicate phase");
  if (phase_fluents_.size() > 1 && phase_fluents_.contains(no_id)) {
    in_.fail(whole, "a phase of all states is the only one");
  }
  if (phase_fluents_.size() > most_lane_phases) {
    in_.fail(whole, fmt::format("more than {} phases", most_lane_phases));
  }
  in_.expect_word("random");
  const Span number = in_.token_span();
  Body body;
  body.random_words = in_.natural();
  if (body.random_words > most_lane_random_words) {
    in_.fail(number, fmt::format("a phase has at most {} random words", most_lane_random_words));
  }
  if (*form_ == Form::graphs) {
    graphs_.push_back({fluent, read_graph(body), body.random_words});
  } else {
    programs_.push_back({fluent, read_program(body), body.random_words});
  }
}

void LaneReader::read_goals(Position begin) {
  expect_form(begin);
  const Span span = in_.since(begin);
  if (goals_graph_ || goals_program_) in_.fail(span, "`goals` is given twice");
  if (answers_.empty()) in_.fail(span, "no `answer` to give");
  Body body;
  body.goals = true;
  if (*form_ == Form::graphs) {
    goals_graph_ = read_graph(body);
  } else {
    goals_program_ = read_program(body);
  }
  if (body.written.size() != answers_.size()) {
    in_.fail(span, fmt::format("the goals give {} of {}", body.written.size(),
                               counted(answers_.size(), "answer")));
  }
}

LaneWord LaneReader::state_word(RelationId relation, Position begin) {
  const NetAtom atom = read_ground_atom_of(in_, relation);
  const auto found = fluents_.find({atom.relation, atom.args});
  if (found == fluents_.end()) in_.fail(in_.since(begin), "unknown fluent");
  return {lane_array::state, found->second};
}

LaneWord LaneReader::answer_word(std::string_view kind, Position begin) {
  const std::size_t goals = goals_.size();
  const LaneGoal goal = read_goal(kind);
  const bool value = goal.kind == LaneGoal::Kind::value;
  const auto found = answer_places_.find(std::pair(goal.kind, value ? goal.goal : goal.role));
  if (goals_.size() > goals || found == answer_places_.end()) {
    in_.fail(in_.since(begin), "unknown answer");
  }
  return {lane_array::answers, found->second};
}

/// Returns the word for names such as `counter.7`; nullopt for other names.
std::optional<LaneWord> LaneReader::numbered(std::string_view name, Span span, const Body& body) {
  const auto check = [&](std::uint32_t number, std::size_t count, std::string_view what) {
    if (number < count) return;
    in_.fail(span, fmt::format("unknown {}{}: the count is {}", what, number, count));
  };
  if (const auto number = number_behind(lane_numbered::counter, name)) {
    check(*number, lane_counter_bits, lane_numbered::counter);
    return LaneWord{lane_array::state, static_cast<std::uint32_t>(state_.size()) + *number};
  }
  if (const auto number = number_behind(lane_numbered::random, name)) {
    check(*number, body.random_words, lane_numbered::random);
    return LaneWord{lane_array::random, *number};
  }
  if (const auto number = number_behind(lane_numbered::generator, name)) {
    check(*number, lane_control::count - lane_control::generator, lane_numbered::generator);
    return LaneWord{lane_array::control, lane_control::generator + *number};
  }
  if (const auto number = number_behind(lane_numbered::nothing, name)) {
    if (*number >= state_.size() || state_[*number].relation != no_id) {
      in_.fail(span, fmt::format("word {} of the state is not an empty place", *number));
    }
    return LaneWord{lane_array::state, *number};
  }
  return std::nullopt;
}

LaneReader::Name LaneReader::read_name(const Body& body, std::string_view what) {
  const Token first = in_.token();
  Name name;
  name.span = in_.token_span();
  name.text = in_.name(what);
  const Position begin = name.span.begin;
  if (in_.token().is("(")) {
    name.word = state_word(in_.find_relation(name.text, name.span), begin);
  } else if (first.kind == Token::Kind::word) {
    const auto* const control =
        std::find(lane_control_words.begin(), lane_control_words.end(), name.text);
    if (control != lane_control_words.end()) {
      name.word = {lane_array::control,
                   static_cast<std::uint32_t>(control - lane_control_words.begin())};
    } else if (name.text == "only" || name.text == "no" || name.text == "several") {
      name.word = answer_word(name.text, begin);
    } else {
      name.word = numbered(name.text, name.span, body);
    }
  }
  name.span = in_.since(begin);
  return name;
}

/// Reads a word of the list after `inputs`, which becomes the node or value with this number.
LaneWord LaneReader::read_input(Body& body, std::uint32_t number) {
  const Name name = read_name(body, "a word");
  if (!name.word) in_.fail(name.span, "unknown word");
  const LaneWord& word = *name.word;
  const bool counter = word.array == lane_array::state && word.index >= state_.size();
  const bool read =
      body.goals ? word.array == lane_array::state && !counter : word.array != lane_array::answers;
  if (!read) {
    in_.fail(name.span, body.goals ? "goals read fluents, and nothing else"
                                   : "phases read no answers of goals");
  }
  if (!body.inputs.emplace(key_of(word), number).second) {
    in_.fail(name.span, "this word is an input twice");
  }
  return word;
}

void LaneReader::expect_written(Body& body, const Name& name) {
  const LaneWord& word = *name.word;
  const bool written = body.goals
                           ? word.array == lane_array::answers
                           : word.array == lane_array::state || word.array == lane_array::control;
  if (!written) {
    in_.fail(name.span, body.goals ? "goals write their answers, and nothing else"
                                   : "phases write words of the state and of control");
  }
  if (!body.written.insert(key_of(word)).second) {
    in_.fail(name.span, "this word is written twice");
  }
}

void LaneReader::expect_new_gate(const Body& body, const Name& name) {
  if (name.text == "true" || name.text == "false") {
    in_.fail(name.span, "a gate cannot have this name, which means something else");
  }
  if (body.gates.contains(name.text)) in_.fail(name.span, "there are two gates of this name");
}

std::uint32_t LaneReader::number_of(const Body& body, const Name& name) {
  if (name.word) {
    const auto found = body.inputs.find(key_of(*name.word));
    if (found == body.inputs.end()) in_.fail(name.span, "this word is not among the `inputs`");
    return found->second;
  }
  const auto found = body.gates.find(name.text);
  if (found == body.gates.end()) {
    in_.fail(name.span, fmt::format("unknown gate '{}': gates are defined before their use",
                                    name.text.substr(0, shown_length)));
  }
  return found->second;
}

Xag LaneReader::read_graph(Body& body) {
  Xag graph;
  graph.nodes.push_back({});
  in_.expect("{");
  while (!in_.accept("}")) {
    if (in_.accept_word("inputs")) {
      do {
        graph.inputs.push_back(read_input(body, static_cast<std::uint32_t>(graph.nodes.size())));
        graph.nodes.push_back(
            {XagNode::Kind::input, static_cast<Signal>(graph.inputs.size() - 1), false_signal});
      } while (in_.accept(","));
      continue;
    }
    const Name name = read_name(body, "'inputs', a gate or a word");
    if (name.word) {
      expect_written(body, name);
      in_.expect("=");
      graph.outputs.push_back({*name.word, read_signal(body, true)});
    } else {
      read_gate(graph, body, name);
    }
  }
  return graph;
}

void LaneReader::read_gate(Xag& graph, Body& body, const Name& name) {
  expect_new_gate(body, name);
  in_.expect("=");
  XagNode node;
  if (in_.accept_word("and")) {
    node.kind = XagNode::Kind::conjunction;
  } else if (in_.accept_word("xor")) {
    node.kind = XagNode::Kind::exclusive_or;
  } else {
    in_.fail_expected("'and' or 'xor'");
  }
  node.a = read_signal(body, false);
  node.b = read_signal(body, false);
  if (node_of(node.a) == node_of(node.b)) {
    in_.fail(in_.since(name.span.begin), "two inputs of a gate are the same or complements");
  }
  body.gates.emplace(name.text, static_cast<std::uint32_t>(graph.nodes.size()));
  graph.nodes.push_back(node);
}

Signal LaneReader::read_signal(const Body& body, bool constants) {
  const Signal inverted = in_.accept("!") ? 1U : 0U;
  const Token first = in_.token();
  const Name name = read_name(body, "a gate or a word");
  if (!name.word && (first.is_word("true") || first.is_word("false"))) {
    if (!constants) in_.fail(name.span, "a gate has no constants");
    return (first.is_word("true") ? true_signal : false_signal) ^ inverted;
  }
  return signal_of(number_of(body, name)) ^ inverted;
}

LutProgram LaneReader::read_program(Body& body) {
  LutProgram program;
  in_.expect("{");
  while (!in_.accept("}")) {
    const Span span = in_.token_span();
    if (in_.accept_word("inputs")) {
      if (!program.operations.empty()) in_.fail(span, "inputs come before operations");
      do {
        const auto value = static_cast<std::uint32_t>(program.inputs.size());
        program.inputs.push_back(read_input(body, value));
      } while (in_.accept(","));
      continue;
    }
    const Name name = read_name(body, "'inputs', an operation or a word");
    if (name.word) {
      expect_written(body, name);
      read_output(program, body, name);
    } else {
      read_operation(program, body, name);
    }
  }
  return program;
}

std::uint8_t LaneReader::read_table() {
  const std::string_view text = in_.token().text;
  const bool binary = in_.token().kind == Token::Kind::word && text.size() == 8 &&
                      text.find_first_not_of("01") == std::string_view::npos;
  if (!binary) in_.fail_expected("a table, eight binary digits");
  in_.advance();
  std::uint8_t table = 0;
  std::from_chars(text.data(), text.data() + text.size(), table, 2);
  return table;
}

void LaneReader::read_operation(LutProgram& program, Body& body, const Name& name) {
  expect_new_gate(body, name);
  in_.expect("=");
  LutOperation operation;
  operation.table = read_table();
  for (std::size_t i = 0; i < operation.operands.size(); ++i) {
    if (in_.token().kind != Token::Kind::ignore) {
      operation.operands.at(i) = number_of(body, read_name(body, "an operation or a word"));
      continue;
    }
    if (i == 0) in_.fail("the first operand is an operation or a word");
    const Span span = in_.token_span();
    in_.advance();
    if (depends_on(operation.table, static_cast<unsigned>(i))) {
      in_.fail(span, "the table depends on this operand");
    }
    operation.operands.at(i) = operation.operands.at(i - 1);
  }
  // Values are numbered after the inputs, all of which are known here.
  body.gates.emplace(name.text,
                     static_cast<std::uint32_t>(program.inputs.size() + program.operations.size()));
  program.operations.push_back(operation);
}

void LaneReader::read_output(LutProgram& program, Body& body, const Name& name) {
  in_.expect("=");
  const Token first = in_.token();
  const Name source = read_name(body, "an operation, 'true' or 'false'");
  LutOutput output{*name.word, LutOutput::Kind::value, 0};
  if (source.word) in_.fail(source.span, "the written value must be an operation, not an input");
  if (first.is_word("true") || first.is_word("false")) {
    output.kind = first.is_word("true") ? LutOutput::Kind::ones : LutOutput::Kind::zeros;
  } else {
    output.value = number_of(body, source);
  }
  program.outputs.push_back(output);
}

void LaneReader::finish() {
  const auto missing = [&](std::string_view what) {
    in_.diagnostics().error(in_.token_span(), "parse", fmt::format("the text has no {}", what));
  };
  if (!form_) {
    missing("`lanes graphs` or `lanes programs`");
    return;
  }
  if (graphs_.empty() && programs_.empty()) missing("`phase`");
  if (phase_fluents_.size() == 1 && !phase_fluents_.contains(no_id)) {
    in_.diagnostics().error(last_phase_, "parse", "the only phase is of all states, `always`");
  }
  if (!answers_.empty() && !goals_graph_ && !goals_program_) missing("`goals`");
  const auto fluents = static_cast<std::uint32_t>(state_.size());
  auto lanes = std::make_shared<Lanes>();
  lanes->fluents = std::move(state_);
  lanes->goals = std::move(goals_);
  if (*form_ == Form::graphs) {
    LaneGraphs graphs{fluents, std::move(graphs_), {}, std::move(answers_)};
    if (goals_graph_) graphs.goals = std::move(*goals_graph_);
    lanes->code = std::move(graphs);
  } else {
    LaneGame game{fluents, std::move(programs_), {}, std::move(answers_)};
    if (goals_program_) game.goals = std::move(*goals_program_);
    lanes->code = std::move(game);
  }
  in_.module.lanes = std::move(lanes);
}

}  // namespace tesuji::ir
