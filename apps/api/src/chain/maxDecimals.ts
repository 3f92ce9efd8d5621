/** The most decimals that a token may have. ERC-20 has no limit, but no honest token has more, and screens have no room. */
export const maxDecimals = 36
