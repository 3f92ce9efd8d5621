import type { Client } from '@latchkey/protocol'
import { base58 } from '@scure/base'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Frame,
  type FrameLocator,
  type Locator,
  type Page,
} from 'playwright'
import { parseTransaction, recoverTransactionAddress, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import type { DappProbe } from './dappProbe.ts'
import { startTestStack, type TestStack } from './startTestStack.ts'
import { rightCode } from './testServices.ts'

/**
 * The built files as they are served: wallet and vault origins, a dapp on another site, real headers, keys, signatures
 * and storage, in Chromium. Backend and chain are small fakes.
 */

declare const probe: DappProbe
declare let client: Client
declare let frame: HTMLIFrameElement

const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let stack: TestStack
let browser: Browser
let context: BrowserContext
/** All messages of any console. */
let said: string[]

beforeAll(async () => {
  stack = await startTestStack()
  browser = await chromium.launch(chromiumLaunch)
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await stack?.close()
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 400, height: 640 } })
  said = []
})
afterEach(() => context.close())

const openDapp = async (origin = stack.dappOrigin, query: Record<string, string> = {}): Promise<Page> => {
  const page = await context.newPage()
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  await page.goto(origin)
  await page.evaluate(
    ([walletOrigin, given]) => {
      Object.assign(globalThis, probe.open(walletOrigin, { projectId: 'demo', chainId: 'eip155:31337', ...given }))
    },
    [stack.walletOrigin, query] as const,
  )
  return page
}
const isReady = (page: Page, timeoutMs = 10_000): Promise<boolean> =>
  page.evaluate((ms) => probe.isReady(client, ms), timeoutMs)

const logIn = async (page: Page, email: string): Promise<string> => {
  await isReady(page)
  return await page.evaluate(
    async ([to, otp]) => {
      await client.request('CONNECT_EMAIL', { email: to })
      await client.request('CONNECT_OTP', { otp })
      return (await client.request('GET_USER', { chainId: 31337 })).address
    },
    [email, rightCode] as const,
  )
}

/** Sends a request, and stores the answer on the page until it is read. */
const ask = (page: Page, method: string, params: unknown, more: object = {}): Promise<void> =>
  page.evaluate(
    ([name, given, rest]) => {
      const answer = client.request('RPC_REQUEST', { method: name, params: given, ...rest })
      const kept = answer.then(
        (value) => ({ value }),
        (error: Error) => ({ error: error.name }),
      )
      Object.assign(globalThis, { kept })
    },
    [method, params, more] as const,
  )
const answer = (page: Page): Promise<{ value?: unknown; error?: string }> =>
  page.evaluate(() => (globalThis as unknown as { kept: Promise<{ value?: unknown; error?: string }> }).kept)

const wallet = (page: Page): FrameLocator => page.frameLocator('#w3m-iframe')
/**
 * Presses as a user does, once everything has been on screen and the button is armed. On a busy machine a press may count
 * although Playwright reports that it timed out: then the request is answered.
 */
const confirm = async (page: Page, name: string): Promise<void> => {
  const [next, accept] = ['Scroll to review', name].map((words) =>
    wallet(page).locator('button:not([aria-disabled])', { hasText: words }),
  ) as [Locator, Locator]
  const isAnswered = answer(page).then(() => true)
  for (;;) {
    const isShown = next
      .or(accept)
      .first()
      .waitFor()
      .then(() => false)
    if (await Promise.any([isAnswered, isShown])) return
    const button = (await next.isVisible()) ? next : accept
    // The button under the pointer may have started to wait again.
    const isPressed = await button.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
    if (isPressed && button === accept) return
  }
}
const walletFrame = (page: Page): Frame => {
  const found = page.frames().find((each) => each.url().startsWith(stack.walletOrigin))
  if (found === undefined) throw new Error('The wallet is not on the page')
  return found
}
const hexOf = (text: string): string => `0x${Buffer.from(text).toString('hex')}`

describe('the wallet as it is served', () => {
  test('logs in, signs, sends, survives a reload, signs out and comes back, breaking no policy', async () => {
    const page = await openDapp()
    const address = await logIn(page, 'ada@example.org')

    await ask(page, 'personal_sign', [hexOf('Hello from the dapp'), address.toLowerCase()])
    await confirm(page, 'Sign')
    const { value: signature } = await answer(page)
    const signed = { address: address as `0x${string}`, signature: signature as `0x${string}` }
    expect(await verifyMessage({ ...signed, message: 'Hello from the dapp' })).toBe(true)

    const typedData = {
      domain: { name: 'Arcswap', chainId: 31337 },
      types: { Vote: [{ name: 'proposal', type: 'uint256' }] },
      primaryType: 'Vote' as const,
      message: { proposal: 7n },
    }
    const json = JSON.stringify(typedData, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
    await ask(page, 'eth_signTypedData_v4', [address, json])
    await confirm(page, 'Sign')
    const typedSignature = (await answer(page)).value as `0x${string}`
    expect(await verifyTypedData({ ...typedData, ...signed, signature: typedSignature })).toBe(true)

    await page.reload()
    await page.evaluate(
      (walletOrigin) => Object.assign(globalThis, probe.open(walletOrigin, { projectId: 'demo' })),
      stack.walletOrigin,
    )
    await isReady(page)
    expect(await page.evaluate(() => client.request('IS_CONNECTED', undefined))).toEqual({ isConnected: true })

    await ask(page, 'eth_sendTransaction', [{ from: address, to: somebody, value: '0x16345785d8a0000' }])
    expect(await wallet(page).getByRole('heading', { level: 1 }).textContent()).toContain('Send 0.1 ETH')
    await confirm(page, 'Confirm')
    const { value: hash } = await answer(page)
    const raw = stack.services.sent.at(-1) as `0x02${string}`
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(address)
    expect(parseTransaction(raw)).toMatchObject({
      chainId: 31337,
      to: somebody.toLowerCase(),
      value: 10n ** 17n,
      maxFeePerGas: 3_000_000_000n,
    })

    await page.evaluate(() => client.request('SIGN_OUT', undefined))
    expect(await page.evaluate(() => client.request('IS_CONNECTED', undefined))).toEqual({ isConnected: false })
    expect(await logIn(page, 'ada@example.org')).toBe(address)
    expect(said.filter((line) => /Content Security Policy|Trusted|Unrecognized|Refused/i.test(line))).toEqual([])
  })

  test('signs on Solana too, by the same login, and loads what that takes only then', async () => {
    const asked: string[] = []
    context.on('request', (request) => asked.push(request.url()))
    const files = () => asked.filter((url) => url.includes('/assets/solana'))
    const page = await openDapp()
    const address = await logIn(page, 'sol@example.org')
    await ask(page, 'personal_sign', [hexOf('first on Ethereum'), address])
    await confirm(page, 'Sign')
    await answer(page)
    expect(files()).toEqual([])

    const chainId = 'solana:LocaLatchkey11111111111111111111'
    const user = await page.evaluate((chain) => client.request('GET_USER', { chainId: chain }), chainId)
    expect(user.chainId).toBe(chainId)
    expect((await page.evaluate(() => client.request('GET_USER', undefined))).address).toBe(address)
    const own = new PublicKey(user.address)
    const more = { chainNamespace: 'solana', chainId }
    const isSigned = async (signature: Uint8Array, content: Uint8Array): Promise<boolean> => {
      const key = await crypto.subtle.importKey('raw', own.toBytes() as never, 'Ed25519', false, ['verify'])
      return await crypto.subtle.verify('Ed25519', key, signature as never, content as never)
    }

    const hello = new TextEncoder().encode('Hello from the dapp')
    await ask(page, 'solana_signMessage', { message: base58.encode(hello), pubkey: user.address }, more)
    await confirm(page, 'Sign')
    const { signature } = (await answer(page)).value as { signature: string }
    expect(await isSigned(base58.decode(signature), hello)).toBe(true)
    expect(files().length).toBeGreaterThan(0)

    const transfer = (lamports: number, version: 'legacy' | 0): string => {
      const message = new TransactionMessage({
        payerKey: own,
        recentBlockhash: own.toBase58(),
        instructions: [SystemProgram.transfer({ fromPubkey: own, toPubkey: new PublicKey(7), lamports })],
      })
      const compiled = version === 'legacy' ? message.compileToLegacyMessage() : message.compileToV0Message()
      return base58.encode(new VersionedTransaction(compiled).serialize())
    }
    const isTransactionSigned = async (text: string): Promise<boolean> => {
      const { signatures, message } = VersionedTransaction.deserialize(base58.decode(text))
      return await isSigned(signatures[0] ?? new Uint8Array(), message.serialize())
    }

    await ask(page, 'solana_signTransaction', { transaction: transfer(1_000, 0) }, more)
    await confirm(page, 'Sign')
    const { transaction } = (await answer(page)).value as { transaction: string }
    expect(await isTransactionSigned(transaction)).toBe(true)

    const given = [transfer(1, 'legacy'), transfer(2, 0)]
    await ask(page, 'solana_signAllTransactions', { transactions: given }, more)
    await confirm(page, 'Sign all')
    const { transactions } = (await answer(page)).value as { transactions: string[] }
    expect(await Promise.all(transactions.map(isTransactionSigned))).toEqual([true, true])

    await ask(page, 'solana_signAndSendTransaction', { transaction: transfer(3, 'legacy') }, more)
    await confirm(page, 'Confirm')
    const sent = (await answer(page)).value as { signature: string }
    const wire = Buffer.from(stack.services.sent.at(-1) ?? '', 'base64')
    expect(sent.signature).toBe(base58.encode(wire.subarray(1, 65)))
    expect(await isTransactionSigned(base58.encode(wire))).toBe(true)

    const disguised = VersionedTransaction.deserialize(base58.decode(transfer(9, 0))).message.serialize()
    await ask(page, 'solana_signMessage', { message: base58.encode(disguised), pubkey: user.address }, more)
    expect(await answer(page)).toEqual({ error: 'DISGUISED_TRANSACTION' })
    expect(said.filter((line) => /Content Security Policy|Trusted|Unrecognized|Refused/i.test(line))).toEqual([])
  })

  test('keeps no key, share, token or code where its document, its storage or a log shows it', async () => {
    const page = await openDapp(stack.dappOrigin, { enableLogger: 'true' })
    const address = await logIn(page, 'grace@example.org')
    await ask(page, 'personal_sign', [hexOf('hi'), address])
    await confirm(page, 'Sign')
    await answer(page)
    const kept = await walletFrame(page).evaluate(async () => {
      const all: unknown[] = [document.documentElement.outerHTML, { ...localStorage }, { ...sessionStorage }]
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open(name)
          request.onsuccess = () => resolve(request.result)
        })
        for (const store of database.objectStoreNames) {
          const request = database.transaction(store).objectStore(store).getAll()
          all.push(await new Promise((resolve) => (request.onsuccess = () => resolve(request.result))))
        }
      }
      return JSON.stringify(all)
    })
    expect(kept).toContain('grace@example.org')
    const everything = [kept, ...said].join('\n')
    expect(said.join('\n')).toContain('CONNECT_OTP answered')
    for (const share of stack.authorities.shares()) {
      expect(everything).not.toContain(Buffer.from(share).toString('hex'))
      expect(everything).not.toContain(Buffer.from(share).toString('base64url'))
    }
    expect(everything).not.toContain(rightCode)
    expect(everything).not.toMatch(/\bt\.\d+\.s\b/)
  })

  test('loads its screens and what they need once there is somebody to ask, and not before', async () => {
    const asked: string[] = []
    context.on('request', (request) => asked.push(request.url()))
    const files = () => asked.filter((url) => url.startsWith(`${stack.walletOrigin}/assets/`))
    const page = await openDapp()
    await isReady(page)
    expect(files().filter((url) => !/\/assets\/(wallet|style)-/.test(url))).toEqual([])
    await logIn(page, 'grace@example.org')
    await expect.poll(() => files().filter((url) => url.includes('/screens-'))).toHaveLength(1)
  })

  test('says nothing to a page that is not listed, nor in an unknown project', async () => {
    const stranger = await openDapp(stack.strangerOrigin)
    expect(await isReady(stranger, 2_000)).toBe(false)
    const unknown = await openDapp(stack.dappOrigin, { projectId: 'nobody' })
    expect(await isReady(unknown, 2_000)).toBe(false)
  })

  test('drops what comes from another window than its parent, and warns once', async () => {
    const page = await openDapp()
    const address = await logIn(page, 'mary@example.org')
    await page.evaluate(() => {
      const other = document.body.appendChild(document.createElement('iframe'))
      other.srcdoc = '<p>somebody else</p>'
      return new Promise((resolve) => other.addEventListener('load', resolve))
    })
    const nested = page.frames().find((each) => each.url() === 'about:srcdoc')
    for (let time = 0; time < 3; time++) {
      await nested?.evaluate(
        ([to, walletOrigin]) =>
          (window.parent.frames[0] as Window).postMessage(
            {
              id: crypto.randomUUID(),
              type: '@w3m-app/RPC_REQUEST',
              payload: { method: 'personal_sign', params: ['0x00', to] },
            },
            walletOrigin,
          ),
        [address, stack.walletOrigin] as const,
      )
    }
    expect(await page.evaluate(() => client.request('GET_CHAIN_ID', undefined))).toEqual({ chainId: 31337 })
    expect(await wallet(page).getByRole('heading').count()).toBe(0)
    expect(said.filter((line) => line.includes("didn't come from the page"))).toHaveLength(1)
  })

  test('is not confirmed while something covers it', async () => {
    const page = await openDapp()
    const address = await logIn(page, 'alan@example.org')
    await page.evaluate(() => {
      const cover = document.createElement('div')
      cover.id = 'cover'
      cover.style.cssText = 'position:fixed;inset:auto 0 0 0;height:200px;background:#fff;pointer-events:none'
      document.body.append(cover)
    })
    await ask(page, 'personal_sign', [hexOf('Win a prize'), address])
    const button = wallet(page).getByRole('button', { name: 'Sign' })
    await wallet(page).getByText('Something is covering your wallet').waitFor()
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await page.evaluate(() => document.querySelector('#cover')?.remove())
    await confirm(page, 'Sign')
    expect(await answer(page)).toHaveProperty('value')
  })

  test('rejects, aborts and refuses with the errors that a dapp knows', async () => {
    const page = await openDapp()
    const address = await logIn(page, 'joan@example.org')
    await ask(page, 'personal_sign', [hexOf('hi'), address])
    await wallet(page).getByRole('button', { name: 'Reject' }).click()
    expect(await answer(page)).toEqual({ error: 'USER_REJECTED' })

    await ask(page, 'personal_sign', [hexOf('hi'), address])
    await wallet(page).getByRole('heading').waitFor()
    await page.evaluate(() => client.abortPending())
    expect(await answer(page)).toEqual({ error: 'ABORTED' })
    await wallet(page).getByRole('heading').waitFor({ state: 'detached' })

    await ask(page, 'eth_sign', [address, '0x00'])
    expect(await answer(page)).toEqual({ error: 'METHOD_NOT_ALLOWED' })
    await ask(page, 'personal_sign', [hexOf('hi'), somebody])
    expect(await answer(page)).toEqual({ error: 'UNAUTHORIZED' })
  })

  test('says what is the matter while the service is down, signs once it is back', async () => {
    const page = await openDapp()
    const address = await logIn(page, 'edith@example.org')
    await page.reload()
    await page.evaluate(
      (walletOrigin) => Object.assign(globalThis, probe.open(walletOrigin, { projectId: 'demo' })),
      stack.walletOrigin,
    )
    await isReady(page)
    stack.services.setDown(true)
    try {
      await ask(page, 'personal_sign', [hexOf('hi'), address])
      await confirm(page, 'Sign')
      await wallet(page).getByText('Can’t reach the wallet service').waitFor()
    } finally {
      stack.services.setDown(false)
    }
    await confirm(page, 'Try again')
    expect(await answer(page)).toHaveProperty('value')
  })

  test.each([
    ['in its worker', true],
    ['in the document, where the browser has no workers', false],
  ])('solves the challenge of a mail %s, breaking no policy', async (_, hasWorkers) => {
    const started: string[] = []
    if (!hasWorkers)
      await context.addInitScript((walletOrigin) => {
        if (location.origin === walletOrigin) Reflect.deleteProperty(globalThis, 'Worker')
      }, stack.walletOrigin)
    const page = await openDapp()
    page.on('worker', (worker) => started.push(new URL(worker.url()).pathname))
    const before = stack.services.solved()
    stack.services.setChallenging(true)
    try {
      await logIn(page, 'flo@example.org')
    } finally {
      stack.services.setChallenging(false)
    }
    expect(stack.services.solved()).toBe(before + 1)
    expect(started.some((path) => path.startsWith('/assets/challenges-'))).toBe(hasWorkers)
    expect(said.filter((line) => /Content Security Policy|Trusted|Unrecognized|Refused/i.test(line))).toEqual([])
  })

  test('on its own says what it is', async () => {
    const page = await context.newPage()
    await page.goto(`${stack.walletOrigin}/sdk?projectId=demo`)
    expect(await page.getByRole('heading').textContent()).toBe('This is a wallet')
  })

  test('speaks English, whatever language its address asks for', async () => {
    const page = await context.newPage()
    await page.goto(`${stack.walletOrigin}/sdk?projectId=demo&lang=en-XA`)
    expect(await page.getByRole('heading').textContent()).toBe('This is a wallet')
    await page.goto(`${stack.walletOrigin}/loading?lang=en-XA`)
    expect(await page.getByRole('heading').textContent()).toBe('One moment…')
  })

  test('rejects every request in a profile that the project has turned off, and says why', async () => {
    const page = await openDapp(stack.dappOrigin, { projectId: 'strict' })
    expect(await isReady(page)).toBe(true)
    const refused = await page.evaluate(() =>
      client.request('CONNECT_EMAIL', { email: 'ada@example.com' }).catch((error: Error) => error.name),
    )
    expect(refused).toBe('NOT_ENABLED')
    expect(await wallet(page).getByRole('heading').textContent()).toBe('This site can’t use the wallet')
    expect(said).toContainEqual(expect.stringContaining("project strict doesn't accept profile 4 of the protocol"))
  })

  test('in another profile says so and nothing else', async () => {
    const page = await openDapp(stack.dappOrigin, { version: '6' })
    expect(await isReady(page, 1_500)).toBe(false)
    expect(await wallet(page).getByRole('heading').textContent()).toBe("The wallet can't be used here")
  })
})
