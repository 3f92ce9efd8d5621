import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEngine } from './engine.ts'
import { createHub } from './hub.ts'
import type { ModalOptions } from './Modal.ts'
import { createTestWallet, settle, testSettings } from './modal.fixture.ts'
import { createStorage } from './storage.ts'
import type { Host } from './ui/createHost.ts'

beforeEach(() => void vi.stubGlobal('location', { origin: 'https://dapp.example' }))
afterEach(() => void vi.unstubAllGlobals())

/** An engine in a page that has only `element`. */
const start = (element: Host['element'], settings: Partial<ModalOptions> = {}) => {
  const { networks } = testSettings
  const steps: string[] = []
  const engine = createEngine(
    {
      options: { ...testSettings, ...settings },
      hub: createHub({ networks, start: networks, restoring: [] }),
      storage: createStorage('demo', () => ({
        getItem: () => null,
        setItem: () => undefined,
        removeItem: () => undefined,
      })),
      host: {
        element() {
          steps.push('element')
          return element()
        },
        remove: () => void steps.push('remove'),
      },
      overlay: { show: () => undefined, hide: () => undefined },
    },
    {
      wallet: createTestWallet().wallet,
      loadConnectors: async () => () => undefined,
      checkOrigin: async () => undefined,
      colorMode: () => 'dark',
      isProviderInPage: () => false,
      isWalletInPage: () => false,
      log: () => undefined,
      isMobile: () => false,
    },
  )
  return { engine, steps }
}
const broken = (): never => {
  throw new TypeError('Failed to fetch')
}

test('what is still being loaded is not put into the page that the modal has left', async () => {
  const { engine, steps } = start(broken)
  const opened = engine.open()
  engine.destroy()
  await opened
  await settle()
  expect(steps).toEqual(['remove'])
})

test.each<[string, Partial<ModalOptions>]>([
  ['over the page', {}],
  ['in the page', { embedded: () => ({}) as Element }],
])('views that cannot be shown %s are what each request for accounts is rejected with', async (_, settings) => {
  const { engine, steps } = start(broken, settings)
  for (const attempt of [1, 2, 3]) {
    await expect(engine.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4900,
      data: { name: 'SERVICE_UNREACHABLE' },
    })
    expect(steps).toHaveLength(attempt)
  }
  await expect(engine.open()).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
  engine.destroy()
})

test('a disconnect after the modal was destroyed is no failure', async () => {
  const { engine } = start(broken)
  engine.destroy()
  await expect(engine.disconnect({})).resolves.toBeUndefined()
})
