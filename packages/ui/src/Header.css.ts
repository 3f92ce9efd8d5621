import { css } from './css.ts'

/** Styles of the `header` part, 64 px high and sticky. */
export const headerStyles = css`
[part~=header] {
  position: sticky;
  inset-block-start: 0;
  z-index: 1;
  display: flex;
  align-items: center;
  gap: var(--lk-space-2);
  block-size: 64px;
  padding-inline: var(--lk-space-3);
  background: var(--lk-surface);
}
/*
 * A hairline once content has scrolled under it, where the browser supports it. Not under reduced motion, where animations last
 * 0 s and this one would be over at once: the hairline would lie over the wallet's frame, whose buttons wait until nothing covers it.
 */
@supports (animation-timeline: scroll()) {
  @media (prefers-reduced-motion: no-preference) {
    [part~=header] {
      animation: lk-under linear both;
      animation-timeline: scroll();
      animation-range: 0 12px;
    }
  }
}
@keyframes lk-under {
  to { box-shadow: 0 1px var(--lk-hairline); }
}
.lk-header-side {
  flex: none;
  inline-size: 40px;
}
.lk-swap {
  position: relative;
  flex: 1;
  min-inline-size: 0;
}
[part~=header-title] {
  overflow: hidden;
  font-size: var(--lk-size-title);
  font-weight: var(--lk-weight-strong);
  text-align: center;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.lk-ghost {
  position: absolute;
  inset-block-start: 0;
  inset-inline: 0;
  pointer-events: none;
}
`
