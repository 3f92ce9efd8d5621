/**
 * Checks whether a Solana transaction is the swap that a user has agreed to.
 *
 * Requirements: the user pays its fee; the tokens leave the user's own token account and arrive in it; exactly the displayed amount is
 * given and at least the displayed amount is received, by the transaction's own terms; no one else gets a right over an account of the
 * user, and nothing else is done.
 *
 * Design: every instruction must be one that swaps consist of, so anything new is rejected. The swap itself has one of two forms. Either
 * Jupiter's program swaps, and enforces the minimum; or a known market maker signs along with the user, and two transfers exchange the
 * assets. The server that provides lookup tables may lie about their content, so nothing that is compared may come from one. Mints and
 * markets may: token accounts are derived from the agreed mints.
 */
import { parseSolanaAddress, type SolanaAddress } from '../address/solanaAddress.ts'
import { parseQuantity } from '../hex/hex.ts'
import { parseRecord } from '../refuse.ts'
import { type ReadInstruction, readInstruction } from '../solana/instructions/readInstruction.ts'
import type { ResolvedTransaction } from '../solana/resolveLookups.ts'
import { solanaFee } from '../solana/solanaFee.ts'
import { token2022Program, tokenAccountOf, tokenProgram } from '../solana/transferInstructions.ts'
import { readJupiterRoute } from './jupiterRoute.ts'
import type { SwapFault } from './swapTerms.ts'

/** SOL, or a token by its mint. */
export type SolanaAsset = 'native' | SolanaAddress

/**
 * The terms of a Solana swap that a user has agreed to, in base units: exactly an amount of one asset, for at least an amount of another.
 */
export type SolanaSwapTerms = {
  readonly give: { readonly asset: SolanaAsset; readonly amount: bigint }
  readonly get: { readonly asset: SolanaAsset; readonly minimum: bigint }
}

/** `fee`: the priority fee is too high for a swap. */
export type SolanaSwapFault = SwapFault | 'fee'

/** The mint of wrapped SOL. Where exchanges use tokens, it stands for SOL itself. */
export const wrappedSolMint = /* @__PURE__ */ parseSolanaAddress('So11111111111111111111111111111111111111112')

/** The maximum network fee of a swap, in lamports: 0.005 SOL. */
const maxSwapFee = 5_000_000n

const maxUint64 = 2n ** 64n - 1n

/** Parses untrusted terms. Throws INVALID_PARAMS (`details.field`), ADDRESS_INVALID. */
export function parseSolanaSwapTerms(input: unknown): SolanaSwapTerms {
  const { give, giveAmount, get, minimum } = parseRecord(input, 'swap')
  return {
    give: { asset: parseAsset(give), amount: parseQuantity(giveAmount, 'swap.giveAmount', maxUint64) },
    get: { asset: parseAsset(get), minimum: parseQuantity(minimum, 'swap.minimum', maxUint64) },
  }
}

const parseAsset = (value: unknown): SolanaAsset => (value === 'native' ? 'native' : parseSolanaAddress(value))

/** The role of one instruction in the swap: none, give, get, or both at once; or why it doesn't belong to it. */
type Part = 'none' | 'give' | 'get' | 'whole' | { readonly fault: SolanaSwapFault }

/**
 * Compares a transaction with the terms that it must fulfill. Returns null when it does this and nothing else.
 *
 * @param transaction its `looked` is untrusted.
 * @param isExchange whether a program, or a market maker by its address, is known on this network.
 */
export function findSolanaSwapFault(
  transaction: ResolvedTransaction,
  terms: SolanaSwapTerms,
  account: SolanaAddress,
  isExchange: (address: string) => boolean,
): SolanaSwapFault | null {
  const { signers } = transaction
  if (signers[0] !== account) return 'more'
  const makers = signers.slice(1)
  if (!makers.every(isExchange)) return 'router'
  const programs = transaction.instructions.map(({ program }) => program)
  const accounts = [account, ...makers].flatMap((owner) => tokenAccountsOf(owner, terms))
  if ([account, ...makers, ...programs, ...accounts].some((each) => transaction.looked.has(each))) return 'recipient'
  const instructions = transaction.instructions.map(readInstruction)
  const { base, priority } = solanaFee(transaction, instructions)
  if (base + priority > maxSwapFee) return 'fee'
  const parts: Part[] = []
  for (const instruction of instructions) {
    const part = partOf(instruction, { terms, account, makers, isExchange })
    if (typeof part === 'object') return part.fault
    if (part !== 'none') parts.push(part)
  }
  const isWhole = parts.length === 1 && parts[0] === 'whole'
  const isExchanged = parts.length === 2 && parts.includes('give') && parts.includes('get')
  return isWhole || isExchanged ? null : 'more'
}

const fault = (reason: SolanaSwapFault): Part => ({ fault: reason })

type Facts = {
  terms: SolanaSwapTerms
  account: SolanaAddress
  makers: readonly SolanaAddress[]
  isExchange: (address: string) => boolean
}

const mintOf = (asset: SolanaAsset): SolanaAddress => (asset === 'native' ? wrappedSolMint : asset)

/** Returns an owner's accounts for a token, one for each token program. */
const accountsOf = (owner: SolanaAddress, mint: SolanaAddress): SolanaAddress[] =>
  [tokenProgram, token2022Program].map((program) => tokenAccountOf(owner, { mint, program }))
const isAccountOf = (address: string, owner: SolanaAddress, mint: SolanaAddress): boolean =>
  isOneOf(accountsOf(owner, mint), address)
/** Returns the token accounts of a swap, including that of wrapped SOL. */
const tokenAccountsOf = (owner: SolanaAddress, { give, get }: SolanaSwapTerms): SolanaAddress[] =>
  [...new Set([mintOf(give.asset), mintOf(get.asset), wrappedSolMint])].flatMap((mint) => accountsOf(owner, mint))

function partOf(instruction: ReadInstruction, facts: Facts): Part {
  const { terms, account, makers, isExchange } = facts
  const { give, get } = terms
  const { action, accounts } = instruction
  const usesSol = give.asset === 'native' || get.asset === 'native'
  const isOwnWrapped = (address: string | undefined): boolean =>
    address !== undefined && usesSol && isAccountOf(address, account, wrappedSolMint)
  switch (action.kind) {
    case 'computeLimit':
    case 'computePrice':
      return 'none'
    case 'createTokenAccount': {
      const mint = [give, get].map(({ asset }) => mintOf(asset)).find((each) => each === action.mint)
      const owner = [account, ...makers].find((each) => each === action.owner)
      if (mint === undefined || owner === undefined || !isAccountOf(action.account, owner, mint)) return fault('more')
      // Makers pay for their own accounts.
      return action.payer === account && owner !== account ? fault('more') : 'none'
    }
    case 'sendSol':
      return partOfSol(action, facts, isOwnWrapped(action.to))
    case 'sendToken':
      return partOfToken(action, facts)
    case 'closeAccount':
      // SOL is unwrapped.
      return isOwnWrapped(action.account) && action.to === account ? 'none' : fault('more')
    case 'other':
      return action.does === 'syncNative' && isOwnWrapped(accounts[0]) ? 'none' : fault('more')
    case 'delegate':
    case 'setAuthority':
    case 'assign':
      return fault('allowance')
    case 'unknown':
      return isExchange(instruction.program) ? partOfRoute(instruction, facts) : fault('router')
    default:
      return fault('more')
  }
}

type Action<kind extends ReadInstruction['action']['kind']> = Extract<ReadInstruction['action'], { kind: kind }>

function partOfSol(
  { from, to, lamports, authority }: Action<'sendSol'>,
  { terms: { give, get }, account, makers }: Facts,
  isWrapping: boolean,
): Part {
  if (from !== authority) return fault('more')
  if (from === account) {
    if (!isWrapping && !isOneOf(makers, to)) return fault('recipient')
    if (give.asset !== 'native' || lamports !== give.amount) return fault('amount')
    return isWrapping ? 'none' : 'give'
  }
  if (!isOneOf(makers, from)) return fault('more')
  if (to !== account) return fault('recipient')
  return get.asset === 'native' && lamports >= get.minimum ? 'get' : fault('received')
}

function partOfToken(
  { from, to, amount, authority, mint, fee }: Action<'sendToken'>,
  { terms: { give, get }, account, makers }: Facts,
): Part {
  const isOf = (asset: SolanaAsset, address: string, owner: SolanaAddress): boolean =>
    asset !== 'native' && (mint === null || mint === asset) && isAccountOf(address, owner, asset)
  if (authority === account) {
    if (!isOf(give.asset, from, account) || amount !== give.amount) return fault('amount')
    return makers.some((maker) => isOf(give.asset, to, maker)) ? 'give' : fault('recipient')
  }
  if (!isOneOf(makers, authority)) return fault('more')
  if (get.asset === 'native' || (mint !== null && mint !== get.asset)) return fault('received')
  if (!isOf(get.asset, to, account)) return fault('recipient')
  // As a delegate, a maker could pay with the user's tokens.
  if (!makers.some((maker) => isOf(get.asset, from, maker))) return fault('more')
  return amount - (fee ?? 0n) >= get.minimum ? 'get' : fault('received')
}

function partOfRoute(instruction: ReadInstruction, { terms, account }: Facts): Part {
  const { give, get } = terms
  const route = readJupiterRoute(instruction)
  if (route === null || route.authority !== account || route.hasFee) return fault('more')
  const [given, gotten] = [mintOf(give.asset), mintOf(get.asset)]
  if (route.give !== given || route.amount !== give.amount || !isAccountOf(route.from, account, given))
    return fault('amount')
  if (route.get !== gotten || route.minimum < get.minimum) return fault('received')
  return isAccountOf(route.to, account, gotten) ? 'whole' : fault('recipient')
}

const isOneOf = (addresses: readonly SolanaAddress[], address: string): boolean =>
  addresses.some((each) => each === address)
