;;; modes.el --- Opens files in gdl-mode and reports faces and indents  -*- lexical-binding: t; -*-

;; Called by emacs.py: TESUJI_FILES lists files to open, TESUJI_PROBES places, TESUJI_INDENTED files that must
;; keep their indents; lines of the report go to standard output.

(setq byte-compile-error-on-warn t)
(unless (byte-compile-file (getenv "TESUJI_MODE")) (kill-emacs 2))
(load (getenv "TESUJI_MODE") nil t t)

(defun lines-of (variable)
  (with-temp-buffer
    (insert-file-contents (getenv variable))
    (split-string (buffer-string) "\n" t)))

(dolist (file (lines-of "TESUJI_FILES"))
  (let ((enable-local-variables nil))
    (find-file file)
    (font-lock-ensure)
    (let ((balanced (or (not (string-suffix-p ".kif" file))
                        (condition-case nil (progn (check-parens) t) (error nil)))))
      (princ (format "FILE\t%s\t%s\t%s\n" file major-mode (if balanced "balanced" "unbalanced"))))
    (set-buffer-modified-p nil)
    (kill-buffer)))

(dolist (probe (lines-of "TESUJI_PROBES"))
  (pcase-let ((`(,file ,text ,word) (split-string probe "\t")))
    (find-file file)
    (font-lock-ensure)
    (goto-char (point-min))
    (search-forward text)
    (goto-char (match-beginning 0))
    (search-forward word)
    (princ (format "PROBE\t%s\t%s\t%s\n" text word (get-text-property (match-beginning 0) 'face)))))

(dolist (file (lines-of "TESUJI_INDENTED"))
  (find-file file)
  (let ((before (buffer-string))
        (inhibit-message t))
    (indent-region (point-min) (point-max))
    (princ (format "INDENT\t%s\t%s\n" file (if (string= before (buffer-string)) "same" "other")))
    (unless (string= before (buffer-string))
      (goto-char (compare-strings before nil nil (buffer-string) nil nil))
      (let ((place (abs (compare-strings before nil nil (buffer-string) nil nil))))
        (princ (format "  at %s\n" (substring before (max 0 (- place 60)) (min (length before) (+ place 20)))))))
    (set-buffer-modified-p nil)))

(let ((names (progn (find-file (car (lines-of "TESUJI_FILES"))) (gdl--roles))))
  (princ (format "ROLES\t%s\n" (mapconcat #'identity names " "))))
(princ (format "KEYS\t%s\n" (key-binding (kbd "C-c C-e"))))
