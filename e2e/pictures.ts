/**
 * Takes the pictures of README and docs, and a full set for our own eyes: `node e2e/pictures.ts [folder]`
 *
 * Starts a stack of its own. Without a folder, only the pictures in `docs/images` are made.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Stack, startStack } from '@latchkey/local'
import { type Browser, chromium, type Page } from '@playwright/test'
import { Dapp } from './pages/Dapp.ts'
import config from './playwright.config.ts'

type Look = { name: string; width: number; height: number; colorScheme: 'light' | 'dark' }

const looks: readonly Look[] = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { name: `desktop-${colorScheme}`, width: 1000, height: 860, colorScheme },
  { name: `phone-${colorScheme}`, width: 370, height: 760, colorScheme },
])

/** Which views README shows, by name. */
const readmeImages: Readonly<Record<string, string>> = { '1-connect': 'modal.png', '9-send': 'approval.png' }

/** `shown`: another window than the site's. */
type Take = (view: string, shown?: Page) => Promise<void>

/** Walks through every view and hands each over once it stands still. */
async function walk(page: Page, stack: Stack, email: string, take: Take) {
  const dapp = new Dapp(page, stack)
  const back = () => dapp.modal.dialog.getByRole('button', { name: 'Back' }).click()
  await dapp.open()
  await take('0-demo')
  await dapp.openModal()
  await take('1-connect')
  await dapp.modal.dialog.getByRole('button', { name: /^All wallets/ }).click()
  await dapp.modal.dialog.getByRole('list', { name: 'Wallets' }).waitFor()
  await take('1a-all-wallets')
  await dapp.modal.dialog.getByLabel('Search wallets').fill('zzzz')
  await dapp.modal.dialog.getByText('No wallet by that name').waitFor()
  await take('1b-no-wallet')
  await back()
  await dapp.modal.dialog.getByRole('button', { name: 'What is a wallet?' }).click()
  await take('1c-what-is-a-wallet')
  await back()
  await dapp.modal.chooseWallet('WalletConnect')
  await dapp.modal.qrCode.waitFor()
  await take('1d-walletconnect')
  await back()
  await walkSocial(dapp, take)
  await dapp.modal.submitEmail('ada@')
  await take('2-email-invalid')
  await dapp.modal.submitEmail(email)
  await dapp.modal.codeField.waitFor()
  await take('3-code')
  await dapp.modal.enterCode('000000')
  await dapp.modal.wallet.getByText('Incorrect code').first().waitFor()
  await take('4-code-wrong')
  await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
  await dapp.expectConnected()
  await dapp.press('Get local ETH')
  await page.getByText('The faucet sent').waitFor()
  await dapp.openModal()
  await take('5-account')
  await dapp.modal.dialog.getByRole('button', { name: /Network/ }).click()
  await take('6-networks')
  await dapp.modal.close()
  for (const [button, view] of [
    ['Sign message', '7-personal-sign'],
    ['Sign typed data', '8-typed-data'],
    ['Send 0.1 ETH', '9-send'],
  ] as const) {
    await dapp.press(button)
    await dapp.approval.confirmButton.waitFor()
    await take(view)
    await dapp.approval.reject()
    await dapp.modal.dialog.waitFor({ state: 'hidden' })
  }
  await take('a-results')
}

/** From Connect and back: logins with an account elsewhere, and every end but the good one. */
async function walkSocial({ modal, stack, page }: Dapp, take: Take) {
  const { dialog } = modal
  const back = () => dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByRole('button', { name: 'More', exact: true }).click()
  await take('1e-socials')
  await modal.chooseSocial('Farcaster')
  await modal.qrCode.waitFor()
  await take('1f-farcaster')
  await back()

  const window = await modal.openProvider('Google')
  await take('1g-social-waiting')
  await window.signIn('ada@example.org')
  await window.page.getByRole('heading', { name: /^Sign in to / }).waitFor()
  await take('1h-social-agree', window.page)
  await window.page.getByRole('button', { name: 'Cancel' }).click()
  await take('1i-social-cancelled', window.page)
  await window.page.close()
  await dialog.getByRole('heading', { name: 'Finish signing in to Google' }).waitFor()
  await take('1j-social-apart')

  const again = () => dialog.getByRole('button', { name: 'Try again' }).click()
  const second = await modal.openProvider('Google', again)
  await second.deny()
  await modal.expectFailure('You didn’t sign in to Google', 'Try again')
  await take('1k-social-denied')
  await back()

  await stack.setFault('github', 'severed')
  const severed = await modal.openProvider('GitHub')
  await severed.signIn('ada@example.org')
  await severed.expectHeading('Did you begin this?')
  await take('1l-social-number', severed.page)
  await severed.page.close()
  await back()
  await stack.setFault('github', null)

  const failing = await modal.openProvider('GitHub')
  await stack.setFault('github', 'garbage')
  await failing.signIn('ada@example.org')
  await failing.agree()
  await modal.expectFailure('GitHub isn’t responding', 'Try again')
  await take('1m-social-unavailable')
  await stack.setFault('github', null)
  await back()

  await page.evaluate(() => {
    globalThis.open = () => null
  })
  await modal.chooseSocial('Google')
  await dialog.getByRole('heading', { name: 'Google opens in a new window' }).waitFor()
  await take('1n-social-blocked')
  await back()
}

async function photograph(browser: Browser, stack: Stack, look: Look, folder: string) {
  const { name, width, height, colorScheme } = look
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, deviceScaleFactor: 2 })
  const page = await context.newPage()
  await walk(page, stack, `${name}@example.org`, async (view, shown = page) => {
    // Views take 150 ms to move in, Confirm 700 ms to arm.
    if (shown !== page) await shown.setViewportSize({ width: Math.min(width, 600), height })
    await shown.waitForTimeout(1200)
    await shown.screenshot({ path: join(folder, `${name}-${view}.png`) })
    const image = name === 'desktop-light' ? readmeImages[view] : undefined
    const box = image === undefined ? null : await page.getByRole('dialog').boundingBox()
    if (image === undefined || box === null) return
    // Cut off in the middle of a word, what is behind it would only disturb.
    await page.locator('#root').evaluate((root) => {
      root.style.visibility = 'hidden'
    })
    const margin = 32
    const clip = {
      x: box.x - margin,
      y: box.y - margin,
      width: box.width + 2 * margin,
      height: box.height + 2 * margin,
    }
    await page.screenshot({ path: fileURLToPath(new URL(`../docs/images/${image}`, import.meta.url)), clip })
    await page.locator('#root').evaluate((root) => {
      root.style.visibility = ''
    })
  })
  await context.close()
}

const scratch = mkdtempSync(join(tmpdir(), 'latchkey-pictures-'))
const folder = process.argv[2] ?? join(scratch, 'pictures')
mkdirSync(folder, { recursive: true })
const stack = await startStack({ portBase: 24_000, dataFolder: join(scratch, 'data') })
const browser = await chromium.launch(config.use?.launchOptions)
try {
  for (const look of process.argv[2] === undefined ? looks.slice(0, 1) : looks)
    await photograph(browser, stack, look, folder)
} finally {
  await browser.close()
  await stack.close()
  rmSync(scratch, { recursive: true, force: true })
}
