/** The coin type of Ethereum (SLIP-44). */
export const etherCoinType = 60
/** The coin type for every EVM chain (ENSIP-19); the coin type of a chain other than Ethereum adds its id (ENSIP-11). */
export const evmCoinType = 2 ** 31

/** Returns the coin type of a chain by its CAIP-2 id; null for one outside `eip155`, or with an id of 2^31 or more. */
export const coinTypeOf = (network: string): number | null => {
  const chainId = Number(/^eip155:([1-9]\d*)$/.exec(network)?.[1])
  if (Number.isNaN(chainId) || chainId >= evmCoinType) return null
  return chainId === 1 ? etherCoinType : evmCoinType + chainId
}

/** Returns the CAIP-2 id of the EVM chain for a coin type; null for any other coin type. */
export const networkOfCoinType = (coinType: number): string | null => {
  const network = `eip155:${coinType === etherCoinType ? 1 : coinType - evmCoinType}`
  return coinTypeOf(network) === coinType ? network : null
}
