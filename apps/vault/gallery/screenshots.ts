/** Takes screenshots of every vault screen for review: `node gallery/screenshots.ts [folder] [screen …]`. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { createServer } from 'vite'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { screenScenarios } from '../src/screens/screens.fixture.ts'

const folder = process.argv[2] ?? join(import.meta.dirname, 'screenshots')
const only = process.argv.slice(3)
const port = 4422

/** States that need interaction. */
const hands: Record<string, { of: string; reach(page: Page): Promise<unknown> }> = {
  'a short passphrase': {
    of: 'set passphrase',
    reach: (page) => page.getByLabel('Passphrase', { exact: true }).pressSequentially('horse'),
  },
  'two passphrases': {
    of: 'set passphrase',
    reach: async (page) => {
      await page.getByLabel('Passphrase', { exact: true }).pressSequentially('correct horse battery')
      await page.getByRole('button', { name: 'Show what is typed' }).first().click()
      await page.getByLabel('Passphrase again').pressSequentially('correct horse')
      await page.getByRole('button', { name: 'Continue' }).click()
    },
  },
  'a passphrase worked through': {
    of: 'enter passphrase',
    reach: async (page) => {
      await page.getByLabel('Passphrase', { exact: true }).fill('correct horse battery')
      await page.getByRole('button', { name: 'Continue' }).click()
    },
  },
  'words shown': {
    of: 'reveal',
    reach: (page) => page.getByRole('button', { name: 'Show for 60 seconds' }).first().click(),
  },
  'a copy thought over': { of: 'reveal', reach: (page) => page.getByRole('button', { name: 'Copy' }).first().click() },
}

await mkdir(folder, { recursive: true })
const server = await createServer({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  cacheDir: join(import.meta.dirname, '../node_modules/.vite-screenshots'),
  server: { port },
})
await server.listen()
const browser = await chromium.launch(chromiumLaunch)

const views = [
  { mode: 'light', language: 'en', width: 370 },
  { mode: 'dark', language: 'en', width: 370 },
  { mode: 'light', language: 'ar', width: 370 },
  { mode: 'dark', language: 'en', width: 320 },
  { mode: 'light', language: 'en', width: 900 },
  // 360 at 200 %.
  { mode: 'light', language: 'en', width: 180 },
]
const wanted = [...Object.keys(screenScenarios), ...Object.keys(hands)].filter(
  (name) => only.length === 0 || only.includes(name),
)
try {
  for (const name of wanted) {
    for (const { mode, language, width } of views) {
      const page = await browser.newPage({
        viewport: { width, height: 640 },
        reducedMotion: 'reduce',
        deviceScaleFactor: width === 900 ? 1 : 2,
      })
      const hand = hands[name]
      const query = new URLSearchParams({ screen: hand?.of ?? name, mode, language })
      await page.goto(`http://127.0.0.1:${port}/?${query}`)
      await page.locator('h1').waitFor()
      await hand?.reach(page)
      const path = join(folder, `vault-${name.replaceAll(/[^a-zA-Z]+/g, '-')}-${mode}-${language}-${width}.png`)
      await page.screenshot({ path, fullPage: true })
      await page.close()
    }
  }
} finally {
  await browser.close()
  await server.close()
}
console.log(`Pictures are in ${folder}`)
