/**
 * The maximum number of accounts per wallet and namespace. Wallets that return more are rejected (WALLET_INVALID_RESPONSE), so every
 * connection can be stored, and read after a reload.
 */
export const maxAccounts = 256
