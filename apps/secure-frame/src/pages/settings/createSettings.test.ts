import { describe, expect, test } from 'vitest'
import { asPage } from '../../boundary/Page.ts'
import { rightCode } from '../../session/fakeAccountApi.fixture.ts'
import { browserProfile, email } from '../../session/sessionHarness.fixture.ts'
import { createStepUp } from '../../session/stepUp.ts'
import { createVaultStage } from '../../vault/client/createVaultStage.ts'
import { createSettings } from './createSettings.ts'

const page = asPage('https://wallet.example', 'wallet', 5)

/** The page, freshly loaded in a browser profile. */
const load = (profile = browserProfile()) => {
  const { session, emailChange, fake } = profile.open((ending) => settings.ended(ending))
  const api = profile.backend.apiFor(() => profile.disk.deviceId)
  const settings = createSettings({
    page,
    session,
    stepUp: createStepUp({ api, session, page }),
    emailChange,
    stage: createVaultStage({} as Window),
    appearance: () => ({ mode: 'light' }),
    now: () => 1_700_000_000_000,
  })
  const kind = () => settings.state().kind
  const signIn = async () => {
    settings.signIn(email)
    const state = settings.state()
    const step = state.kind === 'signedOut' ? state.step : null
    await expect.poll(() => step?.state().isMailed).toBe(true)
    await step?.submit(rightCode)
    await expect.poll(kind).toBe('open')
  }
  return { profile, settings, session, fake, kind, signIn }
}

describe('the settings page', () => {
  test('shows nobody at first, and the person after their code, also when it is loaded again', async () => {
    const { profile, settings, kind, signIn } = load()
    expect(kind()).toBe('opening')
    await settings.open()
    expect(kind()).toBe('signedOut')
    await signIn()
    const again = load(profile)
    await again.settings.open()
    expect(again.settings.state()).toMatchObject({ kind: 'open', person: { email } })
  })

  test('goes back to the email when the person wants another one', async () => {
    const { settings } = load()
    settings.signIn(email)
    settings.leaveSignIn()
    expect(settings.state()).toEqual({ kind: 'signedOut', step: null, because: null })
  })

  test('locked shows no account and holds no key, and opens again without a code', async () => {
    const { settings, kind, signIn, fake, profile } = load()
    await signIn()
    await settings.lock()
    expect(settings.state()).toEqual({ kind: 'locked', email })
    expect((await fake.vault.status(undefined)).unlocked).toBe(false)
    await expect(settings.devices()).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    const mails = profile.backend.calls.filter((name) => name === 'emailStart').length
    await settings.open()
    expect(kind()).toBe('open')
    expect(profile.backend.calls.filter((name) => name === 'emailStart')).toHaveLength(mails)
  })

  test('signed out, leaves nothing of the person here', async () => {
    const { profile, settings, signIn } = load()
    await signIn()
    await settings.signOut()
    expect(settings.state()).toEqual({ kind: 'signedOut', step: null, because: null })
    expect(profile.disk.ready).toBeNull()
    expect((await profile.store.read()).session).toBeNull()
  })

  test('is not signed out before the device has forgotten them: what begins then is not lost', async () => {
    const { profile, settings, kind, signIn } = load()
    await signIn()
    const held: unknown[] = []
    const stop = settings.subscribe(() => {
      if (kind() === 'signedOut') held.push(profile.disk.ready)
    })
    await settings.signOut()
    stop()
    expect(held).toEqual([null])
  })

  test('says so when the service has ended the session', async () => {
    const { profile, settings, signIn, session } = load()
    await signIn()
    profile.backend.expireAll()
    await expect(settings.revokeDevices(['x'.repeat(43)])).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    expect(await session.isConnected(page)).toBe(false)
    expect(settings.state()).toEqual({ kind: 'signedOut', step: null, because: 'expiry' })
  })

  test('asks for a code where one is wanted, and goes on', async () => {
    const { settings, signIn } = load()
    await signIn()
    const revoked = settings.revokeDevices(['x'.repeat(43)])
    await expect.poll(() => settings.confirming.current()?.step.state().isMailed).toBe(true)
    await settings.confirming.current()?.step.submit(rightCode)
    await revoked
    expect(settings.confirming.current()).toBeNull()
  })

  test('tells what happened by custody’s log only after a code', async () => {
    const { settings, signIn } = load()
    await signIn()
    const whole = settings.auditTrail(true)
    await expect.poll(() => settings.confirming.current()?.step.state().isMailed).toBe(true)
    await settings.confirming.current()?.step.submit(rightCode)
    expect((await whole).isWhole).toBe(true)
    expect((await settings.auditTrail(false)).isWhole).toBe(false)
  })
})
