import { css } from './css.ts'

/** Styles of avatars, icons, addresses and amounts. */
export const identityStyles = css`
[part~=avatar], [part~=network-icon] {
  display: block;
  flex: none;
  border-radius: 50%;
  forced-color-adjust: none;
}
svg[part~=network-icon] {
  border-radius: 0;
  font-family: var(--lk-font);
  font-weight: 600;
}
[part~=image] {
  position: relative;
  display: grid;
  place-items: center;
  flex: none;
  inline-size: fit-content;
  min-inline-size: 36px;
  min-block-size: 36px;
  border-radius: 10px;
  background: var(--lk-surface);
  box-shadow: inset 0 0 0 1px var(--lk-hairline);
  color: var(--lk-icon);
}
[part~=image][data-size='large'] {
  margin: var(--lk-space-2);
  border-radius: 18px;
}
[part~=image]::after {
  content: '';
  position: absolute;
  inset: 0;
  border-radius: inherit;
  box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--lk-text) 8%, transparent);
  pointer-events: none;
}
[part~=image-ring] {
  position: absolute;
  inset: -7px;
  inline-size: calc(100% + 14px);
  block-size: calc(100% + 14px);
  overflow: visible;
  fill: none;
  stroke: var(--lk-hairline);
  stroke-width: 2.5;
  stroke-linecap: round;
}
[part~=image-ring] > :last-child {
  stroke: var(--lk-accent-text);
  stroke-dasharray: 22 78;
  animation: lk-run 1400ms linear infinite;
}
@keyframes lk-run {
  to { stroke-dashoffset: -100; }
}
[part~=image] img {
  display: block;
  border-radius: inherit;
  object-fit: cover;
}
[part~=address] {
  display: inline-flex;
  align-items: center;
  gap: var(--lk-space-1);
  min-inline-size: 0;
}
[part~=address-text] {
  font-variant-numeric: tabular-nums;
  /* Some fonts draw "0x" as a multiplication. */
  font-feature-settings: 'calt' 0;
}
[part~=address][data-form='full'] [part~=address-text] {
  display: flex;
  flex-wrap: wrap;
  gap: 2px 8px;
  font-family: var(--lk-font-mono);
  font-size: var(--lk-size-small);
}
[part~=address-differs] {
  border-block-end: 2px solid var(--lk-danger);
  background: var(--lk-danger-tint);
  color: var(--lk-danger);
  font-weight: var(--lk-weight-strong);
}
[part~=amount] {
  display: grid;
  grid-template-columns: minmax(0, auto);
  gap: 2px;
  min-inline-size: 0;
}
[part~=amount][data-size='large'] {
  justify-items: center;
  text-align: center;
}
[part~=amount-token] {
  font-weight: var(--lk-weight-medium);
  overflow-wrap: anywhere;
}
[part~=amount][data-size='large'] [part~=amount-token] {
  font-size: var(--lk-size-amount);
  font-weight: var(--lk-weight-strong);
  line-height: 1.15;
  letter-spacing: -0.02em;
}
[part~=amount][data-size='large'] [part~=amount-token][data-long] {
  font-size: var(--lk-size-display);
}
[part~=amount][data-size='row'] [part~=amount-token] {
  color: var(--lk-text);
  font-size: var(--lk-size-body);
}
[part~=amount][data-direction='in'] [part~=amount-token] {
  color: var(--lk-success);
}
[part~=amount][data-direction='out'] [part~=amount-token] {
  color: var(--lk-text);
}
.lk-amount-symbol {
  white-space: nowrap;
}
[part~=amount-fiat] {
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-body);
}
[part~=amount][data-size='row'] [part~=amount-fiat] {
  font-size: var(--lk-size-small);
}
`
