% A production rule in Prolog, its premises in the order of the rules' file: the
% baseline of `tools/bench.sh ordering`.
%
%   swipl -O ordering.pl RULES FACTS REPEAT
%
% Facts and rule are static clauses, so that SWI-Prolog compiles and indexes them. A
% run goes through all solutions of the premises, and asserts each conclusion that is
% not there yet. Prints JSON: median CPU seconds of REPEAT runs, and the new facts.
:- initialization(main, main).

main([RulesFile, FactsFile, Repeat0]) :-
    atom_number(Repeat0, Repeat),
    style_check(-discontiguous),
    load_files(user:FactsFile, [silent(true)]),
    read_rule(RulesFile, Premises, Conclusions),
    load_rule(Premises, Conclusions),
    findall(Seconds, ( between(1, Repeat, _), timed_run(Seconds) ), All),
    msort(All, Sorted),
    Middle is Repeat // 2,
    nth0(Middle, Sorted, Median),
    count_derived(Count),
    format('{"seconds": ~9f, "added": ~d}~n', [Median, Count]).

% Short runs are repeated within one measurement: the clock is coarse.
timed_run(Seconds) :-
    Inner = 10,
    statistics(cputime, Before),
    forall(between(1, Inner, _), ( clear, run_rule )),
    statistics(cputime, After),
    Seconds is (After - Before) / Inner.

:- dynamic derived_relation/1, run_rule/0.

clear :- forall(derived_relation(Head), retractall(user:Head)).

count_derived(Count) :-
    aggregate_all(count, ( derived_relation(Head), user:Head ), Count).

% --- the rule ---------------------------------------------------------------------

load_rule(Premises, Conclusions) :-
    findall(Name/Arity, ( member(Head, Conclusions), functor(Head, Name, Arity) ), Relations),
    forall(( list_to_set(Relations, Set), member(Relation, Set) ), declare(Relation)),
    foldl([P, A, (A, P)]>>true, Premises, true, Body0),
    foldl([C, A, (A, conclude(C))]>>true, Conclusions, Body0, Body1),
    expand_conclusions(Body1, Body),
    assertz(user:(rule_body :- Body)),
    compile_predicates([user:rule_body/0]),
    assertz((run_rule :- ( user:rule_body, fail ; true ))).

declare(Name/Arity) :-
    dynamic(user:Name/Arity),
    functor(Head, Name, Arity),
    assertz(derived_relation(Head)).

expand_conclusions((A, B), (C, D)) :- !, expand_conclusions(A, C), expand_conclusions(B, D).
expand_conclusions(conclude(Fact), ( Fact -> true ; assertz(Fact) )) :- !.
expand_conclusions(Goal, Goal).

% --- reading ----------------------------------------------------------------------

read_rule(File, Premises, Conclusions) :-
    read_file_to_codes(File, Codes, []),
    phrase(expressions([Rule]), Codes),
    memberchk([premises|Items], Rule),
    memberchk([conclusions|Heads], Rule),
    foldl([Item, Goal, V0, V]>>premise(Item, Goal, V0, V), Items, Premises, [], Variables),
    foldl([[add, Pattern], Fact, V0, V]>>term(Pattern, Fact, V0, V), Heads, Conclusions,
          Variables, _).

premise([present, Pattern], Goal, V0, V) :- !, term(Pattern, Goal, V0, V).
premise([absent, Pattern], \+ Goal, V0, V) :- !, term(Pattern, Goal, V0, V).
premise([_, X, Y], A \== B, V0, V) :- argument(X, A, V0, V1), argument(Y, B, V1, V).

term([Name|Words], Term, V0, V) :-
    foldl([W, A, S0, S]>>argument(W, A, S0, S), Words, Arguments, V0, V),
    Term =.. [Name|Arguments].

argument(Word, Value, V0, V) :-
    (   sub_atom(Word, 0, 1, _, ?)
    ->  ( memberchk(Word-Value, V0) -> V = V0 ; V = [Word-Value|V0] )
    ;   V = V0, ( atom_number(Word, Value) -> true ; Value = Word ) ).

expressions(List) --> blank, !, expressions(List).
expressions([List|Rest]) --> "(", !, expressions(List), ")", expressions(Rest).
expressions([Word|Rest]) --> letters([C|Cs]), !, { atom_codes(Word, [C|Cs]) }, expressions(Rest).
expressions([]) --> [].

blank --> [C], { code_type(C, space) }, !.
blank --> ";", line.
line --> [0'\n], !.
line --> [_], line.

letters([C|Cs]) --> [C], { \+ code_type(C, space), \+ memberchk(C, `();`) }, letters_(Cs).
letters_([C|Cs]) --> [C], { \+ code_type(C, space), \+ memberchk(C, `();`) }, !, letters_(Cs).
letters_([]) --> [].
