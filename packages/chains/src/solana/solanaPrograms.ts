import { parseSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import { systemProgram, token2022Program, tokenProgram } from './transferInstructions.ts'

const program = (address: string): SolanaAddress => parseSolanaAddress(address)

/** Creates the token account whose address follows from owner and mint. */
export const associatedTokenProgram = /* @__PURE__ */ program('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
/** Sets a transaction's compute limit and priority fee. */
export const computeBudgetProgram = /* @__PURE__ */ program('ComputeBudget111111111111111111111111111111')
/** Owns the address lookup tables of version 0 transactions. */
export const lookupTableProgram = /* @__PURE__ */ program('AddressLookupTab1e1111111111111111111111111')
/** Owns stake accounts. */
export const stakeProgram = /* @__PURE__ */ program('Stake11111111111111111111111111111111111111')
/** Owns validators' vote accounts. */
export const voteProgram = /* @__PURE__ */ program('Vote111111111111111111111111111111111111111')
/** The upgradeable BPF loader: deploys, upgrades and closes programs. */
export const loaderProgram = /* @__PURE__ */ program('BPFLoaderUpgradeab1e11111111111111111111111')
/** Both versions of the memo program; the current one first. */
export const memoPrograms: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
]
/** The network's programs that verify signatures: each signature costs as much as one of the transaction's. */
export const signaturePrograms: readonly string[] = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]

/** Jupiter's program, version 6. */
export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/**
 * Programs in which users hold nothing but SOL and tokens, so that simulating their instructions shows all that they take: exchanges whose
 * shares are tokens themselves. Concentrated liquidity positions aren't tokens: emptying one moves none.
 */
const exchanges: readonly string[] = [jupiterProgram, '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8']

/** Returns whether an instruction of this program can take only an account's SOL and tokens. */
export const movesTokensAlone = (address: string): boolean => exchanges.includes(address)

/** The names of well-known programs. Others are only shown by address. */
const names: Readonly<Record<string, string>> = {
  [systemProgram]: 'System',
  [tokenProgram]: 'Token',
  [token2022Program]: 'Token-2022',
  [associatedTokenProgram]: 'Associated Token',
  [computeBudgetProgram]: 'Compute Budget',
  [lookupTableProgram]: 'Address Lookup Table',
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: 'Memo',
  Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo: 'Memo (version 1)',
  [stakeProgram]: 'Stake',
  [voteProgram]: 'Vote',
  [loaderProgram]: 'Program loader',
  Ed25519SigVerify111111111111111111111111111: 'Ed25519 check',
  KeccakSecp256k11111111111111111111111111111: 'Secp256k1 check',
  Secp256r1SigVerify1111111111111111111111111: 'Secp256r1 check',
  metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s: 'Metaplex Token Metadata',
  [jupiterProgram]: 'Jupiter',
  whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc: 'Orca Whirlpool',
  '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8': 'Raydium',
  CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK: 'Raydium Concentrated Liquidity',
}

/** Returns a program's name; null for an unknown one. */
export const nameOfProgram = (address: string): string | null =>
  Object.hasOwn(names, address) ? (names[address] ?? null) : null
