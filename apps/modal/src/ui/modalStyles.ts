/**
 * What the modal adds to the parts: the place of the wallet's iframe. `!important` in a shadow root wins over the page's
 * own style sheets, which reach the iframe because it lives in the page.
 */
export const modalStyles = `
:host {
  --lk-frame-height: min(600px, 100dvh - 48px - 64px);
}
@media (max-width: 430px) {
  :host {
    --lk-frame-height: min(600px, 100dvh - 24px - 64px - env(safe-area-inset-top) - env(safe-area-inset-bottom));
  }
}
[hidden] {
  display: none;
}
[part~=frame] {
  display: block;
  block-size: var(--lk-frame-height);
}
[part~=frame][data-shown=login] {
  block-size: min(var(--lk-frame-height), 460px);
}
[part~=frame][hidden] {
  display: none;
}
::slotted(iframe) {
  display: block !important;
  inline-size: 100% !important;
  block-size: 100% !important;
  max-inline-size: none !important;
  min-inline-size: 0 !important;
  max-block-size: none !important;
  min-block-size: 0 !important;
  margin: 0 !important;
  padding: 0 !important;
  border: 0 !important;
  position: static !important;
  opacity: 1 !important;
  visibility: visible !important;
  filter: none !important;
  transform: none !important;
  pointer-events: auto !important;
}
[part~=waiting] {
  display: grid;
  place-content: center;
  justify-items: center;
  gap: var(--lk-space-4);
  min-block-size: 200px;
  color: var(--lk-text-secondary);
  text-align: center;
}
[part~=waiting][data-size='frame'] {
  min-block-size: calc(var(--lk-frame-height) - var(--lk-space-1) - var(--lk-space-5));
}
[part~=waiting][data-size='login'] {
  min-block-size: calc(min(var(--lk-frame-height), 460px) - var(--lk-space-1) - var(--lk-space-5));
}
[part~=identity] {
  display: grid;
  justify-items: center;
  gap: var(--lk-space-2);
  padding-block-end: var(--lk-space-2);
}
[part~=balance] {
  display: grid;
  justify-items: center;
  gap: var(--lk-space-1);
  min-block-size: 64px;
  align-content: center;
}
[part~=balance] > [part~=skeletons] {
  inline-size: 160px;
}
`
