/**
 * Whether an allowance is meant to have no end: half of Permit2's 160 bits or more, which no token's supply comes near.
 */
export const isUnlimited = (amount: bigint): boolean => amount >= 2n ** 159n
