import type { ProjectConfig } from '@latchkey/api-client'
import { AppError, type ErrorName } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { testConnector } from '../../gallery/testConnector.fixture.ts'
import { createTestModal, settle, type TestModal, type TestOptions, testAddress } from '../modal.fixture.ts'
import { accountAtom } from '../state/accounts.ts'
import { captureAtom } from '../state/captureStep.ts'
import { connectWalletAtom } from '../state/connecting.ts'
import { submitEmailAtom } from '../state/emailLogin.ts'
import { closeAtom, isCloseGuardedAtom, openAtom } from '../state/modal.ts'
import { canGoBackAtom, isOpenAtom, openAtAtom, routeAtom } from '../state/route.ts'
import type { CaptureApi, Given } from './createCaptureApi.ts'
import {
  dataCaptureAtom,
  forgetRecentEmailsAtom,
  recentEmailsAtom,
  resendCaptureCodeAtom,
  shareOwnEmailAtom,
  skipCaptureAtom,
  submitCaptureCodeAtom,
  submitCaptureEmailAtom,
} from './dataCapture.ts'

const purpose = 'News about your orders'
const email = 'ada@example.com'
const asking: ProjectConfig = { features: null, emailCapture: { purpose } }

type Options = TestOptions & {
  own?: 'optional' | 'required' | null
  api?: Partial<CaptureApi>
  config?: () => Promise<ProjectConfig>
}

const createModal = ({ own = 'optional', api = {}, config = async () => asking, ...options }: Options = {}) => {
  const [started, confirmed]: [Given[], string[][]] = [[], []]
  const captureApi: CaptureApi = {
    start: async (given) => {
      started.push(given)
      return { attemptId: `attempt ${started.length}`, resendInSeconds: 30 }
    },
    confirm: async (...entered) => void confirmed.push(entered),
    ...api,
  }
  const modal = createTestModal({
    ...options,
    settings: { features: own === null ? {} : { emailCapture: own } },
    services: { loadCaptureApi: async () => captureApi, loadProjectConfig: config },
  })
  modal.store.set(openAtom)
  return { ...modal, started, confirmed }
}
const connect = async ({ store }: Pick<TestModal, 'store'>) => {
  const connector = testConnector('One')
  const target = {
    key: 'one',
    name: 'One',
    group: 'injected',
    isInstalled: true,
    wallet: null,
    connectors: [connector],
  } as const
  await store.set(connectWalletAtom, target)
  await settle()
}
const viewOf = ({ store }: Pick<TestModal, 'store'>) => (store.get(isOpenAtom) ? store.get(routeAtom).view : 'closed')
const stateOf = ({ store }: Pick<TestModal, 'store'>) => store.get(dataCaptureAtom)

test('after connecting, a code mailed to the address gives it, and the modal leaves', async () => {
  const modal = createModal()
  await connect(modal)
  expect(viewOf(modal)).toBe('DataCapture')
  expect(modal.store.get(captureAtom)).toEqual({ purpose, isRequired: false })
  await modal.store.set(submitCaptureEmailAtom, ` ${email} `)
  expect(modal.started).toEqual([{ account: `eip155:31337:${testAddress}`, purpose, email }])
  expect(stateOf(modal)).toMatchObject({ step: 'code', email })
  await modal.store.set(submitCaptureCodeAtom, 'KTW BQZ')
  expect(modal.confirmed).toEqual([['attempt 1', 'KTW BQZ']])
  expect(viewOf(modal)).toBe('closed')
  expect(modal.store.get(accountAtom)?.address).toBe(testAddress)
  expect(modal.storage.read('captured-emails')).toEqual([email])
  // The same account is asked once.
  modal.store.set(openAtom)
  await connect(modal)
  expect(viewOf(modal)).toBe('closed')
})

test.each<ErrorName>(['OTP_INVALID', 'OTP_EXPIRED', 'OTP_USED', 'OTP_EXHAUSTED'])(
  '%s is told at the code, gives nothing, and another code can be mailed',
  async (name) => {
    const modal = createModal({ api: { confirm: () => Promise.reject(new AppError(name)) } })
    await connect(modal)
    await modal.store.set(submitCaptureEmailAtom, email)
    await modal.store.set(submitCaptureCodeAtom, 'BBBBBB')
    expect(stateOf(modal)).toMatchObject({ step: 'code', error: { name } })
    expect(modal.storage.read('captured-emails')).toBeUndefined()
    await modal.store.set(resendCaptureCodeAtom)
    expect(stateOf(modal)).toMatchObject({ step: 'code', attemptId: 'attempt 2', error: null })
  },
)

test('an invalid address is told without a mail; what the service refuses is told at the field', async () => {
  const refused = new AppError('RATE_LIMITED', { details: { seconds: 20 } })
  const modal = createModal({ api: { start: () => Promise.reject(refused) } })
  await connect(modal)
  await modal.store.set(submitCaptureEmailAtom, 'ada@')
  expect(stateOf(modal)).toMatchObject({ step: 'email', error: { name: 'EMAIL_INVALID' } })
  await expect.poll(() => modal.logged.join()).toContain('APKTW002')
  await modal.store.set(submitCaptureEmailAtom, email)
  const retryAtMs = modal.clock.now() + 20_000
  expect(stateOf(modal)).toMatchObject({ step: 'email', error: { name: 'RATE_LIMITED' }, retryAtMs })
})

test('a user who skips is connected, and is asked again only when it is required', async () => {
  const kept = new Map<string, string>()
  const modal = createModal({ kept })
  await connect(modal)
  await modal.store.set(skipCaptureAtom)
  expect(viewOf(modal)).toBe('closed')
  const again = createModal({ kept })
  await connect(again)
  expect(viewOf(again)).toBe('closed')
  const required = createModal({ kept, own: 'required' })
  await connect(required)
  expect(viewOf(required)).toBe('DataCapture')
})

test('where it is required, nothing skips it, and closing disconnects', async () => {
  const modal = createModal({ own: 'required' })
  await connect(modal)
  await modal.store.set(skipCaptureAtom)
  expect(viewOf(modal)).toBe('DataCapture')
  expect(modal.store.get(isCloseGuardedAtom)).toBe(true)
  expect(modal.store.get(canGoBackAtom)).toBe(false)
  modal.store.set(closeAtom)
  await settle()
  expect(viewOf(modal)).toBe('closed')
  expect(modal.store.get(accountAtom)).toBeNull()
})

test('closing an optional one keeps the connection', async () => {
  const modal = createModal()
  await connect(modal)
  modal.store.set(closeAtom)
  expect(viewOf(modal)).toBe('closed')
  expect(modal.store.get(accountAtom)?.address).toBe(testAddress)
})

test('a user of the embedded wallet shares its verified address without a code', async () => {
  const shared: unknown[] = []
  const modal = createModal({ handlers: { SHARE_EMAIL: async (payload) => void shared.push(payload) } })
  await modal.store.set(submitEmailAtom, email)
  expect(viewOf(modal)).toBe('DataCapture')
  expect(stateOf(modal).step).toBe('own')
  expect(shared).toEqual([])
  await modal.store.set(shareOwnEmailAtom)
  expect(shared).toEqual([{ purpose }])
  expect(modal.started).toEqual([])
  expect(viewOf(modal)).toBe('closed')
})

test('without an answer of the project in time, no user is asked', async () => {
  const modal = createModal({ own: 'required', config: () => new Promise(() => undefined) })
  const connecting = connect(modal)
  await settle()
  await modal.clock.advance(1500)
  await connecting
  expect(viewOf(modal)).toBe('closed')
})

test('a page that asks for nothing waits for nothing: what the project says late applies at the next connection', async () => {
  const { promise, resolve } = Promise.withResolvers<ProjectConfig>()
  const modal = createModal({ own: null, config: () => promise })
  await connect(modal)
  expect(viewOf(modal)).toBe('closed')
  resolve(feature(true, []))
  await settle()
  modal.store.set(openAtom)
  await connect(modal)
  expect(viewOf(modal)).toBe('DataCapture')
})

test('what the site asks for meanwhile stays in front', async () => {
  const { promise, resolve } = Promise.withResolvers<ProjectConfig>()
  const modal = createModal({ config: () => promise })
  const connecting = connect(modal)
  await settle()
  modal.store.set(openAtAtom, { view: 'ApproveTransaction' })
  resolve(asking)
  await connecting
  await settle()
  expect(viewOf(modal)).toBe('ApproveTransaction')
})

test('three addresses at most are kept on the device, until they are forgotten', async () => {
  const kept = new Map<string, string>()
  for (const name of ['a', 'b', 'c', 'd']) {
    kept.delete('latchkey:demo:email-capture')
    const modal = createModal({ kept })
    await connect(modal)
    await modal.store.set(submitCaptureEmailAtom, `${name}@example.com`)
    await modal.store.set(submitCaptureCodeAtom, 'KTWBQZ')
  }
  const { store, storage } = createModal({ kept })
  expect(store.get(recentEmailsAtom)).toEqual(['d@example.com', 'c@example.com', 'b@example.com'])
  store.set(forgetRecentEmailsAtom)
  expect(store.get(recentEmailsAtom)).toEqual([])
  expect(storage.read('captured-emails')).toBeUndefined()
})

const feature = (isEnabled: boolean, config: string[] | null) =>
  ({
    features: [{ id: 'email_capture', isEnabled, config }],
    emailCapture: { purpose },
  }) as const satisfies ProjectConfig
