import { expect, test } from 'vitest'
import type { ViewName } from '../Modal.ts'
import { createTestModal } from '../modal.fixture.ts'
import type { Settings } from '../Settings.ts'
import { closeAtom, openAtom } from './modal.ts'
import { restoreAtom } from './restoring.ts'
import { closingsAtom, isOpenAtom, pushAtom, routeAtom } from './route.ts'

const basic = { basic: true }
const elsewhere = { networks: ['eip155:10'] } as const

test.each<[string, boolean, Partial<Settings>, ViewName]>([
  ['nothing', false, {}, 'Connect'],
  ['an account', true, {}, 'Account'],
  ['an account on a network that is not the site’s', true, elsewhere, 'UnsupportedChain'],
  ['WalletConnect alone', false, basic, 'ConnectingWalletConnectBasic'],
  ['wallets of other chains', false, { networks: ['cosmos:cosmoshub-4'] }, 'Connect'],
])(
  'in the page, with %s, closing starts over where opening leads and stays in sight',
  async (_, remembered, settings, view) => {
    const { store, hub } = createTestModal({ remembered, settings: { ...settings, embedded: () => ({}) as Element } })
    const events: string[] = []
    hub.events.listen(({ type }) => events.push(type))
    await store.set(restoreAtom)
    store.set(openAtom)
    store.set(pushAtom, { view: 'Networks' })
    store.set(closeAtom)
    expect(store.get(isOpenAtom)).toBe(true)
    expect(store.get(routeAtom).view).toBe(view)
    expect(store.get(closingsAtom)).toBe(1)
    expect(events).toContain('MODAL_CLOSE')
  },
)
