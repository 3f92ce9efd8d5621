import { AppError } from '@latchkey/protocol'
import type { Hub } from '../hub.ts'
import { toProviderError } from './toProviderError.ts'

const hex = (chainId: number): string => `0x${chainId.toString(16)}`

/** Turn changes of account and network into the events of EIP-1193. Returns what stops it. */
export function announceChanges({ account, network, provider, events }: Hub): () => void {
  let address = account.get().address
  let { chainId } = network.get()
  const stopAccount = account.listen((next) => {
    const before = address
    address = next.address
    if (address === before) return
    if (before === null && address !== null) {
      provider.emit('connect', { chainId: hex(chainId) })
      events.emit({ type: 'CONNECTED', address })
    }
    provider.emit('accountsChanged', address === null ? [] : [address])
    if (address === null) {
      provider.emit('disconnect', toProviderError(new AppError('DISCONNECTED')))
      events.emit({ type: 'DISCONNECTED' })
    }
  })
  const stopNetwork = network.listen((next) => {
    const before = chainId
    chainId = next.chainId
    if (chainId === before) return
    provider.emit('chainChanged', hex(chainId))
    events.emit({ type: 'NETWORK_SWITCHED', caipNetworkId: next.caipNetworkId })
  })
  return () => {
    stopAccount()
    stopNetwork()
  }
}
