import { css } from './css.ts'

/** Styles of QR codes, virtual lists and the initials of wallets. */
export const walletStyles = css`
[part~=initials] {
  display: block;
  border-radius: inherit;
  font-family: var(--lk-font);
  font-weight: 600;
  forced-color-adjust: none;
}
[part~=list] {
  block-size: min(var(--lk-list-height, 424px), 100dvh - 48px - 64px - 84px);
  min-block-size: 192px;
  overflow-y: auto;
  overscroll-behavior: contain;
  margin-inline: calc(-1 * var(--lk-space-3));
  margin-block-end: calc(-1 * var(--lk-space-5));
  padding-inline: var(--lk-space-3);
  padding-block-end: var(--lk-space-5);
  outline: none;
  scrollbar-width: thin;
  scrollbar-color: var(--lk-hairline) transparent;
  scroll-padding-block: var(--lk-space-1) var(--lk-space-5);
}
[part~=list-rows] {
  list-style: none;
}
[part~=list-row] {
  overflow: clip;
  overflow-clip-margin: 6px;
}
[part~=qr] {
  position: relative;
  display: grid;
  inline-size: min(100%, 330px);
  margin-inline: auto;
  border: 1px solid var(--lk-hairline);
  border-radius: var(--lk-radius-card);
  background: #fff;
  forced-color-adjust: none;
}
[part~=qr-code] {
  display: block;
  inline-size: 100%;
  block-size: auto;
}
[part~=qr][data-pending] [part~=qr-code] {
  opacity: 0.14;
  animation: lk-breathe-qr 1200ms ease-in-out infinite alternate;
}
@keyframes lk-breathe-qr {
  to { opacity: 0.07; }
}
[part~=qr-logo] {
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  pointer-events: none;
}
`
