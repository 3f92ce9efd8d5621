declare const brand: unique symbol

/**
 * The page that embeds this wallet: an origin that the project lists and that the browser vouched for. Only the
 * boundary makes one; it says nothing about whether anybody is signed in.
 */
export type Page = {
  readonly origin: string
  readonly projectId: string
  /** In 5, codes are typed here and this wallet asks before it shows itself to a page; in 4 the page does the asking. */
  readonly profile: Profile
  readonly [brand]: true
}
export type Profile = 4 | 5

/** For the boundary alone. */
export const asPage = (origin: string, projectId: string, profile: Profile): Page =>
  Object.freeze({ origin, projectId, profile }) as Page
