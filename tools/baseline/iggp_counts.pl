% Counts what the clauses of a log of `tesuji induce --iggp --log` cover, by SWI-Prolog, and compares
% the counts with the logged ones.
%
%     swipl tools/baseline/iggp_counts.pl -- log.pl
%
% Prints clauses a second, and the clauses whose counts differ; exit code 1 where there are any.
% Facts become predicates with the state as their first argument, with SWI-Prolog's just-in-time
% indexes; a clause is compiled before it is counted.
:- initialization(main, main).
:- style_check(-singleton).
:- dynamic fact/4, example/4, tested/4.
:- discontiguous fact/4, example/4, tested/4.

main([Log]) :-
    read_log(Log),
    forall(fact(Target, State, Name, Args), add_fact(Target, State, Name, Args)),
    statistics(cputime, Begin),
    findall(Head-Body, (tested(Head, Body, P, N), \+ agrees(Head, Body, P, N)), Wrong),
    statistics(cputime, End),
    aggregate_all(count, tested(_, _, _, _), Count),
    length(Wrong, Bad),
    Rate is Count / max(End - Begin, 0.001),
    format("~d clauses, ~d with other counts, ~2f clauses/s~n", [Count, Bad, Rate]),
    forall(member(Clause, Wrong), (print(Clause), nl)),
    ( Bad =:= 0 -> true ; halt(1) ).

read_log(Log) :-
    setup_call_cleanup(open(Log, read, Stream), read_terms(Stream), close(Stream)).

read_terms(Stream) :-
    repeat,
    read(Stream, Term),
    ( Term == end_of_file -> ! ; assertz(Term), fail ).

% A predicate for each target, name and arity; static facts hold in every state.
add_fact(Target, State, Name, Args) :-
    call_of(Target, Name, State, Args, Goal0),
    ( State == any -> Goal0 =.. [F, any|Rest], Goal =.. [F, _|Rest] ; Goal = Goal0 ),
    assertz(Goal).

call_of(Target, Name, State, Args, Goal) :-
    length(Args, Arity),
    atomic_list_concat([Target, '/', Name, '/', Arity], Functor),
    Goal =.. [Functor, State|Args],
    functor(Goal, _, Total),
    dynamic(Functor/Total).

agrees(Target-Args, Body, P, N) :-
    goal_of(Body, Target, State, Goal),
    retractall(user:covers(_, _)),
    assertz((user:covers(State, Args) :- Goal)),
    aggregate_all(count, (example(Target, S, A, positive), once(user:covers(S, A))), P1),
    aggregate_all(count, (example(Target, S, A, negative), once(user:covers(S, A))), N1),
    P1 =:= P, N1 =:= N.

:- dynamic user:covers/2.

goal_of([], _, _, true).
goal_of([Literal|Rest], Target, State, (Goal, More)) :-
    literal_goal(Literal, Target, State, Goal),
    goal_of(Rest, Target, State, More).

literal_goal(not(Name-Args), Target, State, \+ Goal) :- !, call_of(Target, Name, State, Args, Goal).
literal_goal(dif(X, Y), _, _, X \== Y) :- !.
literal_goal(same(X, Y), _, _, X = Y) :- !.
literal_goal(Name-Args, Target, State, Goal) :- call_of(Target, Name, State, Args, Goal).
