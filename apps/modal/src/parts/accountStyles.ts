/** Styles of the account's parts; loaded with them. */
export const accountStyles = `
[part~=account] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-4);
}
[part~=account-head] {
  display: flex;
  align-items: center;
  gap: var(--lk-space-3);
  min-block-size: 48px;
}
[part~=account-picture] {
  position: relative;
  flex: none;
}
img[part~=avatar] {
  object-fit: cover;
}
[part~=account-wallet] {
  position: absolute;
  inset-block-end: -4px;
  inset-inline-end: -4px;
  padding: 2px;
  border-radius: 9px;
  background: var(--lk-surface);
}
[part~=account-wallet] [part~=image] {
  min-inline-size: 18px;
  min-block-size: 18px;
  border-radius: 7px;
}
[part~=account-who] {
  flex: 1;
  min-inline-size: 0;
}
[part~=account-name], [part~=account-of] {
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
[part~=account-name] {
  font-size: var(--lk-size-title);
  font-weight: var(--lk-weight-strong);
}
[part~=account-of] {
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
}
[part~=account-who] [part~=icon-button] {
  inline-size: 28px;
  block-size: 28px;
  margin-block: -4px;
}
[part~=account-who] [part~=icon-button] svg {
  inline-size: 16px;
  block-size: 16px;
}
[part~=account-network] {
  display: flex;
  align-items: center;
  gap: 6px;
  flex: 0 1 auto;
  max-inline-size: 100%;
  min-block-size: 36px;
  padding-inline: 8px;
  border: 1px solid var(--lk-hairline);
  border-radius: 999px;
  color: var(--lk-text);
  font-size: var(--lk-size-small);
  font-weight: var(--lk-weight-medium);
}
[part~=account-network] > span {
  overflow-wrap: anywhere;
  text-align: start;
}
[part~=account-network] > svg {
  flex: none;
}
[part~=account-network] > [data-icon] {
  color: var(--lk-icon);
}
[part~=account-sum] {
  display: grid;
  justify-items: start;
  gap: var(--lk-space-1);
}
[part~=account-other] [part~=row-title] {
  white-space: normal;
}
[part~=move-list] {
  max-block-size: 236px;
  overflow-y: auto;
  overscroll-behavior: contain;
}
[part~=worth] {
  display: grid;
  gap: 2px;
  min-block-size: 44px;
  align-content: center;
}
[part~=worth] [part~=amount], [part~=worth] [part~=skeleton] {
  justify-items: start;
  text-align: start;
  margin-inline: 0;
}
[part~=worth-total] {
  font-size: var(--lk-size-amount);
  font-weight: var(--lk-weight-strong);
  font-variant-numeric: tabular-nums;
  line-height: 1.15;
  letter-spacing: -0.02em;
  overflow-wrap: anywhere;
}
[part~=worth-total][data-long] {
  font-size: var(--lk-size-display);
}
[part~=account-sections] [part~=tabpanel], [part~=account-list] {
  block-size: 280px;
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  scrollbar-color: var(--lk-hairline) transparent;
}
[part~=account-sections] [part~=state] {
  padding-block: var(--lk-space-2);
}
[part~=account-sections] [part~=state-icon] {
  inline-size: 44px;
  block-size: 44px;
  margin-block-end: 0;
}
[part~=account-sections] [part~=state-title] {
  font-size: var(--lk-size-body);
}
[part~=account-sections] [part~=state] [part~=button] {
  min-block-size: 40px;
  margin-block-start: var(--lk-space-1);
}
[part~=things] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  margin: 0;
  padding: 0;
  list-style: none;
}
[part~=things] [part~=row] {
  padding-inline: 2px 6px;
  background: none;
}
a[part~=row]:hover {
  background: var(--lk-hover);
}
[part~=thing-skeleton] {
  display: grid;
  grid-template-columns: 36px minmax(0, 1fr) 64px;
  align-items: center;
  gap: var(--lk-space-3);
  block-size: 56px;
  padding-inline-start: 2px;
}
[part~=thing-skeleton] [part~=skeleton][data-shape='icon'] {
  border-radius: 50%;
}
[part~=stale] {
  padding-block: 2px var(--lk-space-1);
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
}
[part~=month] {
  position: sticky;
  inset-block-start: 0;
  z-index: 1;
  padding-block: 6px 4px;
  background: var(--lk-surface);
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
  font-weight: var(--lk-weight-medium);
}
[part~=thing-picture] {
  position: relative;
  display: grid;
  place-items: center;
  inline-size: 36px;
  block-size: 36px;
}
[part~=thing-picture][data-drawn] {
  border-radius: 50%;
  background: var(--lk-raised);
  box-shadow: inset 0 0 0 1px var(--lk-hairline);
}
[part~=thing-badge] {
  position: absolute;
  inset-block-end: -3px;
  inset-inline-end: -5px;
  display: grid;
  place-items: center;
  inline-size: 18px;
  block-size: 18px;
  border: 2px solid var(--lk-surface);
  border-radius: 50%;
  background: var(--lk-raised);
  color: var(--tone, var(--lk-text));
}
[part~=thing-title] {
  display: flex;
  align-items: center;
  gap: var(--lk-space-2);
}
[part~=moved] {
  display: grid;
  justify-items: end;
  min-inline-size: 0;
}
[part~=moved] > * {
  max-inline-size: 100%;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
}
[part~=moved] > :first-child {
  color: var(--lk-text);
  font-size: var(--lk-size-body);
  font-weight: var(--lk-weight-medium);
}
[part~=moved] > [data-direction=in] {
  color: var(--lk-success);
}
[part~=more] {
  display: grid;
  justify-items: center;
  gap: var(--lk-space-1);
  padding-block: var(--lk-space-2);
}
[part~=kinds] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-2);
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;
}
[part~=kind-title] {
  padding: 0 0 var(--lk-space-2);
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
  font-weight: var(--lk-weight-medium);
}
[part~=kind-choice] {
  display: flex;
  gap: 2px;
  padding: 3px;
  border-radius: var(--lk-radius-input);
  background: var(--lk-raised);
}
[part~=kind] {
  position: relative;
  display: grid;
  flex: 1;
  place-items: center;
  min-block-size: 36px;
  border: 1px solid transparent;
  border-radius: calc(var(--lk-radius-input) - 3px);
  color: var(--lk-text-secondary);
  font-weight: var(--lk-weight-medium);
  cursor: pointer;
}
[part~=kind] input {
  position: absolute;
  inset: 0;
  inline-size: 100%;
  block-size: 100%;
  margin: 0;
  opacity: 0;
  cursor: inherit;
}
[part~=kind]:has(:checked) {
  background: var(--lk-surface);
  border-color: var(--lk-hairline);
  color: var(--lk-text);
}
[part~=kind]:has(:focus-visible) {
  outline: 2px solid var(--lk-accent-text);
  outline-offset: 2px;
}
[part~=kinds][aria-busy='true'] [part~=kind] {
  cursor: progress;
}
[part~=kind-about] {
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
  text-wrap: pretty;
}
[part~=receive] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  gap: var(--lk-space-4);
}
[part~=receive] > [part~=tabs] {
  inline-size: 100%;
}
[part~=token] {
  display: grid;
  justify-items: center;
  gap: var(--lk-space-2);
  padding-block: var(--lk-space-2) var(--lk-space-5);
}
[part~=receive-code] {
  display: grid;
  justify-items: center;
  gap: var(--lk-space-4);
}
[part~=receive] [part~=notice], [part~=receive] > [part~=button] {
  inline-size: 100%;
}
[part~=receive] [part~=address-text] {
  justify-content: center;
}
`
