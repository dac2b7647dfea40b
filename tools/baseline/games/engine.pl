% Plays a translated game: states are ordered lists of facts, one of which is stored.
:- module(engine, [load/3, start/1, roles_of/1, moves/1, successor/3, over/0, values/1,
                   store/1, playout/3]).
:- use_module('../gdl', [load_game/1, roles/1, initial/1]).
:- use_module(translate).

% The global variables: `game` the module of the translation, `stored` the stored state,
% `moved` whether a joint move was made in it.
:- dynamic start/1,      % the initial state
           roles_of/1,
           tables/0.     % some relation remembers answers

%! load(+File, +Seconds, -Tabling): reads and translates a game. Which relations remember their
%  answers is decided by trying: the fastest, playing for so many CPU seconds each.
load(File, Seconds, Best) :-
    load_game(File), roles(Rs), initial(Fluents),
    retractall(roles_of(_)), assertz(roles_of(Rs)),
    maplist(fluent_fact, Fluents, Facts), sort(Facts, Start),
    retractall(start(_)), assertz(start(Start)),
    nb_setval(stored, []), nb_setval(moved, false),
    (   trial(File, initial, none, Seconds, _) -> First = none
    ;   trial(File, initial, recursive, Seconds, _) -> First = recursive
    ;   First = all, prepare(File, initial, all) ),
    sample_state(Sample),
    findall(Speed-T, ( candidate(T), trial(File, Sample, T, Seconds, Speed) ), Speeds),
    ( Speeds == [] -> Best = First ; last_by_speed(Speeds, Best) ),
    prepare(File, Sample, Best).

candidate(none).
candidate(recursive) :- recursive_relations([_|_]).
candidate(all).

last_by_speed(Speeds, Best) :- keysort(Speeds, Sorted), last(Sorted, _-Best).

prepare(File, Sample, Tabling) :-
    nb_setval(stored, []), gensym(game_, Module), nb_setval(game, Module),
    translate(File, Module, Sample, Tabling),
    retractall(tables), ( Tabling == none -> true ; assertz(tables) ),
    start(S), store(S).

% A trial fails where the clauses loop, run out of stack, or take too many steps.
trial_limit(100_000_000).

trial(File, Sample, Tabling, Seconds, Speed) :-
    prepare(File, Sample, Tabling), set_random(seed(1)), trial_limit(Limit),
    catch(call_with_inference_limit(playouts_for(Seconds, Speed), Limit, Result), Error, give_up(Error)),
    Result \== inference_limit_exceeded.

give_up(error(resource_error(_), _)) :- !, fail.
give_up(Error) :- throw(Error).

playouts_for(Seconds, Speed) :-
    statistics(process_cputime, T0), play_until(T0, Seconds, 0, Steps),
    statistics(process_cputime, T1), Speed is Steps / max(T1 - T0, 1.0e-6).

play_until(T0, Seconds, N0, N) :-
    playout(100, Steps, _), N1 is N0 + Steps,
    statistics(process_cputime, T),
    ( T - T0 >= Seconds -> N = N1 ; play_until(T0, Seconds, N1, N) ).

% The state in the middle of a random playout: what ordinary states look like.
sample_state(Fluents) :-
    set_random(seed(7)), start(S0), store(S0),
    findall(S, walk(S0, 60, S), States), length(States, N), Middle is N // 2,
    nth0(Middle, States, State), maplist([F, A]>>fluent_fact(A, F), State, Fluents).

walk(S, _, S).
walk(S, N, T) :- N > 0, store(S), \+ over, moves(Ms), \+ memberchk([], Ms), pick(Ms, Joint),
    successor(S, Joint, S1), N1 is N - 1, walk(S1, N1, T).

% --- states -----------------------------------------------------------------------

%! store(+State): makes State the one that questions are about.
store(State) :- nb_getval(stored, Old), change(Old, State).

change(Old, New) :-
    ord_subtract(Old, New, Gone), ord_subtract(New, Old, Come),
    nb_getval(game, G), retract_all(Gone, G), assert_all(Come, G),
    nb_setval(stored, New), nb_setval(moved, false),
    ( tables -> abolish_tables ; true ).

abolish_tables :- nb_getval(game, G), abolish_module_tables(G).

retract_all([], _).
retract_all([F|Fs], G) :- retract(G:F), !, retract_all(Fs, G).
assert_all([], _).
assert_all([F|Fs], G) :- assertz(G:F), assert_all(Fs, G).

over :- nb_getval(game, G), G:'v terminal ', !.

%! moves(-Moves): for each role the ordered list of its legal moves in the stored state.
moves(Moves) :- roles_of(Rs), nb_getval(game, G), moves_of(Rs, G, Moves).
moves_of([], _, []).
moves_of([R|Rs], G, [Ms|Mss]) :-
    findall(M, G:'v legal bf'(R, M), Ms0), sort(Ms0, Ms), moves_of(Rs, G, Mss).

%! values(-Values): for each role its goal values in the stored state.
values(Values) :- roles_of(Rs), nb_getval(game, G),
    findall(Vs, ( member(R, Rs), findall(V, G:'v goal bf'(R, V), Vs0), sort(Vs0, Vs) ), Values).

%! successor(+Stored, +Joint, -Next): does not store it.
successor(_, Joint, Next) :-
    % Answers about a move made before in this state are not those about this one.
    ( tables, nb_getval(moved, true) -> abolish_tables ; true ),
    nb_setval(moved, true),
    nb_getval(game, G),
    retractall(G:does(_, _)), roles_of(Rs), assert_joint(Rs, Joint, G),
    findall(F, G:'v next f'(F), Fs), sort(Fs, Next).

assert_joint([], [], _).
assert_joint([R|Rs], [M|Ms], G) :- assertz(G:does(R, M)), assert_joint(Rs, Ms, G).

% --- random playouts --------------------------------------------------------------

pick([], []).
pick([Ms|Mss], [M|Joint]) :- pick_one(Ms, M), pick(Mss, Joint).

pick_one([M], M) :- !.
pick_one(Ms, M) :- length(Ms, N), I is random(N), nth0(I, Ms, M), !.

%! playout(+Most, -Steps, -Values): plays at random from the initial state until the end, or
%  Most joint moves, or a state without moves; the latter two have Values none.
playout(Most, Steps, Values) :- start(S), store(S), playout(S, Most, 0, Steps, Values).

playout(_, _, N, N, Values) :- over, !, values(Values).
playout(_, Most, N, N, none) :- N >= Most, !.
playout(S, Most, N, Steps, Values) :-
    moves(Ms), pick(Ms, Joint), !,
    successor(S, Joint, T), change(S, T),
    N1 is N + 1, playout(T, Most, N1, Steps, Values).
playout(_, _, N, N, none).
