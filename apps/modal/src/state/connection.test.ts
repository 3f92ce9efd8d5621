import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { ModalEvent } from '../Modal.ts'
import { createTestModal, settle, testAddress } from '../modal.fixture.ts'
import { connectionAtom } from './accounts.ts'
import { switchNetworkAtom, verifySessionAtom } from './connection.ts'
import { leaveAccountAtom } from './connections.ts'
import { openAtom } from './modal.ts'
import { restoreAtom } from './restoring.ts'
import { isOpenAtom, routeAtom } from './route.ts'

const connected = async (options: Parameters<typeof createTestModal>[0] = {}) => {
  const modal = createTestModal({ remembered: true, ...options })
  await modal.store.set(restoreAtom)
  return modal
}

test('takes up the login of an earlier visit', async () => {
  const modal = createTestModal({ remembered: true })
  expect(modal.hub.account.get().status).toBe('reconnecting')
  await modal.store.set(restoreAtom)
  expect(modal.hub.account.get()).toMatchObject({ status: 'connected', address: testAddress })
  expect(modal.names()).toEqual(['IS_CONNECTED', 'GET_USER'])
})

test('forgets a login that the wallet says is over', async () => {
  const modal = await connected({ handlers: { IS_CONNECTED: async () => ({ isConnected: false }) } })
  expect(modal.hub.account.get().status).toBe('disconnected')
  expect(modal.kept.size).toBe(0)
})

test('forgets a login when the wallet refuses it', async () => {
  const modal = await connected({
    handlers: {
      GET_USER: async () => {
        throw new AppError('UNAUTHORIZED')
      },
    },
  })
  expect(modal.hub.account.get().status).toBe('disconnected')
  expect(modal.kept.size).toBe(0)
})

test('keeps a login that could not be asked about, not how it was made, and asks again when the modal opens', async () => {
  let isDown = true
  const modal = await connected({
    kept: new Map([['latchkey:demo:last-login', 'email']]),
    handlers: {
      GET_USER: async () => {
        if (isDown) throw new AppError('SERVICE_UNREACHABLE')
        return { address: testAddress, chainId: 31337 }
      },
    },
  })
  expect(modal.store.get(connectionAtom)).toMatchObject({ status: 'interrupted' })
  expect(modal.hub.account.get().status).toBe('disconnected')
  expect(modal.storage.read('connections')).toMatchObject([{ connectorId: 'auth' }])
  expect(modal.storage.read('last-login')).toBeUndefined()
  await expect(modal.request({ method: 'personal_sign', params: ['0x00', testAddress] })).rejects.toMatchObject({
    code: 4900,
    message: 'The wallet is unavailable while it reconnects',
  })
  isDown = false
  modal.store.set(openAtom)
  expect(modal.store.get(routeAtom).view).toBe('Account')
  await expect.poll(() => modal.hub.account.get().status).toBe('connected')
})

test('a wallet that cannot be loaded is reported as APKT003', async () => {
  const wallet = {
    connect: async () => Promise.reject(new AppError('FRAME_LOAD_FAILED')),
    client: () => null,
    element: () => null,
    end: () => undefined,
  }
  const modal = await connected({ services: { wallet } })
  expect(modal.store.get(connectionAtom).status).toBe('interrupted')
  expect(modal.logged.join()).toContain('APKT003')
})

test('disconnecting forgets at once and tells the wallet', async () => {
  const modal = await connected()
  modal.store.set(openAtom)
  const done = modal.store.set(leaveAccountAtom)
  expect(modal.hub.account.get().status).toBe('disconnected')
  expect(modal.kept.size).toBe(0)
  expect(modal.store.get(isOpenAtom)).toBe(false)
  await done
  expect(modal.names().at(-1)).toBe('SIGN_OUT')
})

test('a wallet that refuses to sign out changes nothing', async () => {
  const modal = await connected({
    handlers: {
      SIGN_OUT: async () => {
        throw new AppError('SERVICE_UNREACHABLE')
      },
    },
  })
  await expect(modal.store.set(leaveAccountAtom)).resolves.toBeUndefined()
  expect(modal.hub.account.get().status).toBe('disconnected')
})

test('switching asks the wallet, then tells the page', async () => {
  const modal = await connected()
  const events: ModalEvent[] = []
  modal.hub.events.listen((event) => events.push(event))
  await modal.store.set(switchNetworkAtom, 'eip155:1337')
  expect(modal.calls.slice(-2)).toEqual([
    { name: 'SWITCH_NETWORK', payload: { chainId: 'eip155:1337' } },
    { name: 'GET_USER', payload: { chainId: 'eip155:1337', preferredAccountType: 'eoa' } },
  ])
  expect(modal.hub.network.get()).toMatchObject({ chainId: 1337 })
  expect(modal.storage.read('active-networks')).toEqual(['eip155:1337'])
  expect(events).toEqual([{ type: 'NETWORK_SWITCHED', caipNetworkId: 'eip155:1337' }])
})

test('a switch that the wallet refuses leaves everything as it was', async () => {
  const modal = await connected({
    handlers: {
      SWITCH_NETWORK: async () => {
        throw new AppError('CHAIN_NOT_SUPPORTED')
      },
    },
  })
  await expect(modal.store.set(switchNetworkAtom, 'eip155:1337')).rejects.toMatchObject({ name: 'CHAIN_NOT_SUPPORTED' })
  expect(modal.hub.network.get()).toMatchObject({ chainId: 31337 })
  expect(modal.hub.account.get().status).toBe('connected')
})

test('without an account a network is chosen without asking anybody', async () => {
  const modal = createTestModal()
  await modal.store.set(switchNetworkAtom, 'eip155:1337')
  expect(modal.calls).toEqual([])
  expect(modal.hub.network.get()).toMatchObject({ chainId: 1337 })
})

test('a session that ends during a switch ends the account', async () => {
  const modal = await connected({
    handlers: {
      SWITCH_NETWORK: async () => {
        throw new AppError('SESSION_EXPIRED')
      },
    },
  })
  await expect(modal.store.set(switchNetworkAtom, 'eip155:1337')).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
  expect(modal.hub.account.get().status).toBe('disconnected')
  await settle()
  expect(modal.logged.join()).toContain('APKT006')
})

test('after its document was replaced the wallet is asked whether the account is still there', async () => {
  let isConnected = true
  const modal = await connected({ handlers: { IS_CONNECTED: async () => ({ isConnected }) } })
  modal.store.set(openAtom)
  await modal.store.set(verifySessionAtom)
  expect(modal.hub.account.get().status).toBe('connected')
  isConnected = false
  await modal.store.set(verifySessionAtom)
  expect(modal.hub.account.get().status).toBe('disconnected')
  await settle()
  expect(modal.logged.join()).toContain('APKT006')
  expect(modal.store.get(routeAtom).view).toBe('Connect')
})

test('an answer to a restore that the user has ended by disconnecting is dropped', async () => {
  const modal = createTestModal({ remembered: true })
  const restored = modal.store.set(restoreAtom)
  await modal.store.set(leaveAccountAtom)
  await restored
  expect(modal.hub.account.get().status).toBe('disconnected')
})
