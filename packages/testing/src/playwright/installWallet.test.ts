import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chromiumLaunch } from '../../../../scripts/chromiumLaunch.ts'
import { createBitcoinWallet } from '../bitcoin/createBitcoinWallet.ts'
import { createEvmWallet } from '../evm/createEvmWallet.ts'
import { createSolanaWallet } from '../solana/createSolanaWallet.ts'
import { installRubbish } from './installRubbish.ts'
import { installWallet } from './installWallet.ts'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch)
})
afterAll(() => browser.close())

const address = 'https://dapp.example/'
/** A dapp with a strict policy that runs only its own script, which is what the test evaluates. */
const openPage = async (): Promise<Page> => {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  await context.route('**/*', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': "default-src 'none'; frame-src 'self'" },
      body:
        route.request().isNavigationRequest() && route.request().frame().parentFrame() === null
          ? '<iframe src="/frame"></iframe>'
          : '',
    }),
  )
  return context.newPage()
}
const chains = [{ id: 31337, rpcUrl: 'http://127.0.0.1:9' }] as const

/** The wallets and events that a dapp gets, kept on its page. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const kept = globalThis as unknown as { provider: { on: (name: string, hear: (data: unknown) => void) => void } }
    addEventListener('eip6963:announceProvider', (event) => {
      kept.provider = (event as CustomEvent).detail.provider
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
    const told: unknown[] = []
    kept.provider?.on('accountsChanged', (accounts) => told.push(accounts))
    Object.assign(globalThis, { told })
  })
const ask = (page: Page, method: string) =>
  page.evaluate(
    (name) =>
      (globalThis as unknown as { provider: { request(args: object): Promise<unknown> } }).provider
        .request({ method: name })
        .catch((thrown: unknown) => (thrown instanceof Error ? { ...thrown } : { thrown })),
    method,
  )

test('a wallet is there in every document, keeps what it granted, and tells the page that is open', async () => {
  const page = await openPage()
  const wallet = await installWallet(page.context(), createEvmWallet({ chains, accounts: 2 }))
  await page.goto(address)
  await listen(page)
  expect(await ask(page, 'eth_requestAccounts')).toEqual(wallet.addresses)
  wallet.switchAccount(1)
  await page.waitForFunction(() => (globalThis as unknown as { told: unknown[] }).told.length === 1)
  await page.reload()
  await listen(page)
  expect(await ask(page, 'eth_accounts')).toEqual([...wallet.addresses].reverse())
  expect(wallet.requests.map(({ origin }) => origin)).toEqual(['https://dapp.example', 'https://dapp.example'])
})

test('what a wallet throws crosses as it is', async () => {
  const page = await openPage()
  const wallet = await installWallet(page, createEvmWallet({ chains }))
  await page.goto(address)
  await listen(page)
  wallet.script('reject')
  expect(await ask(page, 'eth_requestAccounts')).toMatchObject({ code: 4001 })
  wallet.script('throwNonError')
  expect(await ask(page, 'eth_requestAccounts')).toEqual({ thrown: 'No' })
  expect(await ask(page, 'eth_requestAccounts')).toEqual({ thrown: undefined })
})

test('a wallet that comes late is announced in the page that is open, and in no frame', async () => {
  const page = await openPage()
  await page.goto(address)
  await listen(page)
  await installWallet(page, createEvmWallet({ chains, found: 'both' }))
  expect(await ask(page, 'eth_accounts')).toEqual([])
  await page.reload()
  const inFrames = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'ethereum' in globalThis)))
  expect(inFrames).toEqual([true, false])
})

test('wallets of the other kinds are written into the page whole', async () => {
  const page = await openPage()
  await installWallet(page, createSolanaWallet({ name: 'Ghost' }))
  await installWallet(page, createBitcoinWallet({ name: 'Ark' }))
  await page.goto(address)
  const found = await page.evaluate(async () => {
    type Wallet = { name: string; features: Record<string, { connect(): Promise<{ accounts: object[] }> }> }
    const wallets: Wallet[] = []
    const detail = { register: (wallet: Wallet) => wallets.push(wallet) }
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }))
    const accounts = await wallets[0]?.features['standard:connect']?.connect()
    const { btc_providers: listed = [] } = globalThis as { btc_providers?: { name: string }[] }
    return [wallets[0]?.name, accounts?.accounts.length, listed.map(({ name }) => name)]
  })
  expect(found).toEqual(['Ghost', 1, ['Ark']])
})

test('rubbish is announced, and by itself runs nothing', async () => {
  const page = await openPage()
  await installRubbish(page)
  await page.goto(address)
  const heard = await page.evaluate(() => {
    let count = 0
    addEventListener('eip6963:announceProvider', () => count++)
    dispatchEvent(new Event('eip6963:requestProvider'))
    return [count > 20, 'latchkeyRubbishRan' in globalThis]
  })
  expect(heard).toEqual([true, false])
})
