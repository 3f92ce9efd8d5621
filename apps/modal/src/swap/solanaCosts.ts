/** The costs of a Solana swap in addition to the amount: signature and priority fees, and the deposit for a new token account. */
import { parseCaip10, parseSolanaAddress, tokenAccountOf } from '@latchkey/chains'
import type { SendTools } from '../send/SendPlan.ts'
import { readCount, readJson, unread } from '../send/solanaAnswers.ts'
import { readAccount, readMint, readRent } from '../send/solanaSender.ts'
import type { SwapCosts } from './swapWish.ts'

/** Of an account for wrapped SOL, whose mint need not be known to a node. */
const plainAccountBytes = 165

/** Returns the deposit of a token account, in lamports; 0 where it exists. Throws CHAIN_UNREACHABLE. */
export const readDeposit = async (
  tools: SendTools,
  { address, mint }: { address: string; mint: string },
): Promise<bigint> => {
  const [state, known] = await Promise.all([readAccount(tools, address), readMint(tools, mint)])
  return state === null ? readRent(tools, known?.accountBytes ?? plainAccountBytes) : 0n
}

/** In lamports: of the account, and of a maker beside it. */
const signatureFee = 5_000n
const maxSigners = 2n
/** Compute units of a typical swap, and the maximum priority fee, in lamports. */
const typicalUnits = 200_000n
const maxPriority = 1_000_000n
const microLamports = 1_000_000n

/** Returns the highest recent price per compute unit, in micro-lamports. */
const readUnitPrice = async ({ ask }: SendTools): Promise<bigint> => {
  const fees = await ask('getRecentPrioritizationFees', [])
  if (!Array.isArray(fees)) return unread()
  let most = 0n
  for (const each of fees) {
    const price = readCount(readJson(each).prioritizationFee)
    if (price > most) most = price
  }
  return most
}

/** `token`: the token to receive, CAIP-10; undefined: SOL. Throws CHAIN_UNREACHABLE. */
export const estimateSolanaCosts = async (
  tools: SendTools,
  account: string,
  token: string | undefined,
): Promise<SwapCosts> => {
  const [price, deposit] = await Promise.all([
    readUnitPrice(tools),
    token === undefined ? 0n : readDepositFor(tools, account, parseCaip10(token).address),
  ])
  const priority = (price * typicalUnits) / microLamports
  return { fee: maxSigners * signatureFee + (priority < maxPriority ? priority : maxPriority), deposit }
}

const readDepositFor = async (tools: SendTools, account: string, address: string): Promise<bigint> => {
  const [owner, mint] = [account, address].map(parseSolanaAddress)
  const known = await readMint(tools, address)
  if (known === null || owner === undefined || mint === undefined) return unread()
  const held = tokenAccountOf(owner, { mint, program: known.program })
  return (await readAccount(tools, held)) === null ? readRent(tools, known.accountBytes) : 0n
}
