import { createVaultStage } from '@latchkey/vault-protocol'
import { describe, expect, test } from 'vitest'
import { asPage } from '../../boundary/Page.ts'
import type { CodeStep } from '../../login/createCodeStep.ts'
import type { ProviderStep } from '../../login/createProviderStep.ts'
import type { SignInWindow } from '../../login/openSignInWindow.ts'
import { fakeAccountApi, rightCode } from '../../session/fakeAccountApi.fixture.ts'
import { browserProfile, email } from '../../session/sessionHarness.fixture.ts'
import { createStepUp } from '../../session/stepUp.ts'
import { createSettings } from './createSettings.ts'
import { createProviderSteps } from './logins/createProviderSteps.ts'

const page = asPage('https://wallet.example', 'wallet', 5)
type Settings = ReturnType<typeof createSettings>

const asCode = (step: CodeStep<unknown> | ProviderStep | null | undefined) =>
  step === null || step === undefined || 'provider' in step ? null : step
const asProvider = (step: CodeStep<unknown> | ProviderStep | null | undefined) =>
  step !== null && step !== undefined && 'provider' in step ? step : null

/** The user types the requested code. */
const enterCode = async ({ stepUpPrompt }: Settings) => {
  await expect.poll(() => asCode(stepUpPrompt.current()?.step)?.state().isMailed).toBe(true)
  await asCode(stepUpPrompt.current()?.step)?.submit(rightCode)
}

/** Windows that the browser opens; each brings back what the test sets. */
const browserWindows = () => {
  const opened: { bring: (resultUri: string) => void; ended: boolean }[] = []
  let isBlocked = false
  const open = (): SignInWindow => {
    const mine = { bring: (_: string): void => undefined, ended: false }
    opened.push(mine)
    return {
      isOpen: !isBlocked,
      go: (_, __, onResult) => {
        mine.bring = onResult
      },
      end: () => {
        mine.ended = true
      },
    }
  }
  return {
    open,
    opened,
    block: () => {
      isBlocked = true
    },
    newest: () => opened.at(-1),
  }
}

/** The page, freshly loaded in a browser profile. */
const load = (profile = browserProfile()) => {
  const { session, emailChange, fake } = profile.open({ onEnd: (ending) => settings.ended(ending) })
  const api = profile.backend.apiFor(() => profile.disk.deviceId)
  const stepUp = createStepUp({ api, session, page })
  const appearance = () => ({ mode: 'light' as const })
  const windows = browserWindows()
  const settings = createSettings({
    page,
    session,
    stepUp,
    emailChange,
    providerSteps: createProviderSteps({
      ...{ api, vault: fake.vault, walletOrigin: page.origin, page, session, stepUp, appearance },
      pause: () => new Promise((resolve) => setTimeout(resolve)),
      openWindow: windows.open,
    }),
    openWindow: windows.open,
    providers: async () => ['google', 'farcaster'],
    permissions: () => Promise.reject(new Error('nobody asks')),
    holdings: () => Promise.reject(new Error('nobody asks')),
    stage: createVaultStage({} as Window),
    appearance,
    now: () => 1_700_000_000_000,
  })
  const kind = () => settings.state().kind
  const signIn = async () => {
    settings.signIn(email)
    const state = settings.state()
    const step = asCode(state.kind === 'signedOut' ? state.step : null)
    await expect.poll(() => step?.state().isMailed).toBe(true)
    await step?.submit(rightCode)
    await expect.poll(kind).toBe('open')
  }
  // They recognize their account.
  settings.subscribe(() => {
    const state = settings.state()
    if (state.kind === 'signedOut' && state.found?.state().kind === 'confirming') queueMicrotask(state.found.confirm)
  })
  /** The user has clicked, and signs in at the provider in the window that was opened. */
  const signInAtProvider = async (step: () => ProviderStep | null, subject: string) => {
    await expect.poll(() => step()?.state().kind).toBe('away')
    windows.newest()?.bring(profile.backend.arrive(subject))
  }
  const signInWithGoogle = async (subject: string) => {
    settings.signInAt('google')
    const state = settings.state()
    await signInAtProvider(() => asProvider(state.kind === 'signedOut' ? state.step : null), subject)
    await expect.poll(kind).toBe('open')
  }
  /** The user confirms at the requested provider. */
  const confirmAtProvider = async (subject: string) => {
    const step = () => asProvider(settings.stepUpPrompt.current()?.step)
    await expect.poll(() => step()?.state().kind).toBe('idle')
    step()?.start()
    await signInAtProvider(step, subject)
  }
  return { profile, settings, session, fake, kind, signIn, windows, signInWithGoogle, confirmAtProvider }
}

describe('the settings page', () => {
  test('shows no user at first, and the user after their code, also after a reload', async () => {
    const { profile, settings, kind, signIn } = load()
    expect(kind()).toBe('opening')
    await settings.open()
    expect(kind()).toBe('signedOut')
    await signIn()
    const again = load(profile)
    await again.settings.open()
    expect(again.settings.state()).toMatchObject({ kind: 'open', person: { email } })
  })

  test('goes back to the email when the user wants another one', async () => {
    const { settings } = load()
    settings.signIn(email)
    settings.leaveSignIn()
    expect(settings.state()).toEqual({ kind: 'signedOut', step: null, because: null })
  })

  test('locked shows no account and holds no key, and opens again without a code', async () => {
    const { settings, kind, signIn, fake, profile } = load()
    await signIn()
    await settings.lock()
    expect(settings.state()).toEqual({ kind: 'locked', name: email })
    expect((await fake.vault.status(undefined)).unlocked).toBe(false)
    await expect(settings.devices()).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    const mails = profile.backend.calls.filter((name) => name === 'emailStart').length
    await settings.open()
    expect(kind()).toBe('open')
    expect(profile.backend.calls.filter((name) => name === 'emailStart')).toHaveLength(mails)
  })

  test('signed out, leaves nothing of the user here', async () => {
    const { profile, settings, signIn } = load()
    await signIn()
    await settings.signOut()
    expect(settings.state()).toEqual({ kind: 'signedOut', step: null, because: null })
    expect(profile.disk.ready).toBeNull()
    expect((await profile.store.read()).session).toBeNull()
  })

  test('signed out everywhere, leaves nothing of the user here', async () => {
    const { profile, settings, signIn } = load()
    await signIn()
    profile.backend.confirmAll()
    await settings.signOutEverywhere()
    expect(settings.state()).toEqual({ kind: 'signedOut', step: null, because: 'everywhere' })
    expect([profile.disk.ready, profile.disk.others]).toEqual([null, []])
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
    await enterCode(settings)
    await revoked
    expect(settings.stepUpPrompt.current()).toBeNull()
  })

  test('tells what happened by custody’s log only after a code', async () => {
    const { settings, signIn } = load()
    await signIn()
    const whole = settings.auditTrail(true)
    await enterCode(settings)
    expect((await whole).isWhole).toBe(true)
    expect((await settings.auditTrail(false)).isWhole).toBe(false)
  })
})

describe('a user who signs in at a provider', () => {
  test('is shown by what they are called there, and has no email', async () => {
    const { settings, signInWithGoogle, windows } = load()
    await signInWithGoogle('ada')
    expect(settings.state()).toMatchObject({
      kind: 'open',
      person: { email: null, login: { provider: 'google', userName: 'ada' } },
    })
    expect(windows.opened.map(({ ended }) => ended)).toEqual([true])
    await settings.lock()
    expect(settings.state()).toEqual({ kind: 'locked', name: 'ada' })
  })

  test('goes on where the browser opened no window, once they have compared the number', async () => {
    const { settings, windows, profile, kind } = load()
    windows.block()
    settings.signInAt('google')
    const state = settings.state()
    const step = asProvider(state.kind === 'signedOut' ? state.step : null)
    await expect.poll(() => step?.state()).toMatchObject({ kind: 'away', isBlocked: true, number: '42' })
    profile.backend.arrive('ada')
    profile.backend.setSignIn('released')
    await expect.poll(kind).toBe('open')
  })

  test('may sign by Farcaster, with no window', async () => {
    const { settings, windows, profile, kind } = load()
    settings.signInAt('farcaster')
    const state = settings.state()
    const step = asProvider(state.kind === 'signedOut' ? state.step : null)
    await expect.poll(() => step?.state().kind).toBe('scanning')
    profile.backend.arrive('alice')
    await expect.poll(kind).toBe('open')
    expect(windows.opened).toEqual([])
  })

  test('hears that they have declined, and may begin again', async () => {
    const { settings, windows, profile, kind } = load()
    settings.signInAt('google')
    const state = settings.state()
    const step = asProvider(state.kind === 'signedOut' ? state.step : null)
    await expect.poll(() => step?.state().kind).toBe('away')
    windows.newest()?.bring(profile.backend.arrive('ada').replace(/result=.*/, 'error=access_denied'))
    await expect.poll(() => step?.state()).toMatchObject({ kind: 'failed', error: { name: 'SOCIAL_DENIED' } })
    step?.start()
    await expect.poll(() => step?.state().kind).toBe('away')
    windows.newest()?.bring(profile.backend.arrive('ada'))
    await expect.poll(kind).toBe('open')
    expect(windows.opened).toHaveLength(2)
  })

  test('and leaves is signed in by nothing that comes later', async () => {
    const { settings, windows, profile, session } = load()
    settings.signInAt('google')
    const state = settings.state()
    const step = asProvider(state.kind === 'signedOut' ? state.step : null)
    await expect.poll(() => step?.state().kind).toBe('away')
    settings.leaveSignIn()
    windows.newest()?.bring(profile.backend.arrive('ada'))
    expect(settings.state()).toEqual({ kind: 'signedOut', step: null, because: null })
    expect(await session.isConnected(page)).toBe(false)
    expect(profile.backend.openSessions()).toBe(0)
  })

  test('confirms there what takes a fresh proof, and no code is mailed', async () => {
    const { settings, profile, signInWithGoogle, confirmAtProvider } = load()
    await signInWithGoogle('ada')
    const revoked = settings.revokeDevices(['x'.repeat(43)])
    await confirmAtProvider('ada')
    await revoked
    expect(profile.backend.calls).not.toContain('emailStart')
  })

  test('does not confirm with the account of somebody else', async () => {
    const backend = fakeAccountApi()
    await load(browserProfile(backend)).signInWithGoogle('bob')
    const { settings, signInWithGoogle, confirmAtProvider } = load(browserProfile(backend))
    await signInWithGoogle('ada')
    const revoked = settings.revokeDevices(['x'.repeat(43)])
    await confirmAtProvider('bob')
    const step = () => asProvider(settings.stepUpPrompt.current()?.step)
    await expect.poll(() => step()?.state()).toMatchObject({ kind: 'failed', error: { name: 'IDENTITY_IN_USE' } })
    settings.stepUpPrompt.current()?.leave()
    await expect(revoked).rejects.toMatchObject({ name: 'USER_REJECTED' })
  })
})

describe('another way of signing in', () => {
  test('is added after two proofs, and then opens the same wallet', async () => {
    const backend = fakeAccountApi()
    const mine = load(browserProfile(backend))
    await mine.signIn()
    expect(await mine.settings.logins()).toEqual([])
    const linked = mine.settings.linkLogin('google')
    await enterCode(mine.settings)
    await mine.confirmAtProvider('ada')
    await linked
    expect(await mine.settings.logins()).toMatchObject([{ provider: 'google', userName: 'ada' }])
    const elsewhere = load(browserProfile(backend))
    await elsewhere.signInWithGoogle('ada')
    const addressOf = (settings: Settings) => {
      const state = settings.state()
      return state.kind === 'open' ? state.person.caller.address : null
    }
    expect(addressOf(elsewhere.settings)).toBe(addressOf(mine.settings))
  })

  test('that opens somebody else’s wallet is not added', async () => {
    const backend = fakeAccountApi()
    await load(browserProfile(backend)).signInWithGoogle('bob')
    const mine = load(browserProfile(backend))
    await mine.signIn()
    const linked = mine.settings.linkLogin('google')
    await enterCode(mine.settings)
    await mine.confirmAtProvider('bob')
    await expect(linked).rejects.toMatchObject({ name: 'IDENTITY_IN_USE' })
    expect(await mine.settings.logins()).toEqual([])
  })

  test('is not added by who leaves at either proof', async () => {
    const { settings, signIn } = load()
    await signIn()
    const first = settings.linkLogin('google')
    await expect.poll(() => asCode(settings.stepUpPrompt.current()?.step)?.state().isMailed).toBe(true)
    settings.stepUpPrompt.current()?.leave()
    await expect(first).rejects.toMatchObject({ name: 'USER_REJECTED' })
    const second = settings.linkLogin('google')
    await enterCode(settings)
    await expect.poll(() => asProvider(settings.stepUpPrompt.current()?.step)?.provider).toBe('google')
    settings.stepUpPrompt.current()?.leave()
    await expect(second).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect(await settings.logins()).toEqual([])
  })

  test('is removed after a fresh proof, and opens this wallet no more', async () => {
    const backend = fakeAccountApi()
    const mine = load(browserProfile(backend))
    await mine.signIn()
    const linked = mine.settings.linkLogin('google')
    await enterCode(mine.settings)
    await mine.confirmAtProvider('ada')
    await linked
    const [login] = await mine.settings.logins()
    if (login === undefined) throw new Error('Nothing was added')
    await mine.settings.unlinkLogin(login)
    expect(await mine.settings.logins()).toEqual([])
    expect(backend.calls).toContain('unlinkIdentity')
    const elsewhere = load(browserProfile(backend))
    await elsewhere.signInWithGoogle('ada')
    expect(backend.wallets.size).toBe(2)
  })

  test('that is the only way in is not removed', async () => {
    const { settings, signInWithGoogle, confirmAtProvider } = load()
    await signInWithGoogle('ada')
    const [login] = await settings.logins()
    if (login === undefined) throw new Error('Nobody has signed in')
    const removed = settings.unlinkLogin(login)
    await confirmAtProvider('ada')
    await expect(removed).rejects.toMatchObject({ name: 'LAST_LOGIN' })
  })
})
