import { css } from './css.ts'

/** Styles of the part `row`, at least 56 px high. */
export const rowStyles = css`
[part~=row] {
  display: flex;
  align-items: center;
  gap: var(--lk-space-3);
  inline-size: 100%;
  min-block-size: 56px;
  padding-block: var(--lk-space-2);
  padding-inline: 10px var(--lk-space-3);
  border: 1px solid transparent;
  border-radius: var(--lk-radius-input);
  background: var(--lk-raised);
  color: var(--lk-text);
  text-align: start;
  text-decoration: none;
}
div[part~=row] {
  background: none;
  padding-inline: 0;
}
[part~=row][aria-current] {
  border-color: var(--lk-accent-text);
}
[part~=row-icon] {
  flex: none;
  display: grid;
  place-items: center;
  inline-size: 36px;
  block-size: 36px;
  color: var(--lk-icon);
}
[part~=row-icon][data-drawn] {
  border-radius: 10px;
  background: var(--lk-surface);
  box-shadow: inset 0 0 0 1px var(--lk-hairline);
}
.lk-row-text {
  flex: 1;
  min-inline-size: 0;
  display: grid;
  gap: 1px;
}
[part~=row-title], [part~=row-description] {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
[part~=row-title] {
  font-weight: var(--lk-weight-medium);
}
[part~=row-description] {
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
}
[part~=row-trailing] {
  flex: none;
  display: flex;
  align-items: center;
  gap: var(--lk-space-2);
  max-inline-size: 50%;
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
  text-align: end;
}
img[part~=network-icon] {
  display: block;
  flex: none;
  border-radius: 10px;
  object-fit: cover;
  forced-color-adjust: none;
}
`
