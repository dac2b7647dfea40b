% Writes and checks traces of GDL games in the format gdl-trace/1 (docs/cli/trace-format.md).
%
%   swipl tools/baseline/trace.pl write GAME.kif [--playouts=5] [--seed=1] [--steps=60] [--transitions=20000]
%   swipl tools/baseline/trace.pl verify GAME.kif TRACE.json
:- use_module(kif).
:- use_module(gdl).
:- use_module(library(http/json)).
:- initialization(main, main).

main([write, File|Options]) :- !,
    option_of(Options, playouts, 5, N), option_of(Options, seed, 1, Seed),
    option_of(Options, transitions, 20000, Budget),
    option_of(Options, steps, 60, Steps), assertz(max_steps(Steps)),
    write_trace(File, N, Seed, Budget).
main([verify, File, Trace]) :- !,
    verify(File, Trace, States, Differences),
    format("~w: ~d states, ~d differences~n", [File, States, Differences]),
    ( Differences =:= 0 -> true ; halt(1) ).
main(_) :-
    format(user_error, "usage: trace.pl write GAME.kif [--playouts=N] [--seed=N] [--steps=N] [--transitions=N]~n       trace.pl verify GAME.kif TRACE.json~n", []),
    halt(2).

option_of(Options, Name, Default, Value) :-
    (   member(O, Options), atomic_list_concat(['--', Name, '='], Prefix), atom_concat(Prefix, V, O)
    ->  atom_number(V, Value) ; Value = Default ).

% --- hashes -----------------------------------------------------------------------

fnv(Codes, Hex) :-
    foldl([B, H0, H]>>(H is ((H0 xor B) * 0x100000001b3) /\ 0xffffffffffffffff),
          Codes, 0xcbf29ce484222325, Hash),
    hex(Hash, Hex).

hex(N, Hex) :- format(atom(Hex), "~|~`0t~16r~16+", [N]).

% Strings of a set of terms, sorted bytewise (all text is ASCII or octets).
texts(Terms, Texts) :- maplist(term_kif, Terms, Ts), sort(0, @<, Ts, Texts).

set_hash(Texts, Hex) :-
    atomic_list_concat(Texts, '\n', Joined), atom_codes(Joined, Codes), fnv(Codes, Hex).

file_hash(File, Hex) :-
    setup_call_cleanup(open(File, read, In, [encoding(octet)]),
                       read_stream_to_codes(In, Codes), close(In)),
    fnv(Codes, Hex).

% --- one state, as a trace sees it ------------------------------------------------

look(State, look(N, Hash, Counts, Terminal, Goals, Fluents, MoveTexts), Moves) :-
    texts(State, Fluents), length(Fluents, N), set_hash(Fluents, Hash),
    legal(State, Roles, Moves),
    maplist(texts, Moves, MoveTexts),
    maplist([Ts, C-H]>>( length(Ts, C), set_hash(Ts, H) ), MoveTexts, Counts),
    ( terminal(State) -> Terminal = 1 ; Terminal = 0 ),
    goals(State, Roles, Goals).

% --- writing ----------------------------------------------------------------------

write_trace(File, N, Seed, Budget) :-
    set_random(seed(Seed)),
    set_stream(user_output, encoding(octet)),  % bytes of names as they are
    load_game(File),
    file_base_name(File, Base), file_name_extension(Name, _, Base),
    file_hash(File, Fnv), roles(Roles),
    format('{"format":"gdl-trace/1","game":~@,"kif_fnv":"~w","seed":~d,"oracle":"swipl",~n', [string(Name), Fnv, Seed]),
    format('"roles":~@,~n', [strings(Roles)]),
    initial(S0),
    perft(S0, Budget, Rows),
    format('"perft":[~@],~n', [separated(perft_row, ',', Rows)]),
    format('"playouts":[~n', []),
    numlist(1, N, Is),
    separated(playout(S0), ',\n', Is),
    format(']}~n', []).

separated(_, _, []) :- !.
separated(G, _, [X]) :- !, call(G, X).
separated(G, Sep, [X|Xs]) :- call(G, X), write(Sep), separated(G, Sep, Xs).

% A JSON string: quotes, backslashes and control characters of names are escaped.
string(A) :-
    term_to_text(A, Text), atom_codes(Text, Codes),
    write('"'), maplist(string_code, Codes), write('"').

term_to_text(A, A) :- atom(A), !.
term_to_text(A, Text) :- format(atom(Text), '~w', [A]).

string_code(0'") :- !, write('\\"').
string_code(0'\\) :- !, write('\\\\').
string_code(C) :- ( C < 32 ; C =:= 127 ), !, format('\\u~|~`0t~16r~4+', [C]).
string_code(C) :- put_char_code(C).

put_char_code(C) :- char_code(Char, C), put_char(Char).
strings(As) :- write('['), separated(string, ',', As), write(']').

perft_row(row(D, Seq, Distinct, Term, Sum)) :-
    hex(Sum, Hex),
    format('{"d":~d,"seq":"~d","distinct":~d,"term":"~d","sum":"~w"}', [D, Seq, Distinct, Term, Hex]).

playout(S0, I) :- write('{'), walk(S0, I, 0, Steps, End),
    format('"end":"~w","steps":[~n', [End]),
    separated(write, ',\n', Steps), write(']}').

% Steps after which a playout is cut (--steps).
:- dynamic max_steps/1.

walk(State, I, K, [Step|Steps], End) :-
    look(State, Look, Moves),
    Look = look(_, _, _, Terminal, _, _, _),
    max_steps(Max),
    (   Terminal =:= 1 -> End = terminal, Joint = none
    ;   K >= Max -> End = cut, Joint = none
    ;   memberchk([], Moves) -> End = stuck, Joint = none
    ;   maplist([Ms, M]>>random_member(M, Ms), Moves, Joint) ),
    percept_texts(State, Joint, Percepts),
    with_output_to(atom(Step), step(Look, I, K, Joint, Percepts)),
    (   Joint == none -> Steps = []
    ;   next(State, Joint, Next), K1 is K + 1, walk(Next, I, K1, Steps, End) ).

% What each role perceives of a joint move, in games with `sees` (GDL-II); else none.
percept_texts(State, Joint, Texts) :-
    (   Joint \== none, has_percepts
    ->  percepts(State, Joint, Percepts), maplist(texts, Percepts, Texts)
    ;   Texts = none ).

step(look(N, Hash, Counts, Terminal, Goals, Fluents, MoveTexts), I, K, Joint, Percepts) :-
    format('{"n":~d,"h":"~w","l":[~@],"t":~d,"g":[~@]',
           [N, Hash, separated([C-H]>>format('[~d,"~w"]', [C, H]), ',', Counts), Terminal,
            separated(strings, ',', Goals)]),
    (   I =:= 1, ( K < 3 ; K mod 10 =:= 0 )
    ->  format(',"F":~@,"L":[~@]', [strings(Fluents), separated(strings, ',', MoveTexts)]) ; true ),
    (   Joint == none -> true ; maplist(term_kif, Joint, Ts), format(',"m":~@', [strings(Ts)]) ),
    (   Percepts == none -> true ; format(',"s":[~@]', [separated(strings, ',', Percepts)]) ),
    write('}').

% --- perft ------------------------------------------------------------------------

% Breadth first over distinct states with the number of sequences that lead to each.
perft(S0, Budget, Rows) :- perft([S0-1], 1, Budget, Rows).

perft(Level, D, Budget, Rows) :-
    (   expand(Level, Budget, Budget1, Successors), Successors \== []
    ->  perft_row_of(D, Successors, Merged, Row), Rows = [Row|Rest],
        D1 is D + 1, perft(Merged, D1, Budget1, Rest)
    ;   Rows = [] ).

perft_row_of(D, Successors, Merged, row(D, Seq, Distinct, Term, Sum)) :-
    msort(Successors, Sorted), merge_counts(Sorted, Merged),
    sum_counts(Merged, 0, Seq), length(Merged, Distinct),
    include([S-_]>>terminal(S), Merged, Ends), sum_counts(Ends, 0, Term),
    foldl(add_hash, Merged, 0, Sum).

add_hash(S-_, A0, A) :-
    texts(S, Ts), set_hash(Ts, Hex), atom_concat('0x', Hex, Text), atom_number(Text, H),
    A is (A0 + H) /\ 0xffffffffffffffff.

expand([], B, B, []).
expand([S-N|Level], B0, B, Successors) :-
    (   terminal(S) -> Joints = []
    ;   legal(S, _, Moves), findall(J, maplist(member, J, Moves), Joints) ),
    length(Joints, C), B1 is B0 - C, B1 >= 0,
    findall(T-N, ( member(J, Joints), next(S, J, T) ), Here),
    expand(Level, B1, B, Rest),
    append(Here, Rest, Successors).

merge_counts([], []).
merge_counts([S-N, T-M|R], Out) :- S == T, !, K is N + M, merge_counts([S-K|R], Out).
merge_counts([P|R], [P|Out]) :- merge_counts(R, Out).

sum_counts([], N, N).
sum_counts([_-C|R], N0, N) :- N1 is N0 + C, sum_counts(R, N1, N).

% --- verifying --------------------------------------------------------------------

verify(File, TraceFile, States, Differences) :-
    load_game(File),
    setup_call_cleanup(open(TraceFile, read, In, [encoding(octet)]), json_read(In, json(Trace)), close(In)),
    memberchk(roles=TraceRoles, Trace), memberchk(perft=Perft, Trace), memberchk(playouts=Playouts, Trace),
    nb_setval(states, 0), nb_setval(differences, 0),
    roles(Roles), expect(roles, Roles, TraceRoles, start),
    initial(S0),
    forall(nth1(I, Playouts, json(P)), ( memberchk(steps=Steps, P), replay(Steps, S0, I, 0) )),
    length(Perft, Depth),
    perft_to(Depth, [S0-1], 1, Rows),
    forall(( nth1(D, Perft, json(Row)), nth1(D, Rows, Ours) ), check_perft(Row, Ours, D)),
    nb_getval(states, States), nb_getval(differences, Differences).

expect(What, Ours, Theirs, Where) :-
    (   Ours == Theirs -> true
    ;   nb_getval(differences, N), N1 is N + 1, nb_setval(differences, N1),
        format("~w ~w: ~w, trace has ~w~n", [Where, What, Ours, Theirs]) ).

replay([], _, _, _).
replay([json(Step)|Steps], State, I, K) :-
    nb_getval(states, N0), N1 is N0 + 1, nb_setval(states, N1),
    look(State, look(N, Hash, Counts0, Terminal, Goals, Fluents, MoveTexts), _),
    maplist([C-H, [C, H]]>>true, Counts0, Counts),
    forall(( member(Key-Ours, [n-N, h-Hash, l-Counts, t-Terminal, g-Goals, 'F'-Fluents, 'L'-MoveTexts]),
             memberchk(Key=Theirs, Step) ),
           expect(Key, Ours, Theirs, playout(I, K))),
    (   memberchk(m=Texts, Step)
    ->  maplist(kif_term, Texts, Joint),
        (   memberchk(s=Seen, Step)
        ->  percepts(State, Joint, Percepts), maplist(texts, Percepts, Ours),
            expect(s, Ours, Seen, playout(I, K))
        ;   true ),
        next(State, Joint, Next), K1 is K + 1, replay(Steps, Next, I, K1)
    ;   true ).

perft_to(Depth, Level, D, Rows) :-
    (   D > Depth -> Rows = []
    ;   expand(Level, 1000000000, _, Successors), perft_row_of(D, Successors, Merged, Row), Rows = [Row|Rest],
        D1 is D + 1, perft_to(Depth, Merged, D1, Rest) ).

% A field that the trace leaves out (its oracle's budget) is not compared.
check_perft(Row, row(_, Seq, Distinct, Term, Sum), D) :-
    hex(Sum, Hex), atom_number(SeqText, Seq), atom_number(TermText, Term),
    forall(( member(Key-Ours, [seq-SeqText, distinct-Distinct, term-TermText, sum-Hex]),
             memberchk(Key=Theirs, Row) ),
           expect(Key, Ours, Theirs, perft(D))).
