/** Styles of the social sign-in's parts; loaded with them. */
export const socialStyles = `
[part~=provider] {
  flex: none;
  display: block;
  forced-color-adjust: none;
}
[part~=socials] {
  display: grid;
  gap: var(--lk-space-2);
}
[part~=social-line] {
  display: flex;
  gap: var(--lk-space-2);
}
[part~=social-others] {
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--lk-space-2);
}
[part~=social-others] > :last-child:nth-child(odd) {
  grid-column: 1 / -1;
}
[part~=social] {
  position: relative;
  display: flex;
  flex: 1 1 auto;
  align-items: center;
  justify-content: center;
  gap: var(--lk-space-2);
  padding-inline: var(--lk-space-2);
  border-color: var(--lk-hairline);
  border-radius: var(--lk-radius-button);
  color: var(--lk-text);
  font-size: var(--lk-size-body);
}
[part~=social] > [part~=provider] {
  color: var(--lk-text);
}
[part~=social-mark], [part~=social-more] {
  flex: none;
  inline-size: 48px;
}
[part~=social-more] {
  border-color: var(--lk-hairline);
  border-radius: var(--lk-radius-button);
}
[part~=social-more] > svg {
  color: var(--lk-icon);
  stroke-width: 2.4;
}
[part~=social-name] {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
[part~=social-last] {
  position: absolute;
  inset-block-start: -9px;
  padding: 1px 7px;
  border-radius: 999px;
  background: var(--lk-text);
  color: var(--lk-surface);
  font-size: 11px;
  line-height: 16px;
  white-space: nowrap;
}
[part~=socials]:has([part~=social-line] [part~=social-last]) {
  padding-block-start: 6px;
}
[part~=provider-picture] {
  display: grid;
  place-items: center;
  inline-size: 72px;
  block-size: 72px;
  color: var(--lk-text);
}
[part~=provider-mark] {
  display: inline-block;
  margin-inline-end: 6px;
  vertical-align: -2px;
}
[part~=login-number] {
  padding: var(--lk-space-2) var(--lk-space-6);
  border: 1px solid var(--lk-hairline);
  border-radius: var(--lk-radius-card);
  background: var(--lk-raised);
  color: var(--lk-text);
  font-size: var(--lk-size-amount);
  font-weight: var(--lk-weight-strong);
  letter-spacing: 0.08em;
}
[part~=qr-mark] {
  display: grid;
  place-items: center;
  padding: 4px;
}
`
