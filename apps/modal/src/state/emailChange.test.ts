import { AppError } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createTestModal, settle, type TestModal } from '../modal.fixture.ts'
import { connectionAtom } from './accounts.ts'
import { emailChangeAtom, leaveEmailChangeAtom } from './emailChange.ts'
import { frameShownAtom } from './frame.ts'
import { closeAtom, openAtom } from './modal.ts'
import { restoreAtom } from './restoring.ts'
import { pushAtom, routeAtom } from './route.ts'
import { submitNewEmailAtom } from './submitNewEmail.ts'

type Options = NonNullable<Parameters<typeof createTestModal>[0]>

const newEmail = 'ada@new.example'
const state = ({ store }: TestModal) => store.get(emailChangeAtom)
const view = ({ store }: TestModal) => store.get(routeAtom).view
const emailOf = ({ store }: TestModal) => {
  const connection = store.get(connectionAtom)
  return connection.status === 'connected' ? connection.account.person?.email : undefined
}
const submit = ({ store }: TestModal, email = ` ${newEmail} `) => store.set(submitNewEmailAtom, email)
const failing = (error: AppError) => async () => {
  throw error
}

/** A signed-in user, in front of the field for another email. */
const opened = async (handlers: Options['handlers'] = {}) => {
  const modal = createTestModal({
    remembered: true,
    handlers: {
      UPDATE_EMAIL: async () => ({ action: 'VERIFY_PRIMARY_OTP' }),
      UPDATE_EMAIL_PRIMARY_OTP: async () => undefined,
      UPDATE_EMAIL_SECONDARY_OTP: async () => ({ newEmail }),
      ...handlers,
    },
  })
  await modal.store.set(restoreAtom)
  modal.store.set(openAtom)
  modal.store.set(pushAtom, { view: 'UpdateEmailWallet' })
  return modal
}

test('both codes are typed in the wallet, and the account has the new email', async () => {
  const modal = await opened()
  await submit(modal)
  expect(modal.calls.slice(-4)).toEqual([
    { name: 'UPDATE_EMAIL', payload: { email: newEmail } },
    { name: 'SYNC_THEME', payload: { themeMode: 'dark', themeVariables: {} } },
    { name: 'UPDATE_EMAIL_PRIMARY_OTP', payload: undefined },
    { name: 'UPDATE_EMAIL_SECONDARY_OTP', payload: undefined },
  ])
  expect(emailOf(modal)).toBe(newEmail)
  expect(modal.hub.account.get()).toMatchObject({ email: newEmail })
  expect(view(modal)).toBe('Account')
  expect(state(modal)).toMatchObject({ step: 'email', email: '', error: null })
})

test('the wallet is shown while it has something to ask', async () => {
  let answer: () => void = () => undefined
  const modal = await opened({
    UPDATE_EMAIL_PRIMARY_OTP: () => new Promise((resolve) => (answer = () => resolve(undefined))),
  })
  expect(modal.store.get(frameShownAtom)).toBeNull()
  const done = submit(modal)
  await settle()
  await settle()
  expect(modal.store.get(frameShownAtom)).toBe('login')
  answer()
  await done
  expect(modal.store.get(frameShownAtom)).toBeNull()
})

test('what is no email is told at once, and asked of nobody', async () => {
  const modal = await opened()
  await submit(modal, 'ada@')
  expect(state(modal)).toMatchObject({ email: 'ada@', error: { name: 'EMAIL_INVALID' } })
  await expect.poll(() => modal.logged.join()).toContain('APKTW002')
  expect(modal.names()).not.toContain('UPDATE_EMAIL')
})

test.each([
  ['UPDATE_EMAIL', new AppError('EMAIL_UNCHANGED')],
  ['UPDATE_EMAIL', new AppError('SERVICE_UNREACHABLE')],
  ['UPDATE_EMAIL_PRIMARY_OTP', new AppError('OTP_EXPIRED')],
  ['UPDATE_EMAIL_SECONDARY_OTP', new AppError('EMAIL_IN_USE')],
] as const)('%s that fails with %s leads back to what was typed', async (name, error) => {
  const modal = await opened({ [name]: failing(error) })
  await submit(modal)
  expect(state(modal)).toMatchObject({ step: 'email', email: newEmail, error: { name: error.name } })
  expect(view(modal)).toBe('UpdateEmailWallet')
  expect(emailOf(modal)).toBe('ada@example.com')
})

test('a user who stops in the wallet is back at the field, with nothing to read', async () => {
  const modal = await opened({ UPDATE_EMAIL_PRIMARY_OTP: failing(new AppError('USER_REJECTED')) })
  await submit(modal)
  expect(state(modal)).toMatchObject({ step: 'email', email: newEmail, error: null })
})

test('a service that says how long to wait is believed', async () => {
  const modal = await opened({ UPDATE_EMAIL: failing(new AppError('RATE_LIMITED', { details: { seconds: 24 } })) })
  await submit(modal)
  expect(state(modal).retryAtMs).toBeGreaterThan(0)
})

test.each([
  ['back', leaveEmailChangeAtom, 'Account'],
  ['away', closeAtom, 'UpdateEmailWallet'],
] as const)('going %s cancels it in the wallet, and its answer is of no interest', async (_, leave, shown) => {
  const signals: AbortSignal[] = []
  const modal = await opened({
    UPDATE_EMAIL_SECONDARY_OTP: (_, { signal }) => {
      signals.push(signal)
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new AppError('ABORTED'))))
    },
  })
  const done = submit(modal)
  await settle()
  await settle()
  modal.store.set(leave)
  await done
  expect(view(modal)).toBe(shown)
  expect(state(modal)).toMatchObject({ step: 'email', error: null })
  expect(emailOf(modal)).toBe('ada@example.com')
})

test('a session that is over ends the login', async () => {
  const modal = await opened({ UPDATE_EMAIL_PRIMARY_OTP: failing(new AppError('SESSION_EXPIRED')) })
  await submit(modal)
  expect(view(modal)).toBe('Connect')
})
