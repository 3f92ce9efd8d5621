/** Styles of the swap views; loaded with them. */
export const swapStyles = `
[part~=swap] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-3);
}
[part~=swap-sides] {
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-1);
}
[part~=swap-there] {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--lk-space-3);
  margin-block-end: var(--lk-space-3);
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
}
[part~=swap-there] select {
  min-block-size: 44px;
  max-inline-size: 70%;
  padding-inline: var(--lk-space-3);
  border: 0;
  border-radius: 12px;
  background: var(--lk-raised);
  color: var(--lk-text);
  font: inherit;
}
[part~=swap-side] {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--lk-space-2) var(--lk-space-3);
  padding: var(--lk-space-3) var(--lk-space-4);
  border-radius: 16px;
  background: var(--lk-raised);
}
[part~=swap-side]:focus-within:has(input:focus) {
  box-shadow: inset 0 0 0 2px var(--lk-accent-text);
}
[part~=swap-side][data-invalid] {
  box-shadow: inset 0 0 0 2px var(--lk-danger);
}
[part~=swap-head] {
  grid-column: 1 / -1;
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: var(--lk-space-2);
  min-block-size: 28px;
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
}
[part~=swap-held] {
  display: flex;
  align-items: center;
  gap: var(--lk-space-2);
  min-inline-size: 0;
}
[part~=swap-max] {
  min-block-size: 28px;
  padding-inline: var(--lk-space-2);
  border-radius: 999px;
  background: var(--lk-surface);
  color: var(--lk-accent-text);
  font-size: var(--lk-size-small);
  font-weight: var(--lk-weight-medium);
}
[part~=swap-amount] {
  display: flex;
  align-items: baseline;
  gap: 0.1em;
  min-inline-size: 0;
  font-size: 28px;
  font-weight: var(--lk-weight-strong);
  line-height: 1.25;
  letter-spacing: -0.02em;
  font-variant-numeric: tabular-nums;
}
[part~=swap-amount][data-long] {
  font-size: var(--lk-size-title);
  line-height: 35px;
}
[part~=swap-amount] input {
  inline-size: 100%;
  min-inline-size: 0;
  font: inherit;
  letter-spacing: inherit;
  color: inherit;
  caret-color: var(--lk-accent-text);
}
[part~=swap-amount] input:focus-visible {
  outline: none;
}
[part~=swap-amount] input::placeholder {
  color: var(--lk-placeholder);
  opacity: 1;
}
[part~=swap-amount][data-old] {
  opacity: 0.55;
}
[part~=swap-figure] {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
[part~=swap-token] {
  display: inline-flex;
  align-items: center;
  gap: var(--lk-space-2);
  min-block-size: 40px;
  max-inline-size: 150px;
  padding: 4px 10px 4px 6px;
  padding-inline: 6px 10px;
  border-radius: 999px;
  background: var(--lk-surface);
  box-shadow: 0 0 0 1px var(--lk-hairline);
  font-weight: var(--lk-weight-medium);
}
[part~=swap-token] > bdi {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
[part~=swap-token] svg {
  flex: none;
}
[part~=swap-foot] {
  grid-column: 1 / -1;
  min-block-size: 20px;
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
}
[part~=swap-unit] {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-block-size: 24px;
  border-radius: 6px;
  color: inherit;
}
[part~=swap-error] {
  display: flex;
  gap: 6px;
  color: var(--lk-danger);
}
[part~=swap-flip] {
  position: absolute;
  inset-inline-start: 50%;
  display: grid;
  place-items: center;
  inline-size: 40px;
  block-size: 40px;
  margin-inline-start: -20px;
  translate: 0 -50%;
  border: 4px solid var(--lk-surface);
  border-radius: 14px;
  background: var(--lk-raised);
  color: var(--lk-text);
}
[part~=swap-middle] {
  position: relative;
  block-size: 0;
  margin-block: calc(-0.5 * var(--lk-space-1));
  z-index: 1;
}
[part~=swap-bar] {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--lk-space-2);
  min-block-size: 32px;
  padding-inline: var(--lk-space-1);
  font-size: var(--lk-size-small);
}
[part~=swap-age] {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-block-size: 28px;
  padding-inline: var(--lk-space-2);
  border-radius: 999px;
  color: var(--lk-text-secondary);
  white-space: nowrap;
}
[part~=swap-age][data-tone=warning] {
  background: var(--lk-warning-tint);
  color: var(--lk-warning);
}
[part~=swap-route] {
  display: flex;
  flex-wrap: wrap;
  justify-content: end;
  column-gap: var(--lk-space-2);
}
[part~=swap-route] > bdi + bdi {
  color: var(--lk-text-secondary);
}
[part~=swap-edit] {
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-block-size: 24px;
  border-radius: 6px;
  color: var(--lk-accent-text);
  font: inherit;
}
[part~=swap-tone-high] { color: var(--lk-warning); }
[part~=swap-tone-severe] { color: var(--lk-danger); font-weight: var(--lk-weight-medium); }
[part~=swap-slippage] {
  display: grid;
  gap: var(--lk-space-2);
  padding: var(--lk-space-3);
  border-radius: var(--lk-radius-input);
  background: var(--lk-raised);
  font-size: var(--lk-size-small);
}
[part~=swap-options] {
  display: grid;
  grid-template-columns: repeat(3, auto) minmax(0, 1fr);
  gap: var(--lk-space-2);
}
[part~=swap-option] {
  min-block-size: 36px;
  padding-inline: var(--lk-space-3);
  border-radius: 999px;
  background: var(--lk-surface);
  box-shadow: 0 0 0 1px var(--lk-hairline);
  font-weight: var(--lk-weight-medium);
}
[part~=swap-option][aria-pressed=true] {
  box-shadow: 0 0 0 2px var(--lk-accent-text);
  color: var(--lk-accent-text);
}
[part~=swap-own] {
  display: flex;
  align-items: center;
  gap: 4px;
  min-inline-size: 0;
  padding-inline: var(--lk-space-3);
  border-radius: 999px;
  background: var(--lk-surface);
  box-shadow: 0 0 0 1px var(--lk-hairline);
}
[part~=swap-own]:focus-within {
  box-shadow: 0 0 0 2px var(--lk-accent-text);
}
[part~=swap-own] input {
  inline-size: 100%;
  min-inline-size: 0;
  font: inherit;
  color: inherit;
  text-align: end;
}
[part~=swap-own] input:focus-visible {
  outline: none;
}
[part~=swap-note] {
  margin: 0;
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
}
`
