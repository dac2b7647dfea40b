% Reads KIF rulesheets. Written from the definition of GDL, and shares nothing with
% the compiler: it is an oracle for it.
%
% read_kif(+File, -Clauses): a list of clause(Head, Body) in source order. Variables
% are Prolog variables, symbols lower-case atoms (numbers too: `1` and `01` differ),
% f(..) is written (f ..) and f() is (f). Sentences: p and (p) are the same atom p.
% Body: a list of true-to-source literals: atoms, not(L), or(Ls), distinct(S,T).
:- module(kif, [read_kif/2, term_kif/2, kif_term/2]).

read_kif(File, Clauses) :-
    read_bytes(File, Codes),
    phrase(tokens(Tokens), Codes), !,
    expressions(Tokens, Expressions),
    maplist(clause_of, Expressions, Clauses).

read_bytes(File, Codes) :-
    setup_call_cleanup(open(File, read, In, [encoding(octet)]),
                       read_stream_to_codes(In, Codes), close(In)).

% --- characters to tokens ---------------------------------------------------------

tokens(Ts) --> [C], { C =< 32 }, !, tokens(Ts).
tokens(Ts) --> [0';], !, comment, tokens(Ts).
tokens(['('|Ts]) --> [0'(], !, tokens(Ts).
tokens([')'|Ts]) --> [0')], !, tokens(Ts).
tokens([symbol(S)|Ts]) --> [C], !, symbol_rest(Cs),
    { maplist(lower, [C|Cs], Ls), atom_codes(S, Ls) }, tokens(Ts).
tokens([]) --> [].

comment --> [C], { C =\= 10, C =\= 13 }, !, comment.
comment --> [].

symbol_rest([C|Cs]) --> [C], { C > 32, C =\= 0'(, C =\= 0'), C =\= 0'; }, !, symbol_rest(Cs).
symbol_rest([]) --> [].

% ASCII only: other bytes are passed through.
lower(C, L) :- ( C >= 0'A, C =< 0'Z -> L is C + 32 ; L = C ).

% --- tokens to nested lists -------------------------------------------------------

expressions([], []) :- !.
expressions(Tokens, [E|Es]) :- expression(Tokens, E, Rest), expressions(Rest, Es).

expression([symbol(S)|Rest], S, Rest) :- !.
expression(['('|Tokens], list(Es), Rest) :- list_rest(Tokens, Es, Rest).

list_rest([')'|Rest], [], Rest) :- !.
list_rest(Tokens, [E|Es], Rest) :- expression(Tokens, E, Rest0), list_rest(Rest0, Es, Rest).

% --- nested lists to clauses ------------------------------------------------------

clause_of(list(['<=', Head0|Body0]), clause(Head, Body)) :- !,
    sentence(Head0, Head, [], Vars),
    literals(Body0, Body, Vars, _).
clause_of(Head0, clause(Head, [])) :- sentence(Head0, Head, [], _).

literals([], [], V, V).
literals([E|Es], [L|Ls], V0, V) :- literal(E, L, V0, V1), literals(Es, Ls, V1, V).

literal(list([not, E]), not(L), V0, V) :- !, literal(E, L, V0, V).
literal(list([or|Es]), or(Ls), V0, V) :- !, literals(Es, Ls, V0, V).
literal(list([distinct, S0, T0]), distinct(S, T), V0, V) :- !, terms([S0, T0], [S, T], V0, V).
literal(E, L, V0, V) :- sentence(E, L, V0, V).

sentence(list([P]), P, V, V) :- !.
sentence(list([P|As0]), S, V0, V) :- !, terms(As0, As, V0, V), compound_name_arguments(S, P, As).
sentence(P, P, V, V).

terms([], [], V, V).
terms([E|Es], [T|Ts], V0, V) :- kif_to_term(E, T, V0, V1), terms(Es, Ts, V1, V).

kif_to_term(list([F|As0]), T, V0, V) :- !, terms(As0, As, V0, V), compound_name_arguments(T, F, As).
kif_to_term(S, T, V0, V) :- sub_atom(S, 0, 1, _, ?), !,
    (   memberchk(S=T0, V0) -> T = T0, V = V0
    ;   V = [S=T|V0] ).
kif_to_term(S, S, V, V).

% --- ground terms and their text --------------------------------------------------

%! term_kif(+Term, -Atom): one blank between arguments, none at parentheses.
term_kif(T, A) :- compound(T), !,
    compound_name_arguments(T, F, As),
    maplist(term_kif, As, Ks),
    atomic_list_concat([F|Ks], ' ', Inner),
    atomic_list_concat(['(', Inner, ')'], A).
term_kif(T, T).

%! kif_term(+Text, -Term): the inverse, for ground terms.
kif_term(Text, T) :-
    atom_codes(Text, Codes),
    phrase(tokens(Tokens), Codes), !,
    expression(Tokens, E, []),
    kif_to_term(E, T, [], _).
