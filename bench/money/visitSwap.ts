import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Stack } from '@latchkey/local'
import type { Browser, Frame, Page } from 'playwright'
import { askNode } from '../chain-data/askNode.ts'
import { logIn, press } from '../demoUser.ts'
import { probe, readNotes } from '../login/probe.ts'

/** The longest time of any step before the run fails, in milliseconds. */
const timeoutMs = 20_000
/** Between two measurements: the first one's aftermath must not affect the second. */
const restMs = 500

/** Times in milliseconds; sizes in KB (1000 bytes) of gzip. `quoteUrl`: the first quote that the page requested from the api. */
export type SwapVisit = {
  quoteMs: number
  previewMs: number
  minedMs: number
  swapKb: number
  previewKb: number
  buyKb: number
  quoteUrl: string
}

/** A new user swaps 0.1 ETH for USDC and then opens the list of purchases. Throws when a step takes longer than 20 s. */
export async function visitSwap(browser: Browser, stack: Stack, email: string): Promise<SwapVisit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } })
  try {
    context.setDefaultTimeout(timeoutMs)
    await context.addInitScript(...probe)
    const page = await context.newPage()
    const loaded = recordScripts(page)
    const dialog = page.getByRole('dialog')
    await logIn(page, stack, email)
    await press(page, 'Get local ETH', 'The faucet sent some ETH')
    await page.getByRole('banner').getByRole('button').click()
    const swap = dialog.getByRole('button', { name: 'Swap', exact: true })
    await swap.waitFor()
    await sleep(restMs)

    const swapKb = await loaded(async () => {
      await swap.click()
      await dialog.getByLabel(/^You pay/).waitFor()
    })
    const quoteAnswer = page.waitForResponse((response) => response.url().includes('/v1/convert/quotes'))
    const quoted = enabledAt(page.mainFrame(), ['Review swap'])
    await dialog.getByLabel(/^You pay/).fill('0.1')
    const quoteMs = (await quoted) - (await noted(page, 'inputMs'))
    const quoteUrl = (await quoteAnswer).url()

    await sleep(restMs)
    let previewMs = 0
    const wallet = page.frames().find((frame) => frame.url().startsWith(stack.urls.wallet))
    if (wallet === undefined) throw new Error('The page has no wallet')
    const previewKb = await loaded(async () => {
      const armed = enabledAt(wallet, ['Confirm', 'Scroll to review'])
      await dialog.getByRole('button', { name: 'Review swap' }).click()
      previewMs = (await armed) - (await noted(page, 'clickMs'))
    })

    const accept = page.frameLocator('iframe').getByRole('button', { name: 'Confirm', disabled: false })
    const next = page.frameLocator('iframe').getByRole('button', { name: 'Scroll to review' })
    for (await accept.or(next).waitFor(); await next.isVisible(); await accept.or(next).waitFor())
      // At once: after a wait, the same button may be the one that confirms.
      await next.click({ force: true, timeout: 1_000 }).catch(() => undefined)
    await accept.waitFor()
    await sleep(restMs)
    const blocks = () => askNode(stack.urls.chainA, 'eth_blockNumber', [])
    const before = await blocks()
    await accept.click()
    const deadline = Date.now() + timeoutMs
    while ((await blocks()) === before) {
      if (Date.now() > deadline) throw new Error(`The swap hasn't reached the chain within ${timeoutMs / 1000} s`)
      await sleep(10)
    }
    const minedMs = Date.now() - (await noted(page, 'clickMs'))
    await dialog.getByRole('heading', { name: 'Swapped' }).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()

    const buy = dialog.getByRole('button', { name: 'Buy', exact: true })
    await buy.waitFor()
    await sleep(restMs)
    const buyKb = await loaded(async () => {
      await buy.click()
      await dialog.getByRole('heading', { name: 'Buy' }).waitFor()
    })
    return { quoteMs, previewMs, minedMs, swapKb, previewKb, buyKb, quoteUrl }
  } finally {
    await context.close()
  }
}

/** Returns the latest record of the page's documents. */
const noted = async (page: Page, what: 'inputMs' | 'clickMs'): Promise<number> => {
  const notes = await Promise.all(page.frames().map(readNotes))
  return Math.max(...notes.map((each) => each[what] ?? 0))
}

/** Returns when a button of one of these names becomes enabled, in milliseconds since 1970: checked on every frame, in shadow roots too. */
const enabledAt = (frame: Frame, names: readonly string[]): Promise<number> =>
  frame.evaluate(async (wanted) => {
    const find = (root: Document | ShadowRoot): boolean =>
      [...root.querySelectorAll('*')].some(
        (element) =>
          (element instanceof HTMLButtonElement &&
            wanted.includes(element.textContent.trim()) &&
            !element.disabled &&
            element.ariaDisabled !== 'true') ||
          (element.shadowRoot !== null && find(element.shadowRoot)),
      )
    while (!find(document)) await new Promise(requestAnimationFrame)
    return performance.timeOrigin + performance.now()
  }, names)

/** Records the sizes of scripts and styles. The returned function gives the KB loaded during an action and the half second after it. */
const recordScripts = (page: Page) => {
  let bodies: Promise<number>[] = []
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType()))
      bodies.push(
        response.body().then(
          (body) => gzipSync(body).length,
          () => 0,
        ),
      )
  })
  return async (act: () => Promise<void>): Promise<number> => {
    bodies = []
    await act()
    await sleep(restMs)
    return (await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes, 0) / 1000
  }
}
