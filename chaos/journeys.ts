import { isAppError } from '@latchkey/protocol'
import type { Caller } from '@latchkey/secure-frame/test'
import type { WalletChange } from '@latchkey/vault/test'
import { generatePrivateKey } from 'viem/accounts'
import type { Browser } from './createBrowser.ts'
import { appearance, type Person } from './createPerson.ts'

/** A journey's result: browsers that still have access, and those that were cut off from the services. */
export type Outcome = { inside: Browser[]; cutOff: Browser[] }

/** A user's actions, each until it is done. Steps are counted from `begin`: the preparation before it is undisturbed. */
export type Journey = (person: Person, begin: () => void) => Promise<Outcome>

export const journeys = {
  'create the first wallet': async (person, begin) => {
    const browser = person.newBrowser()
    begin()
    await person.insist([browser], () => person.enter(browser))
    return { inside: [browser], cutOff: [] }
  },
  'unlock after a reload': async (person, begin) => {
    const browser = await signedIn(person)
    browser.reload()
    begin()
    await person.insist([browser], () => person.enter(browser))
    return { inside: [browser], cutOff: [] }
  },
  'recover on a new device': async (person, begin) => {
    const first = await signedIn(person)
    const second = person.newBrowser()
    begin()
    await person.insist([second], () => person.enter(second))
    return { inside: [first, second], cutOff: [] }
  },
  'rotate the key': async (person, begin) => {
    const { browser, other } = await signedInTwice(person)
    const before = await generationOf(browser)
    begin()
    await person.insist([browser], async () => {
      const caller = await person.enter(browser)
      if ((await generationOf(browser)) === before) await change(person, browser, caller, { kind: 'rotate' })
    })
    return { inside: [browser], cutOff: [other] }
  },
  'change the way of recovery and back': async (person, begin) => {
    const browser = await signedIn(person)
    const to = async (way: 'passphrase' | 'automatic'): Promise<void> => {
      const caller = await person.enter(browser)
      const { recovery } = await browser.frame().session.wallet(caller)
      if (recovery.kind !== way) await change(person, browser, caller, { kind: 'recovery', to: way })
    }
    begin()
    await person.insist([browser], () => to('passphrase'))
    await person.insist([browser], () => to('automatic'))
    return { inside: [browser], cutOff: [] }
  },
  'turn automatic recovery off, then recover': async (person, begin) => {
    const first = await signedIn(person)
    const second = person.newBrowser()
    begin()
    await person.insist([first], async () => {
      const caller = await person.enter(first)
      const { recovery } = await first.frame().session.wallet(caller)
      if (recovery.kind === 'automatic') await change(person, first, caller, { kind: 'recovery', to: 'passkey' })
    })
    await person.insist([second], () => person.enter(second))
    return { inside: [first, second], cutOff: [] }
  },
  'import a key': async (person, begin) => {
    const browser = await signedIn(person)
    const key = generatePrivateKey()
    begin()
    await person.insist([browser], async () => {
      const caller = await person.enter(browser)
      const { addresses } = await browser.frame().session.wallet(caller)
      if (addresses.eip155.length > 1) return
      person.owner.imports = [key]
      await change(person, browser, caller, { kind: 'import', from: 'evmKey' })
      await person.enter(browser)
    })
    return { inside: [browser], cutOff: [] }
  },
  'change the email': async (person, begin) => {
    const { browser, other } = await signedInTwice(person)
    const newEmail = `new-${person.email}`
    person.nextEmail = newEmail
    let isOldRefused = false
    begin()
    await person.insist([browser], async () => {
      // The services reveal that an address is no longer a user's only to callers who may not have it.
      if (isOldRefused) {
        await person.signIn(browser).catch((error) => {
          if (isAppError(error, 'EMAIL_IN_USE')) person.email = newEmail
          throw error
        })
        isOldRefused = false
      }
      const caller = await person.enter(browser)
      person.email = (await browser.frame().session.email(caller)) ?? ''
      if (person.email === newEmail) return
      await changeEmail(person, browser, caller, newEmail).catch((error) => {
        isOldRefused = isAppError(error, 'OTP_EXPIRED')
        throw error
      })
    })
    return { inside: [browser], cutOff: [other] }
  },
  'revoke a device': async (person, begin) => {
    const { browser, other } = await signedInTwice(person)
    const { deviceId } = await other.frame().vault.status(undefined)
    begin()
    await person.insist([browser], async () => {
      const caller = await person.enter(browser)
      await person.confirm(browser.frame(), caller)
      const { session } = browser.frame()
      await session.call(caller, 'revokeDevice', { deviceId: deviceId ?? '' })
      const { devices } = await session.call(caller, 'listDevices', {})
      if (devices.some((device) => device.deviceId === deviceId)) throw new Error('A revoked device is listed')
    })
    return { inside: [browser], cutOff: [other] }
  },
  'sign out everywhere': async (person, begin) => {
    const { browser, other } = await signedInTwice(person)
    let isOut = false
    begin()
    await person.insist([browser], async () => {
      if (!isOut) {
        const caller = await person.enter(browser)
        await person.confirm(browser.frame(), caller)
        await browser.frame().session.call(caller, 'endAllSessions', {})
        isOut = true
      }
      await person.signOut(browser)
    })
    return { inside: [], cutOff: [browser, other] }
  },
  'two devices race to create': async (person, begin) => {
    const racers = [person.newBrowser(), person.newBrowser()]
    begin()
    const codes: string[] = []
    for (const browser of racers) codes.push(await person.insist([browser], () => person.fetchLoginCode(browser)))
    await person.together(racers, async (browser, at) => {
      const code = codes[at]
      delete codes[at]
      // A user who has to start over does so alone: two codes to one address are indistinguishable.
      if (code === undefined) await person.inTurn(() => person.enter(browser))
      else await person.finishLogin(browser, code)
    })
    return { inside: racers, cutOff: [] }
  },
  'two devices race to change': async (person, begin) => {
    const { browser, other } = await signedInTwice(person)
    const racers = [browser, other]
    const key = generatePrivateKey()
    const isImported = async (racer: Browser, caller: Caller): Promise<boolean> =>
      (await racer.frame().session.wallet(caller)).addresses.eip155.length > 1
    const before = await generationOf(browser)
    begin()
    await person.together(racers, async (racer, at) => {
      const caller = await person.inTurn(async () => {
        const caller = await person.enter(racer)
        await person.confirm(racer.frame(), caller)
        return caller
      })
      if (at === 0) {
        if ((await generationOf(racer)) === before) await change(person, racer, caller, { kind: 'rotate' })
      } else if (!(await isImported(racer, caller))) {
        person.owner.imports = [key]
        await change(person, racer, caller, { kind: 'import', from: 'evmKey' })
        await person.enter(racer)
      }
    })
    // The one that rotates has signed the other out, unless that has signed in again since.
    return { inside: racers, cutOff: [] }
  },
} as const satisfies Record<string, Journey>
export type JourneyName = keyof typeof journeys

export const signedIn = async (person: Person): Promise<Browser> => {
  const browser = person.newBrowser()
  await person.signIn(browser)
  return browser
}

const signedInTwice = async (person: Person): Promise<{ browser: Browser; other: Browser }> => ({
  browser: await signedIn(person),
  other: await signedIn(person),
})

const generationOf = async (browser: Browser): Promise<number> =>
  (await browser.frame().vault.status(undefined)).wallet?.record.generation ?? 0

export const change = async (person: Person, browser: Browser, caller: Caller, what: WalletChange): Promise<void> => {
  const frame = browser.frame()
  await person.confirm(frame, caller)
  await frame.session.changeWallet(caller, what, { appearance, callCustody: frame.stepUp.callCustody })
}

const changeEmail = async (person: Person, browser: Browser, caller: Caller, newEmail: string): Promise<void> => {
  const { emailChange } = browser.frame()
  await emailChange.begin(person.page, caller, newEmail)
  const oldMail = person.openMailbox()
  await emailChange.mailOld(caller)
  const oldCode = await person.codeFrom(oldMail)
  const newMail = person.openMailbox(newEmail)
  await person.press(() => emailChange.proveOld(caller, oldCode))
  if (emailChange.joinLink(caller) !== null) {
    const { call } = browser.frame()
    const token = await person.joinTokenFrom(newMail, call)
    await person.press(() => call('approveEmailChange', { token }).catch(unlessAgreed))
    await emailChange.agreement(caller, AbortSignal.timeout(60_000))
  }
  const newCode = await person.codeFrom(newMail)
  person.email = await person.press(() => emailChange.proveNew(caller, newCode, appearance))
}

/** It was confirmed the first time, and only the response was lost. */
const unlessAgreed = (error: unknown): void => {
  if (!isAppError(error, 'LINK_INVALID')) throw error
}
