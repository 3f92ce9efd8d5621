/** Where windows of a sign-in at a provider are on the wallet origin: one that waits to be sent there, and the one that comes back. */
export const loadingPath = '/loading'
export const resultPath = '/social'
