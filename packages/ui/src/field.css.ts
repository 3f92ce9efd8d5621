import { css } from './css.ts'

export const fieldStyles = css`
  .lk-field, .lk-code {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--lk-space-2);
  }
  .lk-label {
    color: var(--lk-text-secondary);
    font-size: var(--lk-size-small);
    font-weight: var(--lk-weight-medium);
  }
  .lk-field-box {
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
  .lk-field-box:focus-within {
    border-color: var(--lk-accent-text);
    box-shadow: inset 0 0 0 1px var(--lk-accent-text);
  }
  .lk-field-box[data-invalid] {
    border-color: var(--lk-danger);
    box-shadow: inset 0 0 0 1px var(--lk-danger);
  }
  .lk-input {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 48px;
    color: var(--lk-text);
    outline: none;
  }
  .lk-input::placeholder {
    color: var(--lk-placeholder);
    opacity: 1;
  }
  .lk-input::-webkit-search-cancel-button {
    display: none;
  }
  .lk-field-action {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 40px;
    block-size: 40px;
    border-radius: calc(var(--lk-radius-input) - 4px);
  }
  button.lk-field-action {
    background: var(--lk-accent);
    color: var(--lk-on-accent);
  }
  .lk-message {
    display: flex;
    gap: 6px;
    color: var(--lk-text-secondary);
    font-size: var(--lk-size-small);
  }
  .lk-message > svg {
    margin-block-start: 1px;
  }
  .lk-code {
    justify-items: center;
    text-align: center;
  }
  .lk-code-boxes {
    position: relative;
    direction: ltr;
    display: grid;
    grid-template-columns: repeat(6, minmax(0, 44px));
    gap: var(--lk-space-2);
  }
  .lk-code-box {
    display: grid;
    place-items: center;
    block-size: 52px;
    border: 1px solid var(--lk-border);
    border-radius: var(--lk-radius-input);
    background: var(--lk-raised);
    font-size: var(--lk-size-display);
    font-weight: var(--lk-weight-medium);
  }
  .lk-code-input {
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
  .lk-code-input::selection {
    background: none;
  }
  .lk-code-input:focus ~ [data-active] {
    border-color: var(--lk-accent-text);
    box-shadow: inset 0 0 0 1px var(--lk-accent-text);
  }
  .lk-code-input:focus ~ [data-active]:empty::after {
    content: '';
    inline-size: 2px;
    block-size: 24px;
    border-radius: 1px;
    background: var(--lk-accent-text);
    animation: lk-caret 1s steps(1) infinite;
  }
  .lk-code-boxes[data-invalid] .lk-code-box {
    border-color: var(--lk-danger);
  }
  @keyframes lk-caret {
    50% { opacity: 0; }
  }
`
