import { describe, expect, test } from 'vitest'
import { fakeAccountApi, rightCode } from './fakeAccountApi.fixture.ts'
import { browserProfile, dapp, email } from './sessionHarness.fixture.ts'

const newEmail = 'ada@new.example'

const logIn = async (profile = browserProfile(), address = email) => {
  const tab = profile.open()
  await tab.session.startEmail(dapp, address)
  const caller = await tab.session.finishEmail(dapp, rightCode)
  return { ...tab, profile, backend: profile.backend, caller }
}
/** A change that waits for its first code. */
const begin = async (profile = browserProfile()) => {
  const tab = await logIn(profile)
  await tab.emailChange.begin(dapp, tab.caller, newEmail)
  expect(await tab.emailChange.mailOld(tab.caller)).toBe(30)
  return tab
}
const generationOf = ({ backend }: Awaited<ReturnType<typeof logIn>>) => [...backend.wallets.values()][0]?.generation

describe('another email', () => {
  test('belongs to the account after a code from each address; the wallet has a new key, and the same address', async () => {
    const tab = await begin()
    const { emailChange, session, caller, backend } = tab
    expect(emailChange.addresses(caller)).toEqual({ oldEmail: email, newEmail })
    await emailChange.proveOld(caller, rightCode)
    expect(await emailChange.proveNew(caller, rightCode)).toBe(newEmail)
    expect(await session.email(caller)).toBe(newEmail)
    expect(backend.emails()).toEqual([newEmail])
    expect(generationOf(tab)).toBe(2)
    const message = { kind: 'personalMessage', address: caller.address, message: new ArrayBuffer(1) } as const
    expect(await session.sign(caller, message)).toHaveLength(65)
    expect(() => emailChange.addresses(caller)).toThrow(expect.objectContaining({ name: 'OTP_EXPIRED' }))
  })

  test('signs out every other device, which finds the wallet again by the new address', async () => {
    const backend = fakeAccountApi()
    const other = await logIn(browserProfile(backend))
    const tab = await begin(browserProfile(backend))
    await tab.emailChange.proveOld(tab.caller, rightCode)
    await tab.emailChange.proveNew(tab.caller, rightCode)
    await expect(other.session.call(other.caller, 'getWallet', {})).rejects.toMatchObject({ name: 'SESSION_EXPIRED' })
    const again = await logIn(other.profile, newEmail)
    expect(again.caller.address).toBe(tab.caller.address)
  })

  test('is known to other tabs of the same browser', async () => {
    const tab = await begin()
    const other = tab.profile.open()
    await other.session.refresh()
    await tab.emailChange.proveOld(tab.caller, rightCode)
    await tab.emailChange.proveNew(tab.caller, rightCode)
    expect(await other.session.email(await other.session.caller(dapp))).toBe(newEmail)
  })

  test.each([
    ['ada@', 'EMAIL_INVALID'],
    [` ${email.toUpperCase()} `, 'EMAIL_UNCHANGED'],
  ])('%j is %s, and no request is sent', async (text, name) => {
    const { emailChange, caller, backend } = await logIn()
    const before = backend.calls.length
    await expect(emailChange.begin(dapp, caller, text)).rejects.toMatchObject({ name })
    expect(backend.calls).toHaveLength(before)
  })

  test('that is somebody else’s stays theirs', async () => {
    const backend = fakeAccountApi()
    await logIn(browserProfile(backend), newEmail)
    const { emailChange, caller, session } = await begin(browserProfile(backend))
    await emailChange.proveOld(caller, rightCode)
    await expect(emailChange.proveNew(caller, rightCode)).rejects.toMatchObject({ name: 'EMAIL_IN_USE' })
    expect(await session.email(caller)).toBe(email)
  })

  test('needs the first code before the second, and a beginning before either', async () => {
    const { emailChange, caller } = await logIn()
    const expired = { name: 'OTP_EXPIRED' }
    await expect(emailChange.proveOld(caller, rightCode)).rejects.toMatchObject(expired)
    await emailChange.begin(dapp, caller, newEmail)
    await expect(emailChange.proveOld(caller, rightCode)).rejects.toMatchObject(expired)
    await emailChange.mailOld(caller)
    await expect(emailChange.proveNew(caller, rightCode)).rejects.toMatchObject(expired)
  })

  test('says when a code is wrong, and takes the right one after it', async () => {
    const { emailChange, caller } = await begin()
    await expect(emailChange.proveOld(caller, '000000')).rejects.toMatchObject({ name: 'OTP_INVALID' })
    await emailChange.proveOld(caller, rightCode)
    await expect(emailChange.proveNew(caller, '000000')).rejects.toMatchObject({ name: 'OTP_INVALID' })
    expect(await emailChange.proveNew(caller, rightCode)).toBe(newEmail)
  })

  /** The calls of each step: prove, confirm, prepare; prove, finish. */
  test.each([1, 2, 3].flatMap((nth) => (['before', 'after'] as const).map((when) => [nth, when] as const)))(
    'whose first step loses call %i %s it arrives goes on when tried again',
    async (nth, when) => {
      const { emailChange, caller, backend } = await begin()
      backend.breakCall(nth, when)
      const first = await emailChange.proveOld(caller, rightCode).catch((error: unknown) => error)
      expect(first).toMatchObject({ name: 'SERVICE_UNREACHABLE' })
      // Custody has taken the code when its response was lost: it is used up, and another one is mailed.
      if (nth === 1 && when === 'after') {
        await expect(emailChange.proveOld(caller, rightCode)).rejects.toMatchObject({ name: 'OTP_USED' })
        await emailChange.mailOld(caller)
      }
      await emailChange.proveOld(caller, rightCode)
      expect(await emailChange.proveNew(caller, rightCode)).toBe(newEmail)
    },
  )

  test.each([1, 2].flatMap((nth) => (['before', 'after'] as const).map((when) => [nth, when] as const)))(
    'whose second step loses call %i %s it arrives goes on when tried again',
    async (nth, when) => {
      const tab = await begin()
      await tab.emailChange.proveOld(tab.caller, rightCode)
      tab.backend.breakCall(nth, when)
      const failed = tab.emailChange.proveNew(tab.caller, rightCode)
      await expect(failed).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
      expect(await tab.emailChange.proveNew(tab.caller, rightCode)).toBe(newEmail)
      expect(generationOf(tab)).toBe(2)
    },
  )

  test('is the account’s also when the key cannot be changed then', async () => {
    const tab = await begin()
    await tab.emailChange.proveOld(tab.caller, rightCode)
    tab.backend.breakCall(4, 'before')
    expect(await tab.emailChange.proveNew(tab.caller, rightCode)).toBe(newEmail)
    expect(generationOf(tab)).toBe(1)
    expect(await tab.session.email(tab.caller)).toBe(newEmail)
  })

  describe('where devices need a link', () => {
    const beginAsked = async () => {
      const tab = await begin()
      tab.backend.askDevices()
      await tab.emailChange.proveOld(tab.caller, rightCode)
      return tab
    }

    test('waits until the new address has agreed, and tries no code before', async () => {
      const { emailChange, caller, backend } = await beginAsked()
      expect(emailChange.joinLink(caller)).toEqual({ expiresInSeconds: 1200 })
      await expect(emailChange.proveNew(caller, rightCode)).rejects.toMatchObject({ name: 'LINK_INVALID' })
      expect(backend.calls).not.toContain('proveNewEmail')
      const agreed = emailChange.agreement(caller, new AbortController().signal)
      backend.setJoins('approved')
      await agreed
      expect(emailChange.joinLink(caller)).toBeNull()
      expect(await emailChange.proveNew(caller, rightCode)).toBe(newEmail)
    })

    test('is over with its link', async () => {
      const { emailChange, caller, backend } = await beginAsked()
      backend.setJoins('over')
      const waiting = emailChange.agreement(caller, new AbortController().signal)
      await expect(waiting).rejects.toMatchObject({ name: 'LINK_INVALID' })
    })

    test('is waited for no longer than it is wanted', async () => {
      const { emailChange, caller } = await beginAsked()
      const controller = new AbortController()
      const waiting = emailChange.agreement(caller, controller.signal)
      controller.abort(new Error('left'))
      await expect(waiting).rejects.toThrow('left')
    })
  })

  describe('that the document left between the services', () => {
    const leftBehind = async () => {
      const tab = await begin()
      await tab.emailChange.proveOld(tab.caller, rightCode)
      tab.backend.breakCall(2, 'before')
      const failed = tab.emailChange.proveNew(tab.caller, rightCode)
      await expect(failed).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
      return tab
    }

    test('is finished by the next document of this browser, without a code', async () => {
      const { profile } = await leftBehind()
      const next = profile.open()
      await next.session.refresh()
      await next.session.finishLeft()
      expect(await next.session.email(await next.session.caller(dapp))).toBe(newEmail)
      expect((await profile.store.read()).emailChange).toBeNull()
    })

    test('is left for the document after it while the services are away', async () => {
      const { profile, backend } = await leftBehind()
      const next = profile.open()
      await next.session.refresh()
      backend.breakCall(1, 'before')
      await expect(next.session.finishLeft()).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
      await next.session.finishLeft()
      expect(await next.session.email(await next.session.caller(dapp))).toBe(newEmail)
    })

    test('is forgotten when custody has never heard the code', async () => {
      const { profile, backend, ...tab } = await begin()
      await tab.emailChange.proveOld(tab.caller, rightCode)
      backend.breakCall(1, 'before')
      await expect(tab.emailChange.proveNew(tab.caller, rightCode)).rejects.toMatchObject({
        name: 'SERVICE_UNREACHABLE',
      })
      const next = profile.open()
      await next.session.refresh()
      await next.session.finishLeft()
      expect((await profile.store.read()).emailChange).toBeNull()
      expect(await next.session.email(await next.session.caller(dapp))).toBe(email)
      expect(await tab.emailChange.proveNew(tab.caller, rightCode)).toBe(newEmail)
    })
  })

  test('goes to whoever is signed in, and to nobody after them', async () => {
    const { emailChange, session, profile } = await begin()
    await session.startEmail(dapp, 'bob@example.org')
    const bob = await session.finishEmail(dapp, rightCode)
    await expect(emailChange.proveOld(bob, rightCode)).rejects.toMatchObject({ name: 'OTP_EXPIRED' })
    expect(profile.backend.calls).not.toContain('proveOldEmail')
  })
})
