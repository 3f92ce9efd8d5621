/** The contracts that wrap native coins of networks in the registry, in lower case; at most one address per chain. */
const wrappers: ReadonlySet<string> = new Set([
  // Ethereum, Goerli, Sepolia
  '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  '0xb4fbf271143f4fbf7b91a5ded31805e42b2208d6',
  '0xfff9976782d46cc05630d1f6ebab18b2324d6b14',
  // Optimism, Base, Zora
  '0x4200000000000000000000000000000000000006',
  // Arbitrum, Polygon, BNB Smart Chain, Avalanche, Gnosis
  '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
  '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
  '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
  '0xe91d153e0b41518a2ce8dd3d7944fa863463a97d',
])

/** Returns whether a contract is known to wrap and unwrap a native coin: elsewhere, `deposit` and `withdraw` may mean anything. */
export const isWrappedNative = (contract: string): boolean => wrappers.has(contract.toLowerCase())
