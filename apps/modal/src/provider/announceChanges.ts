import { AppError } from '@latchkey/protocol'
import type { Hub, NamespaceCells } from '../hub.ts'
import type { Namespace, NetworkState } from '../Modal.ts'
import { toDisconnectedError } from './toEarlyError.ts'

const hex = ({ chainId }: NetworkState): string => `0x${chainId.toString(16)}`

/** Turn changes of account and network into the events of the modal, and for eip155 into those of EIP-1193. */
export function announceChanges(hub: Hub): () => void {
  const stops = [...hub.namespaces].flatMap(([namespace, cells]) => [
    followNamespace(hub, namespace, cells),
    ...(namespace === 'eip155' ? [followEvm(hub, cells)] : []),
  ])
  return () => {
    for (const stop of stops) stop()
  }
}

function followNamespace({ events }: Hub, namespace: Namespace, { account, network }: NamespaceCells): () => void {
  let { address } = account.get()
  const stopAccount = account.listen((next) => {
    const before = address
    address = next.address
    if (address === before) return
    if (address === null) events.emit({ type: 'DISCONNECTED', namespace })
    else events.emit({ type: before === null ? 'CONNECTED' : 'ACCOUNT_CHANGED', namespace, address })
  })
  let { caipNetworkId } = network.get()
  const stopNetwork = network.listen((next) => {
    if (next.caipNetworkId === caipNetworkId) return
    caipNetworkId = next.caipNetworkId
    events.emit({ type: 'NETWORK_SWITCHED', caipNetworkId })
  })
  return () => {
    stopAccount()
    stopNetwork()
  }
}

function followEvm({ provider }: Hub, { account, network }: NamespaceCells): () => void {
  let { addresses } = account.get()
  const stopAccount = account.listen((next) => {
    const before = addresses
    addresses = next.addresses
    if (addresses.join() === before.join()) return
    if (before.length === 0) provider.emit('connect', { chainId: hex(network.get()) })
    provider.emit('accountsChanged', [...addresses])
    if (addresses.length === 0) provider.emit('disconnect', toDisconnectedError(new AppError('DISCONNECTED')))
  })
  let chain = hex(network.get())
  const stopNetwork = network.listen((next) => {
    if (hex(next) === chain) return
    chain = hex(next)
    provider.emit('chainChanged', chain)
  })
  return () => {
    stopAccount()
    stopNetwork()
  }
}
