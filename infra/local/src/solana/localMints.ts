import { createHash } from 'node:crypto'
import type { Address } from '@solana/kit'

/** The initial state of the local Solana. The cluster, the faucet, the backend's settings, the demo and the tests all read it here. */
export const localCluster = {
  /** CAIP-2, of the registry: the first 32 characters of the genesis hash, as for every cluster. */
  caipNetworkId: 'solana:LocaLatchkey11111111111111111111',
  genesisHash: 'LocaLatchkey1111111111111111111111111111111',
} as const

// Literals: importing these values must not load the libraries that use them.
const address = (text: string): Address => text as Address

export const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
/** Token Extensions, whose instructions begin with those of the older program. */
export const token2022Program = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

export type LocalMint = {
  address: Address
  name: string
  symbol: string
  decimals: number
  /** The program that owns it. A Token Extensions mint carries its own name and symbol. */
  program: Address
}

export const localMints = {
  usdc: {
    address: address('USDCLatchkey1111111111111111111111111111111'),
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    program: tokenProgram,
  },
  lkey: {
    address: address('LKEYLatchkey1111111111111111111111111111111'),
    name: 'Latchkey Token',
    symbol: 'LKEY',
    decimals: 9,
    program: token2022Program,
  },
} as const satisfies Record<string, LocalMint>

/** Returns the public Ed25519 seed of the account that hands out SOL and may mint the tokens, known like anvil's accounts. */
export const faucetSeed = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update('the faucet of the local Solana').digest())
