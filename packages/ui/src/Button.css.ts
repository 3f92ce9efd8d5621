import { css } from './css.ts'

/** Styles of the parts `button`, `buttons`, `icon-button` and `tile`. */
export const buttonStyles = css`
[part~=button] {
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
  background: var(--fill, var(--rest, var(--lk-raised)));
  color: var(--label, inherit);
  font-weight: var(--lk-weight-strong);
  text-align: center;
  text-decoration: none;
  transition: background-color 60ms;
}
a[part~=button] {
  display: grid;
  align-items: center;
}
[part~=button][data-variant='primary'] {
  --rest: var(--lk-accent);
  --deep: var(--lk-accent-deep);
  --label: var(--lk-on-accent);
}
[part~=button][data-variant='danger'] {
  --rest: var(--lk-danger-fill);
  --deep: var(--lk-danger-deep);
  --label: var(--lk-on-danger);
}
[part~=button][data-variant='secondary'] {
  border-color: var(--lk-hairline);
}
.lk-button-label {
  position: relative;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: var(--lk-space-2);
}
[part~=button][data-arming] {
  border-color: var(--lk-hairline);
  background: color-mix(in oklab, var(--rest) 22%, var(--lk-surface));
  color: var(--lk-text-secondary);
}
@media (forced-colors: active) {
  [part~=button][data-arming] {
    border-color: GrayText;
    border-style: dashed;
    color: GrayText;
  }
}
@media (hover: hover) {
  [part~=button]:hover:is(:enabled, a):not([aria-disabled]) {
    --fill: color-mix(in srgb, var(--rest), var(--deep));
  }
}
[part~=button]:active:is(:enabled, a):not([aria-disabled]) {
  --fill: var(--deep);
}
[part~=buttons] {
  flex-wrap: wrap;
  display: flex;
  gap: var(--lk-space-3);
}
[part~=icon-button] {
  display: grid;
  place-items: center;
  flex: none;
  inline-size: 40px;
  block-size: 40px;
  border: 1px solid transparent;
  border-radius: 999px;
  color: var(--lk-icon);
}
[part~=tile] {
  display: grid;
  flex: 1;
  place-items: center;
  align-content: center;
  gap: var(--lk-space-1);
  min-inline-size: min-content;
  min-block-size: 48px;
  padding: 10px var(--lk-space-1);
  border: 1px solid transparent;
  border-radius: var(--lk-radius-input);
  background: var(--lk-raised);
  font-size: var(--lk-size-small);
  font-weight: var(--lk-weight-medium);
}
[part~=tile] > svg {
  color: var(--lk-accent-text);
}
`
