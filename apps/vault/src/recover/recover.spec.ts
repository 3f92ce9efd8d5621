import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import { type Browser, chromium, type Page } from 'playwright'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chromiumLaunch } from '../../../../scripts/chromiumLaunch.ts'
import { buildRecover } from '../../scripts/buildRecover.ts'
import { addressesOf, allAccounts } from '../custody/accounts.ts'
import { makeRecoveryFile } from '../custody/recoveryFile.ts'
import type { SourceKind } from '../custody/walletPayload.ts'
import { passphraseSecret } from '../kdf/passphraseSecret.ts'
import { type Bytes, withSecrets } from '../secrets.ts'

/** The opener, as a user has it: a file on a disk, in Chromium, with no network. */

const passphrase = 'Schlüssel aus sechs Worten'
let folder: string
let file: string
let opener: string
let addresses: { eip155: string[]; solana: string[] }
let browser: Browser

/** Returns a file with a wallet of words, and an imported key of each kind. */
const makeFile = (): Promise<string> =>
  withSecrets(async (hold) => {
    const kinds: SourceKind[] = ['mnemonic', 'evmKey', 'solanaKey']
    const sources = kinds.map((kind) => ({ kind, secret: hold(new Uint8Array(randomBytes(32))) }))
    for (const { secret } of sources) secret[0] = 1
    const salt: Bytes = new Uint8Array(randomBytes(16))
    addresses = addressesOf(await allAccounts(sources, hold))
    return makeRecoveryFile(
      {
        createdAtMs: Date.UTC(2026, 1, 3, 4, 5),
        addresses,
        payload: { createdAtMs: 0, sources },
        secret: hold(await passphraseSecret(new TextEncoder().encode(passphrase), salt)),
        salt,
        nonce: new Uint8Array(randomBytes(12)),
      },
      hold,
    )
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-recover-'))
  file = join(folder, 'recovery.json')
  const document = join(folder, 'recover.html')
  await writeFile(document, await buildRecover())
  opener = pathToFileURL(document).href
  await writeFile(file, await makeFile())
  browser = await chromium.launch(chromiumLaunch)
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

const open = async (
  { offline }: { offline: boolean } = { offline: true },
): Promise<{ page: Page; requests: string[]; complaints: string[] }> => {
  const context = await browser.newContext({ offline })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const [requests, complaints]: [string[], string[]] = [[], []]
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(opener)
  return { page, requests, complaints }
}
const enter = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('File passphrase').fill(text)
  await page.keyboard.press('Enter')
}

/** Returns what each card shows after a press. */
const shownBy = async (page: Page): Promise<{ title: string; addresses: string[]; secret: string }[]> => {
  const shown = []
  for (const card of await page.getByRole('region').all()) {
    await card.getByRole('button', { name: 'Show for 60 seconds' }).click()
    const words = await card.getByRole('listitem').allTextContents()
    shown.push({
      title: (await card.getByRole('heading').textContent()) ?? '',
      addresses: await card.locator('.address').allTextContents(),
      secret: words.length > 0 ? words.join(' ') : ((await card.locator('.key').textContent()) ?? ''),
    })
  }
  return shown
}

test('a file lists its addresses, and with its passphrase gives words and keys that other wallets take', async () => {
  const { page, requests, complaints } = await open()
  await page.getByLabel('Recovery file').setInputFiles(file)
  await page.getByText('Created on February 3, 2026').waitFor()
  expect(await page.locator('.address').allTextContents()).toEqual([...addresses.eip155, ...addresses.solana])

  await enter(page, 'another passphrase')
  await page.getByText('Incorrect passphrase').waitFor()
  await enter(page, passphrase)
  await page.getByRole('heading', { name: 'Recovery phrase and keys' }).waitFor()
  const cards = await shownBy(page)
  expect(cards.map(({ title }) => title)).toEqual([
    'Recovery phrase',
    'EVM private key',
    'Solana private key',
    'EVM private key',
    'Solana private key',
  ])
  const [words, ...keys] = cards
  expect(words?.addresses[0]).toBe(mnemonicToAccount(words?.secret ?? '').address)
  for (const { title, addresses, secret } of keys) {
    const address = title.startsWith('EVM')
      ? privateKeyToAccount(secret as `0x${string}`).address
      : Keypair.fromSecretKey(base58.decode(secret)).publicKey.toBase58()
    expect(addresses).toEqual([address])
  }
  const shown = new Set(cards.flatMap(({ addresses }) => addresses))
  expect(shown).toEqual(new Set([...addresses.eip155, ...addresses.solana]))

  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Open a recovery file' }).waitFor()
  expect(await page.locator('li, .key').count()).toBe(0)
  expect(requests).toEqual([opener])
  expect(complaints).toEqual([])
})

test.each([
  ['another file', 'hello'],
  ['a file of another version', (text: string) => text.replace('"version": 1', '"version": 2')],
  ['a file that asks for less work', (text: string) => text.replace('65536', '8')],
] as const)('%s is said to be none', async (_, content) => {
  const { page } = await open()
  const text = typeof content === 'string' ? content : content(await makeFile())
  await page.getByLabel('Recovery file').setInputFiles({ name: 'x.json', mimeType: '', buffer: Buffer.from(text) })
  await page.getByText('This isn’t a Latchkey recovery file').waitFor()
  expect(await page.getByRole('button', { name: 'Open' }).isVisible()).toBe(false)
})

test('a file whose addresses were changed does not open', async () => {
  const { page } = await open()
  const text = (await makeFile()).replace(addresses.eip155[0] ?? '', `0x${'1'.repeat(40)}`)
  await page.getByLabel('Recovery file').setInputFiles({ name: 'x.json', mimeType: '', buffer: Buffer.from(text) })
  await enter(page, passphrase)
  await page.getByText('Incorrect passphrase').waitFor()
})

test('nothing can be sent from it, with the network on', async () => {
  const asked: (string | undefined)[] = []
  const stranger = createServer(({ url }, response) => {
    asked.push(url)
    response.end()
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void stranger.close())
  const { page } = await open({ offline: false })
  const away = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  await fetch(`${away}/is-there`)
  const outcomes = await page.evaluate(async (away) => {
    new Image().src = `${away}/image`
    document.body.append(Object.assign(document.createElement('iframe'), { src: `${away}/frame` }))
    navigator.sendBeacon(`${away}/beacon`, 'x')
    const sent = await fetch(`${away}/fetch`, { mode: 'no-cors' }).then(
      () => 'sent',
      (error) => error.name,
    )
    try {
      document.body.innerHTML = '<b>'
      return [sent, 'written']
    } catch (error) {
      return [sent, (error as Error).name]
    }
  }, away)
  await page.waitForLoadState('networkidle')
  expect(outcomes).toEqual(['TypeError', 'TypeError'])
  expect(asked).toEqual(['/is-there'])
})
