/** The styles of the buying views, loaded with them. */
export const buyStyles = `
[part~=buy] {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--lk-space-4);
}
[part~=buy-choices] {
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--lk-space-2);
}
[part~=buy-choices] [part~=row] {
  background: var(--lk-raised);
}
[part~=buy-offers] {
  display: grid;
  gap: var(--lk-space-2);
  margin: 0;
  padding: 0;
  list-style: none;
}
[part~=buy-offer] {
  display: grid;
  gap: var(--lk-space-1);
  inline-size: 100%;
  padding: var(--lk-space-3);
  border-radius: var(--lk-radius-input);
  background: var(--lk-raised);
  text-align: start;
}
[part~=buy-offer]:disabled {
  cursor: not-allowed;
}
@media (hover: hover) {
  [part~=buy-offer]:not(:disabled):hover {
    background: var(--lk-hover);
  }
}
[part~=buy-line] {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--lk-space-3);
}
[part~=buy-name] {
  font-weight: var(--lk-weight-medium);
}
[part~=buy-small] {
  color: var(--lk-text-secondary);
  font-size: var(--lk-size-small);
}
[part~=buy-result] {
  display: grid;
  justify-items: center;
  gap: var(--lk-space-2);
  padding-block: var(--lk-space-5) var(--lk-space-2);
  text-align: center;
}
[part~=buy-mark] {
  display: grid;
  place-items: center;
  inline-size: 64px;
  block-size: 64px;
  border-radius: 50%;
  background: var(--tint, var(--lk-raised));
  color: var(--tone, var(--lk-accent-text));
}
`
