/**
 * The project of the wallet's own pages, for a user who arrives without a dapp. Its only origin is the wallet's, whatever the operator's
 * list of projects says, and that origin belongs to no other project.
 */
export const walletProjectId = 'wallet'
