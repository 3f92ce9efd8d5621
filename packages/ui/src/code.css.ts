import { css } from './css.ts'

/** Styles of code fields, for documents that have any. They go after `uiStyles`. */
export const codeStyles = css`
[part~=code] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-2);
  justify-items: center;
  text-align: center;
}
[part~=code-boxes] {
  position: relative;
  direction: ltr;
  display: grid;
  grid-template-columns: repeat(6, minmax(0, 44px));
  gap: var(--lk-space-2);
}
[part~=code-box] {
  display: grid;
  place-items: center;
  block-size: 52px;
  border: 1px solid var(--lk-border);
  border-radius: var(--lk-radius-input);
  background: var(--lk-raised);
  font-size: var(--lk-size-display);
  font-weight: var(--lk-weight-medium);
}
[part~=code-input] {
  position: absolute;
  inset: 0;
  z-index: 1;
  inline-size: 100%;
  block-size: 100%;
  color: transparent;
  caret-color: transparent;
  font-size: 16px;
  outline: none;
}
[part~=code-input]::selection {
  background: none;
}
[part~=code-input]:focus ~ [data-active] {
  border-color: var(--lk-accent-text);
  box-shadow: inset 0 0 0 1px var(--lk-accent-text);
}
@media (forced-colors: active) {
  [part~=code-input]:focus ~ [data-active] {
    outline: 2px solid Highlight;
  }
}
[part~=code-input]:focus ~ [data-active]:empty::after {
  content: '';
  inline-size: 2px;
  block-size: 24px;
  border-radius: 1px;
  background: var(--lk-accent-text);
  animation: lk-caret 1s steps(1) infinite;
}
[part~=code-boxes][data-invalid] [part~=code-box] {
  border-color: var(--lk-danger);
}
@keyframes lk-caret {
  50% { opacity: 0; }
}
`
