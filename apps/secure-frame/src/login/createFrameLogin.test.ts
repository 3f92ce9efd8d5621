import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { asPage } from '../boundary/Page.ts'
import { siwx, writeSignIn } from '../oneClick/signInMessage.fixture.ts'
import { fakeAccountApi, rightCode } from '../session/fakeAccountApi.fixture.ts'
import { browserProfile, email } from '../session/sessionHarness.fixture.ts'
import { createSurface } from '../views/Surface.ts'
import { createFrameLogin } from './createFrameLogin.ts'
import type { SignInScreen } from './presentLogin.ts'

const here = asPage('https://dapp.example', 'demo', 5)
const there = asPage('https://other.dapp.example', 'demo', 5)
const forever = new AbortController().signal
const claim = { name: 'Arcswap', description: '', url: 'https://dapp.example', icons: [] }

type Question = { id: string; params: unknown; requestContext: unknown; agree(): void; refuse(error: AppError): void }

/** A freshly loaded document of a browser profile; connections wait for the test to decide about them. */
const openDesk = (profile = browserProfile()) => {
  const tab = profile.open()
  const surface = createSurface()
  surface.change({ claim })
  const questions: Question[] = []
  let timeMs = 1_700_000_000_000
  const flow = createFrameLogin({
    session: tab.session,
    surface,
    appearance: () => ({ mode: 'dark' }),
    now: () => timeMs,
    mount: async () => undefined,
    approvals: {
      ask: ({ id, params, requestContext, signal }) =>
        new Promise((resolve, reject) => {
          questions.push({ id, params, requestContext, agree: () => resolve('connected' as never), refuse: reject })
          signal.addEventListener('abort', () => reject(new AppError('ABORTED')))
        }),
    },
  })
  const step = () => flow.current()?.step ?? null
  return {
    ...tab,
    profile,
    flow,
    questions,
    step,
    pass: (ms: number) => {
      timeMs += ms
    },
    /** The step once its mail has been sent. */
    mailed: async () => {
      await expect.poll(() => step()?.state().isMailed).toBe(true)
      return step() as NonNullable<ReturnType<typeof step>>
    },
  }
}
const mails = ({ profile }: ReturnType<typeof openDesk>) =>
  profile.backend.calls.filter((name) => name === 'emailStart').length
/** A user who has signed in on one page. */
const loggedIn = async (profile = browserProfile()) => {
  const tab = profile.open()
  await tab.session.startEmail(here, email)
  const caller = await tab.session.finishEmail(here, rightCode)
  return { profile, caller }
}
/** Marks rejections as handled until the test checks them. */
const held = <value>(promise: Promise<value>): Promise<value> => {
  promise.catch(() => undefined)
  return promise
}

describe('a login by code', () => {
  test('is shown while its page waits, and no longer', async () => {
    const tab = openDesk()
    expect(await tab.flow.begin(here, ` ${email} `)).toBe('VERIFY_OTP')
    expect(tab.flow.current()).toBeNull()
    const finished = tab.flow.finish(here, 'one', forever)
    const step = await tab.mailed()
    expect(tab.flow.current()?.origin).toBe(here.origin)
    await step.submit(rightCode)
    await finished
    expect(tab.flow.current()).toBeNull()
    expect((await tab.session.caller(here)).origin).toBe(here.origin)
    await expect(tab.session.caller(there)).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })

  test('needs an address, and one that was begun', async () => {
    const tab = openDesk()
    await expect(tab.flow.begin(here, 'ada@')).rejects.toMatchObject({ name: 'EMAIL_INVALID' })
    await expect(tab.flow.finish(here, 'one', forever)).rejects.toMatchObject({ name: 'OTP_EXPIRED' })
    expect(tab.profile.backend.calls).toEqual([])
  })

  test('answers the page before the mail is out, and tells the user alone that none could be sent', async () => {
    const tab = openDesk()
    tab.profile.backend.setOffline(true)
    expect(await tab.flow.begin(here, email)).toBe('VERIFY_OTP')
    const finished = tab.flow.finish(here, 'one', forever)
    await expect.poll(() => tab.step()?.state().failure?.error.name).toBe('SERVICE_UNREACHABLE')
    tab.profile.backend.setOffline(false)
    await tab.step()?.send()
    await (await tab.mailed()).submit(rightCode)
    await expect(finished).resolves.toBeNull()
  })

  test('takes the right code after a wrong one, and says how far it is', async () => {
    const tab = openDesk()
    await tab.flow.begin(here, email)
    const finished = tab.flow.finish(here, 'one', forever)
    const step = await tab.mailed()
    await step.submit('000000')
    expect(step.state()).toMatchObject({ busy: null, isMailed: true, failure: { of: 'code' } })
    expect(step.state().failure?.error).toMatchObject({ name: 'OTP_INVALID', details: { triesLeft: 2 } })
    const seen: (string | null)[] = []
    step.subscribe(() => seen.push(step.state().busy))
    await step.submit(rightCode)
    await finished
    expect(seen).toEqual(['checking', 'opening', null])
  })

  test('that breaks after the code goes on without another one', async () => {
    const tab = openDesk()
    await tab.flow.begin(here, email)
    const finished = tab.flow.finish(here, 'one', forever)
    const step = await tab.mailed()
    tab.profile.backend.breakCall(3, 'after')
    await step.submit(rightCode)
    expect(step.state().failure?.error.name).toBe('SERVICE_UNREACHABLE')
    await step.submit(rightCode)
    await expect(finished).resolves.toBeNull()
  })

  test('mails another code when asked, but not while one is on its way', async () => {
    const tab = openDesk()
    await tab.flow.begin(here, email)
    void held(tab.flow.finish(here, 'one', forever))
    const step = await tab.mailed()
    expect(step.state().resendAtMs).toBe(1_700_000_030_000)
    await Promise.all([step.send(), step.send()])
    expect(step.state().mails).toBe(2)
    expect(mails(tab)).toBe(2)
  })

  test('left for another address rejects, and coming back soon finds the same code good', async () => {
    const tab = openDesk()
    await tab.flow.begin(here, email)
    const first = held(tab.flow.finish(here, 'one', forever))
    await tab.mailed()
    tab.flow.current()?.leave()
    await expect(first).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect(tab.flow.current()).toBeNull()
    await tab.flow.begin(here, email)
    const second = tab.flow.finish(here, 'two', forever)
    await (await tab.mailed()).submit(rightCode)
    await second
    expect(mails(tab)).toBe(1)
  })

  test('that is begun again later, or for somebody else, has a code of its own', async () => {
    const tab = openDesk()
    const again = async (address: string) => {
      await tab.flow.begin(here, address)
      const controller = new AbortController()
      const finished = held(tab.flow.finish(here, 'id', controller.signal))
      await tab.mailed()
      controller.abort()
      await expect(finished).rejects.toMatchObject({ name: 'ABORTED' })
    }
    await again(email)
    tab.pass(30_000)
    await again(email)
    await again('bob@example.org')
    expect(mails(tab)).toBe(3)
  })

  test('that the page gives up while the code is tried signs nobody in, and its code is worth nothing', async () => {
    const tab = openDesk()
    await tab.flow.begin(here, email)
    const controller = new AbortController()
    const finished = held(tab.flow.finish(here, 'one', controller.signal))
    const step = await tab.mailed()
    const submitted = step.submit(rightCode)
    controller.abort()
    await expect(finished).rejects.toMatchObject({ name: 'ABORTED' })
    await submitted
    expect(await tab.session.isConnected(here)).toBe(false)
    expect(step.state().isMailed).toBe(false)
    await tab.flow.begin(here, email)
    await expect.poll(() => mails(tab)).toBe(2)
  })

  test('is tried only while somebody waits for it', async () => {
    const tab = openDesk()
    await tab.flow.begin(here, email)
    const controller = new AbortController()
    const finished = held(tab.flow.finish(here, 'one', controller.signal))
    const step = await tab.mailed()
    controller.abort()
    await expect(finished).rejects.toMatchObject({ name: 'ABORTED' })
    await step.submit(rightCode)
    expect(tab.profile.backend.calls).not.toContain('emailVerify')
  })

  test('gives way to a newer one', async () => {
    const tab = openDesk()
    await tab.flow.begin(here, email)
    const first = held(tab.flow.finish(here, 'one', forever))
    await tab.mailed()
    const second = tab.flow.finish(here, 'two', forever)
    await expect(first).rejects.toMatchObject({ name: 'ABORTED' })
    await (await tab.mailed()).submit(rightCode)
    await second
  })
})

describe('a login from an unknown device', () => {
  /** A login in front of the user, who has a link to open. */
  const openLink = async () => {
    const tab = openDesk()
    tab.profile.backend.askDevices()
    expect(await tab.flow.begin(here, email)).toBe('VERIFY_OTP')
    const finished = held(tab.flow.finish(here, 'one', forever))
    await expect.poll(() => tab.step()?.state().link?.number).toBe('42')
    return { tab, finished, step: tab.step() as NonNullable<ReturnType<typeof tab.step>> }
  }

  test('shows the number, and goes on to the code by itself when the link is agreed to', async () => {
    const { tab, finished, step } = await openLink()
    expect(step.state()).toMatchObject({ isMailed: false, mails: 0, link: { expiresAtMs: 1_700_000_900_000 } })
    tab.profile.backend.approveLink()
    await (await tab.mailed()).submit(rightCode)
    expect(step.state().link).toBeNull()
    await finished
  })

  test('says that a link is over, and sends another one', async () => {
    const { tab, finished, step } = await openLink()
    tab.profile.backend.expireLinks()
    await expect.poll(() => step.state().failure).toMatchObject({ of: 'link', error: { name: 'LINK_INVALID' } })
    await step.send()
    expect(step.state()).toMatchObject({ failure: null, link: { number: '42' } })
    tab.profile.backend.approveLink()
    await (await tab.mailed()).submit(rightCode)
    await finished
  })

  test('left and begun again goes on with the same link', async () => {
    const { tab, finished } = await openLink()
    tab.pass(60_000)
    tab.flow.current()?.leave()
    await expect(finished).rejects.toMatchObject({ name: 'USER_REJECTED' })
    await tab.flow.begin(here, email)
    const second = tab.flow.finish(here, 'two', forever)
    tab.profile.backend.approveLink()
    await (await tab.mailed()).submit(rightCode)
    await second
    expect(tab.profile.backend.calls.filter((name) => name === 'startDeviceLink')).toHaveLength(1)
  })

  test('whose approval has lapsed is approved once more and then signed in without another code', async () => {
    const { tab, finished, step } = await openLink()
    tab.profile.backend.approveLink()
    await tab.mailed()
    tab.profile.backend.forgetDevices()
    await step.submit(rightCode)
    expect(step.state()).toMatchObject({ failure: null, link: { number: '42' } })
    tab.profile.backend.approveLink()
    await finished
    expect(mails(tab)).toBe(1)
  })
})

describe('consent', () => {
  test('is asked of a user who is signed in on another page; no code is mailed', async () => {
    const { profile, caller } = await loggedIn()
    const tab = openDesk(profile)
    const before = mails(tab)
    expect(await tab.flow.begin(there, email)).toBe('VERIFY_OTP')
    const finished = tab.flow.finish(there, 'one', forever)
    await expect.poll(() => tab.questions).toHaveLength(1)
    const [question] = tab.questions
    expect(question).toMatchObject({
      id: 'one',
      params: { email },
      requestContext: { caller: { origin: there.origin, address: caller.address }, claim },
    })
    expect(tab.flow.current()).toBeNull()
    expect(await tab.session.isConnected(there)).toBe(false)
    question?.agree()
    await finished
    expect((await tab.session.caller(there)).address).toBe(caller.address)
    expect(mails(tab)).toBe(before)
  })

  test('that is refused leaves the page as ignorant as before, and it may ask again', async () => {
    const { profile } = await loggedIn()
    const tab = openDesk(profile)
    await tab.flow.begin(there, email)
    const finished = held(tab.flow.finish(there, 'one', forever))
    await expect.poll(() => tab.questions).toHaveLength(1)
    tab.questions[0]?.refuse(new AppError('USER_REJECTED'))
    await expect(finished).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect(await tab.session.isConnected(there)).toBe(false)
    await tab.flow.begin(there, email)
    void held(tab.flow.finish(there, 'two', forever))
    await expect.poll(() => tab.questions).toHaveLength(2)
  })

  test('goes with the page that gives up', async () => {
    const { profile } = await loggedIn()
    const tab = openDesk(profile)
    await tab.flow.begin(there, email)
    const controller = new AbortController()
    const finished = held(tab.flow.finish(there, 'one', controller.signal))
    await expect.poll(() => tab.questions).toHaveLength(1)
    controller.abort()
    await expect(finished).rejects.toMatchObject({ name: 'ABORTED' })
    expect(await tab.session.isConnected(there)).toBe(false)
  })

  test('is not enough for another email than the session’s: that takes a code', async () => {
    const { profile } = await loggedIn()
    const tab = openDesk(profile)
    await tab.flow.begin(there, 'bob@example.org')
    const finished = tab.flow.finish(there, 'one', forever)
    await (await tab.mailed()).submit(rightCode)
    await finished
    expect(tab.questions).toEqual([])
  })

  test('is not enough once the service has ended the session: that takes a code', async () => {
    const backend = fakeAccountApi()
    const { profile } = await loggedIn(browserProfile(backend))
    backend.expireAll()
    const tab = openDesk(profile)
    await tab.flow.begin(there, email)
    void held(tab.flow.finish(there, 'one', forever))
    await tab.mailed()
    expect(tab.questions).toEqual([])
  })

  test('is not asked of the page that has it', async () => {
    const { profile } = await loggedIn()
    expect(await openDesk(profile).flow.begin(here, email)).toBe('CONNECT')
  })
})

describe('a message that is signed with a sign-in', () => {
  const words = { statement: 'I accept the terms.' }

  test('is on the screen of the code, and confirmed by it', async () => {
    const tab = openDesk()
    await tab.flow.begin(here, email)
    const finished = tab.flow.finish(here, 'one', forever, siwx(words))
    const step = await tab.mailed()
    const signIn = tab.flow.current()?.signIn
    expect(signIn?.message.statement).toBe(words.statement)
    signIn?.confirm(true)
    await step.submit(rightCode)
    expect((await finished)?.text).toBe(writeSignIn(words))
  })

  test('is not confirmed by a code that came while it was not in sight, or by nothing but a mailed link', async () => {
    for (const confirm of [(screen: SignInScreen | null) => screen?.confirm(false), () => undefined]) {
      const tab = openDesk()
      await tab.flow.begin(here, email)
      const finished = tab.flow.finish(here, 'one', forever, siwx(words))
      const step = await tab.mailed()
      confirm(tab.flow.current()?.signIn ?? null)
      await step.submit(rightCode)
      expect(await finished).toBeNull()
    }
  })

  test('takes the place of the one before, which nobody can confirm any more', async () => {
    const tab = openDesk()
    await tab.flow.begin(here, email)
    const first = held(tab.flow.finish(here, 'one', forever, siwx(words)))
    const step = await tab.mailed()
    const former = tab.flow.current()?.signIn
    const second = tab.flow.finish(here, 'two', forever, siwx({ statement: 'I accept everything.' }))
    await expect(first).rejects.toMatchObject({ name: 'ABORTED' })
    await expect.poll(() => tab.flow.current()?.signIn?.message.statement).toBe('I accept everything.')
    former?.confirm(true)
    await step.submit(rightCode)
    expect(await second).toBeNull()
  })

  test.each([
    ['of another page', siwx({ origin: 'https://bank.example' })],
    ['that gives rights', siwx({ rest: '\nResources:\n- urn:recap:e30' })],
    ['that is none', { serializedMessage: 'hello' }],
  ])('is not shown when it is one %s, and the login goes on', async (_, siwxMessage) => {
    const tab = openDesk()
    await tab.flow.begin(here, email)
    const finished = tab.flow.finish(here, 'one', forever, siwxMessage)
    const step = await tab.mailed()
    expect(tab.flow.current()?.signIn).toBeNull()
    await step.submit(rightCode)
    expect(await finished).toBeNull()
  })

  test('is part of what a user agrees to who is signed in already', async () => {
    const { profile } = await loggedIn()
    const tab = openDesk(profile)
    await tab.flow.begin(there, email)
    const message = siwx({ ...words, origin: there.origin })
    const finished = tab.flow.finish(there, 'one', forever, message)
    await expect.poll(() => tab.questions).toHaveLength(1)
    expect(tab.questions[0]?.params).toEqual({ email, signIn: message.serializedMessage })
    tab.questions[0]?.agree()
    expect((await finished)?.text).toBe(message.serializedMessage)
  })

  test('is not confirmed by who declines', async () => {
    const { profile } = await loggedIn()
    const tab = openDesk(profile)
    await tab.flow.begin(there, email)
    const finished = held(tab.flow.finish(there, 'one', forever, siwx({ ...words, origin: there.origin })))
    await expect.poll(() => tab.questions).toHaveLength(1)
    tab.questions[0]?.refuse(new AppError('USER_REJECTED'))
    await expect(finished).rejects.toMatchObject({ name: 'USER_REJECTED' })
  })
})
