import { labelShapeFault } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createTestModal, settle, type TestOptions, testAddress } from '../modal.fixture.ts'
import { accountAtom } from '../state/accounts.ts'
import { switchNetworkAtom } from '../state/connection.ts'
import { identityAtom } from '../state/identity.ts'
import { openAtom } from '../state/modal.ts'
import { activeNetworkIdAtom } from '../state/networks.ts'
import { restoreAtom } from '../state/restoring.ts'
import { pushAtom, viewAtom } from '../state/route.ts'
import { requireView } from '../viewNeeds.ts'
import type { NamesApi } from './NamesApi.ts'
import { canRegisterAtom } from './openNames.ts'
import { loadOwnNameAtom, ownNameAtom } from './ownName.ts'
import { readLabel } from './readLabel.ts'
import { nameFormAtom, registeredNameAtom, registerNameAtom, typeNameAtom } from './registerName.ts'
import { testNamesApi } from './testNamesApi.fixture.ts'

const zone = 'example.eth'
const signature = `0x${'ab'.repeat(65)}`

type Asked = { suggested: string[]; registered: Parameters<NamesApi['register']>[0][] }

const connected = async (replace: Partial<NamesApi> = {}, options: TestOptions = {}) => {
  const asked: Asked = { suggested: [], registered: [] }
  const api = testNamesApi(replace)
  const modal = createTestModal({
    remembered: true,
    handlers: { RPC_REQUEST: async () => signature },
    ...options,
    services: {
      loadProjectConfig: async () => ({ features: null, names: { parent: zone } }),
      loadNamesApi: async () => ({
        ...api,
        suggest: (label, ...rest) => {
          asked.suggested.push(label)
          return api.suggest(label, ...rest)
        },
        register: (registration) => {
          asked.registered.push(registration)
          return api.register(registration)
        },
      }),
      ...options.services,
    },
  })
  const { store, clock } = modal
  await store.set(restoreAtom)
  await store.set(openAtom)
  await settle()
  store.set(pushAtom, { view: 'RegisterAccountName' })
  const type = async (text: string) => {
    store.set(typeNameAtom, text)
    clock.advance(300)
    await settle()
  }
  return { ...modal, asked, type, form: () => store.get(nameFormAtom) }
}

test.each([
  ['Lovelace', 'lovelace', null],
  [' lovelace.example.eth ', 'lovelace', null],
  ['ada-lovelace-1', 'ada-lovelace-1', null],
  ['ada', 'ada', 'short'],
  ['', '', 'short'],
  ['lovelace.other.eth', 'lovelace.other.eth', 'characters'],
  ['löve', 'löve', 'characters'],
  ['love lace', 'love lace', 'characters'],
  ['-lovelace', '-lovelace', 'form'],
  ['lovelace-', 'lovelace-', 'form'],
  ['xn--lovelace', 'xn--lovelace', 'form'],
  ['l'.repeat(64), 'l'.repeat(64), 'long'],
])('%j is read as %j: %s', (text, label, problem) => {
  expect(readLabel(text, zone)).toBe(label)
  expect(labelShapeFault(label)).toBe(problem)
})

test('asks about a name once 300 ms have passed without typing, and says what is free', async () => {
  const { store, type, clock, asked, form } = await connected()
  store.set(typeNameAtom, 'grac')
  clock.advance(299)
  await type('grace')
  expect(asked.suggested).toEqual(['grace'])
  expect(form()).toMatchObject({
    isFree: false,
    others: [{ name: `gracewallet.${zone}` }, { name: `grace01.${zone}` }],
  })
  await type(`gracewallet.${zone}`)
  expect(form()).toMatchObject({ label: 'gracewallet', isFree: true })
  await type('ada')
  expect(form()).toMatchObject({ problem: 'short', isSearching: false, others: [] })
  expect(asked.suggested).toEqual(['grace', 'gracewallet'])
})

test('an answer about an older text is dropped', async () => {
  const answers = Array.from({ length: 2 }, () => Promise.withResolvers<{ name: string; registered: boolean }[]>())
  let asked = 0
  const { type, form } = await connected({ suggest: () => answers[asked++]?.promise ?? Promise.reject(new Error()) })
  await type('grace')
  await type('lovelace')
  answers[0]?.resolve([{ name: `grace.${zone}`, registered: false }])
  await settle()
  expect(form()).toMatchObject({ label: 'lovelace', isFree: null, isSearching: true })
})

test('registers what was signed, for the account and chain in use, and shows it at once', async () => {
  const { store, type, asked, calls, clock, form } = await connected()
  await type('lovelace')
  await store.set(registerNameAtom)
  const [{ message = '', ...registered } = {} as never] = asked.registered
  expect(registered).toEqual({ coin_type: 2 ** 31 + 31337, address: expect.stringMatching(/^0x/), signature })
  expect(JSON.parse(message)).toEqual({
    name: `lovelace.${zone}`,
    attributes: {},
    timestamp: Math.floor(clock.now() / 1000),
  })
  const signed = calls.flatMap(({ name, payload }) =>
    name === 'RPC_REQUEST' ? [payload as { method: string; params: [string, string] }] : [],
  )
  expect(signed).toMatchObject([{ method: 'personal_sign', params: [expect.any(String), registered.address] }])
  expect(Buffer.from(signed[0]?.params[0].slice(2) ?? '', 'hex').toString()).toBe(message)
  expect(store.get(viewAtom)).toBe('RegisterAccountNameSuccess')
  expect(store.get(registeredNameAtom)).toBe(`lovelace.${zone}`)
  expect(store.get(identityAtom).name).toBe(`lovelace.${zone}`)
  expect(form().label).toBe('')
  await store.set(loadOwnNameAtom)
  expect(store.get(ownNameAtom)).toEqual({ status: 'known', name: `lovelace.${zone}` })
})

test.each([
  ['taken meanwhile', { register: async () => Promise.reject(new AppError('NAME_TAKEN')) }, 'NAME_TAKEN'],
  ['refused', { register: async () => Promise.reject(new AppError('NAME_LIMIT')) }, 'NAME_LIMIT'],
  ['not reached', { register: async () => Promise.reject(new AppError('SERVICE_UNREACHABLE')) }, 'SERVICE_UNREACHABLE'],
])('a name that is %s stays in the form with the reason', async (_, replace, name) => {
  const { store, type, form } = await connected(replace)
  await type('lovelace')
  await store.set(registerNameAtom)
  expect(form()).toMatchObject({ label: 'lovelace', step: 'typing', error: { name } })
  expect(store.get(viewAtom)).toBe('RegisterAccountName')
  expect(store.get(identityAtom).name).toBeNull()
})

test('what isn’t known to be free may be tried: the backend decides', async () => {
  const { store, type, form } = await connected({ suggest: () => Promise.reject(new AppError('SERVICE_UNREACHABLE')) })
  await type('lovelace')
  expect(form()).toMatchObject({ isFree: null, isSearching: false, searchError: { name: 'SERVICE_UNREACHABLE' } })
  await store.set(registerNameAtom)
  expect(store.get(viewAtom)).toBe('RegisterAccountNameSuccess')
})

test.each([
  ['no', async () => Promise.reject(new AppError('USER_REJECTED')), null],
  ['something else', async () => 'signed', { name: 'INTERNAL' }],
])('a wallet that answers %s: nothing is registered', async (_, RPC_REQUEST, error) => {
  const { store, type, asked, form } = await connected({}, { handlers: { RPC_REQUEST } })
  await type('lovelace')
  await store.set(registerNameAtom)
  expect(asked.registered).toEqual([])
  expect(form()).toMatchObject({ label: 'lovelace', step: 'typing', error })
})

test('is asked for neither twice nor with what can’t be a name', async () => {
  const { store, type, asked } = await connected()
  for (const text of ['ada', 'grace', 'love lace']) {
    await type(text)
    await store.set(registerNameAtom)
  }
  expect(asked.registered).toEqual([])
  await type('lovelace')
  await Promise.all([store.set(registerNameAtom), store.set(registerNameAtom)])
  expect(asked.registered).toHaveLength(1)
})

test('opens only where the operator has names', async () => {
  const { store } = await connected()
  await expect(requireView(store, 'RegisterAccountName')).resolves.toBeUndefined()
  // At the first opening, which is what asks.
  const first = createTestModal({
    remembered: true,
    services: { loadProjectConfig: async () => ({ features: null, names: { parent: zone } }) },
  })
  await first.store.set(restoreAtom)
  await expect(requireView(first.store, 'RegisterAccountName')).resolves.toBeUndefined()
  const none = await connected({}, { services: { loadProjectConfig: async () => ({ features: null }) } })
  await expect(requireView(none.store, 'RegisterAccountName')).rejects.toMatchObject({ name: 'NOT_ENABLED' })
})

test('a chain without a coin type has no names to register', async () => {
  const network = 'eip155:2147483648'
  const { store } = await connected({}, { settings: { networks: ['eip155:31337', network] } })
  expect(store.get(canRegisterAtom)).toBe(true)
  await store.set(switchNetworkAtom, network)
  expect([store.get(accountAtom)?.address, store.get(activeNetworkIdAtom)]).toEqual([testAddress, network])
  expect(store.get(canRegisterAtom)).toBe(false)
})

test('the name of an account is asked for once, and again after a failure, which is logged', async () => {
  const asked: unknown[] = []
  const { store, logged } = await connected({
    nameOf: async (...which) => {
      asked.push(which)
      if (asked.length === 1) throw new AppError('SERVICE_UNREACHABLE')
      return `ada-lovelace.${zone}`
    },
  })
  expect(store.get(ownNameAtom)).toBeNull()
  await store.set(loadOwnNameAtom)
  expect(store.get(ownNameAtom)).toEqual({ status: 'failed' })
  expect(logged).toContain(`Error fetching names for address: ${new AppError('SERVICE_UNREACHABLE').message}`)
  await Promise.all([store.set(loadOwnNameAtom), store.set(loadOwnNameAtom)])
  expect(store.get(ownNameAtom)).toEqual({ status: 'known', name: `ada-lovelace.${zone}` })
  await store.set(loadOwnNameAtom)
  expect(asked).toEqual([
    [testAddress, zone],
    [testAddress, zone],
  ])
})
