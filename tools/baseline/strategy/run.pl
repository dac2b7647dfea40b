% Runs learned strategies in Prolog, clause by clause as they stand: the baseline of
% `tools/bench.sh strategy`, and the second opinion on every predicate.
%
%   swipl run.pl boards GAME [--all]              states, one per line
%   swipl run.pl time   GAME STRATEGY.pl          CPU times, JSON
%   swipl run.pl moves  GAME STRATEGY.pl          chosen predicate and board, one per line
%   swipl run.pl truth  GAME STRATEGY.pl          every predicate in every reachable state
%   swipl run.pl digest GAME STRATEGY.pl          the same, as counts and hashes
%   swipl run.pl work   GAME STRATEGY.pl          state, chosen predicate, and counts of boards,
%                                                 tests and literals, for the learner's states
%
% GAME: noughts_and_crosses, hexapawn3 or hexapawn4, from the folder plain, or with
% --tuned from the folder tuned: the same game, moves looked up in tables.
% --public: `move` goes on after the end of the game, as in the public MIGO; without
% it a finished game has no moves, as docs/languages/strategies.md says.
%
% A *state* in text is the list of its fluents in our rulesheets, sorted bytewise,
% with blanks between: (cell 1 1 o) (cell 2 3 x) (control o). Cell I of an NxN board
% is (cell R C P) with R = (I-1)//N+1, C = (I-1) mod N+1; an empty cell has no fluent.
:- initialization(main, main).

main(Arguments) :-
    partition([A]>>sub_atom(A, 0, _, _, --), Arguments, Options, [Command, Game|Files]),
    memberchk(Command/Arity, [boards/0, time/1, moves/1, truth/1, digest/1, work/1]),
    length(Files, Arity), !,
    load_game(Game, Options),
    ( Files = [Strategy] -> load_strategy(Strategy) ; true ),
    run(Command, Options).
main(_) :-
    format(user_error, "usage: run.pl boards|time|moves|truth|digest|work GAME [STRATEGY.pl] [--tuned] [--public] [--all]~n", []),
    halt(2).

% --- loading ----------------------------------------------------------------------

:- dynamic here/1.
:- prolog_load_context(directory, Folder), assertz(here(Folder)).

load_game(Game, Options) :-
    here(Folder),
    ( memberchk('--tuned', Options) -> Style = tuned ; Style = plain ),
    atomic_list_concat([Folder, Style, Game], '/', File),
    load_files(user:File, [silent(true)]),
    (   memberchk('--public', Options)
    ->  assertz((move(A, B) :- step(A, B)))
    ;   assertz((move(A, B) :- \+ won(A), step(A, B))) ),
    compile_predicates([move/2]).

:- dynamic strategy_predicate/1.

% The strategy's clauses become static code. Execution tries win_1, win_2, .. and
% then draw_1, draw_2, ..
load_strategy(File) :-
    style_check(-discontiguous),
    load_files(user:File, [silent(true)]),
    setup_call_cleanup(open(File, read, In), heads(In, Names), close(In)),
    list_to_set(Names, Predicates),
    forall(member(P, Predicates), assertz(strategy_predicate(P))).

heads(In, Names) :-
    read(In, T),
    (   T == end_of_file -> Names = []
    ;   ( T = (H :- _) -> true ; H = T ),
        functor(H, N, 2), Names = [N|Rest], heads(In, Rest) ).

goals_in_order(Ordered) :-
    findall(Kind-(K-P), ( strategy_predicate(P), atomic_list_concat([Name, Number], '_', P),
                          nth0(Kind, [win, draw], Name), atom_number(Number, K) ), Keyed),
    msort(Keyed, Sorted),
    findall(P, member(_-(_-P), Sorted), Ordered).

% --- states -----------------------------------------------------------------------

over(S) :- won(S), !.
over(S) :- drawn(S).

%! reachable(-States): all states of play, finished ones included, in breadth-first order.
reachable(States) :-
    start(S),
    list_to_ord_set([S], Seen),
    levels([S], Seen, States).

levels([], _, []) :- !.
levels(Level, Seen, States) :-
    findall(T, ( member(S, Level), \+ won(S), step(S, T) ), Next0),
    sort(Next0, Next1), ord_subtract(Next1, Seen, Next), ord_union(Seen, Next, Seen1),
    append(Level, Rest, States),
    levels(Next, Seen1, Rest).

learner_states(States) :-
    reachable(All), learner(L),
    include([S]>>( S = s(L, _), \+ over(S) ), All, States).

state_text(s(P, Board), Text) :-
    size(N),
    findall(F, ( arg(I, Board, C), C \== e, R is (I - 1) // N + 1, K is (I - 1) mod N + 1,
                 format(atom(F), "(cell ~d ~d ~w)", [R, K, C]) ), Cells),
    format(atom(Control), "(control ~w)", [P]),
    append(Cells, [Control], Fluents),
    atomic_list_concat(Fluents, ' ', Text).

% The fluents of a state, for strategies that test them.
cell(s(_, Board), R, C, X) :-
    size(N), arg(I, Board, X), X \== e, R is (I - 1) // N + 1, C is (I - 1) mod N + 1.
control(s(P, _), P).

% --- commands ---------------------------------------------------------------------

run(boards, Options) :-
    ( memberchk('--all', Options) -> reachable(States) ; learner_states(States) ),
    forall(member(S, States), ( state_text(S, T), writeln(T) )).

run(moves, _) :-
    learner_states(States0), msort(States0, States), goals_in_order(Goals),
    forall(member(S, States),
           ( S = s(_, Board),
             (   execute(Goals, S, P, s(_, Next)) -> format("~w ~w ~w~n", [Board, P, Next])
             ;   format("~w none none~n", [Board]) ) )).

run(time, _) :-
    learner_states(States), goals_in_order(Goals), start(Start),
    length(States, N),
    cpu(forall(member(S, States), ( execute(Goals, S, _, _) -> true ; true )), All),
    foldl([S, W0, W]>>( cpu(( execute(Goals, S, _, _) -> true ; true ), T), W is max(W0, T) ), States, 0, Worst),
    cpu(( execute(Goals, Start, _, _) -> true ; true ), First),
    Mean is All / N,
    format('{"boards":~d,"all_seconds":~6f,"mean_seconds":~9f,"worst_seconds":~6f,"start_seconds":~6f}~n',
           [N, All, Mean, Worst, First]).

run(truth, _) :-
    reachable(States), findall(P, strategy_predicate(P), Predicates),
    forall(( member(S, States), member(P, Predicates) ),
           ( state_text(S, From),
             ( call(P, S, T) -> state_text(T, To) ; To = none ),
             format("~w\t~w\t~w~n", [From, P, To]) )).

% Per predicate: how many states have a solution, and the sum mod 2^64 of the FNV-1a
% hashes of "STATE<tab>FIRST SOLUTION" over them. `chosen`: the same of
% "STATE<tab>PREDICATE<tab>NEXT STATE" over the learner's states where execution
% finds a move.
run(digest, _) :-
    reachable(States), length(States, N),
    format("states ~d~n", [N]),
    forall(strategy_predicate(P),
           digest(P, States, first_fields(P))),
    learner_states(Learner), goals_in_order(Goals),
    digest(chosen, Learner, chosen_fields(Goals)).

% What is counted is what learner/comprehension/comprehension.h defines, by interpreting the clauses.
run(work, _) :-
    set_prolog_flag(protect_static_code, false),
    learner_states(States), goals_in_order(Goals),
    forall(member(S, States),
           ( forall(member(C, [boards, tests, literals]), nb_setval(C, 0)),
             ( member(P, Goals), Goal =.. [P, S, _], work(Goal) -> true ; P = none ),
             nb_getval(boards, Boards), nb_getval(tests, Tests), nb_getval(literals, Literals),
             state_text(S, From),
             format("~w\t~w\t~d\t~d\t~d~n", [From, P, Boards, Tests, Literals]) )).

% A literal that has nothing left to find but what nobody speaks of again holds once.
work(Goal) :- work(Goal, []).

work(true, _) :- !.
work((A, B), Single) :- !, work(A, Single), work(B, Single).
work(not(G), Single) :- !, \+ work(G, Single).
work(\+ G, Single) :- !, \+ work(G, Single).
work(G, Single) :-
    add_one(literals), term_variables(G, Open),
    (   forall(member(V, Open), ( member(S, Single), S == V ))
    ->  once(work_literal(G))
    ;   work_literal(G) ).

work_literal(move(A, B)) :- !, move(A, B), add_one(boards).
work_literal(G) :- memberchk(G, [won(_), drawn(_)]), !, add_one(tests), call(G).
work_literal(G) :- clause(G, Body), term_singletons((G :- Body), Single), work(Body, Single).

add_one(Counter) :- nb_getval(Counter, N), N1 is N + 1, nb_setval(Counter, N1).

first_fields(P, S, [From, To]) :- call(P, S, T), !, state_text(S, From), state_text(T, To).

chosen_fields(Goals, S, [From, P, To]) :- execute(Goals, S, P, T), state_text(S, From), state_text(T, To).

digest(Name, States, Fields) :-
    foldl(digest_step(Fields), States, 0-0, Count-Sum),
    format("~w ~d ~|~`0t~16r~16+~n", [Name, Count, Sum]).

digest_step(Fields, S, C0-H0, C-H) :-
    (   call(Fields, S, Parts)
    ->  atomic_list_concat(Parts, '\t', Line), atom_codes(Line, Codes),
        foldl([B, X0, X]>>(X is ((X0 xor B) * 0x100000001b3) /\ 0xffffffffffffffff),
              Codes, 0xcbf29ce484222325, Hash),
        C is C0 + 1, H is (H0 + Hash) /\ 0xffffffffffffffff
    ;   C = C0, H = H0 ).

execute(Goals, S, P, T) :- member(P, Goals), call(P, S, T), !.

cpu(Goal, Seconds) :-
    statistics(cputime, T0), call(Goal), statistics(cputime, T1),
    Seconds is T1 - T0.
