import { css } from './css.ts'

/** Styles of spinners and skeletons, with their animations. */
export const waitingStyles = css`
[part~=spinner] {
  flex: none;
  display: block;
  fill: none;
  stroke: currentColor;
  stroke-width: 2.5;
  stroke-linecap: round;
  animation: lk-spin 800ms linear infinite;
}
[part~=spinner] > :first-child {
  opacity: 0.2;
}
[part~=skeletons] {
  display: grid;
  gap: var(--lk-space-2);
}
[part~=skeleton] {
  block-size: var(--lk-size-body);
  border-radius: 6px;
  background: var(--lk-hover);
  animation: lk-breathe 1200ms ease-in-out infinite alternate;
}
[part~=skeleton][data-shape='text']:nth-child(even) {
  inline-size: 72%;
}
[part~=skeleton][data-shape='row'] {
  block-size: 56px;
  border-radius: var(--lk-radius-input);
}
[part~=skeleton][data-shape='button'] {
  block-size: 48px;
  border-radius: var(--lk-radius-button);
}
[part~=skeleton][data-shape='icon'] {
  inline-size: 36px;
  block-size: 36px;
  border-radius: 10px;
}
[part~=skeleton][data-shape='amount'] {
  inline-size: 60%;
  block-size: var(--lk-size-amount);
  margin-inline: auto;
  border-radius: 10px;
}
[part~=skeletons]:has([data-shape='digit']) {
  display: flex;
  justify-content: center;
}
[part~=skeleton][data-shape='digit'] {
  inline-size: 44px;
  block-size: 52px;
  border-radius: 10px;
}
[part~=skeleton][data-shape='block'] {
  block-size: 120px;
  border-radius: var(--lk-radius-card);
}
@keyframes lk-spin {
  to { transform: rotate(360deg); }
}
@keyframes lk-breathe {
  to { opacity: 0.5; }
}
`
