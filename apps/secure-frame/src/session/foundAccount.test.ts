import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { createFoundStep, type FoundStep } from '../login/createFoundStep.ts'
import type { Caller } from './Caller.ts'
import { fakeAccountApi, rightCode } from './fakeAccountApi.fixture.ts'
import { browserProfile, dapp, email } from './sessionHarness.fixture.ts'

/** A browser in which a user without a session signs in with Google, whose verified address an account has. */
const open = async (backend = fakeAccountApi()) => {
  const first = browserProfile(backend).open()
  await first.session.startEmail(dapp, email)
  const { address, userId } = await first.session.finishEmail(dapp, rightCode)
  backend.verify('ada', email)
  const profile = browserProfile(backend)
  const { session } = profile.open()
  const leaving = new AbortController()
  const arrive = async (subject = 'ada') => {
    await session.startSocial(dapp, 'google')
    const asked = Promise.withResolvers<FoundStep>()
    const entered = session.finishSocial(dapp, backend.arrive(subject), {
      signal: leaving.signal,
      onFound(found) {
        const appearance = () => ({ mode: 'light' as const })
        const step = createFoundStep({ found, openWindow: null, appearance, now: () => 0 })
        asked.resolve(step)
        return step.wait(leaving.signal)
      },
    })
    entered.catch(asked.reject)
    return { step: await asked.promise, entered }
  }
  const count = (name: string) => backend.calls.filter((call) => call === name).length
  return {
    backend,
    profile,
    session,
    arrive,
    count,
    address,
    userId,
    leave: () => leaving.abort(new AppError('USER_REJECTED')),
  }
}
const codeOf = (step: FoundStep) => {
  const state = step.state()
  if (state.kind !== 'proving' || 'provider' in state.step) throw new Error(`it is ${state.kind}`)
  return state.step
}
const byCode = async (step: FoundStep, code = rightCode) => {
  step.prove()
  const proof = codeOf(step)
  await expect.poll(() => proof.state().isMailed).toBe(true)
  await proof.submit(code)
}

describe('a login whose verified address has an account', () => {
  test('makes nothing until its user has chosen', async () => {
    const { arrive, backend, count, leave } = await open()
    const { step, entered } = await arrive()
    expect([step.linking, step.state()]).toMatchObject([
      'google',
      { kind: 'asking', account: { email, providers: [] } },
    ])
    expect([count('socialVerify'), backend.wallets.size]).toEqual([0, 1])
    leave()
    await expect(entered).rejects.toMatchObject({ name: 'ABORTED' })
    expect([count('socialVerify'), backend.kept.size]).toEqual([0, 0])
  })

  test('is linked to it once its code is entered, and signs in to the same address', async () => {
    const { arrive, backend, address, profile } = await open()
    const { step, entered } = await arrive()
    await byCode(step)
    expect((await entered).address).toBe(address)
    expect([...backend.kept]).toEqual(['google ada'])
    const { holder, session } = await profile.store.read()
    expect(holder?.providers).toEqual(['google'])
    expect(JSON.stringify(session)).not.toContain('custody')
    // No question is asked from then on.
    const other = browserProfile(backend).open().session
    await other.startSocial(dapp, 'google')
    const again = await other.finishSocial(dapp, backend.arrive('ada'), {
      signal: new AbortController().signal,
      onFound: () => Promise.reject(new Error('asked')),
    })
    expect(again.address).toBe(address)
  })

  test('stops when the authorities name different addresses', async () => {
    const { arrive, backend } = await open()
    backend.misstate('ada', 'thief@example.org')
    await expect(arrive()).rejects.toMatchObject({ name: 'ACCOUNT_MISMATCH' })
    expect(backend.kept.size).toBe(0)
  })

  test('is tried with another code after a wrong one', async () => {
    const { arrive, backend, address } = await open()
    const { step, entered } = await arrive()
    await byCode(step, '000000')
    expect(codeOf(step).state().failure?.error.name).toBe('OTP_INVALID')
    expect(backend.kept.size).toBe(0)
    await codeOf(step).submit(rightCode)
    expect((await entered).address).toBe(address)
  })

  test('makes a separate wallet only where its user asks for one, twice', async () => {
    const { arrive, backend, address, count } = await open()
    const { step, entered } = await arrive()
    step.separate()
    expect(step.state()).toMatchObject({ kind: 'separating' })
    step.back()
    expect([step.state().kind, count('socialVerify')]).toEqual(['asking', 0])
    for (const _ of ['asked', 'confirmed']) step.separate()
    expect((await entered).address).not.toBe(address)
    expect([backend.wallets.size, backend.kept.size]).toEqual([2, 0])
  })

  test('makes a separate wallet also after a code was asked for', async () => {
    const { arrive, backend } = await open()
    const { step, entered } = await arrive()
    step.prove()
    step.back()
    for (const _ of ['asked', 'confirmed']) step.separate()
    await entered
    expect(backend.wallets.size).toBe(2)
  })

  test('mails one code, however often its user goes back and forth', async () => {
    const { arrive, count } = await open()
    const before = count('emailStart')
    const { step, entered } = await arrive()
    for (const _ of ['first', 'second']) {
      step.prove()
      await expect.poll(() => codeOf(step).state().isMailed).toBe(true)
      step.back()
    }
    await byCode(step)
    await entered
    expect(count('emailStart') - before).toBe(1)
  })

  test.each(['LINK_MISMATCH', 'IDENTITY_IN_USE', 'MAIL_FAILED', 'SOCIAL_EXPIRED'] as const)(
    'goes on to the account when it can’t be linked, and says so: %s',
    async (name) => {
      const { arrive, backend, address } = await open()
      backend.failAll(name === 'MAIL_FAILED' ? 'linkLogin' : 'linkIdentity', name)
      const { step, entered } = await arrive()
      await byCode(step)
      expect(step.state()).toMatchObject({ kind: 'unlinked', error: { name } })
      step.goOn()
      expect((await entered).address).toBe(address)
      expect(backend.kept.size).toBe(0)
    },
  )

  test.each([1, 2, 3])('is linked when call %i of the linking gets no answer', async (nth) => {
    const { arrive, backend } = await open()
    const { step, entered } = await arrive()
    backend.beforeNext('linkIdentity', async () => backend.breakCall(nth - 1, 'after'))
    await byCode(step)
    await entered
    expect([...backend.kept]).toEqual(['google ada'])
  })

  test('of an account without an email is proved where its user signs in', async () => {
    const backend = fakeAccountApi()
    const first = browserProfile(backend).open().session
    const never = { signal: new AbortController().signal, onFound: () => Promise.reject(new Error('asked')) }
    await first.startSocial(dapp, 'github')
    const { address } = await first.finishSocial(dapp, backend.arrive('eve'), never)
    backend.verify('eve', 'eve@example.org')
    const { session } = browserProfile(backend).open()
    await session.startSocial(dapp, 'google')
    const asked = Promise.withResolvers<FoundStep>()
    backend.verify('eva', 'eve@example.org')
    const entered = session.finishSocial(dapp, backend.arrive('eva'), {
      ...never,
      onFound(found) {
        const appearance = () => ({ mode: 'light' as const })
        const step = createFoundStep({ found, openWindow: null, appearance, now: () => 0 })
        asked.resolve(step)
        return step.wait(never.signal)
      },
    })
    const step = await asked.promise
    expect(step.state()).toMatchObject({ account: { providers: ['github'] } })
    step.prove('github')
    const state = step.state()
    if (state.kind !== 'proving' || !('provider' in state.step)) throw new Error('no provider')
    const proof = state.step
    await expect.poll(() => proof.state()).toMatchObject({ kind: 'away', isBlocked: true, number: '42' })
    backend.arrive('eve')
    backend.setSignIn('released')
    const caller: Caller = await entered
    expect(caller.address).toBe(address)
    expect([...backend.kept]).toEqual(['google eva'])
  })
})

/** A browser in which a user signs in by email, whose address an account has that Google opens. */
const openByEmail = async (backend = fakeAccountApi()) => {
  const signal = new AbortController().signal
  const first = browserProfile(backend).open().session
  await first.startSocial(dapp, 'google')
  const never = () => Promise.reject(new Error('asked'))
  const { address } = await first.finishSocial(dapp, backend.arrive('ada'), { signal, onFound: never })
  backend.verify('ada', email)
  const profile = browserProfile(backend)
  const { session } = profile.open()
  await session.startEmail(dapp, email)
  const leaving = new AbortController()
  const arrive = async (code = rightCode) => {
    const asked = Promise.withResolvers<FoundStep>()
    const entered = session.finishEmail(dapp, code, {
      signal: leaving.signal,
      onFound(found) {
        const appearance = () => ({ mode: 'light' as const })
        const step = createFoundStep({ found, openWindow: null, appearance, now: () => 0 })
        asked.resolve(step)
        return step.wait(leaving.signal)
      },
    })
    entered.catch(asked.reject)
    return { step: await asked.promise, entered }
  }
  const count = (name: string) => backend.calls.filter((call) => call === name).length
  const leave = () => leaving.abort(new AppError('USER_REJECTED'))
  return { backend, profile, session, arrive, count, address, leave }
}
const atGoogle = async (step: FoundStep, backend: ReturnType<typeof fakeAccountApi>, subject = 'ada') => {
  step.prove('google')
  const state = step.state()
  if (state.kind !== 'proving' || !('provider' in state.step)) throw new Error('no provider')
  const proof = state.step
  await expect.poll(() => proof.state().kind).toBe('away')
  backend.arrive(subject)
  backend.setSignIn('released')
  return proof
}

describe('a sign-in by email whose address an account has at a provider', () => {
  test('makes nothing until its user has chosen', async () => {
    const { arrive, backend, count, leave } = await openByEmail()
    const { step, entered } = await arrive()
    expect(step.linking).toBe('email')
    expect(step.state()).toMatchObject({ kind: 'asking', account: { email, providers: ['google'] } })
    leave()
    await expect(entered).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect([count('emailVerify'), backend.wallets.size, backend.kept.size]).toEqual([0, 1, 0])
  })

  test('asks nobody before the code is right', async () => {
    const { arrive, count } = await openByEmail()
    await expect(arrive('000000')).rejects.toMatchObject({ name: 'OTP_INVALID' })
    expect(count('emailVerify')).toBe(0)
  })

  test('is linked once the provider is signed in to, and then opens the same address', async () => {
    const { arrive, backend, address, profile } = await openByEmail()
    const { step, entered } = await arrive()
    await atGoogle(step, backend)
    expect((await entered).address).toBe(address)
    expect([...backend.kept]).toEqual([email])
    expect((await profile.store.read()).holder).toMatchObject({ email, providers: ['google'] })
    const other = browserProfile(backend).open().session
    await other.startEmail(dapp, email)
    expect((await other.finishEmail(dapp, rightCode)).address).toBe(address)
  })

  test('stops when the provider opens another account than the one that was found', async () => {
    const { arrive, backend } = await openByEmail()
    const { step } = await arrive()
    const proof = await atGoogle(step, backend, 'eve')
    await expect.poll(() => proof.state()).toMatchObject({ kind: 'failed', error: { name: 'SOCIAL_REFUSED' } })
    expect(backend.kept.size).toBe(0)
  })

  test('makes a separate wallet with the same code, only where its user asks for one twice', async () => {
    const { arrive, backend, address, count } = await openByEmail()
    const { step, entered } = await arrive()
    step.separate()
    step.back()
    expect([step.state().kind, count('emailVerify')]).toEqual(['asking', 0])
    for (const _ of ['asked', 'confirmed']) step.separate()
    expect((await entered).address).not.toBe(address)
    expect([backend.wallets.size, backend.kept.size]).toEqual([2, 0])
  })

  test.each(['LINK_MISMATCH', 'OTP_EXPIRED', 'DEVICE_NOT_APPROVED', 'EMAIL_IN_USE'] as const)(
    'goes on to the account when it can’t be linked, and says so: %s',
    async (name) => {
      const { arrive, backend, address } = await openByEmail()
      const { step, entered } = await arrive()
      backend.failAll(name === 'LINK_MISMATCH' || name === 'OTP_EXPIRED' ? 'linkIdentity' : 'linkLogin', name)
      await atGoogle(step, backend)
      await expect.poll(() => step.state()).toMatchObject({ kind: 'unlinked', error: { name } })
      step.goOn()
      expect((await entered).address).toBe(address)
      expect(backend.kept.size).toBe(0)
    },
  )

  test('fails on a page that can’t show the question, and makes nothing', async () => {
    const { session, backend } = await openByEmail()
    await expect(session.finishEmail(dapp, rightCode)).rejects.toMatchObject({ name: 'CONTINUE_IN_WALLET' })
    expect([backend.wallets.size, backend.kept.size]).toEqual([1, 0])
  })
})
