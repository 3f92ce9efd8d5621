/**
 * The accounts that one wallet gives in one namespace: more than a person has. A wallet that gives more is no wallet
 * (WALLET_INVALID_RESPONSE), so whatever is connected can be stored, and read again at the next visit.
 */
export const maxAccounts = 256
