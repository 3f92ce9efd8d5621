import { t } from '@latchkey/copy/buy'
import { errorCopy } from '@latchkey/copy/error'
import { AppError, type ErrorName } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { buying } from '../../gallery/buyScreens.fixture.ts'
import { type MountedScreen, mountScreen } from '../../gallery/mountScreen.fixture.tsx'
import { testAccountApi } from '../account/testAccountApi.fixture.ts'
import { settle, type TestModal } from '../modal.fixture.ts'
import { openAtom } from '../state/modal.ts'
import { restoreAtom } from '../state/restoring.ts'
import { pushAtom, viewAtom } from '../state/route.ts'
import type { BuyApi } from './createBuyApi.ts'
import { testBuyApi } from './testBuyApi.fixture.ts'

const text = ({ root }: MountedScreen): string => root.querySelector('dialog')?.textContent ?? ''
const button = ({ root }: MountedScreen, name: string) =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)

const restore = ({ store }: TestModal) => store.set(restoreAtom)
const open = ({ store }: TestModal) => store.set(openAtom)
const show = ({ store }: TestModal) => store.set(pushAtom, { view: 'OnRampProviders' })
const failing = (name: ErrorName) => async () => Promise.reject(new AppError(name))

const form = (api: Partial<BuyApi>) => mountScreen({ options: buying(api), steps: [restore, open, show] })

test('the form asks every provider once when it opens', async () => {
  const quoted: (string | undefined)[] = []
  const { quote } = testBuyApi()
  using screen = await form({
    quote: (order) => {
      quoted.push(order.provider)
      return quote(order)
    },
  })
  await expect.poll(() => text(screen)).toContain(t('get', { amount: '49', symbol: 'USDC' }))
  await expect.poll(() => text(screen)).toContain(t('get', { amount: '48', symbol: 'USDC' }))
  await settle()
  expect(quoted.toSorted()).toEqual(['one', 'two'])
})

test('providers that can’t be reached are no reason to say that nothing can be bought', async () => {
  const options = buying({ options: failing('SERVICE_UNREACHABLE') })
  using screen = await mountScreen({
    options: { ...options, settings: { ...options.settings, networks: ['eip155:31337'] } },
    steps: [restore, open, show],
  })
  await expect.poll(() => text(screen)).toContain(t('providersAway'))
  expect(text(screen)).not.toContain(t('nothingHere'))
})

test('a page that may not buy reads why, and not that providers are out of reach', async () => {
  using screen = await form({ options: failing('ORIGIN_NOT_ALLOWED') })
  await expect.poll(() => text(screen)).toContain(errorCopy(new AppError('ORIGIN_NOT_ALLOWED')).title)
  expect(text(screen)).not.toContain(t('providersAway'))
})

test.each<[ErrorName, string]>([
  ['AMOUNT_OUT_OF_RANGE', errorCopy(new AppError('AMOUNT_OUT_OF_RANGE')).title],
  ['NOT_ENABLED', errorCopy(new AppError('NOT_ENABLED'), 'One Pay').title],
  ['PURCHASE_UNSUPPORTED', t('notSold', { symbol: 'USDC' })],
])('a provider that answers %s says “%s”', async (name, words) => {
  using screen = await form({ quote: failing(name) })
  await expect.poll(() => text(screen)).toContain(words)
})

test.each<[ErrorName, string]>([
  ['SERVICE_UNREACHABLE', t('providersAway')],
  ['ADDRESS_INVALID', t('accountRefused', { provider: 'One Pay' })],
  ['CHAIN_UNREACHABLE', errorCopy(new AppError('CHAIN_UNREACHABLE')).title],
])('a purchase that fails with %s says “%s”', async (name, words) => {
  using screen = await form({ start: failing(name) })
  await expect.poll(() => text(screen)).toContain('One Pay')
  await expect.poll(() => screen.root.querySelector<HTMLButtonElement>('[part~=buy-offer]')?.disabled).toBe(false)
  screen.root.querySelector<HTMLElement>('[part~=buy-offer]')?.click()
  await expect.poll(() => text(screen)).toContain(words)
})

test('currencies to pay with have their icons, which are loaded when the list opens', async () => {
  const asked: string[] = []
  const options = buying({})
  const api = testAccountApi({
    image: async (iconUrl) => {
      asked.push(iconUrl)
      return 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
    },
  })
  using screen = await mountScreen({
    options: { ...options, services: { ...options.services, loadAccountApi: async () => api } },
    steps: [restore, open, show],
  })
  const ofCurrencies = () => asked.filter((url) => url.includes('Currency')).toSorted()
  expect(ofCurrencies()).toEqual([])
  screen.modal.store.set(pushAtom, { view: 'OnRampFiatSelect' })
  await expect.poll(ofCurrencies).toEqual(['/public/getCurrencyImage/EUR', '/public/getCurrencyImage/USD'])
  await expect.poll(() => screen.root.querySelectorAll('[part~=choices] img').length).toBe(2)
})

test('a purchase whose window was blocked can be started over', async () => {
  using screen = await mountScreen('BuyStatus, blocked')
  await expect.poll(() => button(screen, t('startOver'))).toBeDefined()
  button(screen, t('startOver'))?.click()
  await expect.poll(() => screen.modal.store.get(viewAtom)).toBe('OnRampProviders')
  expect(text(screen)).not.toContain(t('open'))
})
