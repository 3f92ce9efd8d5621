/**
 * Takes the README's screenshots: `npm run pictures`
 *
 * Starts a stack on the ports of the README, buys a ticket in the shop, and writes `docs/images/*.png` at two pixels per CSS pixel. Fails
 * when an image is too big for a README.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Stack, startStack } from '@latchkey/local'
import { type Browser, chromium, expect, type Locator, type Page } from '@playwright/test'
import { headlessLaunch } from '../scripts/chromiumLaunch.ts'
import { Shop } from './pages/Shop.ts'

const scale = 2
const maxBytes = 600_000
const artist = 'Low Tide Brass'

/** Saves a page's screenshot under a name. */
const keep = async (page: Page, name: string): Promise<void> => {
  // Finishes animations. This does not reach a frame of another site, which is still once the modal is.
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  if (picture.length > maxBytes) throw new Error(`${name} is ${picture.length} bytes. A README takes ${maxBytes}`)
  writeFileSync(fileURLToPath(new URL(`../docs/images/${name}.png`, import.meta.url)), picture)
  console.log(`${name}.png  ${Math.round(picture.length / 1000)} KB`)
}

const openShop = async (browser: Browser, url: string, colorScheme: 'light' | 'dark', [width, height]: Size) => {
  const looks = { viewport: { width, height }, deviceScaleFactor: scale, colorScheme, reducedMotion: 'reduce' } as const
  const context = await browser.newContext(looks)
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('heading', { name: artist }).waitFor()
  return new Shop(page)
}
type Size = readonly [width: number, height: number]

/** Waits until images can be painted: a loaded one may not be decoded yet. */
const decodeImages = async (images: Locator): Promise<void> => {
  await images.evaluateAll((all) =>
    Promise.all(
      all.map(async (each) => {
        const image = each as HTMLImageElement
        // Images outside the dialog's scroll area would not be loaded.
        image.loading = 'eager'
        await image.decode()
        // Painted with the frame after the next.
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      }),
    ),
  )
}

/** Signing in to the shop. */
const takeDesktop = async (browser: Browser, url: string): Promise<void> => {
  const { page, modal } = await openShop(browser, url, 'light', [1120, 760])
  await page.getByRole('banner').getByRole('button').click()
  await modal.dialog.getByRole('button', { name: /^All wallets/ }).waitFor()
  // The directory's icons replace letters once they are loaded.
  await expect(modal.dialog.locator('img')).not.toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await decodeImages(modal.dialog.locator('img'))
  await keep(page, 'modal')
  await page.context().close()
}

/** On a phone: an approval, the ticket, and the account after that. */
const takePhone = async (browser: Browser, stack: Stack, url: string): Promise<void> => {
  const shop = await openShop(browser, url, 'dark', [390, 780])
  const { page, modal, approval } = shop
  const email = 'ada@example.org'
  await shop.chooseShow(artist)
  await shop.press('Sign in to buy')
  await modal.submitEmail(email)
  await modal.enterCode(await stack.mailbox.latestCode(email))
  await modal.dialog.waitFor({ state: 'hidden' })
  await shop.fillUp('18 USDC')
  await shop.press('Pay 18 USDC')
  await approval.ready()
  await keep(page, 'approval')
  await approval.confirm()
  await shop.ticket.scrollIntoViewIfNeeded()
  await keep(page, 'ticket')
  await page.getByRole('banner').getByRole('button').click()
  await modal.dialog.locator('img').nth(1).waitFor()
  await decodeImages(modal.dialog.locator('img'))
  await keep(page, 'account')
  await page.context().close()
}

const scratch = mkdtempSync(join(tmpdir(), 'latchkey-pictures-'))
const stack = await startStack({ dataFolder: join(scratch, 'data') })
// A context's scale does not reach frames of other sites: the browser's own has to match.
const args = [...headlessLaunch.args, `--force-device-scale-factor=${scale}`]
const browser = await chromium.launch({ ...headlessLaunch, args })
try {
  const url = stack.urls.demo.replace('127.0.0.1', 'small-hours.localhost')
  await takeDesktop(browser, url)
  await takePhone(browser, stack, url)
} finally {
  await browser.close()
  await stack.close()
  rmSync(scratch, { recursive: true, force: true })
}
