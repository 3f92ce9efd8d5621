import { type Address, type EncodedAccount, lamports } from '@solana/kit'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import type { Ledger } from './Ledger.ts'
import { localMints } from './localMints.ts'
import { mintAccount } from './mintAccount.ts'

/** A million SOL. */
const faucetLamports = 1_000_000n * 1_000_000_000n

/** The faucet's account, and the mints of which it is the authority. */
export const genesisOf =
  (faucet: Address) =>
  (rentOf: Ledger['rentOf']): EncodedAccount[] => [
    {
      address: faucet,
      data: new Uint8Array(),
      executable: false,
      lamports: lamports(faucetLamports),
      programAddress: SYSTEM_PROGRAM_ADDRESS,
      space: 0n,
    },
    ...Object.values(localMints).map((mint) => mintAccount(mint, faucet, rentOf)),
  ]
