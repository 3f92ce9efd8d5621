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
  { name: `desktop-${colorScheme}`, width: 1000, height: 760, colorScheme },
  { name: `phone-${colorScheme}`, width: 370, height: 760, colorScheme },
])

/** Which views README shows, by name. */
const readmeImages: Readonly<Record<string, string>> = { '1-connect': 'modal.png', '9-send': 'approval.png' }

/** Walks through every view and hands each over once it stands still. */
async function walk(page: Page, stack: Stack, email: string, take: (view: string) => Promise<void>) {
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
  await dapp.modal.submitEmail('ada@')
  await take('2-email-invalid')
  await dapp.modal.submitEmail(email)
  await dapp.modal.codeField.waitFor()
  await take('3-code')
  await dapp.modal.enterCode('000000')
  await dapp.modal.wallet.getByText('That code is not right').first().waitFor()
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

async function photograph(browser: Browser, stack: Stack, look: Look, folder: string) {
  const { name, width, height, colorScheme } = look
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, deviceScaleFactor: 2 })
  const page = await context.newPage()
  await walk(page, stack, `${name}@example.org`, async (view) => {
    // Views take 150 ms to move in, Confirm 700 ms to arm.
    await page.waitForTimeout(1200)
    await page.screenshot({ path: join(folder, `${name}-${view}.png`) })
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
