% Proves examples in Prolog: swipl -g main -t halt prove_examples.pl -- PROGRAM POS NEG BACKGROUND...
% NEG may be /dev/null. Prints how many positive ones hold, and how many negative ones.
:- style_check(-discontiguous).
:- style_check(-singleton).

main :-
    current_prolog_flag(argv, [Program, Pos, Neg | Background]),
    forall(member(File, [Program | Background]), load(File)),
    read_examples(Pos, pos, A), read_examples(Neg, neg, B), append(A, B, Examples),
    count(pos, Examples), count(neg, Examples).

load(File) :-
    read_file_to_terms(File, Terms, []),
    forall(member(Term, Terms), assertz(Term)).

read_examples(File, Sign, Examples) :-
    read_file_to_terms(File, Terms, []),
    maplist(signed(Sign), Terms, Examples).

signed(_, pos(A), pos-A) :- !.
signed(_, neg(A), neg-A) :- !.
signed(Sign, A, Sign-A).

count(Sign, Examples) :-
    findall(A, member(Sign-A, Examples), All),
    include([A]>>catch(once(A), _, fail), All, Held),
    length(All, N), length(Held, H),
    format("~w: ~w of ~w hold~n", [Sign, H, N]).
