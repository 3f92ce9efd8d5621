import { localExchange, localTokens, startDemo } from '@latchkey/local'
import { chromium, type FrameLocator, type Locator, type Page } from 'playwright'
import { findChromium } from '../../../scripts/chromium.ts'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { house } from '../src/readCompose.ts'
import type { Deployed } from './startDeployed.ts'

/** A new user on the demo's page, which embeds the deployed wallet. */
export type Visit = AsyncDisposable & {
  page: Page
  /** The modal. */
  dialog: Locator
  /** The wallet's document in it. */
  wallet: FrameLocator
  /** Violations of documents' policies. */
  complaints: readonly string[]
  /** Opens a page on another device, without state of the first. */
  openElsewhere(url: string): Promise<Page>
}

export async function openBrowser({ walletOrigin, apiOrigin, dappPort }: Deployed): Promise<Visit> {
  const owned = new AsyncDisposableStack()
  // The demo's chains don't run here: a sign-in and a signature need none.
  const facts = {
    projectId: 'demo',
    walletUrl: walletOrigin,
    apiUrl: apiOrigin,
    faucetUrl: walletOrigin,
    docsUrl: walletOrigin,
    relayUrl: 'ws://127.0.0.1:9',
    rpcUrls: {},
    local: { usdc: localTokens.usdc, router: localExchange.router },
  }
  owned.adopt(await startDemo({ house, facts, port: dappPort }), (demo) => demo.close())
  const browser = owned.adopt(
    await chromium.launch({ ...chromiumLaunch, executablePath: findChromium() }),
    (launched) => launched.close(),
  )
  const complaints: string[] = []
  const open = async (url: string): Promise<Page> => {
    const page = await (await browser.newContext()).newPage()
    page.setDefaultTimeout(60_000)
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedTypes|Trusted Type/.test(message.text())) complaints.push(message.text())
    })
    await page.goto(url)
    return page
  }
  const page = await open(`http://127.0.0.1:${dappPort}/playground`)
  return {
    page,
    dialog: page.getByRole('dialog'),
    wallet: page.frameLocator('iframe'),
    complaints,
    openElsewhere: open,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
