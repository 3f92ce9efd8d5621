/** Takes screenshots of the settings page: `node gallery/settingsScreenshots.ts [folder] [scenario …]`. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { createServer } from 'vite'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'

const folder = process.argv[2] ?? join(import.meta.dirname, 'screenshots')
const only = process.argv.slice(3)

await mkdir(folder, { recursive: true })
const server = await createServer({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  cacheDir: join(import.meta.dirname, '../node_modules/.vite-settings-screenshots'),
  server: { port: Number(process.env.GALLERY_PORT ?? 4422) },
})
await server.listen()
const address = `${server.resolvedUrls?.local[0]}settings.html`
const browser = await chromium.launch(chromiumLaunch)

const views = [
  { theme: 'light', dir: 'ltr', width: 370, height: 720 },
  { theme: 'dark', dir: 'rtl', width: 370, height: 720 },
  { theme: 'light', dir: 'ltr', width: 1100, height: 800 },
  { theme: 'dark', dir: 'ltr', width: 1100, height: 800 },
] as const
try {
  const index = await browser.newPage()
  await index.goto(address)
  await index.locator('a').first().waitFor()
  const names = await index.locator('a').allTextContents()
  for (const name of only.length === 0 ? names : only) {
    for (const { theme, dir, width, height } of views) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce' })
      await page.goto(`${address}?${new URLSearchParams({ scenario: name, dir })}`)
      await page.locator('h1:visible, [role=status]:visible, [aria-label="Your keys"]:visible').first().waitFor()
      const panel = page.locator('[part=panel]').first()
      // As high as its content, so that one screenshot has it all.
      await page.setViewportSize({ width, height: Math.max(height, await panel.evaluate((each) => each.scrollHeight)) })
      await page.screenshot({ path: join(folder, `${name.replaceAll(/[^a-z]+/g, '-')}-${theme}-${dir}-${width}.png`) })
      await page.close()
    }
  }
} finally {
  await browser.close()
  await server.close()
}
console.log(`Pictures are in ${folder}`)
