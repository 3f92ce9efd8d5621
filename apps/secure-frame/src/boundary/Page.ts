declare const brand: unique symbol

/**
 * The page that embeds this wallet: an origin that the project lists and that the browser reported. Only the boundary
 * creates one; it does not imply that a user is signed in.
 */
export type Page = {
  readonly origin: string
  readonly projectId: string
  /** In 5, codes are entered here and this wallet asks before it shares an account with a page; in 4 the page asks. */
  readonly profile: Profile
  readonly [brand]: true
}
export type Profile = 4 | 5

/** For the boundary only. */
export const asPage = (origin: string, projectId: string, profile: Profile): Page =>
  Object.freeze({ origin, projectId, profile }) as Page
