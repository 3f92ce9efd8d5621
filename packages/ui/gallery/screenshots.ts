/**
 * Takes screenshots of every part for review: `node gallery/screenshots.ts [folder] [screen name]`. Light and dark, 370 px and desktop,
 * left to right and right to left; then the dialog over a page.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { createServer } from 'vite'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'

const folder = process.argv[2] ?? join(import.meta.dirname, 'screenshots')
const screen = process.argv[3]
const port = 4151

await mkdir(folder, { recursive: true })
const server = await createServer({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  cacheDir: join(import.meta.dirname, '../node_modules/.vite-screenshots'),
  server: { port },
})
await server.listen()
const browser = await chromium.launch(chromiumLaunch)

const sizes = { phone: { width: 370, height: 740 }, desktop: { width: 1680, height: 1000 } }
try {
  for (const theme of ['light', 'dark']) {
    for (const dir of ['ltr', 'rtl']) {
      for (const [size, viewport] of Object.entries(sizes)) {
        const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
        const query = new URLSearchParams({ theme, dir, ...(screen !== undefined && { screen }) })
        await page.goto(`http://127.0.0.1:${port}/?${query}`)
        await page.locator('[part~=panel]').first().waitFor()
        await page.screenshot({ path: join(folder, `${theme}-${size}-${dir}.png`), fullPage: true })
        if (screen === undefined) {
          await page.goto(`http://127.0.0.1:${port}/?dialog&${query}`)
          await page.locator('dialog[open]').waitFor()
          await page.screenshot({ path: join(folder, `dialog-${theme}-${size}-${dir}.png`) })
        }
        await page.close()
      }
    }
  }
} finally {
  await browser.close()
  await server.close()
}
console.log(`Pictures are in ${folder}`)
