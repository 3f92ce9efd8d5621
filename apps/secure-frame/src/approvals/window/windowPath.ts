/** The path of the approval window's document on the wallet origin. */
export const windowPath = '/approve'
