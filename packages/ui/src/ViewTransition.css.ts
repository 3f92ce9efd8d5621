import { css } from './css.ts'

/** Styles of the `views` and `view` parts. */
export const viewTransitionStyles = css`
[part~=views] {
  flex: 1 0 auto;
  overflow: clip;
}
[part~=view] {
  padding: var(--lk-space-1) var(--lk-space-5) var(--lk-space-5);
}
`
