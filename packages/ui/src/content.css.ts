import { css } from './css.ts'

/** Styles of text, cards, notices, banners, tabs, tags, toasts, key-value lists and states. */
export const contentStyles = css`
[part~=stack] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--gap);
}
[part~=stack][data-align='center'] {
  justify-items: center;
}
[part~=stack][data-direction='line'] {
  display: flex;
  align-items: center;
}
[data-gap='1'] { --gap: var(--lk-space-1); }
[data-gap='2'] { --gap: var(--lk-space-2); }
[data-gap='3'] { --gap: var(--lk-space-3); }
[data-gap='4'] { --gap: var(--lk-space-4); }
[data-gap='5'] { --gap: var(--lk-space-5); }
[data-gap='6'] { --gap: var(--lk-space-6); }
[data-gap='7'] { --gap: var(--lk-space-7); }
[part~=text] {
  overflow-wrap: break-word;
  font-weight: inherit;
}
[part~=text][data-size] { font-size: inherit; }
[part~=text][data-size='small'] { font-size: var(--lk-size-small); }
[part~=text][data-size='title'] {
  font-size: var(--lk-size-title);
  font-weight: var(--lk-weight-strong);
}
[part~=text][data-size='display'] {
  font-size: var(--lk-size-display);
  font-weight: var(--lk-weight-strong);
  line-height: 1.25;
  letter-spacing: -0.01em;
}
[part~=text][data-align='center'] { text-align: center; }
[part~=text][data-align='end'] { text-align: end; }
:is([part~=text], [part~=tag], [part~=message])[data-tone] { color: var(--tone, var(--lk-text)); }
[part~=text][data-tone='secondary'] { color: var(--lk-text-secondary); }
[part~=link] {
  color: var(--lk-accent-text);
  font-weight: var(--lk-weight-medium);
  text-decoration: underline transparent;
  text-underline-offset: 3px;
  border-radius: 4px;
}
button[part~=link] {
  padding-block: 4px;
  margin-block: -4px;
}
[part~=link]:hover {
  text-decoration-color: currentColor;
}
[part~=legal] [part~=link], [part~=text] [part~=link] {
  text-decoration-color: color-mix(in srgb, currentColor 40%, transparent);
}
[part~=legal] {
  padding: var(--lk-space-3) var(--lk-space-6) var(--lk-space-5);
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
  text-align: center;
  text-wrap: balance;
}
[part~=card] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-3);
  padding: var(--lk-space-4);
  border: 1px solid var(--tone, var(--lk-hairline));
  border-radius: var(--lk-radius-card);
  background: var(--lk-raised);
}
[part~=card] > [part~=row] {
  min-block-size: 44px;
  padding-block: 2px;
}
[part~=facts] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
}
[part~=fact] {
  display: flex;
  justify-content: space-between;
  gap: var(--lk-space-4);
  padding-block: 10px;
  border-block-start: 1px solid var(--lk-hairline);
}
[part~=fact]:first-child { padding-block-start: 0; border-block-start: 0; }
[part~=fact]:last-child { padding-block-end: 0; }
[part~=fact][data-stacked] {
  display: grid;
  gap: var(--lk-space-1);
}
[part~=fact-label] {
  color: var(--lk-text-secondary);
}
[part~=fact-value] {
  min-inline-size: 0;
  overflow-wrap: anywhere;
  text-align: end;
}
[part~=fact][data-stacked] [part~=fact-value] { text-align: start; }
/* A phone at 200 %: a value goes below its label where both don't fit in a line, however wide the system's font is. */
@media (max-width: 240px) {
  [part~=fact] { flex-wrap: wrap; column-gap: var(--lk-space-2); }
  [part~=fact-value] { margin-inline-start: auto; }
}
[part~=summary] {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--lk-space-2);
  min-block-size: 40px;
  border-radius: var(--lk-radius-input);
  color: var(--lk-text-secondary);
  font-weight: var(--lk-weight-medium);
  list-style: none;
}
[part~=summary]::-webkit-details-marker { display: none; }
[part~=summary] > svg {
  transition: rotate calc(1 / 2 * var(--lk-duration));
}
[part~=details][open] [part~=summary] > svg {
  rotate: 180deg;
}
[part~=details-content] {
  padding-block-start: var(--lk-space-2);
}
[part~=notice] {
  display: flex;
  gap: var(--lk-space-3);
  padding: var(--lk-space-3) var(--lk-space-4);
  border: 1px solid transparent;
  border-radius: var(--lk-radius-input);
  background: var(--tint, var(--lk-raised));
  font-size: var(--lk-size-small);
  color: var(--lk-text-secondary);
}
.lk-notice-text {
  display: grid;
  gap: 2px;
  min-inline-size: 0;
  overflow-wrap: break-word;
  justify-items: start;
}
[part~=notice-title] {
  color: var(--lk-text);
  font-size: var(--lk-size-body);
  font-weight: var(--lk-weight-medium);
}
[part~=notice][data-tone='danger'] [part~=notice-title] { color: var(--tone); }
:is([part~=notice], [part~=toast], [part~=banner]) > svg { color: var(--tone, var(--lk-icon)); }
.lk-toast-place {
  position: sticky;
  inset-block-start: 0;
  z-index: 2;
  display: flex;
  align-items: start;
  justify-content: center;
  block-size: 0;
  /* Never over the buttons of the title bar. */
  padding-inline: calc(44px + var(--lk-space-3));
  pointer-events: none;
}
[part~=toast] {
  display: flex;
  align-items: center;
  gap: var(--lk-space-2);
  margin-block-start: 10px;
  padding-block: 10px;
  padding-inline: var(--lk-space-3) var(--lk-space-4);
  border: 1px solid var(--lk-hairline);
  border-radius: 999px;
  background: var(--lk-raised);
  box-shadow: 0 8px 24px -6px oklch(0 0 0 / 0.25);
  font-weight: var(--lk-weight-medium);
  animation: lk-drop calc(4 / 3 * var(--lk-duration)) cubic-bezier(0.2, 0, 0, 1);
}
@keyframes lk-drop {
  from { opacity: 0; transform: translateY(-8px); }
}
[part~=banner] {
  display: flex;
  align-items: center;
  gap: var(--lk-space-2);
  min-block-size: 44px;
  padding-block: var(--lk-space-1);
  padding-inline: var(--lk-space-5) var(--lk-space-1);
  border-block: 1px solid var(--lk-hairline);
  background: var(--tint, var(--lk-raised));
  font-size: var(--lk-size-small);
}
.lk-banner-text {
  flex: 1;
  min-inline-size: 0;
  padding-block: var(--lk-space-2);
}
[part~=footer] {
  position: sticky;
  inset-block-end: 0;
  z-index: 1;
  display: grid;
  gap: var(--lk-space-3);
  margin-block-start: calc(-1 * var(--lk-space-2));
  padding: var(--lk-space-2) var(--lk-space-5) var(--lk-space-5);
  background: var(--lk-surface);
}
[part~=state] {
  display: grid;
  justify-items: center;
  gap: var(--lk-space-2);
  padding-block: var(--lk-space-6) var(--lk-space-4);
  text-align: center;
}
[part~=state-icon] {
  display: grid;
  place-items: center;
  inline-size: 56px;
  block-size: 56px;
  margin-block-end: var(--lk-space-2);
  border-radius: 50%;
  background: var(--tint, var(--lk-raised));
  color: var(--tone, var(--lk-icon));
}
[part~=state-title] {
  font-size: var(--lk-size-title);
  font-weight: var(--lk-weight-strong);
  text-wrap: balance;
}
[part~=state-text] {
  max-inline-size: 280px;
  color: var(--lk-text-secondary);
  text-wrap: pretty;
}
[part~=state] [part~=button] {
  inline-size: auto;
  min-inline-size: 160px;
  margin-block-start: var(--lk-space-3);
}
[part~=tabs] {
  display: grid;
  gap: var(--lk-space-3);
}
[part~=tablist] {
  display: flex;
  gap: 2px;
  padding: 3px;
  border-radius: var(--lk-radius-input);
  background: var(--lk-raised);
}
[part~=tab] {
  flex: 1;
  min-block-size: 36px;
  border: 1px solid transparent;
  border-radius: calc(var(--lk-radius-input) - 3px);
  color: var(--lk-text-secondary);
  font-weight: var(--lk-weight-medium);
  text-align: center;
}
[part~=tab][aria-selected='true'] {
  /* Lighter than its track in both modes: darker would read as pressed in. */
  background: light-dark(var(--lk-surface), color-mix(in oklab, var(--lk-raised), var(--lk-text) 10%));
  border-color: var(--lk-hairline);
  color: var(--lk-text);
}
@media (forced-colors: active) {
  [part~=tab][aria-selected='true'] {
    background: Highlight;
    color: HighlightText;
    forced-color-adjust: none;
  }
}
[part~=tabpanel] {
  border-radius: var(--lk-radius-input);
}
[part~=divider] {
  display: flex;
  align-items: center;
  gap: var(--lk-space-3);
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
}
[part~=divider]::before, [part~=divider]::after {
  content: '';
  flex: 1;
  border-block-start: 1px solid var(--lk-hairline);
}
[part~=tag] {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  font-size: var(--lk-size-small);
  white-space: nowrap;
}
[part~=tag]:is([data-tone='neutral'], [data-tone='live']) { color: var(--lk-text-secondary); }
[part~=tag][data-tone='live']::before {
  content: '';
  inline-size: 8px;
  block-size: 8px;
  border-radius: 50%;
  background: color-mix(in oklab, var(--tone) 75%, var(--tint));
  forced-color-adjust: none;
}
[part~=raw] {
  max-block-size: 200px;
  padding: var(--lk-space-3);
  overflow: auto;
  border: 1px solid var(--lk-hairline);
  border-radius: var(--lk-radius-input);
  background: var(--lk-sunken);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
}
[part~=raw][data-kind='data'] {
  direction: ltr;
  font-family: var(--lk-font-mono);
  font-size: var(--lk-size-small);
}
`
