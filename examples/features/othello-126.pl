% 126 features of 3.91 literals in the mean, made by tools/features/make_features.py, seed 1.
g1(C,D) :- blank(A), opponent(B,C), blank(D), corner(D).
g2(A,C) :- frontier(o,A), owns(o,A), frontier(o,B), corner(C), frontier(D,B), corner(E).
g3(E) :- blank(b6), opponent(A,B), bracketed(C,D,o), bracketed(E,D,x).
g4(D) :- corner(A), edge(B), bracketed(C,north,D), stable_by_edge(E,F), owns(D,B).
g5(A,B) :- opponent(o,A), bracketed(B,C,A), neighbor(B,C,D).
g6(A) :- corner(A), line(A,B,northeast,C).
g7(A) :- owns(x,f2), frontier(x,f2), owns(x,A).
g8(D,G) :- corner(A), opponent(B,x), legal_move(C,D), span(E,F,G,o), span(E,F,H,C), bracketed(A,G,C).
g9(A,B) :- opponent(A,B), line(C,D,E,F), corner(C).
g10(A,B) :- span(A,B,C,o), neighbor(A,C,B).
g11(B) :- frontier(o,g7), opponent(o,x), legal_move(A,B).
g12(A,C,D) :- neighbor(A,B,C), bracketed(A,B,D).
g13(A) :- owns(x,A), stable_by_edge(x,A).
g14(A,B,D) :- bracketed(A,southeast,B), stable_by_edge(B,C), legal_move(D,A), blank(A).
g15(A,B) :- frontier(o,A), frontier(B,A), span(A,C,D,o), span(A,C,D,B).
g16(C) :- frontier(A,B), blank(C), opponent(A,D), \+ stable_by_edge(A,g3).
g17(A) :- edge(A), frontier(B,C), edge(C), bracketed(D,northwest,E), blank(F), owns(E,G).
g18(A,B,D) :- frontier(A,B), blank(C), opponent(o,A), neighbor(B,northeast,C), stable_by_edge(o,D).
g19(B,E) :- span(A,B,east,o), corner(C), span(D,A,E,F), edge(D).
g20(A) :- owns(x,c2), line(A,B,C,o), stable_by_edge(o,B), edge(B), \+ bracketed(c2,south,o).
g21(A) :- bracketed(A,west,B), neighbor(A,west,C), neighbor(D,west,A), frontier(x,E), frontier(F,E).
g22(A,D) :- owns(A,B), bracketed(C,D,A), owns(A,a6).
g23(A) :- corner(A), corner(B), bracketed(A,north,x), stable_by_edge(C,B).
g24(A,B,C) :- neighbor(A,B,C), span(A,C,north,D).
g25(C) :- line(A,B,west,C), span(B,D,west,C), corner(E), stable_by_edge(C,F), corner(G).
g26(C,E) :- span(c4,A,B,C), frontier(C,c4), stable_by_edge(o,D), opponent(C,o), frontier(C,E).
g27(A,B) :- frontier(x,f8), corner(A), bracketed(a6,B,C), legal_move(D,a6).
g28(A,D) :- neighbor(A,B,C), span(A,C,B,D), edge(C), line(E,F,G,H).
g29(A,B) :- corner(A), edge(B), legal_move(o,B).
g30(A) :- owns(o,d8), corner(A), blank(a7), \+ blank(d8).
g31(B) :- owns(A,B), span(B,C,D,o).
g32(A,B) :- frontier(x,g8), corner(A), blank(A), legal_move(o,A), edge(B).
g33(F) :- line(A,e6,B,C), span(e6,A,B,x), line(D,e6,E,F).
g34(B,C) :- frontier(o,A), span(A,B,west,o), blank(C), corner(C).
g35(B,D) :- stable_by_edge(x,A), neighbor(A,east,B), legal_move(x,C), neighbor(D,southeast,E).
g36(B) :- neighbor(A,east,B), neighbor(A,east,C), edge(C), frontier(D,C).
g37(A,B) :- legal_move(o,A), stable_by_edge(B,C), edge(C), bracketed(A,northeast,B).
g38(B) :- edge(A), line(B,A,C,D), opponent(D,o).
g39(B,C) :- bracketed(A,southeast,B), legal_move(B,A), blank(A), blank(C), opponent(B,D).
g40(A,C,E) :- neighbor(A,B,C), blank(D), frontier(x,E).
g41(A,B) :- edge(A), stable_by_edge(x,B).
g42(C) :- stable_by_edge(o,A), frontier(o,d4), edge(A), frontier(B,C), line(A,C,southeast,B).
g43(A,D) :- bracketed(A,B,o), edge(C), blank(D).
g44(A) :- blank(e1), corner(A).
g45(C) :- opponent(x,o), owns(A,B), span(B,C,D,o), frontier(x,E), edge(B).
g46(B) :- owns(A,B), opponent(A,C), bracketed(D,E,F), opponent(G,o).
g47(C) :- legal_move(x,c8), neighbor(A,southwest,B), legal_move(C,A).
g48(A,C) :- span(A,B,west,C), opponent(D,C), owns(C,A).
g49(C,D) :- edge(A), line(A,B,C,x), blank(D), legal_move(x,E), \+ corner(A).
g50(B,D) :- bracketed(A,southwest,B), bracketed(C,north,x), owns(D,E), \+ line(A,E,southwest,B).
g51(C,D) :- opponent(A,x), line(B,C,D,x), opponent(x,A), line(E,F,G,H).
g52(D) :- blank(A), legal_move(B,C), stable_by_edge(D,E).
g53(A,D) :- legal_move(A,B), bracketed(C,D,A), neighbor(B,E,C), blank(B).
g54(D) :- line(A,B,north,x), frontier(x,B), corner(C), bracketed(C,D,x), corner(A), owns(E,A).
g55(D) :- blank(A), span(B,C,northwest,D), corner(E), owns(o,F), neighbor(E,G,F).
g56(C,D,E) :- opponent(A,o), stable_by_edge(B,C), stable_by_edge(D,E).
g57(A) :- span(A,B,C,x), legal_move(D,E), blank(E), \+ blank(A).
g58(A,D) :- opponent(A,B), opponent(B,A), bracketed(C,D,A), legal_move(o,E).
g59(C) :- legal_move(o,A), corner(B), neighbor(B,C,A).
g60(B) :- line(A,B,southwest,C), stable_by_edge(C,D), span(B,A,E,C), \+ span(D,B,southwest,C).
g61(A,C) :- frontier(x,g8), edge(g8), owns(x,A), owns(x,e8), stable_by_edge(o,B), stable_by_edge(o,C).
g62(A,B) :- frontier(A,a7), corner(B), neighbor(a7,north,B), frontier(A,B), owns(A,B).
g63(C,D) :- opponent(x,A), corner(B), line(B,C,D,A).
g64(B,C) :- opponent(A,B), span(C,D,E,B), corner(C).
g65(B,E,F) :- owns(o,A), neighbor(A,B,C), opponent(D,E), legal_move(E,F).
g66(C,G) :- frontier(A,B), edge(C), legal_move(A,D), neighbor(E,southwest,F), legal_move(A,G).
g67(D,E) :- frontier(A,B), owns(x,C), line(D,C,E,x).
g68(B,D) :- span(A,B,west,C), span(B,A,D,C), corner(A), neighbor(A,E,B).
g69(A,B) :- frontier(o,A), owns(o,B), corner(A).
g70(A) :- opponent(o,x), line(A,B,C,o), edge(B).
g71(B,G) :- stable_by_edge(o,A), edge(B), neighbor(B,southwest,C), edge(D), line(E,C,F,G).
g72(D) :- frontier(A,B), span(C,D,north,o), corner(C), corner(D).
g73(A,C,D) :- owns(x,A), neighbor(A,northeast,B), bracketed(B,northeast,C), neighbor(D,east,E).
g74(A,B) :- legal_move(A,B), opponent(x,A), bracketed(B,C,x).
g75(B,D) :- line(A,B,northeast,o), frontier(C,B), bracketed(D,E,C), opponent(F,G).
g76(B,E) :- neighbor(A,southeast,B), legal_move(C,D), opponent(E,o), bracketed(B,F,E), blank(G).
g77(D) :- span(A,B,east,x), owns(x,A), corner(C), line(D,E,F,x), stable_by_edge(x,E), neighbor(G,northwest,H).
g78(A,B) :- neighbor(A,north,B), neighbor(C,southeast,D), opponent(E,F), corner(G), span(C,B,northeast,E).
g79(C,E) :- owns(A,B), stable_by_edge(o,B), span(B,C,D,A), corner(E).
g80(B,C,D) :- opponent(A,B), blank(C), stable_by_edge(o,D), bracketed(C,E,o), opponent(A,o).
g81(C,F) :- opponent(A,B), line(C,D,E,o), stable_by_edge(o,C), opponent(o,B), owns(B,F).
g82(B,E) :- corner(A), stable_by_edge(o,B), line(C,D,E,F), \+ legal_move(o,A).
g83(A) :- edge(h6), owns(x,A), owns(o,B).
g84(A,D,E) :- bracketed(A,B,C), edge(D), edge(E), span(E,F,B,x), neighbor(G,B,H).
g85(C) :- line(A,B,southeast,C), opponent(D,E), frontier(C,F), \+ corner(B).
g86(A) :- edge(d8), corner(A), stable_by_edge(x,A), owns(x,A).
g87(A) :- blank(a5), frontier(o,A).
g88(A) :- neighbor(A,south,B), owns(o,A), corner(B).
g89(A,B) :- stable_by_edge(x,A), stable_by_edge(B,C).
g90(B) :- bracketed(A,B,C), corner(A), stable_by_edge(C,D).
g91(B,C) :- edge(A), frontier(B,A), line(A,C,northeast,B).
g92(A,B) :- legal_move(o,A), frontier(o,B), corner(B).
g93(A,B) :- neighbor(A,southeast,B), frontier(C,B), \+ edge(B).
g94(A,C,D) :- span(A,B,north,x), edge(C), stable_by_edge(D,A), \+ legal_move(x,f8).
g95(C) :- neighbor(A,northeast,B), opponent(C,D), stable_by_edge(C,A), blank(E).
g96(D,G) :- neighbor(A,southeast,B), bracketed(A,southeast,o), edge(C), neighbor(B,D,E), frontier(o,F), neighbor(F,D,G).
g97(C) :- legal_move(A,B), legal_move(C,B).
g98(G) :- edge(A), owns(B,A), bracketed(C,D,E), owns(F,G).
g99(C,D) :- edge(A), owns(o,g3), corner(B), line(C,D,southwest,E).
g100(G) :- stable_by_edge(o,A), owns(o,f2), opponent(o,B), neighbor(C,D,E), corner(F), bracketed(E,G,B).
g101(A) :- edge(A), stable_by_edge(B,A), span(A,h6,C,B), edge(D).
g102(B) :- span(A,B,northwest,x), line(B,A,west,C), owns(o,D), opponent(o,C), \+ blank(B).
g103(A,B,H) :- opponent(x,o), corner(A), legal_move(B,C), span(D,E,F,G), edge(H).
g104(F) :- span(A,B,northwest,x), edge(C), stable_by_edge(x,A), line(B,D,E,x), owns(F,B).
g105(A,B) :- line(A,B,south,o), stable_by_edge(o,B), edge(A).
g106(C) :- owns(A,B), line(B,C,D,E).
g107(B,C) :- span(A,B,southeast,x), edge(C), frontier(x,h6), edge(A), edge(D).
g108(A,D) :- neighbor(A,northwest,B), legal_move(C,A), opponent(C,D), blank(B), \+ frontier(C,B).
g109(D) :- legal_move(A,B), bracketed(B,C,A), edge(B), opponent(A,D).
g110(A,D) :- edge(A), line(A,B,C,D), stable_by_edge(D,E).
g111(A,B,C) :- edge(A), legal_move(B,C), edge(C).
g112(A) :- owns(x,A), corner(A), opponent(B,x).
g113(A) :- line(A,B,C,o), span(A,D,C,E), stable_by_edge(o,A), legal_move(E,F), blank(F).
g114(C,E) :- corner(A), bracketed(B,southeast,C), opponent(D,E).
g115(A,C,D) :- blank(f8), stable_by_edge(A,B), frontier(A,B), span(C,B,D,A).
g116(B) :- edge(A), opponent(o,B), owns(o,C), bracketed(D,E,B), frontier(F,G).
g117(A,C) :- stable_by_edge(o,A), span(A,B,southeast,C), frontier(C,A).
g118(B,D) :- neighbor(A,B,d4), edge(C), owns(D,A), blank(E).
g119(E) :- bracketed(A,west,B), line(C,D,E,x), neighbor(F,northeast,G), \+ frontier(x,D).
g120(A,B) :- edge(A), neighbor(f1,B,A), owns(C,f1), stable_by_edge(C,f1).
g121(D,E) :- owns(A,h2), span(h2,B,C,A), opponent(D,A), blank(E).
g122(B,D) :- legal_move(x,f3), neighbor(A,west,B), bracketed(C,west,D), corner(A).
g123(B,C) :- owns(o,A), stable_by_edge(o,B), frontier(o,C), blank(D).
g124(E) :- legal_move(A,B), stable_by_edge(A,C), corner(D), bracketed(E,east,A), neighbor(F,east,E).
g125(D,E,F) :- edge(A), blank(B), legal_move(C,D), stable_by_edge(E,F).
g126(A,G) :- opponent(A,o), bracketed(B,southeast,A), frontier(o,C), bracketed(D,E,o), legal_move(o,F), corner(G).
