import { css } from './css.ts'

/** Styles of the parts `dialog` and `panel`, and of their transitions. */
export const dialogStyles = css`
[part~=panel] {
  inline-size: min(var(--lk-width), 100%);
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--lk-surface);
  border-radius: var(--lk-radius-modal);
  scrollbar-width: thin;
  scrollbar-color: var(--lk-hairline) transparent;
}
[part~=panel][data-shape='page'] {
  display: flex;
  flex-direction: column;
  inline-size: 100%;
  block-size: 100dvh;
  border-radius: 0;
}
[part~=dialog] {
  inline-size: min(var(--lk-width), 100vw - 32px);
  max-inline-size: none;
  max-block-size: none;
  margin: auto;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  overflow: visible;
  outline: none;
}
[part~=dialog] [part~=panel] {
  inline-size: 100%;
  max-block-size: calc(100dvh - 48px);
  outline: 1px solid transparent;
  box-shadow: 0 0 0 1px color-mix(in srgb, var(--lk-text) 8%, transparent), 0 24px 64px -12px oklch(0 0 0 / 0.35);
}
[part~=dialog]::backdrop {
  background: oklch(0 0 0 / var(--lk-dim));
}
[part~=dialog][open] {
  animation: lk-rise var(--lk-duration) cubic-bezier(0.2, 0, 0, 1);
}
[part~=dialog][open]::backdrop {
  animation: lk-fade var(--lk-duration);
}
[part~=dialog][data-closing] {
  pointer-events: none;
  animation: lk-sink calc(5 / 6 * var(--lk-duration)) ease-in forwards;
}
[part~=dialog][data-closing]::backdrop {
  animation: lk-fade-out calc(5 / 6 * var(--lk-duration)) forwards;
}
[part~=dialog][data-shaking] [part~=panel] {
  animation: lk-shake 500ms cubic-bezier(0.36, 0.07, 0.19, 0.97);
}
@keyframes lk-rise {
  from { opacity: 0; transform: scale(0.97); }
}
@keyframes lk-sink {
  to { opacity: 0; transform: scale(0.98); }
}
@keyframes lk-fade {
  from { opacity: 0; }
}
@keyframes lk-fade-out {
  to { opacity: 0; }
}
@keyframes lk-slide {
  from { transform: translateY(100%); }
}
@keyframes lk-slide-out {
  to { transform: translateY(100%); }
}
@keyframes lk-shake {
  10%, 90% { transform: translateX(-1px); }
  20%, 80% { transform: translateX(2px); }
  30%, 50%, 70% { transform: translateX(-4px); }
  40%, 60% { transform: translateX(4px); }
}
@media (max-width: 430px) {
  [part~=dialog] {
    inline-size: 100%;
    margin-block-end: 0;
  }
  [part~=dialog] [part~=panel] {
    max-block-size: calc(100dvh - env(safe-area-inset-top) - 24px);
    padding-block-end: env(safe-area-inset-bottom);
    border-radius: 24px 24px 0 0;
  }
  [part~=dialog][open] {
    animation: lk-slide calc(8 / 3 * var(--lk-duration)) cubic-bezier(0.2, 0, 0, 1);
  }
  [part~=dialog][data-closing] {
    animation: lk-slide-out calc(4 / 3 * var(--lk-duration)) ease-in forwards;
  }
}
[part~=dialog][data-closing='late'], [part~=dialog][data-closing='late']::backdrop {
  animation-delay: 700ms;
}
@media (prefers-reduced-motion: reduce) {
  [part~=dialog][data-shaking] [part~=panel] {
    box-shadow: 0 0 0 2px var(--lk-danger);
  }
}
`
