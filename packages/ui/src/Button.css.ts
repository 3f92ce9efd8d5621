import { css } from './css.ts'

export const buttonStyles = css`
  .lk-button {
    position: relative;
    display: block;
    flex: 1;
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: 48px;
    padding: var(--lk-space-2) var(--lk-space-4);
    overflow: hidden;
    border: 1px solid transparent;
    border-radius: var(--lk-radius-button);
    background: var(--lk-raised);
    font-weight: var(--lk-weight-strong);
    text-align: center;
    transition: background-color 60ms;
  }
  .lk-button[data-variant='primary'] {
    background: var(--lk-accent);
    color: var(--lk-on-accent);
  }
  .lk-button[data-variant='danger'] {
    background: var(--lk-danger-fill);
    color: var(--lk-on-danger);
  }
  .lk-button[data-variant='secondary'] {
    border-color: var(--lk-hairline);
  }
  .lk-button:disabled {
    opacity: 0.45;
  }
  .lk-button-label {
    position: relative;
    display: flex;
    align-items: center;
    justify-content: center;
    gap: var(--lk-space-2);
  }
  .lk-button-fill {
    position: absolute;
    inset-block: -1px;
    inset-inline-start: -1px;
    inline-size: calc(var(--armed) * (100% + 2px));
    transition: inline-size 100ms linear;
  }
  .lk-button[data-variant='primary'][data-arming] {
    background: var(--lk-accent-deep);
  }
  .lk-button[data-variant='danger'][data-arming] {
    background: var(--lk-danger-deep);
  }
  .lk-button[data-variant='primary'] .lk-button-fill {
    background: var(--lk-accent);
  }
  .lk-button[data-variant='danger'] .lk-button-fill {
    background: var(--lk-danger-fill);
  }
  .lk-button[data-variant='secondary'] .lk-button-fill {
    background: var(--lk-hover);
  }
  @media (hover: hover) {
    .lk-button[data-variant='secondary']:hover:enabled {
      background: var(--lk-hover);
    }
    .lk-button[data-variant='primary']:hover:enabled:not([aria-disabled]) {
      background: color-mix(in srgb, var(--lk-accent), var(--lk-accent-deep));
    }
    .lk-button[data-variant='danger']:hover:enabled:not([aria-disabled]) {
      background: color-mix(in srgb, var(--lk-danger-fill), var(--lk-danger-deep));
    }
  }
  .lk-button[data-variant='secondary']:active:enabled {
    background: var(--lk-pressed);
  }
  .lk-button[data-variant='primary']:active:enabled:not([aria-disabled]) {
    background: var(--lk-accent-deep);
  }
  .lk-button[data-variant='danger']:active:enabled:not([aria-disabled]) {
    background: var(--lk-danger-deep);
  }
  .lk-buttons {
    display: flex;
    gap: var(--lk-space-3);
  }
  .lk-icon-button {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 40px;
    block-size: 40px;
    border: 1px solid transparent;
    border-radius: 999px;
    color: var(--lk-icon);
    transition: background-color 60ms;
  }
  .lk-icon-button:disabled {
    opacity: 0.35;
  }
  @media (hover: hover) {
    .lk-icon-button:hover:enabled {
      background: var(--lk-hover);
      color: var(--lk-text);
    }
  }
  .lk-icon-button:active:enabled {
    background: var(--lk-pressed);
  }
`
