import type { TokenBalance } from '@latchkey/api-client'
import { formatAmount, formatQuantity, type Network } from '@latchkey/chains'
import { t } from '@latchkey/copy/permissions'
import type { FramePermission } from '@latchkey/protocol'

const units = [
  [604_800, 'week'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

/**
 * Returns the maximum that a permission lets this site spend, as text; null where there is no such limit, or the wallet's response has
 * none. Amounts of tokens that the account doesn't hold are in base units.
 */
export const permissionLimit = (
  { chainId, permissions }: Pick<FramePermission, 'chainId' | 'permissions'>,
  network: Network | undefined,
  tokens: readonly TokenBalance[],
): string | null => {
  const [permission] = permissions
  if (permission === undefined) return null
  const { type, data } = permission
  const isPeriodic = type.endsWith('-periodic')
  const quantity = isPeriodic ? data.periodAmount : data.allowance
  if (typeof quantity !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(quantity)) return null
  const amount = amountOf(BigInt(quantity), coinOrToken(chainId, permission, network, tokens))
  if (!isPeriodic) return t('upTo', { amount })
  const { periodDuration: seconds } = data
  if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds) || seconds < 1) return null
  const [size, unit] = units.find(([each]) => seconds % each === 0) ?? [1, 'second']
  return t('upToEvery', { amount, unit, count: seconds / size })
}

type Coin = { symbol: string; decimals: number }

const coinOrToken = (
  chainId: number,
  { type, data }: FramePermission['permissions'][number],
  network: Network | undefined,
  tokens: readonly TokenBalance[],
): Coin | null => {
  if (type.startsWith('native-token')) return network?.nativeCurrency ?? null
  const token = data.address ?? data.tokenAddress
  if (typeof token !== 'string') return null
  const address = `eip155:${chainId}:${token}`.toLowerCase()
  const held = tokens.find((each) => each.address?.toLowerCase() === address)
  return held === undefined ? null : { symbol: held.symbol, decimals: Number(held.quantity.decimals) }
}

const amountOf = (units: bigint, coin: Coin | null): string =>
  coin === null
    ? t('units', { amount: String(units) })
    : `${formatQuantity(formatAmount(units, coin.decimals))} ${coin.symbol}`
