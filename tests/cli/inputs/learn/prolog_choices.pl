% Prints the strategy's choices in the states that a written game reaches within some moves:
% STATE<tab>PREDICATE<tab>NEXT STATE, or STATE<tab>random. States are lists of fluents, sorted as text.
%   swipl GAME.pl prolog_choices.pl ROLE PLIES
:- initialization(print_choices, main).

print_choices :-
    current_prolog_flag(argv, Args), last(Args, PliesText), atom_number(PliesText, Plies),
    append(_, [Role, PliesText], Args), !,
    initial(Start), list_to_ord_set([Start], Seen),
    reach(Plies, Seen, Seen, States),
    forall(( member(S, States), legal_role(S, Role) ), print_choice(S)).

reach(0, _, Seen, Seen) :- !.
reach(Plies, Level, Seen, States) :-
    findall(T, ( member(S, Level), move(S, T) ), Next0), list_to_ord_set(Next0, Next),
    ord_union(Seen, Next, Seen1), Rest is Plies - 1,
    reach(Rest, Next, Seen1, States).

legal_role(S, Role) :- move(S, s(_, Role)), !.

print_choice(S) :-
    state_text(S, From),
    (   choose(S, T, P) -> state_text(T, To), format("~w\t~w\t~w~n", [From, P, To])
    ;   format("~w\trandom~n", [From]) ).

state_text(s(Fluents, _), Text) :-
    maplist(fluent_text, Fluents, Texts), msort(Texts, Sorted), atomic_list_concat(Sorted, ' ', Text).
fluent_text(Fluent, Text) :-
    Fluent =.. [Name|Args],
    ( Args == [] -> Text = Name ; atomic_list_concat([Name|Args], ' ', Inner),
                                  format(atom(Text), "(~w)", [Inner]) ).
