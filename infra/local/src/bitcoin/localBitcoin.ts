/** The parameters of the local Bitcoin. */
export const localBitcoin = {
  /** CAIP-2, of the registry: regtest. */
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  /** Prefixes of its addresses (`chainparams.cpp` of Bitcoin Core). */
  network: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
} as const
