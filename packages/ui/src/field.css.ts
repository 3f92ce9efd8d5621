import { css } from './css.ts'

/** Styles of text and search fields and of messages. */
export const fieldStyles = css`
[part~=field] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-2);
}
[part~=label] {
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
  font-weight: var(--lk-weight-medium);
}
[part~=field-box] {
  display: flex;
  align-items: center;
  gap: var(--lk-space-2);
  min-block-size: 52px;
  padding-inline: var(--lk-space-4) 6px;
  border: 1px solid var(--lk-border);
  border-radius: var(--lk-radius-input);
  background: var(--lk-raised);
  color: var(--lk-icon);
  transition: border-color 60ms;
}
[part~=field-box]:focus-within {
  border-color: var(--lk-accent-text);
  box-shadow: inset 0 0 0 1px var(--lk-accent-text);
}
@media (forced-colors: active) {
  [part~=field-box]:focus-within {
    outline: 2px solid Highlight;
  }
}
[part~=field-box][data-invalid] {
  border-color: var(--lk-danger);
  box-shadow: inset 0 0 0 1px var(--lk-danger);
}
[part~=input] {
  flex: 1;
  min-inline-size: 0;
  min-block-size: 48px;
  color: var(--lk-text);
  outline: none;
}
[part~=input]::placeholder {
  color: var(--lk-placeholder);
  opacity: 1;
}
[part~=input]::-webkit-search-cancel-button {
  display: none;
}
[part~=field-action] {
  display: grid;
  place-items: center;
  flex: none;
  inline-size: 40px;
  block-size: 40px;
  border-radius: calc(var(--lk-radius-input) - 4px);
}
button[part~=field-action] {
  background: var(--lk-accent);
  color: var(--lk-on-accent);
}
[part~=message] {
  display: flex;
  gap: 6px;
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
}
[part~=message] > svg {
  margin-block-start: 1px;
}
`
