import { AppError, type ErrorName } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { codeOf } from '../alerts.ts'
import { checkOrigin as checkOriginOf } from '../connectors/checkOrigin.ts'
import { createTestModal, createTestWallet, settle, testSettings } from '../modal.fixture.ts'
import { parseOptions } from '../options/parseOptions.ts'
import { alertReportsAtom, alertsAtom } from './alerts.ts'
import { openAtom, prepareLoginAtom } from './modal.ts'
import { isBlockedAtom, isEmailOnAtom, isSocialOnAtom, reportProblemsAtom } from './project.ts'
import { reportSilenceAtom } from './wallet.ts'

type Options = NonNullable<Parameters<typeof createTestModal>[0]>
const opened = async (options: Options = {}) => {
  const modal = createTestModal(options)
  await modal.store.set(
    reportProblemsAtom,
    parseOptions({ ...testSettings, ...options.settings }, 'dapp.example').problems,
  )
  modal.store.set(openAtom)
  await settle()
  return { ...modal, codes: () => modal.store.get(alertsAtom).map(({ key }) => codeOf(key)) }
}
const answering = (error: AppError): Options => ({
  services: {
    checkOrigin: async () => {
      throw error
    },
  },
})

test('options that leave nothing to offer are told, and no request is sent', async () => {
  let asked = 0
  const modal = await opened({ settings: { projectId: '' }, services: { checkOrigin: async () => void asked++ } })
  expect(modal.codes()).toEqual(['APKT008'])
  expect(modal.store.get(isBlockedAtom)).toBe(true)
  expect(modal.logged).toHaveLength(1)
  expect(asked).toBe(0)
  expect(modal.calls).toEqual([])
})

test('an option that is wrong stands at its default, and the modal works on', async () => {
  const modal = await opened({ settings: { themeMode: 'blue' as never, networks: ['eip155:31337', 'eip155:4242'] } })
  expect(modal.codes().toSorted()).toEqual(['APKT001', 'APKT013'])
  expect(modal.store.get(isBlockedAtom)).toBe(false)
  expect(modal.wallet.client()).not.toBeNull()
})

test.each([
  ['ORIGIN_NOT_ALLOWED', 'APKT002', 'Add the line "https://dapp.example" to "origins" of demo'],
  [
    'PROJECT_UNKNOWN',
    'APKT007',
    'add the line {"id":"demo","name":"Test","origins":["https://dapp.example"]} to the projects file',
  ],
] as const)('%s is %s, with the line to add', async (name, code, line) => {
  const modal = await opened(answering(new AppError(name)))
  expect(modal.codes()).toEqual([code])
  expect(modal.store.get(alertReportsAtom)[0]?.fix).toContain(line)
  expect(modal.store.get(isBlockedAtom)).toBe(true)
  expect(modal.wallet.client()).toBeNull()
})

test('a page with an opaque origin has no domain that the wallet could verify, and no line to add', async () => {
  const checkOrigin = () =>
    checkOriginOf({ projectId: 'demo', apiUrl: 'https://api.example', sdkVersion: '', origin: 'null' })
  const modal = await opened({ services: { checkOrigin } })
  expect(modal.codes()).toEqual(['APKT005'])
  expect(modal.store.get(alertReportsAtom)[0]).toMatchObject({ title: 'Unverified Domain' })
  expect(modal.store.get(isBlockedAtom)).toBe(true)
  expect(modal.wallet.client()).toBeNull()
})

test('a refusal is told once, however often the user tries; another refusal takes its place', async () => {
  let refusal: ErrorName = 'PROJECT_UNKNOWN'
  const modal = await opened({
    services: {
      checkOrigin: async () => {
        throw new AppError(refusal)
      },
    },
  })
  modal.store.set(prepareLoginAtom)
  await settle()
  expect(modal.logged).toHaveLength(1)
  refusal = 'ORIGIN_NOT_ALLOWED'
  modal.store.set(prepareLoginAtom)
  await settle()
  expect(modal.codes()).toEqual(['APKT002'])
  expect(modal.logged).toHaveLength(2)
})

test('a wallet that is silent because the page is not listed is told as that alone', async () => {
  const modal = createTestModal(answering(new AppError('ORIGIN_NOT_ALLOWED')))
  modal.store.set(reportSilenceAtom)
  modal.store.set(openAtom)
  await settle()
  expect(modal.store.get(alertsAtom).map(({ key }) => codeOf(key))).toEqual(['APKT002'])
})

test.each<[string | number | undefined, string, string]>([
  [undefined, 'APKT003', "wasn't ready within 20 seconds"],
  ['csp', 'APKT003', 'frame-src https://wallet.example'],
  ['silent', 'APKT003', 'Open https://wallet.example/health'],
  ['origin', 'APKT003', 'Set `frameUrl` to "https://w.example"'],
  ['profile', 'APKT011', "doesn't support profile 5"],
])('a wallet that is lost (%s) is told once, whoever waits for it', async (reason, code, words) => {
  const details = reason === undefined ? {} : { reason, origin: 'https://w.example' }
  const lost = {
    ...createTestWallet().wallet,
    connect: () => Promise.reject(new AppError('FRAME_LOAD_FAILED', { details })),
  }
  const modal = await opened({ services: { wallet: lost } })
  modal.store.set(prepareLoginAtom)
  await settle()
  expect(modal.codes()).toEqual([code])
  expect(modal.logged).toHaveLength(1)
  expect(modal.logged[0]).toContain(words)
})

test.each([
  ['SERVICE_UNREACHABLE', 'APKT009'],
  ['INTERNAL', 'APKT009'],
  ['LIMIT_EXCEEDED', 'APKT010'],
] as const)('%s is a warning, %s, and the login goes on', async (name, code) => {
  const modal = await opened(answering(new AppError(name)))
  expect(modal.logged.join()).toContain(code)
  expect(modal.codes()).toEqual([])
  expect(modal.store.get(isBlockedAtom)).toBe(false)
  expect(modal.wallet.client()).not.toBeNull()
})

test('once the developer has added the line, trying again finds it', async () => {
  let isListed = false
  const checkOrigin = async () => {
    if (!isListed) throw new AppError('ORIGIN_NOT_ALLOWED')
  }
  const modal = await opened({ services: { checkOrigin } })
  isListed = true
  modal.store.set(prepareLoginAtom)
  await settle()
  expect(modal.codes()).toEqual([])
  expect(modal.wallet.client()).not.toBeNull()
})

test('a project that was allowed is not asked about again', async () => {
  let asked = 0
  const modal = await opened({ services: { checkOrigin: async () => void asked++ } })
  modal.store.set(openAtom)
  await settle()
  expect(asked).toBe(1)
})

test('on networks that the embedded wallet does not serve there is no login, and nothing is loaded', async () => {
  const modal = await opened({
    settings: { networks: ['bip122:000000000019d6689c085ae165831e93'], features: { socials: ['google'] } },
  })
  expect([isEmailOnAtom, isSocialOnAtom].map((each) => modal.store.get(each))).toEqual([false, false])
  expect(modal.wallet.client()).toBeNull()
})

test('without a login method nothing is loaded', async () => {
  const modal = await opened({ settings: { features: { email: false } } })
  expect(modal.wallet.client()).toBeNull()
})
