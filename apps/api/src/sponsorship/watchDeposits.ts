import { smartAccountContracts } from '@latchkey/chains'
import type { Clock } from '@latchkey/service-kit/clock'
import type { Metrics } from '@latchkey/service-kit/metrics/createMetrics'
import { formatEther } from 'viem'
import { balanceOf } from '../chain/erc20Reads.ts'
import { callContracts } from '../chain/readContracts.ts'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import type { SmartAccountNetwork } from '../settings/smartAccountFields.ts'

const everyMs = 60_000

export type WatchDepositsDeps = {
  rpcProxy: RpcProxy
  /** By CAIP-2. */
  smartAccounts: Readonly<Record<string, SmartAccountNetwork>>
  clock: Clock
}

/** Measures each paymaster's deposit at the EntryPoint. Queried once a minute at most; a scrape waits for no chain. */
export function watchDeposits(metrics: Metrics, { rpcProxy, smartAccounts, clock }: WatchDepositsDeps): void {
  const deposits = new Map<string, number>()
  let askedAtMs = 0
  const ask = async (chainId: string, paymaster: SmartAccountNetwork['paymaster']): Promise<void> => {
    if (paymaster === undefined) return
    const reads = [balanceOf(smartAccountContracts.entryPoint, paymaster)]
    const [left] = await callContracts(rpcProxy, chainId, reads).catch(() => [])
    // No value rather than an outdated one.
    if (left === undefined) deposits.delete(chainId)
    else deposits.set(chainId, Number(formatEther(BigInt(left))))
  }
  metrics.watch('latchkey_paymaster_deposit', () => {
    const nowMs = clock.now().getTime()
    if (nowMs - askedAtMs > everyMs) {
      askedAtMs = nowMs
      for (const [chainId, { paymaster }] of Object.entries(smartAccounts)) void ask(chainId, paymaster)
    }
    return [...deposits].map(([chain, deposit]) => [{ chain }, deposit])
  })
}
