import { css } from './css.ts'

/** Base styles of every part. `all: initial` keeps the page's inherited text styles out of the shadow root. */
export const baseStyles = css`
:host {
  all: initial;
  display: contents;
}
body {
  margin: 0;
}
* {
  box-sizing: border-box;
}
[part~=panel], [part~=stack] {
  font: var(--lk-weight-regular) var(--lk-size-body) / var(--lk-line-height) var(--lk-font);
  font-variant-numeric: tabular-nums;
  color: var(--lk-text);
  -webkit-font-smoothing: antialiased;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
  -webkit-tap-highlight-color: transparent;
}
:where(button, input) {
  appearance: none;
  margin: 0;
  padding: 0;
  border: 0;
  border-radius: 0;
  background: none;
  color: inherit;
  font: inherit;
  font-variant-numeric: inherit;
  letter-spacing: inherit;
  text-align: inherit;
}
:where(button, summary, a) {
  cursor: pointer;
  touch-action: manipulation;
}
:where(p, h1, h2, h3, ul, dl, dd) {
  margin: 0;
  padding: 0;
}
:where(button, a, input, summary, [tabindex]):focus-visible {
  outline: 2px solid var(--lk-accent-text);
  outline-offset: 2px;
}
:where(button:disabled, [aria-disabled='true']) {
  cursor: default;
}
button:is([part~=row], [part~=tile], [part~=icon-button], [data-variant='secondary']), a:is([part~=row], [data-variant='secondary']) {
  transition: background-color 60ms;
}
@media (hover: hover) {
  button:is([part~=row], [part~=tile], [part~=icon-button], [data-variant='secondary']):hover:enabled, a:is([part~=row], [data-variant='secondary']):hover {
    background: var(--lk-hover);
  }
}
button:is([part~=row], [part~=tile], [part~=icon-button], [data-variant='secondary']):active:enabled, a:is([part~=row], [data-variant='secondary']):active {
  background: var(--lk-pressed);
}
:where(button):disabled {
  opacity: 0.45;
}
[data-tone] {
  --tone: initial;
  --tint: initial;
}
[data-tone='success'], [data-tone='live'] {
  --tone: var(--lk-success);
  --tint: var(--lk-success-tint);
}
[data-tone='warning'] {
  --tone: var(--lk-warning);
  --tint: var(--lk-warning-tint);
}
[data-tone='danger'] {
  --tone: var(--lk-danger);
  --tint: var(--lk-danger-tint);
}
.lk-hidden {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
[part~=icon] {
  flex: none;
  display: block;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.6;
  stroke-linecap: round;
  stroke-linejoin: round;
}
[data-icon='back']:dir(rtl), [data-icon='chevron']:dir(rtl), [data-icon='external']:dir(rtl), [data-icon='disconnect']:dir(rtl) {
  scale: -1 1;
}
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after, ::backdrop {
    animation-duration: 0s !important;
    transition-duration: 0s !important;
  }
}
`
