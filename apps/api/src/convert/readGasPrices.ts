import { AppError } from '@latchkey/protocol/errors'
import * as z from 'zod/mini'
import type { AskChain } from '../chain/askChain.ts'
import type { GasPrices } from './ExchangeDriver.ts'

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const feeHistory = z.object({ baseFeePerGas: z.array(quantity), reward: z.array(z.array(quantity)) })

/** What the blocks of the last minute paid as tips: the slow, the usual and the fast ones, in percent of their transactions. */
const percentiles = [25, 50, 90]
const blocks = '0x5'

/** What gas costs in wei: the next block's base fee, and the tip that the recent blocks were paid. Throws CHAIN_UNREACHABLE. */
export const readGasPrices = async (ask: AskChain): Promise<GasPrices> => {
  const [history, price] = await Promise.all([
    ask(['eth_feeHistory', [blocks, 'latest', percentiles]]).catch(() => [null]),
    ask(['eth_gasPrice', []]),
  ])
  const plain = z.safeParse(quantity, price[0])
  if (!plain.success) throw new AppError('CHAIN_UNREACHABLE', { cause: plain.error })
  const parsed = z.safeParse(feeHistory, history[0])
  const baseFee = parsed.success ? parsed.data.baseFeePerGas.at(-1) : undefined
  // A chain without base fees has one price.
  if (!parsed.success || baseFee === undefined) return same(BigInt(plain.data))
  const tipAt = (index: number): bigint => {
    const tips = parsed.data.reward.map((block) => BigInt(block[index] ?? 0)).toSorted((a, b) => (a < b ? -1 : 1))
    return tips[Math.floor(tips.length / 2)] ?? 0n
  }
  const at = (index: number): bigint => max(BigInt(baseFee) + tipAt(index), BigInt(plain.data))
  return { standard: at(0), fast: at(1), instant: at(2) }
}

const same = (price: bigint): GasPrices => ({ standard: price, fast: price, instant: price })
const max = (one: bigint, other: bigint): bigint => (one > other ? one : other)
