/** The modal for pages without React: the published build of this entry includes its own renderer, loaded with the first view. */
export { defineLatchkeyButton, type LatchkeyButton } from './button/defineLatchkeyButton.ts'
export * from './index.ts'
