/** Styles of the send views; loaded with them. */
export const sendStyles = `
[part~=send] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-4);
}
[part~=send-amount] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  gap: var(--lk-space-1);
  padding-block: var(--lk-space-2);
}
[part~=send-line] {
  display: flex;
  align-items: baseline;
  justify-content: center;
  gap: 0.25em;
  max-inline-size: 100%;
  font-size: var(--lk-size-amount);
  font-weight: var(--lk-weight-strong);
  line-height: 1.2;
  letter-spacing: -0.02em;
}
[part~=send-line][data-long] {
  font-size: var(--lk-size-display);
  line-height: 41px;
}
[part~=send-amount][data-invalid] [part~=send-line] {
  color: var(--lk-danger);
}
[part~=send-box] {
  display: inline-grid;
  min-inline-size: 0;
  overflow: hidden;
}
[part~=send-box] > * {
  grid-area: 1 / 1;
  font: inherit;
  letter-spacing: inherit;
}
[part~=send-mirror] {
  min-inline-size: 28px;
  visibility: hidden;
  white-space: pre;
  padding-inline-end: 2px;
}
[part~=send-input] {
  /* As wide as what is typed, which the mirror measures. */
  inline-size: 0;
  min-inline-size: 100%;
  color: inherit;
  caret-color: var(--lk-accent-text);
}
[part~=send-input]:focus-visible {
  outline: none;
}
[part~=send-amount]:focus-within [part~=send-line] {
  box-shadow: 0 2px 0 0 var(--lk-accent-text);
}
[part~=send-input]::placeholder {
  color: var(--lk-placeholder);
  opacity: 1;
}
[part~=send-unit] {
  flex: none;
  color: var(--lk-text-secondary);
}
[part~=send-toggle] {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-block-size: 28px;
  padding-inline: var(--lk-space-2);
  border-radius: var(--lk-radius-input);
  color: var(--lk-text-secondary);
}
[part~=send-toggle] svg {
  inline-size: 16px;
  block-size: 16px;
}
[part~=send-error] {
  display: flex;
  gap: 6px;
  color: var(--lk-danger);
  font-size: var(--lk-size-small);
}
[part~=send-have] {
  display: flex;
  align-items: center;
  gap: var(--lk-space-2);
}
[part~=send-max] {
  min-inline-size: 48px;
  min-block-size: 32px;
  padding-inline: var(--lk-space-3);
  border-radius: 999px;
  background: var(--lk-raised);
  color: var(--lk-accent-text);
  font-size: var(--lk-size-small);
  font-weight: var(--lk-weight-medium);
  text-align: center;
}
[part~=send-token] {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--lk-space-2);
  padding-inline-end: var(--lk-space-3);
  border-radius: var(--lk-radius-input);
  background: var(--lk-raised);
}
[part~=send-name] {
  display: grid;
  gap: var(--lk-space-1);
}
[part~=send-recent] {
  display: grid;
  gap: var(--lk-space-1);
  margin: 0;
  padding: 0;
  list-style: none;
}
[part~=send] > [part~=footer] {
  margin-inline: calc(-1 * var(--lk-space-5));
  margin-block-end: calc(-1 * var(--lk-space-5));
}
[part~=send-summary] {
  display: grid;
  justify-items: center;
  gap: var(--lk-space-1);
  padding-block: var(--lk-space-3) var(--lk-space-1);
}
[part~=send-fact] {
  display: grid;
  justify-items: end;
}
[part~=send-result] {
  display: grid;
  justify-items: center;
  gap: var(--lk-space-2);
  padding-block: var(--lk-space-5) var(--lk-space-2);
  text-align: center;
}
[part~=send-mark] {
  display: grid;
  place-items: center;
  inline-size: 64px;
  block-size: 64px;
  margin-block-end: var(--lk-space-2);
  border-radius: 50%;
  background: var(--tint, var(--lk-raised));
  color: var(--tone, var(--lk-accent-text));
}
`
