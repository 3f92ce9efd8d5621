import { expect, test } from 'vitest'
import type { ModalEvent } from '../Modal.ts'
import { createTestModal, settle } from '../modal.fixture.ts'
import { alertsAtom } from './alerts.ts'
import { openAtom } from './modal.ts'
import { restoreAtom } from './restoring.ts'
import { isOpenAtom, viewAtom } from './route.ts'

type Options = NonNullable<Parameters<typeof createTestModal>[0]>

const opened = async (request: unknown, options: Options = {}) => {
  const modal = createTestModal(options)
  const events: ModalEvent[] = []
  modal.hub.events.listen((event) => events.push(event))
  await modal.store.set(restoreAtom)
  modal.store.set(openAtom, request as never)
  expect(modal.store.get(isOpenAtom)).toBe(true)
  // Errors of a call aren't kept in a user's developer section.
  expect(modal.store.get(alertsAtom)).toEqual([])
  await settle()
  return {
    view: modal.store.get(viewAtom),
    account: modal.hub.account.get(),
    alerts: events.flatMap((event) => (event.type === 'ALERT' ? [event.alert] : [])),
    logged: modal.logged,
  }
}

test.each([
  [{ view: 'Nope' }, 'no view "Nope"', 'Use one of these views: Connect, ConnectWallets, AllWallets'],
  [{ view: 'acount' }, 'no view "acount"', `Replace "acount" with 'Account'`],
  [{ view: 'WalletSent' }, 'no view "WalletSent"', `Replace "WalletSent" with 'WalletSend'`],
  [{ view: 'WalletSend' }, 'needs a connected wallet', 'call `modal.open()` without a view'],
  [{ view: 'constructor' }, 'no view "constructor"', 'Use one of these views'],
  [{ view: 'Account' }, 'needs a connected wallet', 'call `modal.open()` without a view'],
  [{ view: 'ProfileWallets' }, 'needs a connected wallet', 'call `modal.open()` without a view'],
  [{ namespace: 'solana' }, 'the namespace "solana"', 'use one of these namespaces: eip155'],
  [{ namespace: 'evm' }, 'the namespace "evm"', 'use one of these namespaces: eip155'],
])('open(%j) is one warning with the exact fix, and the modal opens without it', async (request, cause, fix) => {
  const { view, alerts, logged } = await opened(request)
  expect(view).toBe('Connect')
  expect(alerts).toMatchObject([{ code: 'APKTW003' }])
  expect(alerts[0]?.cause).toContain(cause)
  expect(alerts[0]?.fix).toContain(fix)
  expect(logged).toHaveLength(1)
})

test('a view that is unknown leads to the account where there is one', async () => {
  const { view, account, alerts } = await opened({ view: 'Nope' }, { remembered: true })
  expect(view).toBe('Account')
  expect(account.status).toBe('connected')
  expect(alerts).toHaveLength(1)
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['no wish', {}],
  // The event that React passes to `onClick={modal.open}`.
  ['the event of a click', { type: 'click', view: globalThis }],
  ['a view that needs no account', { view: 'Connect' }],
])('open with %s is no mistake', async (_, request) => {
  const { view, alerts } = await opened(request)
  expect(view).toBe('Connect')
  expect(alerts).toEqual([])
})

test.each(['ConnectWallets', 'AllWallets'])('%s opens Connect where the site turns wallets off', async (view) => {
  const settings = { features: { wallets: false } }
  expect((await opened({ view }, { settings })).view).toBe('Connect')
})

test('a view that needs an account is no mistake where there is one', async () => {
  const { view, alerts } = await opened({ view: 'ProfileWallets' }, { remembered: true })
  expect(view).toBe('ProfileWallets')
  expect(alerts).toEqual([])
})
