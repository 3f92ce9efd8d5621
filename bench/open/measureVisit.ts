import type { Browser, BrowserContext, Page } from 'playwright'
import type { Contestant } from './contestants.ts'
import { installProbe, type OpenProbe } from './probe.ts'

const hoverMs = 300
/** Wallets are discovered, the frame is loaded and later views are fetched, which begins after a second. */
const settleMs = 1500
/** A slow mobile network, as in DevTools: bits per second, and milliseconds of round trip. */
const slowNetwork = { bitsPerSecond: 1_600_000, latencyMs: 100 }

/** The conditions of a visit. */
export type Condition = {
  /** Part of the row's title; empty for the default. */
  name: string
  /** The slowdown factor of the page's processor. */
  slowDown: number
  /** The pointer rests on the button for 300 ms first. Otherwise it arrives and clicks at once. */
  hover?: true
  slowNetwork?: true
}

/** One visit's results. */
export type Visit = {
  /** Milliseconds from the click to the frame in which the target is ready. */
  first: number
  /** Milliseconds from the first click to the frame in which the view is complete. */
  complete: number
  again: number
  /** Requests to the page's own server from the gesture to the complete view. */
  files: number
  /** The number of waves of those requests: no request in a wave can have waited for another's response. */
  roundTrips: number
  /** KB of scripts and styles, compressed, that the page had loaded before. */
  loadedKb: number
}

/** A new user opens it, closes it and opens it again. */
export const measureVisit = async (
  browser: Browser,
  server: string,
  contestant: Contestant,
  condition: Condition,
): Promise<Visit> => {
  const context = await browser.newContext()
  await context.addInitScript(installProbe)
  const page = await context.newPage()
  await page.goto(server + contestant.path, { waitUntil: 'networkidle' })
  const loadedKb = await page.evaluate(() => openProbe.loadedKb())
  await slow(context, page, condition)
  const { readyMs: first, complete } = await openOnce(page, contestant, condition)
  const { ms: completeMs, files, roundTrips } = complete
  // The first opening's background work ends before the second.
  await page.waitForTimeout(settleMs)
  await page.keyboard.press('Escape')
  await page.locator(contestant.target).first().waitFor({ state: 'hidden' })
  await page.mouse.move(0, 0)
  await page.waitForTimeout(300)
  const { readyMs: again } = await openOnce(page, contestant, condition)
  await context.close()
  return { first, complete: completeMs, again, files, roundTrips, loadedKb }
}

const slow = async (context: BrowserContext, page: Page, { slowDown, slowNetwork: isSlow }: Condition) => {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  if (!isSlow) return
  const bytesPerSecond = slowNetwork.bitsPerSecond / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slowNetwork.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
}

/** In the page's document. */
declare global {
  var openProbe: OpenProbe
}

/** Clicks as a user does, so that the time begins when the browser received the event; then uses the target once. */
const openOnce = async (page: Page, { button: name, target, readyWhen, last }: Contestant, { hover }: Condition) => {
  const box = await page.getByRole('button', { name }).boundingBox()
  if (box === null) throw new Error(`The page has no button ${name}`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const handle = await page.evaluateHandle((watched) => openProbe.watch(watched), { target, readyWhen, last })
  if (hover) {
    await page.mouse.move(x, y)
    await page.waitForTimeout(hoverMs)
  }
  await page.mouse.click(x, y)
  const readyMs = await handle.evaluate(({ readyMs }) => readyMs)
  if (readyWhen === 'on top') await page.locator(target).first().click({ trial: true })
  else {
    await page.keyboard.press('a')
    const taken = await page.locator(target).inputValue()
    if (!taken.endsWith('a')) throw new Error('The field has the focus and takes no key')
  }
  const complete = await handle.evaluate(({ complete }) => complete)
  return { readyMs, complete }
}
