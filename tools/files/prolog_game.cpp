#include "tools/files/prolog_game.h"

#include "backend/strategies/strategy.h"
#include "frontend/gdl/prolog_rules.h"
#include "ir/core/prolog_term.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

namespace tesuji::tools {

namespace {

/// What a state and its moves are, over the rules' init, legal, next, terminal and goal. The rules
/// read the state and the moves from global variables, so that they stay as they are written.
constexpr std::string_view harness = R"(
% ---- states and moves

true(F) :- b_getval(rules_state, Fs), ( ground(F) -> memberchk(F, Fs) ; member(F, Fs) ).
does(R, M) :- b_getval(rules_moves, Ms), member(R-M, Ms).

%! in_state(+Fluents, +Moves, ?Template, :Goal, -Results): all results, sorted.
in_state(Fs, Ms, Template, Goal, Results) :-
    b_setval(rules_state, Fs), b_setval(rules_moves, Ms), abolish_all_tables,
    findall(Template, Goal, All), sort(All, Results).

is_over(Fs) :- in_state(Fs, [], yes, terminal, [yes]).

initial(s(Fs, none)) :- in_state([], [], F, init(F), Fs).

move(s(Fs, _), s(Gs, R)) :-
    \+ is_over(Fs),
    in_state(Fs, [], Q-L, (role(Q), legal(Q, L)), All),
    in_state([], [], Q, role(Q), Roles),
    mover(Roles, All, R, Legal, Other, Wait),
    findall(Key-M, ( member(M, Legal), order_key(M, Key) ), Keyed0), keysort(Keyed0, Keyed),
    member(_-M, Keyed),
    in_state(Fs, [R-M, Other-Wait], F, next(F), Gs).

%! mover(+Roles, +All, -Role, -Moves, -Other, -Waiting): the other role has only a waiting move.
mover(Roles, All, R, Legal, Other, Wait) :-
    select(R, Roles, [Other]),
    findall(M, member(R-M, All), Legal), findall(M, member(Other-M, All), [Wait]),
    ( Legal = [_, _|_] -> true ; Legal = [M], \+ waits(R, M) ), !.

won(s(Fs, R)) :- R \== none, is_over(Fs), in_state(Fs, [], V, goal(R, V), Vs), memberchk(100, Vs).
drawn(s(Fs, R)) :-
    is_over(Fs), \+ won(s(Fs, R)),
    in_state(Fs, [], Q-V, (role(Q), goal(Q, V)), Goals),
    in_state([], [], Q, role(Q), Roles), forall(member(P, Roles), memberchk(P-50, Goals)).

order_key(T, [0, T]) :- number(T), !.
order_key(T, [1, N]) :- atom(T), !, ( constant_order(T, N) -> true ; N = 0 ).
order_key(T, [1, N|Keys]) :-
    T =.. [F|Args], ( constant_order(F, N) -> true ; N = 0 ), order_keys(Args, Keys).
order_keys([], []).
order_keys([T|Ts], [K|Ks]) :- order_key(T, K), order_keys(Ts, Ks).
)";

/// The predicates that the harness defines or calls: relations of the rules get other names.
frontend::PrologNames own_names() {
  return {{"in_state", 5},  {"is_over", 1},    {"initial", 1},  {"move", 2},
          {"mover", 6},     {"won", 1},        {"drawn", 1},    {"waits", 2},
          {"order_key", 2}, {"order_keys", 2}, {"choose", 3},   {"constant_order", 2},
          {"member", 2},    {"memberchk", 2},  {"select", 3},   {"findall", 3},
          {"forall", 2},    {"sort", 2},       {"keysort", 2},  {"ground", 1},
          {"number", 1},    {"atom", 1},       {"b_getval", 2}, {"b_setval", 2},
          {"not", 1},       {"functor", 3},    {"table", 1},    {"abolish_all_tables", 0}};
}

/// Returns clauses of the fluents that the strategy tests: cell(s(F,_),A,B,C).
std::string fluent_tests(const frontend::Strategy& strategy, frontend::PrologNames& reserved) {
  std::string text;
  for (const ir::Proc& proc : strategy.procs) {
    for (const ir::ProcClause& clause : proc.clauses) {
      for (const ir::ProcOperation& operation : clause.ops) {
        if (!operation.is_fluent) continue;
        const ir::PrologTerm fluent = ir::fluent_term(operation.callee);
        if (!reserved.insert({fluent.name, fluent.args.size() + 1}).second) continue;
        std::vector<std::string> args;
        for (std::size_t i = 0; i < fluent.args.size(); ++i) args.push_back(fmt::format("A{}", i));
        const std::string name = ir::prolog_atom(fluent.name);
        text += fmt::format("{0}(s(Fs, _), {1}) :- member({0}({1}), Fs).\n", name,
                            fmt::join(args, ", "));
      }
    }
  }
  return text;
}

/// Returns the facts waits(Role,Move).
std::string waiting_moves(const driver::LoadedGame& game, const runtime::TurnRule& rule) {
  std::string text;
  for (std::size_t role = 0; role < rule.waiting.size(); ++role) {
    if (!rule.waiting[role]) continue;
    text += fmt::format("waits({}, {}).\n", ir::prolog_constant(game.game->roles()[role]),
                        ir::prolog_text(game.game->move_name(*rule.waiting[role])));
  }
  return text.empty() ? ":- dynamic(waits/2).\n" : text;
}

}  // namespace

std::string prolog_game(const driver::LoadedGame& game, const frontend::Rulesheet& sheet,
                        const std::optional<StrategySource>& strategy,
                        const driver::Session& session) {
  const runtime::TurnRule rule = driver::turn_rule(game);
  static_cast<void>(runtime::Turns(*game.game, rule));  // throws
  frontend::PrologNames reserved = own_names();
  std::string tests;
  if (strategy) {
    for (const ir::Proc& proc : strategy->strategy.procs) reserved.insert({proc.name, proc.arity});
    tests = fluent_tests(strategy->strategy, reserved);
  }
  std::string text = fmt::format(
      "% {}: its rules{} in Prolog, written by `tesuji convert --to=prolog`.\n"
      "%   ?- initial(A), move(A,B).        % the next states\n",
      game.game->name(), strategy ? " and a strategy" : "");
  if (strategy) {
    text += "%   ?- initial(A), choose(A,B,P).    % the strategy's move, by its predicate P\n";
  }
  text +=
      "% A state is s(Fluents,Role): sorted fluents, and the role that moved last, or none.\n"
      ":- style_check(-discontiguous).\n"
      ":- style_check(-singleton).\n"
      ":- op(900, fy, not).\n";
  text += harness;
  text += waiting_moves(game, rule);
  text += "\n% ---- the rules\n\n";
  text += frontend::prolog_rules(sheet, *session.symbols, reserved);
  text += frontend::constant_order(sheet, *session.symbols);
  if (!strategy) return text;
  text += "\n% ---- the strategy\n\n" + tests + strategy->text;
  if (!text.ends_with('\n')) text += '\n';
  text += "\n%! choose(+A, -B, -P): the first predicate that has a move, and its first one.\n";
  for (const std::string& name : strategy->strategy.order) {
    const std::string atom = ir::prolog_atom(name);
    text += fmt::format("choose(A, B, P) :- {0}(A, C), !, B = C, P = {0}.\n", atom);
  }
  return text;
}

}  // namespace tesuji::tools
