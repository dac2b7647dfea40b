% A straightforward GDL engine: rules become tabled Prolog clauses, a state is the
% sorted list of its fluents. An oracle for the compiler, and a baseline.
%
% A rulesheet's relation r/n becomes the predicate 'r r'/n, in the module gdl_static
% when it depends on neither `true` nor `does`, else in gdl_state, whose tables are
% thrown away whenever the state or the moves change.
:- module(gdl, [load_game/1, roles/1, initial/1, legal/3, next/3, terminal/1, goals/3,
                has_percepts/0, percepts/3,
                relation_key/2, literal_relation/2, changing_relations/2, static_rows/2]).
:- use_module(kif).

:- dynamic gdl_state:holds/1, gdl_state:made/2, role_order/1, has_percepts/0.

load_game(File) :-
    read_kif(File, Clauses),
    findall(R, member(clause(role(R), []), Clauses), Rs0), list_to_set(Rs0, Rs),
    retractall(role_order(_)), assertz(role_order(Rs)),
    retractall(has_percepts),
    ( memberchk(clause(sees(_, _), _), Clauses) -> assertz(has_percepts) ; true ),
    defined(Clauses, Defined),
    changing_relations(Clauses, Changing),
    forall(member(K, Defined), declare(K, Changing)),
    forall(member(C, Clauses), add_clause(C, Changing)).

% --- which relations change with the state ----------------------------------------

%! relation_key(+Sentence, -Key): name/arity.
relation_key(A, N/M) :- compound(A), !, compound_name_arity(A, N, M).
relation_key(A, A/0).

% Entry points that a sheet may leave undefined are declared all the same.
defined(Clauses, Keys) :-
    findall(K, ( member(clause(H, B), Clauses), ( relation_key(H, K) ; body_key(B, K) ) ), Ks),
    append([init/1, next/1, legal/2, terminal/0, goal/2], Ks, All),
    exclude([true/1]>>true, All, All1), exclude([does/2]>>true, All1, All2),
    sort(All2, Keys).

body_key(Body, K) :- member(L, Body), literal_relation(L, K).
literal_relation(not(L), K) :- !, literal_relation(L, K).
literal_relation(or(Ls), K) :- !, body_key(Ls, K).
literal_relation(distinct(_, _), _) :- !, fail.
literal_relation(A, K) :- relation_key(A, K).

%! changing_relations(+Clauses, -Keys): those that depend on `true` or `does`, and these two.
changing_relations(Clauses, Changing) :-
    findall(H-K, ( member(clause(A, B), Clauses), relation_key(A, H), body_key(B, K) ), Edges0),
    sort(Edges0, Edges),
    grow([true/1, does/2], Edges, Changing).

grow(Set, Edges, Closed) :-
    findall(H, ( member(H-K, Edges), memberchk(K, Set), \+ memberchk(H, Set) ), New0),
    sort(New0, New),
    (   New == [] -> Closed = Set ; append(New, Set, Set1), grow(Set1, Edges, Closed) ).

home(K, Changing, M) :- ( memberchk(K, Changing) -> M = gdl_state ; M = gdl_static ).

predicate_name(N, P) :- atom_concat('r ', N, P).

declare(N/A, Changing) :-
    home(N/A, Changing, M), predicate_name(N, P),
    dynamic(M:P/A),
    table(M:P/A).

% --- clauses ----------------------------------------------------------------------

add_clause(clause(H, Body0), Changing) :-
    goal_of(H, Changing, M:Head),
    order(Body0, [], H, Body),
    conjunction(Body, Changing, Goal),
    assertz(M:(Head :- Goal)).

goal_of(A, Changing, M:G) :- relation_key(A, N/Arity), home(N/Arity, Changing, M), predicate_name(N, P),
    ( Arity =:= 0 -> G = P ; compound_name_arguments(A, _, As), compound_name_arguments(G, P, As) ).

% The order of literals means nothing in GDL. Negations and distinct wait until all
% of their variables are bound by literals before them.
order([], _, _, []).
order(Ls, Bound, H, [L|Ordered]) :-
    (   select(L, Ls, Rest), test(L), needed(L, Vs), bound_all(Vs, Bound) -> true
    ;   select(L, Ls, Rest), \+ test(L) -> true
    ;   Ls = [L|Rest] ),  % an unsafe rule: as it stands
    given(L, Given), append(Given, Bound, Bound1),
    order(Rest, Bound1, H, Ordered).

% Variables that must be bound before a literal: those of the tests in it.
needed(not(L), Vs) :- !, term_variables(L, Vs).
needed(distinct(A, B), Vs) :- !, term_variables(A-B, Vs).
needed(or(Ls), Vs) :- !, maplist(needed, Ls, Lists), append(Lists, Vs).
needed(_, []).

% Variables that are bound behind it: of an `or`, those that every branch binds.
given(L, []) :- ( L = not(_) ; L = distinct(_, _) ; L == or([]) ), !.
given(or([L|Ls]), Vs) :- !, given(L, Vs0), foldl(given_too, Ls, Vs0, Vs).
given(L, Vs) :- term_variables(L, Vs).

given_too(L, Vs0, Vs) :- given(L, Ws), include([V]>>(member(W, Ws), W == V), Vs0, Vs).

test(not(_)).
test(distinct(_, _)).
test(or(Ls)) :- member(L, Ls), test(L), !.

bound_all(Vs, Bound) :- \+ ( member(V, Vs), \+ ( member(B, Bound), B == V ) ).

conjunction([], _, true).
conjunction([L], C, G) :- !, literal_goal(L, C, G).
conjunction([L|Ls], C, (G, Gs)) :- literal_goal(L, C, G), conjunction(Ls, C, Gs).

literal_goal(not(L), C, \+ G) :- !, literal_goal(L, C, G).
literal_goal(or([L]), C, G) :- !, literal_goal(L, C, G).
literal_goal(or([L|Ls]), C, (G ; Gs)) :- !, literal_goal(L, C, G), literal_goal(or(Ls), C, Gs).
literal_goal(or([]), _, fail) :- !.
literal_goal(distinct(S, T), _, S \== T) :- !.
literal_goal(true(F), _, gdl_state:holds(F)) :- !.
literal_goal(does(R, M), _, gdl_state:made(R, M)) :- !.
literal_goal(A, C, G) :- goal_of(A, C, G).

% --- the game ---------------------------------------------------------------------

roles(Rs) :- role_order(Rs).

ask(Sentence, Template, Sorted) :-
    relation_key(Sentence, N/A), predicate_name(N, P),
    ( Sentence == N -> G = P ; compound_name_arguments(Sentence, _, As), compound_name_arguments(G, P, As) ),
    (   current_table_home(P/A, M) -> findall(Template, M:G, L), sort(L, Sorted) ; Sorted = [] ).

%! static_rows(+Key, -Rows): what holds of a relation that does not change with the state.
static_rows(N/A, Rows) :- functor_of(N, A, S), ask(S, S, Rows).

functor_of(N, 0, N) :- !.
functor_of(N, A, S) :- compound_name_arity(S, N, A).

current_table_home(P/A, M) :-
    member(M, [gdl_state, gdl_static]), functor(G, P, A),
    predicate_property(M:G, dynamic), !.

set_state(State) :-
    abolish_module_tables(gdl_state),
    retractall(gdl_state:holds(_)), retractall(gdl_state:made(_, _)),
    forall(member(F, State), assertz(gdl_state:holds(F))).

initial(State) :- set_state([]), ask(init(F), F, State).

%! legal(+State, -Moves, -Goals) etc. work on the state that was set last.
legal(State, Roles, Moves) :- set_state(State), roles(Roles),
    findall(Ms, ( member(R, Roles), ask(legal(R, M), M, Ms) ), Moves).

next(State, Joint, Next) :- set_joint(State, Joint), ask(next(F), F, Next).

set_joint(State, Joint) :-
    set_state(State), roles(Roles),
    forall(nth0(I, Roles, R), ( nth0(I, Joint, M), assertz(gdl_state:made(R, M)) )).

%! percepts(+State, +Joint, -Percepts): what each role sees of the joint move (GDL-II).
percepts(State, Joint, Percepts) :- set_joint(State, Joint), roles(Roles),
    findall(Ps, ( member(R, Roles), ask(sees(R, P), P, Ps) ), Percepts).

terminal(State) :- set_state(State), ask(terminal, t, [_|_]).

%! goals(+State, +Roles, -Values): all values of each role, sorted by text.
goals(State, Roles, Values) :- set_state(State),
    findall(Vs, ( member(R, Roles), ask(goal(R, V), V, Vs0),
                  maplist(term_kif, Vs0, Vs1), sort(Vs1, Vs) ), Values).
