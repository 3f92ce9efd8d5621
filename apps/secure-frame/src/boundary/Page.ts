declare const brand: unique symbol

/**
 * The page that embeds this wallet: an origin that the project lists and that the browser vouched for. Only the
 * boundary makes one; it says nothing about whether anybody is signed in.
 */
export type Page = { readonly origin: string; readonly projectId: string; readonly [brand]: true }

/** For the boundary alone. */
export const asPage = (origin: string, projectId: string): Page => Object.freeze({ origin, projectId }) as Page
