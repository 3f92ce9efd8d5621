import { css } from './css.ts'

export const headerStyles = css`
  .lk-header {
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
  .lk-header-side {
    flex: none;
    inline-size: 40px;
  }
  .lk-swap {
    position: relative;
    flex: 1;
    min-inline-size: 0;
  }
  .lk-header-title {
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
