import { isAppError } from '@latchkey/protocol'
import type { Caller } from '@latchkey/secure-frame/test'
import type { WalletChange } from '@latchkey/vault/test'
import { generatePrivateKey } from 'viem/accounts'
import type { Browser } from './createBrowser.ts'
import { appearance, type TestUser } from './createTestUser.ts'

/** A journey's result: browsers that still have access, and those that were cut off from the services. */
export type Outcome = { inside: Browser[]; cutOff: Browser[] }

/** A user's actions, each until it is done. Steps are counted from `begin`: the preparation before it is undisturbed. */
export type Journey = (testUser: TestUser, begin: () => void) => Promise<Outcome>

export const journeys = {
  'create the first wallet': async (testUser, begin) => {
    const browser = testUser.newBrowser()
    begin()
    await testUser.insist([browser], () => testUser.enter(browser))
    return { inside: [browser], cutOff: [] }
  },
  'unlock after a reload': async (testUser, begin) => {
    const browser = await signedIn(testUser)
    browser.reload()
    begin()
    await testUser.insist([browser], () => testUser.enter(browser))
    return { inside: [browser], cutOff: [] }
  },
  'recover on a new device': async (testUser, begin) => {
    const first = await signedIn(testUser)
    const second = testUser.newBrowser()
    begin()
    await testUser.insist([second], () => testUser.enter(second))
    return { inside: [first, second], cutOff: [] }
  },
  'rotate the key': async (testUser, begin) => {
    const { browser, other } = await signedInTwice(testUser)
    const before = await generationOf(browser)
    begin()
    await testUser.insist([browser], async () => {
      const caller = await testUser.enter(browser)
      if ((await generationOf(browser)) === before) await change(testUser, browser, caller, { kind: 'rotate' })
    })
    return { inside: [browser], cutOff: [other] }
  },
  'change the way of recovery and back': async (testUser, begin) => {
    const browser = await signedIn(testUser)
    const to = async (way: 'passphrase' | 'automatic'): Promise<void> => {
      const caller = await testUser.enter(browser)
      const { recovery } = await browser.frame().session.wallet(caller)
      if (recovery.kind !== way) await change(testUser, browser, caller, { kind: 'recovery', to: way })
    }
    begin()
    await testUser.insist([browser], () => to('passphrase'))
    await testUser.insist([browser], () => to('automatic'))
    return { inside: [browser], cutOff: [] }
  },
  'turn automatic recovery off, then recover': async (testUser, begin) => {
    const first = await signedIn(testUser)
    const second = testUser.newBrowser()
    begin()
    await testUser.insist([first], async () => {
      const caller = await testUser.enter(first)
      const { recovery } = await first.frame().session.wallet(caller)
      if (recovery.kind === 'automatic') await change(testUser, first, caller, { kind: 'recovery', to: 'passkey' })
    })
    await testUser.insist([second], () => testUser.enter(second))
    return { inside: [first, second], cutOff: [] }
  },
  'import a key': async (testUser, begin) => {
    const browser = await signedIn(testUser)
    const key = generatePrivateKey()
    begin()
    await testUser.insist([browser], async () => {
      const caller = await testUser.enter(browser)
      const { addresses } = await browser.frame().session.wallet(caller)
      if (addresses.eip155.length > 1) return
      testUser.owner.imports = [key]
      await change(testUser, browser, caller, { kind: 'import', from: 'evmKey' })
      await testUser.enter(browser)
    })
    return { inside: [browser], cutOff: [] }
  },
  'change the email': async (testUser, begin) => {
    const { browser, other } = await signedInTwice(testUser)
    const newEmail = `new-${testUser.email}`
    testUser.nextEmail = newEmail
    let isOldRefused = false
    begin()
    await testUser.insist([browser], async () => {
      // The services reveal that an address is no longer a user's only to callers who may not have it.
      if (isOldRefused) {
        await testUser.signIn(browser).catch((error) => {
          if (isAppError(error, 'EMAIL_IN_USE')) testUser.email = newEmail
          throw error
        })
        isOldRefused = false
      }
      const caller = await testUser.enter(browser)
      testUser.email = (await browser.frame().session.email(caller)) ?? ''
      if (testUser.email === newEmail) return
      await changeEmail(testUser, browser, caller, newEmail).catch((error) => {
        isOldRefused = isAppError(error, 'OTP_EXPIRED')
        throw error
      })
    })
    return { inside: [browser], cutOff: [other] }
  },
  'revoke a device': async (testUser, begin) => {
    const { browser, other } = await signedInTwice(testUser)
    const { deviceId } = await other.frame().vault.status(undefined)
    begin()
    await testUser.insist([browser], async () => {
      const caller = await testUser.enter(browser)
      await testUser.confirm(browser.frame(), caller)
      const { session } = browser.frame()
      await session.call(caller, 'revokeDevice', { deviceId: deviceId ?? '' })
      const { devices } = await session.call(caller, 'listDevices', {})
      if (devices.some((device) => device.deviceId === deviceId)) throw new Error('A revoked device is listed')
    })
    return { inside: [browser], cutOff: [other] }
  },
  'sign out everywhere': async (testUser, begin) => {
    const { browser, other } = await signedInTwice(testUser)
    let isOut = false
    begin()
    await testUser.insist([browser], async () => {
      if (!isOut) {
        const caller = await testUser.enter(browser)
        await testUser.confirm(browser.frame(), caller)
        await browser.frame().session.call(caller, 'endAllSessions', {})
        isOut = true
      }
      await testUser.signOut(browser)
    })
    return { inside: [], cutOff: [browser, other] }
  },
  'two devices race to create': async (testUser, begin) => {
    const racers = [testUser.newBrowser(), testUser.newBrowser()]
    begin()
    const codes: string[] = []
    for (const browser of racers) codes.push(await testUser.insist([browser], () => testUser.fetchLoginCode(browser)))
    await testUser.together(racers, async (browser, at) => {
      const code = codes[at]
      delete codes[at]
      // A user who has to start over does so alone: two codes to one address are indistinguishable.
      if (code === undefined) await testUser.inTurn(() => testUser.enter(browser))
      else await testUser.finishLogin(browser, code)
    })
    return { inside: racers, cutOff: [] }
  },
  'two devices race to change': async (testUser, begin) => {
    const { browser, other } = await signedInTwice(testUser)
    const racers = [browser, other]
    const key = generatePrivateKey()
    const isImported = async (racer: Browser, caller: Caller): Promise<boolean> =>
      (await racer.frame().session.wallet(caller)).addresses.eip155.length > 1
    const before = await generationOf(browser)
    begin()
    await testUser.together(racers, async (racer, at) => {
      const caller = await testUser.inTurn(async () => {
        const caller = await testUser.enter(racer)
        await testUser.confirm(racer.frame(), caller)
        return caller
      })
      if (at === 0) {
        if ((await generationOf(racer)) === before) await change(testUser, racer, caller, { kind: 'rotate' })
      } else if (!(await isImported(racer, caller))) {
        testUser.owner.imports = [key]
        await change(testUser, racer, caller, { kind: 'import', from: 'evmKey' })
        await testUser.enter(racer)
      }
    })
    // The one that rotates has signed the other out, unless that has signed in again since.
    return { inside: racers, cutOff: [] }
  },
} as const satisfies Record<string, Journey>
export type JourneyName = keyof typeof journeys

export const signedIn = async (testUser: TestUser): Promise<Browser> => {
  const browser = testUser.newBrowser()
  await testUser.signIn(browser)
  return browser
}

const signedInTwice = async (testUser: TestUser): Promise<{ browser: Browser; other: Browser }> => ({
  browser: await signedIn(testUser),
  other: await signedIn(testUser),
})

const generationOf = async (browser: Browser): Promise<number> =>
  (await browser.frame().vault.status(undefined)).wallet?.record.generation ?? 0

export const change = async (
  testUser: TestUser,
  browser: Browser,
  caller: Caller,
  what: WalletChange,
): Promise<void> => {
  const frame = browser.frame()
  await testUser.confirm(frame, caller)
  await frame.session.changeWallet(caller, what, { appearance, callCustody: frame.stepUp.callCustody })
}

const changeEmail = async (testUser: TestUser, browser: Browser, caller: Caller, newEmail: string): Promise<void> => {
  const { emailChange } = browser.frame()
  await emailChange.begin(testUser.page, caller, newEmail)
  const oldMail = testUser.openMailbox()
  await emailChange.mailOld(caller)
  const oldCode = await testUser.codeFrom(oldMail)
  const newMail = testUser.openMailbox(newEmail)
  await testUser.press(() => emailChange.proveOld(caller, oldCode))
  if (emailChange.joinLink(caller) !== null) {
    const { call } = browser.frame()
    const token = await testUser.joinTokenFrom(newMail, call)
    await testUser.press(() => call('approveEmailChange', { token }).catch(unlessAgreed))
    await emailChange.agreement(caller, AbortSignal.timeout(60_000))
  }
  const newCode = await testUser.codeFrom(newMail)
  testUser.email = await testUser.press(() => emailChange.proveNew(caller, newCode, appearance))
}

/** It was confirmed the first time, and only the response was lost. */
const unlessAgreed = (error: unknown): void => {
  if (!isAppError(error, 'LINK_INVALID')) throw error
}
