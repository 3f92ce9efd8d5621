import type { Network } from '@latchkey/chains'
import { t } from '@latchkey/copy/networks'
import { EmptyState, Icon, ImageIcon, NetworkIcon, Row, Stack, Text, TextField } from '@latchkey/ui'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect, useState } from 'react'
import type { NetworkId } from '../Modal.ts'
import { getAccountApi } from '../state/accountApi.ts'
import { activeSession, connectedSessionsAtom } from '../state/connectedSessions.ts'
import { namespaceStatusAtom } from '../state/connections.ts'
import { activeNetworkIdAtom, networksAtom } from '../state/networks.ts'
import { chooseNetworkAtom } from '../state/switching.ts'
import { namespaceOf } from '../storedConnections.ts'

/** From this many on, a list has a search field. */
const searchFrom = 8

/**
 * Returns whether the active wallet of a network's namespace can be used there as it is: always without a wallet, or with one that accepts
 * any network.
 */
const isApprovedAtom = atom((get) => {
  const held = get(connectedSessionsAtom)
  return (id: NetworkId): boolean => activeSession(held, namespaceOf(id))?.session.approved?.includes(id) ?? true
})

/** The networks that the project's server serves, by CAIP-2 id; null while that isn't known. */
const servedAtom = atom<readonly string[] | null>(null)

/** Whether the project's server reads balances and activity of a network, by its CAIP-2 id; true while that isn't known. */
const isServedAtom = atom((get) => (id: string) => get(servedAtom)?.includes(id) ?? true)

/** Reads which networks the server serves. Without a response every network counts as served. Never throws. */
const refreshServedAtom = atom(null, async (get, set): Promise<void> => {
  try {
    const api = await getAccountApi(get, set)
    set(servedAtom, await api.supportedChains())
  } catch {
    set(servedAtom, null)
  }
})

/** The site's networks to choose from. */
export function Networks() {
  const status = useAtomValue(namespaceStatusAtom)
  const all = useAtomValue(networksAtom)
  const refreshServed = useSetAtom(refreshServedAtom)
  useEffect(() => void refreshServed(), [refreshServed])
  // Networks on which the connected wallet has an account come first; the others need another wallet.
  const isReady = ({ chainNamespace }: Network) => status[chainNamespace] === 'connected'
  const networks = all.toSorted((a, b) => Number(isReady(b)) - Number(isReady(a)))
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = networks.filter(({ name, id }) => name.toLowerCase().includes(wanted) || String(id) === wanted)
  const mains = found.filter(({ testnet }) => !testnet)
  const tests = found.filter(({ testnet }) => testnet)
  return (
    <Stack gap={3}>
      {networks.length >= searchFrom && (
        <TextField
          label={t('search')}
          labelHidden
          placeholder={t('search')}
          icon="search"
          type="search"
          inputMode="search"
          value={search}
          onChange={setSearch}
        />
      )}
      <NetworkRows networks={mains} />
      {mains.length > 0 && tests.length > 0 && (
        <Text as="h2" size="small" tone="secondary">
          {t('tests')}
        </Text>
      )}
      <NetworkRows networks={tests} />
      {found.length === 0 && <EmptyState icon="search" title={t('none')} />}
    </Stack>
  )
}

/**
 * One row per network; the active one is marked, and so are those that the connected wallet hasn't approved, or the server doesn't read.
 */
export function NetworkRows({ networks }: { networks: readonly Network[] }) {
  const active = useAtomValue(activeNetworkIdAtom)
  const isApproved = useAtomValue(isApprovedAtom)
  const isServed = useAtomValue(isServedAtom)
  const choose = useSetAtom(chooseNetworkAtom)
  const noteOf = (id: Network['caipNetworkId']) =>
    !isApproved(id) ? t('notApproved') : isServed(id) ? undefined : t('notServed')
  if (networks.length === 0) return null
  return (
    <Stack gap={2}>
      {networks.map(({ caipNetworkId, name, assets: { imageUrl } }) => (
        <Row
          key={caipNetworkId}
          title={name}
          description={noteOf(caipNetworkId)}
          icon={
            imageUrl === undefined ? (
              <NetworkIcon name={name} id={caipNetworkId} />
            ) : (
              <ImageIcon src={imageUrl} fallback={<NetworkIcon name={name} id={caipNetworkId} />} />
            )
          }
          selected={caipNetworkId === active}
          trailing={caipNetworkId === active && <Icon name="check" label={t('current')} />}
          onClick={() => choose(caipNetworkId as NetworkId)}
        />
      ))}
    </Stack>
  )
}
