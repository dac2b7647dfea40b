% Logical features in SWI-Prolog: what `tesuji features` is compared with.
%
%   swipl -g main tools/features/baseline.pl -- THEORY FEATURES POSITIONS plain|tabled [SECONDS]
%
% POSITIONS are lines as the theory's board_squares says. Of every position a line with the values of
% all features, `-` where counting one took more than SECONDS (default 1); then, per position, a line
% `position SECONDS` for the features that did not take too long; then, per feature, a line
% `time NAME SECONDS POSITIONS CAPPED`: seconds of processor time over the positions where it did not
% take too long, and their number.
% `tabled`: the theory's rules are tabled, and the tables dropped with each position.

:- use_module(library(readutil)).
:- use_module(library(lists)).
:- use_module(library(time)).
:- use_module(library(apply)).

main :-
    current_prolog_flag(argv, [Theory, Features, Positions, Mode|Rest]),
    ( Rest = [Text] -> atom_number(Text, Cap) ; Cap = 1 ),
    set_prolog_flag(stack_limit, 4 000 000 000),
    load_theory(Theory, Mode),
    load_features(Features, Loaded),
    board_squares(Squares),
    open(Positions, read, In),
    positions(In, Squares, Loaded, Mode, Cap),
    forall(position(Seconds), format("position ~9f~n", [Seconds])),
    forall(member(feature(Name, _, _), Loaded), report(Name)),
    halt.

load_theory(File, Mode) :-
    style_check(-discontiguous),
    style_check(-singleton),
    ( Mode == tabled -> read_clauses(File, Clauses), table_rules(Clauses) ; true ),
    load_files(user:File, [silent(true)]).

read_clauses(File, Clauses) :-
    read_file_to_terms(File, Clauses, []).

% Every predicate that has rules.
table_rules(Clauses) :-
    findall(N/A, ( member((H :- _), Clauses), functor(H, N, A), N \== base ), All),
    sort(All, Rules),
    forall(member(P, Rules), table(user:P)).

load_features(File, Loaded) :-
    read_file_to_terms(File, Written, []),
    maplist(unfold_count, Written, Clauses),
    findall(Name, ( member((H :- _), Clauses), functor(H, Name, _) ), Names),
    list_to_set(Names, Set),
    findall(feature(Name, Counted, Goals),
            ( member(Name, Set),
              findall(Args-Body, ( member((H :- Body), Clauses), H =.. [Name|Args] ), Goals),
              Goals = [Counted-_|_] ),
            Loaded).

% f(N) :- count([A], [owns(x,A)], N) is f(A) :- owns(x,A).
unfold_count((H :- count(Counted, Goals, N)), (F :- Body)) :-
    H =.. [Name, M], M == N, !,
    F =.. [Name|Counted],
    conjunction(Goals, Body).
unfold_count(Clause, Clause).

conjunction([Goal], Goal) :- !.
conjunction([Goal|Goals], (Goal, Body)) :- conjunction(Goals, Body).

:- dynamic spent/3, capped/1, here/1, position/1.

positions(In, Squares, Features, Mode, Cap) :-
    read_line_to_string(In, Line),
    ( Line == end_of_file -> true
    ; ( Mode == tabled -> abolish_all_tables ; true ),
      set_position(Line, Squares),
      findall(Value, ( member(F, Features), value(F, Cap, Value) ), Values),
      atomic_list_concat(Values, ',', Text),
      writeln(Text),
      ( retract(here(Seconds)) -> true ; Seconds = 0 ),
      assertz(position(Seconds)),
      positions(In, Squares, Features, Mode, Cap)
    ).

set_position(Line, Squares) :-
    forall(base(Fact), true), !,
    findall(N/A, ( clause(base(Fact), _), functor(Fact, N, A) ), All),
    sort(All, Predicates),
    forall(member(N/A, Predicates), ( functor(Head, N, A), retractall(Head) )),
    split_string(Line, " ", " ", [Board|Words]),
    string_chars(Board, Characters),
    place(Characters, Squares),
    words(Words).

place([], []).
place([C|Cs], [S|Ss]) :-
    ( board_char(C, S, Fact) -> assertz(Fact) ; true ),
    place(Cs, Ss).

words([]).
words(["="|_]) :- !.
words([W|Ws]) :-
    ( W \== "", atom_string(A, W), board_word(A, Fact) -> assertz(Fact) ; true ),
    words(Ws).

value(feature(Name, _, Goals), Cap, Value) :-
    statistics(process_cputime, Before),
    ( catch(call_with_time_limit(Cap, count(Goals, Value)), Ended, ended(Ended)) -> true ; true ),
    statistics(process_cputime, After),
    Seconds is After - Before,
    ( var(Value) -> Value = '-', assertz(capped(Name)) ; add(Name, Seconds) ).

ended(time_limit_exceeded).
ended(error(resource_error(_), _)).

count(Goals, Value) :-
    findall(Args, ( member(Args-Body, Goals), call(Body) ), All),
    sort(All, Distinct),
    length(Distinct, Value).

add(Name, Seconds) :-
    ( retract(spent(Name, S, N)) -> true ; S = 0, N = 0 ),
    S1 is S + Seconds,
    N1 is N + 1,
    assertz(spent(Name, S1, N1)),
    ( retract(here(H)) -> true ; H = 0 ),
    H1 is H + Seconds,
    assertz(here(H1)).

report(Name) :-
    ( spent(Name, Seconds, Count) -> true ; Seconds = 0, Count = 0 ),
    aggregate_all(count, capped(Name), Capped),
    format("time ~w ~9f ~d ~d~n", [Name, Seconds, Count, Capped]).
