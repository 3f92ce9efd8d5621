/** Of a token that counts as one. ERC-20 says nothing of a limit, but no honest token has more, and a screen has no room. */
export const maxDecimals = 36
