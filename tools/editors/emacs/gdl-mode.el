;;; gdl-mode.el --- Modes for rulesheets, invariants and production rules  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages, games

;;; Commentary:

;; `gdl-mode' is for rulesheets of the Game Description Language (.kif, .gdl), in prefix and infix form;
;; `tesuji-invariants-mode' for invariants (.inv), and `tesuji-rules-mode' for production rules and
;; ordering metarules (.rules, .meta).  With Eglot the language server `tesuji lsp' adds messages,
;; completion, navigation and formatting.  `gdl-play', `gdl-prove' and `gdl-explain-rule' run `tesuji'.

;;; Code:

(require 'lisp-mode)

(defgroup gdl nil
  "Rulesheets of the Game Description Language."
  :group 'languages)

(defcustom gdl-command "tesuji"
  "The command `tesuji', if it is not on the search path."
  :type 'string)

;; Rulesheets

(defconst gdl-keywords
  '("role" "init" "true" "does" "next" "legal" "goal" "terminal" "sees" "base" "input")
  "The relations that GDL defines.")

(defconst gdl-connectives '("not" "or" "and" "distinct")
  "The connectives of bodies.")

(defconst gdl-font-lock-keywords
  `((,(concat "\\(?:^\\|[][(,&|~ \t]\\)\\(" (regexp-opt gdl-keywords) "\\)\\(?:$\\|[] \t(),.&|]\\)")
     1 font-lock-keyword-face)
    (,(concat "\\(?:^\\|[(,&|~ \t]\\)\\(" (regexp-opt gdl-connectives) "\\)\\(?:$\\|[ \t(),]\\)")
     1 font-lock-builtin-face)
    ("<=\\|:-\\|[~&|]" . font-lock-builtin-face)
    ("\\?[^] \t\n();,&|]*" . font-lock-variable-name-face)
    ("(<=[ \t\n]*(?\\([^] \t\n();?<][^] \t\n();]*\\)" 1 font-lock-function-name-face)
    ("(\\([^] \t\n();?<][^] \t\n();]*\\)" 1 font-lock-type-face)
    ("\\_<[+-]?[0-9]+\\_>" . font-lock-constant-face))
  "Colours of rulesheets.")

(defvar gdl-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\; "<" table)
    (modify-syntax-entry ?\n ">" table)
    (dolist (char '(?? ?+ ?- ?* ?/ ?< ?> ?= ?! ?_ ?# ?@ ?$ ?^ ?: ?\" ?' ?\\))
      (modify-syntax-entry char "_" table))
    (dolist (char '(?, ?& ?| ?~ ?.))
      (modify-syntax-entry char "." table))
    table)
  "Names are all that stands between blanks and parentheses.")

(defun gdl--infix-p ()
  "Whether the text is in infix form.
It is if a name stands directly before a parenthesis, or before `:-'."
  (save-excursion
    (goto-char (point-min))
    (while (looking-at "[ \t\n\r]+\\|[;%][^\n]*\n") (goto-char (match-end 0)))
    (looking-at "[^] \t\n();%]+(\\|[^ \t\n();%]+[ \t]*:-")))

(defun gdl-indent-line ()
  "Indent the line: literals of a rule by four columns, other lists as data."
  (interactive)
  (let* ((state (save-excursion (syntax-ppss (line-beginning-position))))
         (open (nth 1 state))
         (column (cond ((nth 4 state) (current-indentation))
                       ((null open) 0)
                       (t (save-excursion
                            (goto-char open)
                            (let ((start (current-column)))
                              (if (looking-at "(<=\\_>") (+ start 4)
                                (forward-char 1)
                                (if (looking-at "[^] \t\n();]+[ \t]+[^ \t\n;]")
                                    (progn (goto-char (1- (match-end 0))) (current-column))
                                  (+ start 1)))))))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to column)
      (save-excursion (indent-line-to column)))))

;;;###autoload
(define-derived-mode gdl-mode prog-mode "GDL"
  "Mode for rulesheets of the Game Description Language."
  (setq-local comment-start ";")
  (setq-local comment-start-skip "[;%]+[ \t]*")
  (setq-local indent-tabs-mode nil)
  (setq-local font-lock-defaults '(gdl-font-lock-keywords nil t))
  (if (not (gdl--infix-p))
      (setq-local indent-line-function #'gdl-indent-line)
    (setq-local comment-start "%")
    (modify-syntax-entry ?% "<" (set-syntax-table (copy-syntax-table gdl-mode-syntax-table)))
    (setq-local indent-line-function #'indent-relative))
  (setq-local beginning-of-defun-function #'gdl-beginning-of-clause)
  (setq-local imenu-generic-expression
              '((nil "^(<=[ \t\n]*(?\\([^ \t\n();]+\\)" 1))))

(defun gdl-beginning-of-clause (&optional count)
  "Move back to the begin of a clause, COUNT times; return whether there was one."
  (re-search-backward "^\\S-" nil t (or count 1)))

;; Invariants

(defconst tesuji-invariants-font-lock-keywords
  `(("\\_<\\(invariant\\|domain\\)\\_>[ \t]+\\([[:alnum:]_]+\\|'[^']*'\\)"
     (1 font-lock-keyword-face) (2 font-lock-function-name-face))
    (,(regexp-opt '("forall" "exists" "next" "knows") 'symbols) . font-lock-keyword-face)
    (,(regexp-opt '("not" "and" "or" "implies" "except" "distinct") 'symbols) . font-lock-builtin-face)
    (,(regexp-opt '("true" "legal" "goal" "terminal" "role" "dom" "false" "inf") 'symbols) . font-lock-type-face)
    ("\\_<[A-Z_][[:alnum:]_]*\\_>\\|\\?[[:alnum:]_]+" . font-lock-variable-name-face)
    ("\\_<[+-]?[0-9]+\\_>" . font-lock-constant-face))
  "Colours of invariants.")

(defvar tesuji-invariants-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?% "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?_ "_" table)
    table)
  "Comments from `%' to the line's end; names in quotes.")

;;;###autoload
(define-derived-mode tesuji-invariants-mode prog-mode "Invariants"
  "Mode for invariants of games."
  (setq-local comment-start "%")
  (setq-local comment-start-skip "%+[ \t]*")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'indent-relative)
  (setq-local font-lock-defaults '(tesuji-invariants-font-lock-keywords nil nil))
  (setq-local imenu-generic-expression '((nil "^invariant[ \t]+\\([^][ \t:]+\\)" 1))))

;; Production rules

(defconst tesuji-rules-font-lock-keywords
  `((,(concat "(\\(" (regexp-opt '("rule" "regle" "metarule" "function")) "\\)[ \t]+\\([^] \t\n();?]+\\)")
     (1 font-lock-keyword-face) (2 font-lock-function-name-face))
    (,(regexp-opt '("premises" "premisses" "conclusions" "present" "absent" "add" "ajoute" "remove" "enleve" "is"
                    "calcule" "condition" "bound" "unbound")
                  'symbols)
     . font-lock-keyword-face)
    (,(regexp-opt '("different" "differentes" "intersections_differentes" "distinct" "same" "equal" "egal" "less"
                    "less_or_equal" "greater" "greater_or_equal" "inferieur" "superieur")
                  'symbols)
     . font-lock-builtin-face)
    ("\\?[^] \t\n();]*" . font-lock-variable-name-face)
    ("(\\([^] \t\n();?]+\\)" 1 font-lock-type-face)
    ("\\_<[+-]?[0-9]+\\(?:\\.[0-9]+\\)?\\(?:e[+-]?[0-9]+\\)?\\_>" . font-lock-constant-face))
  "Colours of production rules.")

;;;###autoload
(define-derived-mode tesuji-rules-mode prog-mode "Rules"
  "Mode for production rules and ordering metarules."
  :syntax-table gdl-mode-syntax-table
  (setq-local comment-start ";")
  (setq-local comment-start-skip ";+[ \t]*")
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'lisp-indent-line)
  (setq-local lisp-indent-function (lambda (point state) (+ 2 (progn (goto-char (nth 1 state)) (ignore point) (current-column)))))
  (setq-local font-lock-defaults '(tesuji-rules-font-lock-keywords nil t)))

;; Commands

(defun gdl--run (buffer &rest arguments)
  "Run `tesuji ARGUMENTS' in the compilation buffer BUFFER."
  (save-buffer)
  (compilation-start (mapconcat #'shell-quote-argument (cons gdl-command arguments) " ")
                     nil (lambda (_mode) buffer)))

(defun gdl-play (role)
  "Play the game of this buffer as ROLE, in a terminal."
  (interactive (list (completing-read "Role: " (gdl--roles) nil t)))
  (save-buffer)
  (require 'comint)
  (let ((arguments (list "play" buffer-file-name)))
    (dolist (one (gdl--roles))
      (unless (string= one "random")
        (setq arguments (append arguments (list "--player" (concat one "=" (if (string= one role) "human" "mcts")))))))
    (pop-to-buffer (apply #'make-comint (concat "play " (buffer-name)) gdl-command nil arguments))))

(defun gdl--roles ()
  "The roles of this buffer."
  (save-excursion
    (goto-char (point-min))
    (let (roles (case-fold-search t))
      (while (re-search-forward "^[ \t]*(?role[( \t]+\\([^] \t\n();?]+\\)" nil t)
        (push (downcase (match-string-no-properties 1)) roles))
      (nreverse roles))))

(defun gdl-prove ()
  "Prove the invariants beside this buffer's file.
If there are none, prove those that apply to every game."
  (interactive)
  (let ((invariants (concat (file-name-sans-extension buffer-file-name) ".inv")))
    (gdl--run "*tesuji verify*" "verify" buffer-file-name (if (file-exists-p invariants) invariants "--auto") "--verbose")))

(defun gdl-explain-rule ()
  "Show a derivation of the conclusion of the rule at point, in the initial state."
  (interactive)
  (let ((head (save-excursion
                (end-of-line)
                (re-search-backward "^(<=")
                (goto-char (match-end 0))
                (skip-chars-forward " \t\n")
                (buffer-substring-no-properties (point) (progn (forward-sexp) (point))))))
    (gdl--run "*tesuji query*" "query" buffer-file-name head "--trace")))

(define-key gdl-mode-map (kbd "C-c C-p") #'gdl-play)
(define-key gdl-mode-map (kbd "C-c C-v") #'gdl-prove)
(define-key gdl-mode-map (kbd "C-c C-e") #'gdl-explain-rule)

;;;###autoload
(progn
  (add-to-list 'auto-mode-alist '("\\.\\(?:kif\\|gdl\\)\\'" . gdl-mode))
  (add-to-list 'auto-mode-alist '("\\.inv\\'" . tesuji-invariants-mode))
  (add-to-list 'auto-mode-alist '("\\.\\(?:rules\\|meta\\)\\'" . tesuji-rules-mode)))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs
               `((gdl-mode tesuji-invariants-mode tesuji-rules-mode) . (,gdl-command "lsp"))))

(provide 'gdl-mode)

;;; gdl-mode.el ends here
