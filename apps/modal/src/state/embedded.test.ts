import { expect, test } from 'vitest'
import { createTestModal } from '../modal.fixture.ts'
import { closeAtom, openAtom } from './modal.ts'
import { restoreAtom } from './restoring.ts'
import { closingsAtom, isOpenAtom, pushAtom, routeAtom } from './route.ts'

test.each([
  [false, 'Connect'],
  [true, 'Account'],
] as const)(
  'in the page, with an account: %s, closing starts over at %s and stays in sight',
  async (remembered, view) => {
    const { store, hub } = createTestModal({ remembered, settings: { embedded: () => ({}) as Element } })
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
