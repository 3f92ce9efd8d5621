/** The paths on the wallet origin of the windows of a sign-in at a provider: one that waits to be sent there, and one that comes back. */
export const loadingPath = '/loading'
export const resultPath = '/social'
