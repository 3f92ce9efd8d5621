import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { testAccountApi } from '../account/testAccountApi.fixture.ts'
import { createTestModal, settle, testAddress } from '../modal.fixture.ts'
import { parseOptions } from '../options/parseOptions.ts'
import { readChains } from '../options/readChains.ts'
import { openAtom } from './modal.ts'
import { networksAtom } from './networks.ts'
import { restoreAtom } from './restoring.ts'
import { routeAtom } from './route.ts'
import { canSendAtom } from './send/openSend.ts'
import { chooseNetworkAtom, switchingAtom } from './switching.ts'
import { refreshTokensAtom, tokensAtom } from './tokens.ts'

/** A network that the registry does not have, before one that it has. */
const teamChain = {
  id: 4242,
  name: 'Team chain',
  nativeCurrency: { name: 'Team coin', symbol: 'TEAM', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
}
const { networks, ownNetworks, rpcUrls } = parseOptions(
  { networks: ['eip155:31337', teamChain] },
  '',
  readChains,
).settings
const settings = { networks, ...(ownNetworks && { ownNetworks }), ...(rpcUrls && { rpcUrls }) }

const refuse = async (payload?: { chainId?: string | number | undefined }) => {
  if (payload?.chainId === 'eip155:4242') throw new AppError('CHAIN_NOT_SUPPORTED')
  return { address: testAddress, chainId: 31337 }
}

test('is offered like any other, and the embedded wallet goes there where its operator serves it', async () => {
  const { store, hub } = createTestModal({ remembered: true, settings })
  await store.set(restoreAtom)
  expect(store.get(networksAtom).map(({ name }) => name)).toEqual(['Local chain A', 'Team chain'])
  store.set(openAtom, { view: 'Networks' })
  store.set(chooseNetworkAtom, 'eip155:4242')
  await settle()
  expect(hub.network.get()).toEqual({ caipNetworkId: 'eip155:4242', chainId: 4242, isSupported: true })
  expect(store.get(canSendAtom)).toBe(true)
})

test('that the operator does not serve is refused in words, and the developer is told what to change', async () => {
  const { store, hub, logged } = createTestModal({ remembered: true, settings, handlers: { SWITCH_NETWORK: refuse } })
  await store.set(restoreAtom)
  store.set(openAtom, { view: 'Networks' })
  store.set(chooseNetworkAtom, 'eip155:4242')
  await settle()
  expect(store.get(switchingAtom)).toMatchObject({ status: 'error', error: { name: 'CHAIN_NOT_SUPPORTED' } })
  expect(store.get(routeAtom)).toEqual({ view: 'SwitchNetwork', network: 'eip155:4242' })
  expect(hub.network.get().chainId).toBe(31337)
  expect(logged.join()).toContain('add eip155:4242 to NETWORKS of the api')
})

test('that the operator does not serve leaves a login on the first that it does', async () => {
  const first = { ...settings, networks: ['eip155:4242', 'eip155:31337'] as const }
  const { store, hub } = createTestModal({ remembered: true, settings: first, handlers: { GET_USER: refuse } })
  await store.set(restoreAtom)
  expect(hub.account.get()).toMatchObject({ status: 'connected', address: testAddress })
  expect(hub.network.get().chainId).toBe(31337)
})

test('has its coin read from the site’s own nodes where the api knows nothing of it', async () => {
  const asked: string[] = []
  const { store } = createTestModal({
    remembered: true,
    settings,
    services: {
      loadAccountApi: async () =>
        testAccountApi({ balances: () => Promise.reject(new AppError('CHAIN_NOT_SUPPORTED')) }),
      askNode: async (network, { method }) => {
        asked.push(`${network} ${method}`)
        return '0xde0b6b3a7640000'
      },
    },
  })
  await store.set(restoreAtom)
  store.set(chooseNetworkAtom, 'eip155:4242')
  await settle()
  await store.set(refreshTokensAtom)
  expect(store.get(tokensAtom).items).toMatchObject([{ symbol: 'TEAM', quantity: { numeric: '1' } }])
})
