/**
 * Plans a swap on Solana.
 *
 * Requirements: as `planSwap`: the transaction that the api built is checked before any wallet is asked, and the chain returns the decimals
 * that the amounts were shown with. The embedded wallet also receives the agreed terms, and compares by itself, with the exchanges that its
 * operator knows.
 *
 * Design: one transaction, signed by the account last. It is kept unchanged, so that it can be made only once: asked again, the wallet
 * signs the same transaction, which the chain accepts once and until its blockhash is too old.
 */
import {
  associatedTokenProgram,
  findSolanaSwapFault,
  formatSwapTerms,
  parseCaip10,
  parseSolanaAddress,
  parseSolanaTransaction,
  type ResolvedTransaction,
  resolveLookups,
  type SolanaAsset,
  type SolanaSwapTerms,
} from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import { decimalsOf } from '../send/amountRules.ts'
import type { SendPlan, SendTools } from '../send/SendPlan.ts'
import {
  readBalance,
  readFee,
  readLastSignature,
  readLifetime,
  readMint,
  readState,
  simulate,
} from '../send/solanaSender.ts'
import { coinAddress, type SwapApi } from './SwapApi.ts'
import { readDeposit } from './solanaCosts.ts'
import type { SwapWish } from './swapWish.ts'

/** Throws SWAP_MISMATCH, PRICE_MOVED, LIQUIDITY_INSUFFICIENT, EXECUTION_REVERTED, CHAIN_UNREACHABLE, and as `SwapApi`. */
export async function planSolanaSwap(tools: SendTools, api: SwapApi, wish: SwapWish): Promise<SendPlan> {
  const { network, account, token, units, swap } = wish
  const coin = coinAddress(network)
  const terms: SolanaSwapTerms = {
    give: { asset: assetOf(token.address), amount: units },
    get: { asset: assetOf(swap.get.address), minimum: swap.minimumUnits },
  }
  const pair = { from: token.address ?? coin, to: swap.get.address ?? coin, units, account }
  // The latest signature before it is read first: all later ones are searched for it.
  const lastSignature = await readLastSignature(tools, account)
  const [bytes] = await Promise.all([api.buildSolanaSwap(pair, swap.minimumUnits), checkDecimals(tools, wish)])
  const read = await readSwap(tools, bytes)
  // Only the wallet knows the market makers. Here any may sign: transfers are compared, and programs are Jupiter's or part of Solana.
  const fault = findSolanaSwapFault(read, terms, parseSolanaAddress(account), () => true)
  if (fault !== null) throw new AppError('SWAP_MISMATCH', { details: { reason: fault } })
  const made = read.instructions.flatMap(({ program, accounts: [payer, address, , mint] }) =>
    program === associatedTokenProgram && payer === account && address !== undefined && mint !== undefined
      ? [{ address, mint }]
      : [],
  )
  const [balance, feeUnits, { lastValidBlockHeight }, deposits] = await Promise.all([
    readBalance(tools, account),
    readFee(tools, read.message),
    // No blockhash of today lasts longer than the newest one.
    readLifetime(tools),
    Promise.all(made.map((each) => readDeposit(tools, each))),
  ])
  const depositUnits = deposits.reduce((sum, each) => sum + each, 0n)
  const neededUnits = (token.address === undefined ? units : 0n) + feeUnits + depositUnits
  const problem = neededUnits > balance ? ({ kind: 'short', neededUnits } as const) : null
  if (problem === null) await simulate(tools, bytes)
  const transaction = base58.encode(bytes)
  return {
    ...wish,
    feeUnits,
    depositUnits,
    problem,
    request: {
      method: 'solana_signAndSendTransaction',
      // Other wallets don't support our swap terms.
      params: { transaction, ...(tools.isEmbedded && { swap: formatSwapTerms(terms) }) },
    },
    mark: { lastSignature, transaction, lastValidBlockHeight },
  }
}

const assetOf = (address: string | undefined): SolanaAsset =>
  address === undefined ? 'native' : parseSolanaAddress(parseCaip10(address).address)

/** With the addresses from lookup tables. Throws SWAP_MISMATCH for an invalid transaction, or one that names missing entries. */
async function readSwap(tools: SendTools, bytes: Uint8Array): Promise<ResolvedTransaction> {
  try {
    const transaction = parseSolanaTransaction(bytes)
    const tables = transaction.lookups.map(({ table }) => table)
    const found = await Promise.all(tables.map(async (table) => [table, await readState(tools, table)] as const))
    return resolveLookups(transaction, new Map(found))
  } catch (thrown) {
    const { name } = AppError.from(thrown)
    if (name === 'INVALID_PARAMS' || name === 'TOO_LARGE' || name === 'LOOKUP_TABLE_INVALID')
      throw new AppError('SWAP_MISMATCH', { cause: thrown })
    throw thrown
  }
}

/** The amounts on screen were written with the api's decimals. */
async function checkDecimals(tools: SendTools, { token, swap: { get } }: SwapWish): Promise<void> {
  await Promise.all(
    [token, get].map(async (each) => {
      if (each.address === undefined) return
      const mint = await readMint(tools, parseCaip10(each.address).address)
      if (mint?.decimals !== decimalsOf(each)) throw new AppError('SWAP_MISMATCH')
    }),
  )
}
