/** Takes screenshots of every approval: `node gallery/screenshots.ts [folder] [scenario …]`. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { createServer } from 'vite'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { callsScenarios } from '../src/approvals/callsScenarios.fixture.ts'
import { permissionScenarios } from '../src/approvals/permissionScenarios.fixture.ts'
import { scenarios } from '../src/approvals/scenarios.fixture.ts'
import { solanaScenarios } from '../src/approvals/solanaScenarios.fixture.ts'

const folder = process.argv[2] ?? join(import.meta.dirname, 'screenshots')
const only = process.argv.slice(3)
const port = 4421

await mkdir(folder, { recursive: true })
const server = await createServer({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  cacheDir: join(import.meta.dirname, '../node_modules/.vite-screenshots'),
  server: { port },
})
await server.listen()
const browser = await chromium.launch(chromiumLaunch)

const views = [
  { theme: 'light', dir: 'ltr', width: 360 },
  { theme: 'dark', dir: 'ltr', width: 360 },
  { theme: 'light', dir: 'rtl', width: 430 },
  { theme: 'dark', dir: 'ltr', width: 320 },
  // 360 x 600 at 200 %.
  { theme: 'light', dir: 'ltr', width: 180 },
]
try {
  for (const name of only.length === 0
    ? Object.keys({ ...scenarios, ...callsScenarios, ...permissionScenarios, ...solanaScenarios })
    : only) {
    for (const { theme, dir, width } of views) {
      const page = await browser.newPage({
        viewport: { width, height: width === 180 ? 300 : 600 },
        reducedMotion: 'reduce',
        deviceScaleFactor: 2,
      })
      await page.goto(`http://127.0.0.1:${port}/?${new URLSearchParams({ scenario: name, theme, dir })}`)
      await page.locator('h1').waitFor()
      // Until the button is armed, as users usually see it.
      await page.waitForTimeout(1_000)
      await page.screenshot({ path: join(folder, `${name.replaceAll(/[^a-z]+/gi, '-')}-${theme}-${dir}-${width}.png`) })
      await page.close()
    }
  }
} finally {
  await browser.close()
  await server.close()
}
console.log(`Pictures are in ${folder}`)
