import { decodeBase64url } from '@latchkey/api-client'
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Frame,
  type Locator,
  type Page,
  type Worker,
} from 'playwright'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chromiumLaunch } from '../../../../scripts/chromiumLaunch.ts'
import { addressesOf, allAccounts } from '../custody/accounts.ts'
import { openRecoveryFile, readRecoveryFile } from '../custody/recoveryFile.ts'
import { passphraseSecret } from '../kdf/passphraseSecret.ts'
import { withSecrets } from '../secrets.ts'
import { type BrowserVault, browserVault } from '../testing/browserVault.ts'
import { login } from '../testing/login.ts'
import { releaseTo } from '../testing/releaseTo.ts'
import { type Stage, startStage } from '../testing/startStage.ts'
import type { Answer, Question, QuestionKind } from './questions.ts'
import type { ScreenAnswer } from './screenMessages.ts'
import { revealedGroups } from './screens.fixture.ts'

/**
 * The vault's screens as served: real origins, real headers, a real worker that asks, in Chromium, with a real keyboard and mouse. The
 * tests ask their questions from inside the worker.
 */

let stage: Stage
let browser: Browser
let context: BrowserContext
/** The browser's reports of everything that a policy blocked, in every realm. */
let violations: string[]

beforeAll(async () => {
  const ports = { wallet: 4353, vault: 4354, dapp: 4355 }
  ;[stage, browser] = await Promise.all([startStage(ports), chromium.launch(chromiumLaunch)])
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})
beforeEach(async () => {
  context = await browser.newContext({ permissions: ['clipboard-read'] })
  violations = []
})
afterEach(() => context.close())

type Opened = { page: Page; wallet: Frame; vault: Frame; worker: Worker; calls: BrowserVault; requested: string[] }

const frameAt = (page: Page, origin: string): Frame => {
  const frame = page.frames().find((candidate) => candidate.url().startsWith(origin))
  if (frame === undefined) throw new Error(`No frame at ${origin}`)
  return frame
}

/** A wallet document connected to its vault, with room for its screens: in a separate tab, or in a dapp's page. */
const open = async (where: 'tab' | 'dapp' = 'tab'): Promise<Opened> => {
  const page = await context.newPage()
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text())
  })
  const sdk = `${stage.walletOrigin}/sdk?projectId=demo`
  await page.goto(where === 'tab' ? sdk : `${stage.dappOrigin}/?frame=${encodeURIComponent(sdk)}`)
  await page.evaluate(() => {
    for (const [property, value] of Object.entries({ width: '420px', height: '640px' }))
      document.querySelector('iframe')?.style.setProperty(property, value)
  })
  const wallet = frameAt(page, stage.walletOrigin)
  await wallet.waitForFunction(() => 'probe' in globalThis)
  const calls = browserVault(wallet)
  await calls.connect(stage.vaultOrigin)
  await wallet.evaluate(() => {
    const place = document.body.appendChild(document.createElement('div'))
    place.id = 'place'
    for (const [property, value] of Object.entries({ 'margin-left': '20px', width: '360px', height: '560px' }))
      place.style.setProperty(property, value)
    Object.assign(globalThis, { leavePlace: globalThis.stage.showOver(place) })
  })
  const worker = page.workers().find((each) => each.url().includes('/vault-worker-'))
  if (worker === undefined) throw new Error('No worker')
  return { page, wallet, vault: frameAt(page, stage.vaultOrigin), worker, calls, requested }
}

/** Data to the worker and back, as text: Playwright carries no ArrayBuffer. */
const toText = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (each instanceof ArrayBuffer ? { bytes: [...new Uint8Array(each)] } : each))
const fromText = (text: string): unknown =>
  JSON.parse(text, (_, each) => (each?.bytes ? Uint8Array.from(each.bytes).buffer : each))

let lastId = 1_000
/** Asks from inside the worker. `answer` settles with the answer, or the reason for none. */
const ask = async <kind extends QuestionKind>(
  worker: Worker,
  kind: kind,
  question: Question<kind>,
): Promise<{ answer: Promise<Answer<kind> | string> }> => {
  const id = ++lastId
  await worker.evaluate(
    ({ id, kind, question }) => {
      const answered = new Promise((resolve) => {
        // As the worker reads it: it overwrites unrequested answers.
        const read = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')?.get
        Object.defineProperty(MessageEvent.prototype, 'data', {
          configurable: true,
          get() {
            const data = read?.call(this)
            if (data?.id === id) resolve(structuredClone(data))
            return data
          },
        })
      })
      Object.assign(globalThis, { [`answer ${id}`]: answered })
      const thawed = JSON.parse(question, (_, each) => (each?.bytes ? Uint8Array.from(each.bytes).buffer : each))
      postMessage({ type: 'ask', id, kind, question: thawed, appearance: { mode: 'light' } })
    },
    { id, kind, question: toText(question) },
  )
  const answer = worker
    .evaluate(async (id) => {
      const message: unknown = await Reflect.get(globalThis, `answer ${id}`)
      return JSON.stringify(message, (_, each) =>
        each instanceof ArrayBuffer ? { bytes: [...new Uint8Array(each)] } : each,
      )
    }, id)
    .then((text) => {
      const message = fromText(text) as ScreenAnswer
      return 'refused' in message ? message.refused : (message.answer as Answer<kind>)
    })
  // A test that ends first closes the page.
  answer.catch(() => undefined)
  return { answer }
}
const leave = (worker: Worker): Promise<void> => worker.evaluate(() => postMessage({ type: 'leave' }))

const bytes = (length: number, value = 3): ArrayBuffer => new Uint8Array(length).fill(value).buffer
/** Buffers as text, which tests compare. */
const hex = (buffer: unknown): string => Buffer.from(buffer as ArrayBuffer).toString('hex')
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const loaded = (requested: readonly string[], name: string): number =>
  requested.filter((path) => path.startsWith(`/vault-${name}-`)).length

describe('a passphrase', () => {
  test('is chosen, typed twice and worked through; nothing of the screens is loaded before, nothing typed stays', async () => {
    const { vault, worker, page, requested } = await open()
    expect([loaded(requested, 'screens'), loaded(requested, 'kdf')]).toEqual([0, 0])
    const { answer } = await ask(worker, 'setPassphrase', { purpose: 'recovery', salt: bytes(16) })
    await expect.poll(() => vault.evaluate(() => document.activeElement?.id)).toBe('first')
    expect([loaded(requested, 'screens'), loaded(requested, 'kdf')]).toEqual([1, 0])
    const [first, second] = [vault.getByLabel('Passphrase', { exact: true }), vault.getByLabel('Repeat the passphrase')]
    await first.pressSequentially('short')
    await vault.getByRole('button', { name: 'Continue' }).click()
    await vault.getByText('Use at least 12 characters (7 more).').waitFor()
    await first.fill('Schlu\u0308ssel aus sechs Worten')
    await page.keyboard.press('Enter')
    await second.pressSequentially('Schlüssel aus sechs')
    await page.keyboard.press('Enter')
    await vault.getByText('The passphrases don’t match').waitFor()
    expect(await vault.evaluate(() => document.activeElement?.id)).toBe('second')
    await second.fill('Schl\u00fcssel aus sechs Worten')
    await page.keyboard.press('Enter')
    await vault.getByText('Processing the passphrase').waitFor()
    const secret = await passphraseSecret(utf8('Schl\u00fcssel aus sechs Worten'), new Uint8Array(bytes(16)))
    const { secret: answered } = (await answer) as Answer<'setPassphrase'>
    expect(hex(answered)).toBe(hex(secret.buffer))
    await leave(worker)
    await expect.poll(() => vault.evaluate(() => document.body.childElementCount)).toBe(0)
    await expect.poll(() => page.workers().length).toBe(1)
    expect(violations).toEqual([])
  })

  test('that is wrong is said to be, and stays in its field', async () => {
    const { vault, worker, page } = await open()
    const question = { salt: bytes(16), failed: false }
    const { answer } = await ask(worker, 'enterPassphrase', question)
    await vault.getByLabel('Passphrase', { exact: true }).fill('not the one')
    await page.keyboard.press('Enter')
    await answer
    const again = await ask(worker, 'enterPassphrase', { ...question, failed: true })
    await vault.getByText('Incorrect passphrase').waitFor()
    const field = vault.getByLabel('Passphrase', { exact: true })
    expect(await field.inputValue()).toBe('not the one')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await vault.evaluate(() => document.activeElement?.id)).toBe('passphrase')
    await page.keyboard.type('the one')
    expect(await field.inputValue()).toBe('the one')
    await vault.getByRole('button', { name: 'Cancel' }).click()
    expect(await again.answer).toBe('USER_REJECTED')
  })

  test('can be given up while it is worked through', async () => {
    const { vault, worker, page } = await open()
    // Its worker never responds, so it is in progress however long the click takes.
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    await page.route('**/vault-kdf-*', async (route) => {
      await over
      await route.abort()
    })
    const { answer } = await ask(worker, 'enterPassphrase', { salt: bytes(16), failed: false })
    await vault.getByLabel('Passphrase', { exact: true }).fill('a passphrase')
    await page.keyboard.press('Enter')
    await vault.getByRole('button', { name: 'Cancel' }).click()
    expect(await answer).toBe('USER_REJECTED')
    end()
    await leave(worker)
    await expect.poll(() => page.workers().length).toBe(1)
  })

  test('waits for its worker to be loaded, and can be tried again when it is not', async () => {
    const { vault, worker, page } = await open()
    await page.route('**/vault-kdf-*', (route) => route.abort())
    const { answer } = await ask(worker, 'enterPassphrase', { salt: bytes(16), failed: false })
    await vault.getByLabel('Passphrase', { exact: true }).fill('a passphrase')
    await page.keyboard.press('Enter')
    await vault.getByText('Part of the wallet couldn’t be loaded').waitFor()
    await page.unroute('**/vault-kdf-*')
    await page.keyboard.press('Enter')
    expect(await answer).toHaveProperty('secret')
  })
})

describe('a passkey', () => {
  const authenticator = async (session: CDPSession, hasPrf: boolean) => {
    await session.send('WebAuthn.enable', { enableUI: false })
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        hasPrf,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
  }
  const made = async ({ vault, worker }: Opened, salt: ArrayBuffer) => {
    const { answer } = await ask(worker, 'createPasskey', { salt, userName: 'ada@example.com' })
    await vault.getByRole('button', { name: 'Create passkey' }).click()
    const confirm = vault.getByRole('button', { name: 'Use passkey' })
    const isConfirming = await Promise.race([confirm.waitFor().then(() => true), answer.then(() => false)])
    if (isConfirming) await confirm.click()
    const passkey = await answer
    if (typeof passkey === 'string') throw new Error(passkey)
    return passkey
  }

  test.each(['tab', 'dapp'] as const)('is made and used in a %s, and gives one secret for one salt', async (where) => {
    const opened = await open(where)
    const { page, vault, worker } = opened
    await authenticator(await context.newCDPSession(where === 'tab' ? page : vault), true)
    const { secret, credentialId } = await made(opened, bytes(32))
    const used: string[] = []
    for (const salt of [bytes(32), bytes(32, 4)]) {
      const { answer } = await ask(worker, 'usePasskey', { salt, credentialId, failed: false })
      await vault.getByRole('button', { name: 'Use passkey' }).click()
      used.push(hex(((await answer) as Answer<'usePasskey'>).secret))
    }
    expect(used[0]).toBe(hex(secret))
    expect(used[1]).not.toBe(hex(secret))
    expect(violations).toEqual([])
  })

  test('of an authenticator that derives nothing is not taken', async () => {
    const { page, vault, worker } = await open()
    await authenticator(await context.newCDPSession(page), false)
    const { answer } = await ask(worker, 'createPasskey', { salt: bytes(32), userName: 'ada@example.com' })
    await vault.getByRole('button', { name: 'Create passkey' }).click()
    await vault.getByText('This passkey can’t protect a wallet').waitFor()
    await vault.getByRole('button', { name: 'Cancel' }).click()
    expect(await answer).toBe('USER_REJECTED')
  })

  test('that is not there, and one that opens nothing, are said to be', async () => {
    const { page, vault, worker } = await open()
    await authenticator(await context.newCDPSession(page), true)
    const question = { salt: bytes(32), credentialId: bytes(32, 9), failed: false }
    await ask(worker, 'usePasskey', { ...question, failed: true })
    await vault.getByText('This passkey doesn’t open the wallet').waitFor()
    await vault.getByRole('button', { name: 'Use passkey' }).click()
    await vault.getByText('the passkey isn’t on this device').waitFor()
  })
})

describe('an import', () => {
  test('is typed, mended where it is wrong, and leaves nothing', async () => {
    const { vault, worker } = await open()
    const typed = 'abandon abandom about'
    const { answer } = await ask(worker, 'import', { from: 'mnemonic' })
    await vault.getByLabel('Recovery phrase').fill(typed)
    await vault.getByRole('button', { name: 'Import' }).click()
    const { typed: answered } = (await answer) as Answer<'import'>
    expect(hex(answered)).toBe(hex(utf8(typed)))
    await ask(worker, 'import', { from: 'mnemonic', failed: { reason: 'word', position: 2 } })
    await vault.getByText('Word 2 isn’t a recovery phrase word').waitFor()
    expect(await vault.getByLabel('Recovery phrase').inputValue()).toBe(typed)
    await leave(worker)
    await expect.poll(() => vault.evaluate(() => document.body.childElementCount)).toBe(0)
  })
})

describe('what is revealed', () => {
  const groups = revealedGroups()

  test('is in the document only after a press, until the next one, a press for another, or the end of focus', async () => {
    const { page, vault, worker } = await open()
    const { answer } = await ask(worker, 'reveal', { groups })
    const isShown = () => vault.evaluate(() => document.body.textContent?.includes('abandon'))
    const show = vault.getByRole('button', { name: 'Show for 60 seconds' })
    const hide = vault.getByRole('button', { name: 'Hide', exact: true })
    await show.first().waitFor()
    expect(await isShown()).toBe(false)
    await show.first().click()
    expect(await isShown()).toBe(true)
    expect(await vault.getByRole('listitem').allInnerTexts()).toHaveLength(24)
    await hide.click()
    expect(await isShown()).toBe(false)
    await page.keyboard.press('Enter')
    expect(await isShown()).toBe(true)
    await show.first().click()
    expect(await isShown()).toBe(false)
    expect(await hide.count()).toBe(1)
    await show.first().click()
    expect(await isShown()).toBe(true)
    await vault.evaluate(() => window.dispatchEvent(new Event('blur')))
    expect(await isShown()).toBe(false)
    await vault.getByRole('button', { name: 'Done' }).click()
    expect(await answer).toEqual({ seen: true })
    expect(violations).toEqual([])
  })

  test('is not shown by a script’s events', async () => {
    const { vault, worker } = await open()
    const { answer } = await ask(worker, 'reveal', { groups })
    await vault.getByRole('button', { name: 'Show for 60 seconds' }).first().dispatchEvent('click')
    expect(await vault.evaluate(() => document.body.textContent?.includes('abandon'))).toBe(false)
    await vault.getByRole('button', { name: 'Done' }).click()
    expect(await answer).toEqual({ seen: false })
  })

  test('is copied only after a second press, which follows what it means', async () => {
    const { vault, worker } = await open()
    await ask(worker, 'reveal', { groups })
    await vault.getByRole('button', { name: 'Copy' }).nth(1).click()
    await vault.getByText('Other apps and your other devices').waitFor()
    await vault.getByRole('button', { name: 'Copy anyway' }).click()
    await vault.getByText('It’s on your clipboard.').waitFor()
    const elsewhere = await context.newPage()
    await elsewhere.goto(stage.dappOrigin)
    expect(await elsewhere.evaluate(() => navigator.clipboard.readText())).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('is not in a wallet that another page embeds', async () => {
    const { vault, worker } = await open('dapp')
    const { answer } = await ask(worker, 'reveal', { groups })
    expect(await answer).toBe('UNAUTHORIZED')
    expect(await vault.evaluate(() => document.body.childElementCount)).toBe(0)
  })
})

describe('giving up protection', () => {
  test('takes a user who has seen what for; the way out comes first, and is as large', async () => {
    const { page, vault, worker } = await open()
    const { answer } = await ask(worker, 'confirm', { ends: 'passphrase' })
    const [cancel, agree] = ['Cancel', 'Use email alone'].map((name) => vault.getByRole('button', { name })) as [
      Locator,
      Locator,
    ]
    await vault.getByText('Your passphrase is no longer needed').waitFor()
    const boxes = await Promise.all([cancel, agree].map((button) => button.boundingBox()))
    const [[width, height]] = boxes.map((box) => [box?.width, box?.height]) as [[number, number]]
    expect(boxes).toEqual([expect.objectContaining({ width, height }), expect.objectContaining({ width, height })])
    const focused = () => vault.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Cancel')
    await expect.poll(() => agree.isEnabled()).toBe(true)
    await agree.dispatchEvent('click')
    expect(await vault.evaluate(() => document.querySelector('main')?.getAttribute('aria-busy'))).not.toBe('true')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Use email alone')
    await page.keyboard.press('Enter')
    expect(await answer).toEqual({ agreed: true })
    expect(violations).toEqual([])
  })

  test('is not armed before it could be read', async () => {
    const { page, vault, worker } = await open()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1_000)
    const { answer } = await ask(worker, 'confirm', { ends: 'passkey' })
    const agree = vault.getByRole('button', { name: 'Use email alone' })
    await agree.waitFor()
    await page.clock.runFor(600)
    expect(await agree.isDisabled()).toBe(true)
    const isArmedSoon = async () => {
      await page.clock.runFor(100)
      return agree.isEnabled()
    }
    await expect.poll(isArmedSoon).toBe(true)
    await vault.getByRole('button', { name: 'Cancel' }).click()
    expect(await answer).toBe('USER_REJECTED')
  })

  test('waits while the document around it makes it see-through, and says so; seen again, it can be confirmed', async () => {
    const { wallet, vault, worker } = await open()
    const fade = (opacity: string) =>
      wallet.locator('iframe').evaluate((frame, opacity) => frame.style.setProperty('opacity', opacity), opacity)
    const { answer } = await ask(worker, 'confirm', { ends: 'passkey' })
    const agree = vault.getByRole('button', { name: 'Use email alone' })
    await expect.poll(() => agree.isEnabled()).toBe(true)
    await fade('0.01')
    await expect.poll(() => agree.isEnabled()).toBe(false)
    await vault.getByText('once this is in full view').waitFor()
    await fade('1')
    await expect.poll(() => agree.isEnabled()).toBe(true)
    expect(await vault.getByText('once this is in full view').count()).toBe(0)
    await agree.click()
    expect(await answer).toEqual({ agreed: true })
  })

  test('is not asked for in a wallet that another page embeds', async () => {
    const { vault, worker } = await open('dapp')
    const { answer } = await ask(worker, 'confirm', { ends: 'passphrase' })
    expect(await answer).toBe('UNAUTHORIZED')
    expect(await vault.evaluate(() => document.body.childElementCount)).toBe(0)
  })
})

describe('a wallet', () => {
  const appearance = { mode: 'dark' } as const
  /** A wallet with a share that was released for the action. */
  const released = async ({ calls }: Opened, use: 'change' | 'export') => {
    const record = await login({ vault: calls, authorities: stage.authorities, userId: crypto.randomUUID() })
    return { ...(await releaseTo(calls, { authorities: stage.authorities, record, use })), appearance }
  }
  /** Settles later, without an unhandled rejection. */
  const pending = <value>(call: Promise<value>): Promise<value> => {
    call.catch(() => undefined)
    return call
  }

  test('takes words that were mended, however long the user took', async () => {
    const opened = await open()
    const { page, vault, calls } = opened
    const input = await released(opened, 'change')
    await page.clock.install()
    const call = pending(calls.changeWallet({ ...input, change: { kind: 'import', from: 'mnemonic' } }))
    const field = vault.getByLabel('Recovery phrase')
    await field.fill(`${'abandon '.repeat(10)}abandom about`)
    await page.clock.fastForward('10:00')
    await vault.getByRole('button', { name: 'Import' }).click()
    await vault.getByText('Word 11 isn’t a recovery phrase word').waitFor()
    await field.fill(`${'abandon '.repeat(11)}about`)
    await vault.getByRole('button', { name: 'Import' }).click()
    const { record } = await call
    expect(record.addresses.eip155.slice(1)).toEqual(['0x9858EfFD232B4033E47d90003D41EC34EcaEda94'])
    expect(record.addresses.solana.slice(1)).toEqual(['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'])
    await expect.poll(() => vault.evaluate(() => document.body.childElementCount)).toBe(0)
    expect(violations).toEqual([])
  })

  test('shows its words, which lead to its address', async () => {
    const opened = await open()
    const { vault, calls } = opened
    const input = await released(opened, 'export')
    const call = pending(calls.revealKeys(input))
    await vault.getByRole('button', { name: 'Show for 60 seconds' }).first().click()
    const words = (await vault.getByRole('listitem').allTextContents()).join(' ')
    await vault.getByRole('button', { name: 'Done' }).click()
    expect(await call).toEqual({ seen: true })
    expect(mnemonicToAccount(words).address).toBe(input.record.addresses.eip155[0])
  })

  test('is written to a recovery file under a passphrase', async () => {
    const opened = await open()
    const { vault, calls } = opened
    const input = await released(opened, 'export')
    const call = pending(calls.makeRecoveryFile(input))
    await vault.getByLabel('Passphrase', { exact: true }).fill('six words that nobody guesses')
    await vault.getByLabel('Repeat the passphrase').fill('six words that nobody guesses')
    await vault.getByRole('button', { name: 'Continue' }).click()
    const file = readRecoveryFile(Buffer.from((await call).file).toString())
    const secret = await passphraseSecret(utf8('six words that nobody guesses'), decodeBase64url(file.kdf.salt))
    const addresses = await withSecrets(async (hold) => {
      const { sources } = await openRecoveryFile(file, hold(secret), hold)
      return addressesOf(await allAccounts(sources, hold))
    })
    expect(addresses).toEqual(input.record.addresses)
    expect(file.addresses).toEqual(input.record.addresses)
  })

  test('stays as it is when the wallet document takes the screen down, or the frame is lost', async () => {
    const opened = await open()
    const { wallet, vault, calls } = opened
    const input = await released(opened, 'export')
    const closed = pending(calls.makeRecoveryFile(input))
    await vault.getByRole('heading').waitFor()
    await calls.closeScreen(undefined)
    await expect(closed).rejects.toThrowError(expect.objectContaining({ name: 'USER_REJECTED' }))
    await expect.poll(() => wallet.locator('iframe').isVisible()).toBe(false)
    const { record } = input
    const again = await releaseTo(calls, { authorities: stage.authorities, record, use: 'export' })
    const lost = pending(calls.makeRecoveryFile({ ...again, appearance }))
    await vault.getByRole('heading').waitFor()
    await vault.evaluate(() => location.reload())
    await expect(lost).rejects.toThrowError(expect.objectContaining({ name: 'DISCONNECTED' }))
    expect(await wallet.evaluate(() => globalThis.stage.screen())).toBe(null)
    await calls.connect(stage.vaultOrigin)
    expect((await calls.status(undefined)).wallet).toMatchObject({ record, state: 'ready' })
  })
})

describe('the place of the screens', () => {
  const boxes = (wallet: Frame) =>
    wallet.evaluate(() => {
      const [frame, place] = [document.querySelector('iframe'), document.querySelector('#place')]
      const box = (element: Element | null | undefined) => {
        const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
        return { left, top, width, height }
      }
      return { frame: box(frame), place: box(place) }
    })

  test('is hidden before and after, follows its element between, and gives the focus back', async () => {
    const { wallet, vault, worker } = await open()
    const isVisible = () => wallet.locator('iframe').isVisible()
    await wallet.evaluate(() => {
      const button = document.body.appendChild(document.createElement('button'))
      button.id = 'before'
      document.body.style.setProperty('min-height', '3000px')
      button.focus()
    })
    expect(await isVisible()).toBe(false)
    await ask(worker, 'setPassphrase', { purpose: 'file', salt: bytes(16) })
    await expect.poll(isVisible).toBe(true)
    await expect.poll(() => wallet.evaluate(() => globalThis.stage.screen()?.height)).toBeGreaterThan(200)
    const start = await boxes(wallet)
    expect(start.frame).toEqual(start.place)
    await wallet.evaluate(() => window.scrollTo(0, 40))
    await expect.poll(async () => (await boxes(wallet)).frame.top).toBe(start.frame.top - 40)
    await wallet.evaluate(() => (document.querySelector('#place') as HTMLElement).style.setProperty('width', '300px'))
    await expect.poll(async () => (await boxes(wallet)).frame.width).toBe(300)
    await vault.getByLabel('Passphrase', { exact: true }).fill('still there')
    await leave(worker)
    await expect.poll(isVisible).toBe(false)
    expect(await wallet.evaluate(() => document.activeElement?.id)).toBe('before')
  })

  test('the frame is removed while it asks: nothing is left over', async () => {
    const { wallet, page, worker } = await open()
    await ask(worker, 'setPassphrase', { purpose: 'file', salt: bytes(16) })
    await expect.poll(() => wallet.locator('iframe').isVisible()).toBe(true)
    await wallet.evaluate(() => globalThis.ending.abort())
    expect(
      await wallet.evaluate(() => [globalThis.stage.screen(), document.querySelectorAll('iframe').length]),
    ).toEqual([null, 0])
    await expect.poll(() => page.workers().length).toBe(0)
  })
})

describe('the line', () => {
  test('takes no question from a window, be it the wallet’s or a stranger’s', async () => {
    const { page, wallet, vault, worker, requested } = await open('dapp')
    const message = { type: 'ask', id: 1, kind: 'setPassphrase', question: {}, appearance: { mode: 'light' } }
    await wallet.evaluate(
      (message) => document.querySelector('iframe')?.contentWindow?.postMessage(message, '*'),
      message,
    )
    await page.evaluate((message) => window.frames[0]?.frames[0]?.postMessage(message, '*'), message)
    // A later question of the worker’s is the first that is answered.
    const { answer } = await ask(worker, 'reveal', { groups: revealedGroups() })
    expect(await answer).toBe('UNAUTHORIZED')
    expect(await vault.evaluate(() => document.body.childElementCount)).toBe(0)
    expect(loaded(requested, 'screens')).toBe(1)
  })

  test('screens that cannot be loaded are FRAME_LOAD_FAILED, and may be tried again', async () => {
    const { page, worker, vault } = await open()
    await page.route('**/vault-screens-*', (route) => route.abort())
    const first = await ask(worker, 'setPassphrase', { purpose: 'file', salt: bytes(16) })
    expect(await first.answer).toBe('FRAME_LOAD_FAILED')
    await page.unroute('**/vault-screens-*')
    await ask(worker, 'setPassphrase', { purpose: 'file', salt: bytes(16) })
    await vault.getByRole('heading').waitFor()
  })

  test('a changed script of the screens does not run', async () => {
    const { page, worker } = await open()
    await page.route('**/vault-screens-*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'globalThis.vaultScreens = { openScreens: () => ({}) }' }),
    )
    const { answer } = await ask(worker, 'setPassphrase', { purpose: 'file', salt: bytes(16) })
    expect(await answer).toBe('FRAME_LOAD_FAILED')
  })
})
