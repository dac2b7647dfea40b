% The Prolog baseline as a command; results are one JSON object.
%
%   swipl tools/baseline/games/play.pl playouts GAME.kif [--seconds=2] [--steps=1000] [--seed=1]
%   swipl tools/baseline/games/play.pl perft GAME.kif DEPTH
%   swipl tools/baseline/games/play.pl listing GAME.kif      the Prolog program
:- use_module(engine).
:- use_module(library(http/json)).
:- use_module(library(listing)).
:- initialization(main, main).

main(Arguments) :-
    % Everything in one thread, so that its CPU time counts.
    set_prolog_gc_thread(false),
    set_prolog_flag(stack_limit, 2 000 000 000),
    (   run(Arguments) -> true
    ;   format(user_error, "usage: play.pl playouts GAME.kif [--seconds=S] [--steps=N] [--seed=N]~n", []),
        format(user_error, "       play.pl perft GAME.kif DEPTH~n       play.pl listing GAME.kif~n", []),
        halt(2) ).

run([playouts, File|Options]) :- !,
    option(Options, seconds, 2, Seconds), option(Options, steps, 1000, Most), option(Options, seed, 1, Seed),
    load(File, 0.3, Tabling), statistics(process_cputime, T0),
    set_random(seed(Seed)),
    tally(Total), play(T0, Seconds, Most, Total),
    statistics(process_cputime, T1), S is T1 - T0,
    arg(1, Total, Playouts), arg(2, Total, Ended), arg(3, Total, Steps), arg(4, Total, Sums), arg(5, Total, Counts),
    roles_of(Rs), Sums =.. [_|SumList], Counts =.. [_|CountList],
    maplist(role_json, Rs, SumList, CountList, Roles),
    print_json(_{game: File, engine: swipl, tabling: Tabling, playouts: Playouts, terminal: Ended, transitions: Steps,
                 seconds: S, setup_seconds: T0, roles: Roles}).
run([perft, File, DepthText]) :- !,
    atom_number(DepthText, Depth), load(File, 0.02, Tabling),
    start(S), levels(1, Depth, [S-1], Levels),
    print_json(_{game: File, engine: swipl, tabling: Tabling, levels: Levels}).
run([listing, File]) :- load(File, 0.3, _), nb_getval(game, M), listing(M:_).

option(Options, Name, Default, Value) :-
    (   member(O, Options), atomic_list_concat(['--', Name, '='], Prefix), atom_concat(Prefix, V, O)
    ->  atom_number(V, Value) ; Value = Default ).

print_json(Dict) :- json_write_dict(current_output, Dict, [width(0)]), nl.

% --- playouts ---------------------------------------------------------------------

% tally(Playouts, Ended, Steps, sums(..), counts(..)), updated in place. As in `tesuji simulate`
% a role's goal counts where it is a single number.
tally(tally(0, 0, 0, Sums, Counts)) :-
    roles_of(Rs), length(Rs, N), length(Zeros, N), maplist(=(0), Zeros),
    Sums =.. [sums|Zeros], duplicate_term(Sums, Sums1), Sums1 =.. [_|Zs], Counts =.. [counts|Zs].

play(T0, Seconds, Most, Total) :-
    playout(Most, Steps, Values),
    add(Total, 1, 1), add(Total, 3, Steps),
    (   Values == none -> true
    ;   add(Total, 2, 1), arg(4, Total, Sums), arg(5, Total, Counts), add_values(Values, 1, Sums, Counts) ),
    statistics(process_cputime, T),
    ( T - T0 >= Seconds -> true ; play(T0, Seconds, Most, Total) ).

add(Term, I, N) :- arg(I, Term, Old), New is Old + N, nb_setarg(I, Term, New).

add_values([], _, _, _).
add_values([Vs|Vss], I, Sums, Counts) :-
    (   Vs = [V], atom_number(V, N) -> add(Sums, I, N), add(Counts, I, 1) ; true ),
    I1 is I + 1, add_values(Vss, I1, Sums, Counts).

role_json(R, Sum, Count, _{role: R, mean_goal: Mean}) :- ( Count =:= 0 -> Mean = 0 ; Mean is Sum / Count ).

% --- perft ------------------------------------------------------------------------

% A layer is a list State-Sequences, each state once. As in `tesuji perft`.
levels(D, Depth, _, []) :- D > Depth, !.
levels(D, Depth, Layer, [Level|Levels]) :-
    findall(T-N, ( member(S-N, Layer), next_of(S, T) ), Pairs), keysort(Pairs, Sorted), merged(Sorted, Next),
    foldl([_-N, S0, S1]>>( S1 is S0 + N ), Next, 0, Sequences), length(Next, Distinct),
    findall(N, ( member(S-N, Next), store(S), over ), Ends), sum_list(Ends, Terminal),
    atom_number(SequencesText, Sequences), atom_number(TerminalText, Terminal),
    atom_string(SequencesText, SequencesString), atom_string(TerminalText, TerminalString),
    Level = _{depth: D, sequences: SequencesString, terminal: TerminalString, distinct: Distinct},
    D1 is D + 1, levels(D1, Depth, Next, Levels).

next_of(S, T) :- store(S), \+ over, moves(Ms), maplist([Moves, M]>>member(M, Moves), Ms, Joint), successor(S, Joint, T).

merged([], []).
merged([S-N|Pairs], Merged) :- merge_same(Pairs, S, N, Merged).
merge_same([T-M|Pairs], S, N, Merged) :- T == S, !, N1 is N + M, merge_same(Pairs, S, N1, Merged).
merge_same(Pairs, S, N, [S-N|Merged]) :- merged(Pairs, Merged).
