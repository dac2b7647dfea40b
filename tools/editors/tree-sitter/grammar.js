// Rulesheets of the Game Description Language in prefix form (docs/languages/gdl.md).
//
// Connectives have their meaning only as literals: within terms `not` and `or` are ordinary names,
// as in `(contains 1 (not 18))`. Names are case-insensitive.
/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

/** A word in any case. @param {string} word */
const anyCase = (word) => new RegExp([...word].map((c) => `[${c}${c.toUpperCase()}]`).join(""));
/** A list that begins with this token. @param {...RuleOrLiteral} parts */
const list = (...parts) => seq("(", ...parts, ")");

module.exports = grammar({
  name: "gdl",
  extras: ($) => [/[\s\f\v\uFEFF]/, $.comment],

  // Of tokens of the same length the first one wins: keywords stand before `name`.
  rules: {
    source_file: ($) => repeat($._clause),
    _clause: ($) => choice($.rule, alias($._atom, $.fact)),
    rule: ($) => list("<=", field("head", alias($._atom, $.atom)), repeat(field("body", $._literal))),

    _literal: ($) =>
      choice($.negation, $.disjunction, $.conjunction, $.distinct, alias($._atom, $.atom)),
    negation: ($) => list(alias(anyCase("not"), "not"), field("literal", $._literal)),
    disjunction: ($) => list(alias(anyCase("or"), "or"), repeat($._literal)),
    conjunction: ($) => list(alias(anyCase("and"), "and"), repeat1($._literal)),
    distinct: ($) =>
      list(alias(anyCase("distinct"), "distinct"), field("left", $._term), field("right", $._term)),

    _atom: ($) => choice($._relation, list($._relation, repeat(field("argument", $._term)))),
    _relation: ($) => field("relation", choice($.keyword, $.name)),
    keyword: () =>
      token(
        choice(
          ...["role", "init", "true", "does", "next", "legal", "goal", "terminal", "sees", "base", "input"]
            .map(anyCase),
        ),
      ),

    _term: ($) => choice($.variable, $.number, $.name, $.compound),
    compound: ($) => list(field("function", $.name), repeat(field("argument", $._term))),

    variable: () => /\?[^\s\f\v();]*/,
    number: () => /[+-]?[0-9]+/,
    // Where no rule can begin, `<=` is read as a name: messages about it are the language server's.
    name: () => /[^\s\f\v();?][^\s\f\v();]*/,
    comment: () => /;[^\r\n]*/,
  },
});
