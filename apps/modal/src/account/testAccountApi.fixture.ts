import type { AccountTransaction, Identity, TokenBalance } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import type { AccountApi } from './AccountApi.ts'

export const testEther = (numeric: string = '1', chainId = 'eip155:31337'): TokenBalance => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId,
  value: Number(numeric) * 2000,
  price: 2000,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
})

export const testUsdc = (numeric: string = '250', chainId = 'eip155:31337'): TokenBalance => ({
  name: 'USD Coin',
  symbol: 'USDC',
  chainId,
  address: `${chainId}:0x5FbDB2315678afecb367f032d93F642f64180aa3`,
  value: Number(numeric),
  price: 1,
  quantity: { decimals: '6', numeric },
  iconUrl: '',
})

export type TestAccountApi = AccountApi & {
  /** The calls, in order: name, network, and other parameters. */
  asked: string[]
}

/** A backend in memory: an ether, and no history. */
export const testAccountApi = (replace: Partial<AccountApi> = {}): TestAccountApi => {
  const asked: string[] = []
  return {
    asked,
    async supportedChains() {
      if (replace.supportedChains !== undefined) return replace.supportedChains()
      throw new AppError('SERVICE_UNREACHABLE')
    },
    async balances(address, network, isForced) {
      asked.push(`balances ${network}${isForced ? ' forced' : ''}`)
      return replace.balances?.(address, network, isForced) ?? [testEther('1', network)]
    },
    async portfolio(address, isForced) {
      asked.push(`portfolio ${address}${isForced ? ' forced' : ''}`)
      return replace.portfolio?.(address, isForced) ?? []
    },
    async history(address, network, cursor) {
      asked.push(`history ${network}${cursor === undefined ? '' : ` ${cursor}`}`)
      return replace.history?.(address, network, cursor) ?? { data: [] as AccountTransaction[], next: null }
    },
    async identity(address) {
      asked.push(`identity ${address}`)
      return replace.identity?.(address) ?? ({ name: null, avatar: null } satisfies Identity)
    },
    async name(name) {
      asked.push(`name ${name}`)
      return replace.name?.(name) ?? null
    },
    async image(iconUrl) {
      if (replace.image !== undefined) return replace.image(iconUrl)
      throw new AppError('IMAGE_NOT_FOUND')
    },
  }
}
