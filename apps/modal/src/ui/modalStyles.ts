/**
 * The modal's styles on top of the shared parts': the slot of the wallet's iframe. `!important` in a shadow root wins over the page's own
 * style sheets, which reach the iframe because it is in the page.
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
[part~=welcome] {
  position: relative;
}
[part~=welcome-mark] {
  position: absolute;
  inset-block-end: -4px;
  inset-inline-end: -4px;
  display: grid;
  padding: 4px;
  color: var(--lk-surface);
  background: var(--lk-success);
  border: 3px solid var(--lk-surface);
  border-radius: 50%;
}
[part~=connecting] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  gap: var(--lk-space-5);
  padding-block: var(--lk-space-5) var(--lk-space-1);
}
[part~=connecting-words] {
  display: grid;
  justify-items: center;
  gap: var(--lk-space-1);
  max-inline-size: 290px;
  text-wrap: balance;
}
[part~=failed-wallet] {
  position: relative;
}
[part~=failed-mark] {
  position: absolute;
  inset-block-end: 0;
  inset-inline-end: 0;
  display: grid;
  place-items: center;
  inline-size: 28px;
  block-size: 28px;
  border: 3px solid var(--lk-surface);
  border-radius: 50%;
  background: var(--tint);
  color: var(--tone);
}
[part~=pairing] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-3);
}
[part~=pairing-line] {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--lk-space-2) var(--lk-space-3);
}
[part~=pairing-line] [part~=button] {
  flex: none;
  inline-size: auto;
  min-block-size: 40px;
  border-radius: var(--lk-radius-input);
}
[part~=list-empty] {
  display: grid;
  justify-items: center;
  align-content: start;
  block-size: min(var(--lk-list-height, 404px), 100dvh - 48px - 64px - 104px);
  min-block-size: 192px;
  padding-block-start: var(--lk-space-5);
}
[part~=help-fact] {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--lk-space-4);
}
[part~=help-fact] h2 {
  font-weight: var(--lk-weight-strong);
}
[part~=help-icon] {
  display: grid;
  place-items: center;
  inline-size: 44px;
  block-size: 44px;
  border-radius: 14px;
  background: var(--lk-raised);
  color: var(--lk-accent-text);
}
[part~=connection] {
  display: flex;
  align-items: center;
  gap: var(--lk-space-3);
}
[part~=connection] h3 {
  flex: 1;
  min-inline-size: 0;
  font-weight: var(--lk-weight-strong);
}
[part~=accounts] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-2);
  list-style: none;
}
[part~=account-line] {
  display: flex;
  align-items: center;
  gap: var(--lk-space-1);
}
[part~=account-line] [part~=row] {
  flex: 1;
  min-inline-size: 0;
  background: var(--lk-surface);
}
[part~=embedded] {
  display: block;
}
[part~=embedded] [part~=panel] {
  max-inline-size: 100%;
  box-shadow: 0 0 0 1px var(--lk-hairline);
}
`
