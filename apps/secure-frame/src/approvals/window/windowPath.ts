/** Where the approval window's document is on the wallet origin. */
export const windowPath = '/approve'
