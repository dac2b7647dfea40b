% Translates a rulesheet into fast Prolog: the baseline of `tools/bench.sh games`.
%
% * What does not depend on the state becomes ground facts, computed once.
% * A fluent (cell 1 2 b) is a fact 't cell'(1,2,b); a state is a set of such facts.
% * Every other relation becomes one predicate for each way it is called: 'v line bf'/2 has
%   its first argument bound. Bodies are put in order for that: tests as soon as their
%   variables are bound, then what matches least often, counted over the facts and a sample
%   state. Conditions whose variables nothing else needs are asked once.
% * No interpretation at run time: clauses run as SWI-Prolog compiles and indexes them.
:- module(translate, [translate/4, fluent_fact/2, recursive_relations/1]).
:- use_module('../kif').
:- use_module('../gdl').

:- dynamic rule/3,        % relation N/A, head, body
           changing/1,    % N/A: depends on the state or the moves
           recursive/1,   % N/A: depends on itself, and on the state or the moves
           extent/3,      % N/A of a relation without state, its rows, their number
           sample/2,      % functor of fluents, those of the sample state as facts
           wanted/2,      % N/A and mode that were translated, or are about to be
           table_these/1, % none, recursive, all
           target/1.      % the module that is filled

%! translate(+File, +Module, +Sample, +Tabling): fills Module, which must be new. Sample is a
%  state, as fluents, or `initial`; Tabling says which relations of the state remember their
%  answers: none, recursive, all. The game must have been loaded with load_game(File).
translate(File, Module, Sample, Tabling) :-
    forget, retractall(target(_)), assertz(target(Module)), dynamic(Module:does/2),
    read_rules(File),
    retractall(table_these(_)), assertz(table_these(Tabling)),
    set_sample(Sample),
    forall(member(C-M, [legal/2-[b, f], next/1-[f], terminal/0-[], goal/2-[b, f]]), want(C, M)).

%! recursive_relations(-Relations): of the game translated last, those that need the state.
recursive_relations(Rs) :- findall(R, recursive(R), Rs0), sort(Rs0, Rs).

%! fluent_fact(?Fluent, ?Fact): (cell 1 2 b) and 't cell'(1,2,b).
fluent_fact(Fluent, Fact) :- nonvar(Fluent), !, prefixed('t ', Fluent, Fact).
fluent_fact(Fluent, Fact) :- compound(Fact), !,
    compound_name_arguments(Fact, P, As), atom_concat('t ', N, P),
    compound_name_arguments(Fluent, N, As).
fluent_fact(Fluent, Fact) :- atom_concat('t ', Fluent, Fact).

prefixed(Prefix, Term, Prefixed) :- compound(Term), !,
    compound_name_arguments(Term, N, As), atom_concat(Prefix, N, P),
    compound_name_arguments(Prefixed, P, As).
prefixed(Prefix, N, P) :- atom_concat(Prefix, N, P).

% --- reading ----------------------------------------------------------------------

forget :-
    retractall(rule(_, _, _)), retractall(changing(_)), retractall(recursive(_)),
    retractall(wanted(_, _)), retractall(sample(_, _)).

read_rules(File) :-
    read_kif(File, Clauses),
    forall(member(clause(H, B), Clauses), ( relation_key(H, K), assertz(rule(K, H, B)) )),
    changing_relations(Clauses, Changing),
    forall(member(K, Changing), assertz(changing(K))),
    findall(H-K, ( member(clause(A, B), Clauses), relation_key(A, H), changing(H),
                   member(L, B), literal_relation(L, K), changing(K) ), Edges),
    vertices_edges_to_ugraph([], Edges, Graph), transitive_closure(Graph, Closure),
    forall(( member(K-Ks, Closure), memberchk(K, Ks) ), assertz(recursive(K))),
    forall(( member(clause(H, B), Clauses), member(T, [H|B]), fluent_in(T, F) ), declare_fluent(F)).

fluent_in(init(F), F).
fluent_in(next(F), F).
fluent_in(true(F), F).
fluent_in(not(L), F) :- fluent_in(L, F).
fluent_in(or(Ls), F) :- member(L, Ls), fluent_in(L, F).

declare_fluent(F) :- var(F), !.
declare_fluent(F) :- prefixed('t ', F, Fact), functor(Fact, P, A), declare(P/A).

declare(P/A) :- target(M), dynamic(M:P/A).
store_clause(Clause) :- target(M), assertz(M:Clause).
% Makes a predicate static, unless it has no clauses: then it would be undefined.
finish(P/A) :- target(M), functor(G, P, A),
    ( predicate_property(M:G, number_of_clauses(N)), N > 0 -> compile_predicates([M:P/A]) ; true ).

set_sample(initial) :- !, initial(State), set_sample(State).
set_sample(State) :-
    forall(member(F, State), ( prefixed('t ', F, Fact), functor(Fact, P, A), assertz(sample(P/A, Fact)) )).

% --- relations without state ------------------------------------------------------

% Relations of more rows than this, or that take more steps to compute, stay rules.
most_rows(200000).
most_inferences(100_000_000).

rows(K, Rows, N) :- extent(K, Rows, N), !, Rows \== none.
rows(K, Rows, N) :-
    most_rows(Most), most_inferences(Limit),
    (   call_with_inference_limit(static_rows(K, Rows0), Limit, Result),
        Result \== inference_limit_exceeded, length(Rows0, N0), N0 =< Most
    ->  assertz(extent(K, Rows0, N0)), Rows = Rows0, N = N0
    ;   assertz(extent(K, none, 0)), fail ).

% --- predicates, one per relation and mode ----------------------------------------

want(K, Mode) :- wanted(K, Mode), !.
want(K, Mode) :-
    assertz(wanted(K, Mode)),
    functor_of(K, Sentence), view_goal(K, Mode, Sentence, Template), functor(Template, P, A),
    declare(P/A),
    (   tabled_relation(K) -> target(M), table(M:P/A) ; true ),
    forall(rule(K, H, B), add_view_clause(K, Mode, H, B)),
    ( tabled_relation(K) -> true ; finish(P/A) ).

% next/1 gives facts, as they will be stored.
add_view_clause(K, Mode, H, B) :-
    bound_arguments(H, Mode, Bound), term_variables(H, Live),
    body_goal(B, Bound, Live, Goal),
    stored_head(H, Goal, H1, Goal1),
    view_goal(K, Mode, H1, Head),
    store_clause((Head :- Goal1)).

stored_head(next(F), Goal, next(Fact), (Goal, translate:fluent_fact(F, Fact))) :- var(F), !.
stored_head(next(F), Goal, next(Fact), Goal) :- !, prefixed('t ', F, Fact).
stored_head(H, Goal, H, Goal).

view_goal(N/_, Mode, Sentence, Goal) :-
    atomic_list_concat(Mode, M), atomic_list_concat([v, N, M], ' ', P),
    ( compound(Sentence) -> compound_name_arguments(Sentence, _, As), compound_name_arguments(Goal, P, As)
    ; Goal = P ).

tabled_relation(K) :- memberchk(K, [legal/2, next/1, terminal/0, goal/2]), !, fail.
tabled_relation(K) :- table_these(recursive), recursive(K).
tabled_relation(K) :- table_these(all), changing(K).

functor_of(N/0, N) :- !.
functor_of(N/A, S) :- compound_name_arity(S, N, A).

bound_arguments(H, Mode, Bound) :-
    ( compound(H) -> compound_name_arguments(H, _, As) ; As = [] ),
    bound_of(As, Mode, Bs), term_variables(Bs, Bound).

bound_of([], [], []).
bound_of([A|As], [M|Ms], Bs) :- ( M == b -> Bs = [A|Bs1] ; Bs = Bs1 ), bound_of(As, Ms, Bs1).

% --- bodies -----------------------------------------------------------------------

%! body_goal(+Literals, +Bound, +Live, -Goal). Live: variables that are needed afterwards.
%  Literals that share no unbound variable are components; one of which nothing is needed
%  is a condition, of which one solution is enough.
body_goal(Ls, Bound, Live, Goal) :-
    components(Ls, Bound, Cs),
    maplist(rated(Bound, Live), Cs, Rated), keysort(Rated, Sorted),
    pairs_values(Sorted, Ordered),
    maplist(component_goal(Bound, Live), Ordered, Goals),
    conjunction(Goals, Goal).

conjunction([], true).
conjunction([G], G) :- !.
conjunction([G|Gs], (G, H)) :- conjunction(Gs, H).

% Conditions go first: class 0 single tests, 1 searches for one solution, 2 all others.
rated(Bound, Live, Ls, rate(Class, Cost)-Ls) :-
    findall(C, ( member(L, Ls), cost(L, Bound, C) ), Costs), min_list(Costs, Cost),
    free_variables(Ls, Bound, Free),
    (   Free == [] -> Class = 0 ; \+ shares(Free, Live) -> Class = 1 ; Class = 2 ).

component_goal(Bound, Live, [L], Goal) :- !,
    literal_goal(L, Bound, Live, G), free_variables(L, Bound, Free),
    (   is_condition(L, Free, Live) -> once_goal(G, Goal) ; Goal = G ).
component_goal(Bound, Live, Ls, Goal) :-
    cheapest(Ls, Bound, L, Rest),
    given(L, Given), append(Given, Bound, Bound1),
    term_variables(Live-Rest, Live1),
    literal_goal(L, Bound, Live1, G0),
    free_variables(L, Bound, New),
    ( is_condition(L, New, Live1) -> once_goal(G0, G) ; G = G0 ),
    body_goal(Rest, Bound1, Live, RestGoal),
    free_variables(Ls, Bound, Free),
    (   shares(Free, Live) -> Goal = (G, RestGoal) ; Goal = ((G, RestGoal) -> true) ).

% Facts with all arguments bound have one match at most, and leave nothing to cut.
is_condition(L, Free, Live) :- \+ shares(Free, Live), \+ ( Free == [], leaves_no_choice(L) ).

leaves_no_choice(not(_)).
leaves_no_choice(distinct(_, _)).
leaves_no_choice(true(F)) :- nonvar(F).
leaves_no_choice(L) :- is_static(L).

once_goal(G, (G -> true)).

cheapest(Ls, Bound, Best, Rest) :-
    findall(C-I, ( nth0(I, Ls, L), cost(L, Bound, C) ), Costs), keysort(Costs, [_-I|_]),
    nth0(I, Ls, Best, Rest).

components([], _, []).
components([L|Ls], Bound, [C|Cs]) :-
    free_variables(L, Bound, Vs), connected(Vs, Ls, Bound, [L], C, Others),
    components(Others, Bound, Cs).

connected(Vs, Ls, Bound, C0, C, Others) :-
    partition(uses(Vs, Bound), Ls, In, Out),
    (   In == [] -> reverse(C0, C), Others = Out
    ;   reverse(In, InR), append(InR, C0, C1), free_variables(C1, Bound, Vs1),
        connected(Vs1, Out, Bound, C1, C, Others) ).

uses(Vs, Bound, L) :- free_variables(L, Bound, Ws), shares(Ws, Vs).

% No lambda expressions where variables matter: calling one copies them.
free_variables(T, Bound, Free) :- term_variables(T, Vs), exclude(among(Bound), Vs, Free).
among(Vs, V) :- member(W, Vs), W == V, !.
shares(Vs, Ws) :- member(V, Vs), among(Ws, V), !.

% Variables that are bound behind a literal: of an `or`, those that every branch binds.
given(L, []) :- ( L = not(_) ; L = distinct(_, _) ; L == or([]) ), !.
given(or([L|Ls]), Vs) :- !, given(L, Vs0), foldl(given_too, Ls, Vs0, Vs).
given(L, Vs) :- term_variables(L, Vs).

given_too(L, Vs0, Vs) :- given(L, Ws), include(among(Ws), Vs0, Vs).

% --- literals ---------------------------------------------------------------------

literal_goal(not(L), Bound, Live, \+ G) :- !, literal_goal(L, Bound, Live, G).
literal_goal(distinct(S, T), _, _, S \== T) :- !.
literal_goal(or(Ls), Bound, Live, G) :- !,
    maplist(branch_goal(Bound, Live), Ls, Bs), disjunction(Bs, G).
literal_goal(true(F), _, _, G) :- !, ( var(F) -> any_fluent(F, G) ; prefixed('t ', F, G) ).
literal_goal(does(R, M), _, _, does(R, M)) :- !.
literal_goal(L, _, _, G) :- is_static(L), !, static_goal(L, G).
literal_goal(L, Bound, _, G) :-
    relation_key(L, K), mode(L, Bound, Mode), want(K, Mode), view_goal(K, Mode, L, G).

branch_goal(Bound, Live, L, G) :- component_goal(Bound, Live, [L], G).

disjunction([], fail).
disjunction([G], G) :- !.
disjunction([G|Gs], (G ; H)) :- disjunction(Gs, H).

% A fluent that a variable stands for.
any_fluent(F, any_fluent(F)) :- any_fluent_clauses.
any_fluent_clauses :- target(M), current_predicate(M:any_fluent/1), !.
any_fluent_clauses :-
    target(M), findall(P/A, ( predicate_property(M:G, dynamic), functor(G, P, A), sub_atom(P, 0, 2, _, 't ') ), Fs),
    declare(any_fluent/1),
    forall(member(P/A, Fs), ( functor(Fact, P, A), fluent_fact(F, Fact), store_clause((any_fluent(F) :- Fact)) )).

mode(L, Bound, Mode) :-
    ( compound(L) -> compound_name_arguments(L, _, As) ; As = [] ),
    maplist(argument_mode(Bound), As, Mode).

argument_mode(Bound, A, M) :- ( free_variables(A, Bound, []) -> M = b ; M = f ).

is_static(L) :- L \= not(_), L \= distinct(_, _), L \= or(_), L \= does(_, _), L \= true(_),
    relation_key(L, K), \+ changing(K), rows(K, _, _).

static_goal(L, G) :- prefixed('s ', L, G), functor(G, P, A),
    (   target(M), current_predicate(M:P/A) -> true
    ;   relation_key(L, K), rows(K, Rows, _), declare(P/A),
        forall(member(R, Rows), ( prefixed('s ', R, Fact), store_clause(Fact) )),
        finish(P/A) ).

% --- how often a literal matches --------------------------------------------------

% Below one: a test that is cheaper, and fails sooner, the smaller the number.
cost(distinct(S, T), Bound, C) :- !, ( free_variables(S-T, Bound, []) -> C = 0.001 ; C = 1.0e12 ).
cost(not(L), Bound, C) :- !,
    ( free_variables(L, Bound, []) -> cost(L, Bound, C0), C is C0 + 0.02 ; C = 1.0e12 ).
cost(or(Ls), Bound, C) :- !,
    findall(C0, ( member(L, Ls), cost(L, Bound, C0) ), Cs), sum_list(Cs, C1), C is C1 + 0.05.
cost(does(R, M), Bound, C) :- !,
    (   free_variables(M, Bound, []) -> C = 0.02
    ;   free_variables(R, Bound, []) -> C = 0.9
    ;   roles(Rs), length(Rs, C) ).
cost(true(F), _, 1.0e3) :- var(F), !.
cost(true(F), Bound, C) :- !,
    prefixed('t ', F, Fact), functor(Fact, P, A),
    findall(R, sample(P/A, R), Rows), length(Rows, N),
    ( free_variables(F, Bound, []) -> C = 0.01 ; N =:= 0 -> C = 1 ; matches(Fact, Bound, Rows, N, C) ).
cost(L, Bound, C) :- is_static(L), !,
    relation_key(L, K), rows(K, Rows, N),
    ( free_variables(L, Bound, []) -> C = 0.015 ; N =:= 0 -> C = 0 ; matches(L, Bound, Rows, N, C) ).
cost(L, Bound, C) :-
    free_variables(L, Bound, Free), length(Free, N),
    ( N =:= 0 -> C = 0.5 ; C is 4.0 * 5.0 ** N ).

% Matches per value of what is bound; in large relations by the share of bound arguments.
matches(L, Bound, _, N, C) :- N > 5000, !,
    mode(L, Bound, Mode), length(Mode, A), include(==(f), Mode, Fs), length(Fs, F),
    C is N ** (F / A).
matches(L, Bound, Rows, _, C) :-
    term_variables(L, Vs), include(among(Bound), Vs, Known),
    findall(Known, member(L, Rows), Found), length(Found, M),
    sort(Found, Distinct), length(Distinct, D),
    ( D =:= 0 -> C = 0.1 ; C is M / D ).
