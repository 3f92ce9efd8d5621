/** Returns whether an allowance counts as unlimited: half of Permit2's 160 bits or more, far above any token's supply. */
export const isUnlimited = (amount: bigint): boolean => amount >= 2n ** 159n
