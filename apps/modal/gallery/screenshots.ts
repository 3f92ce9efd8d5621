/**
 * Takes screenshots of every view for review: `node gallery/screenshots.ts [folder] [pattern of screens] [pattern of sheets]`. One sheet
 * each for light and dark, phone and desktop, and one of phones from right to left.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { createServer } from 'vite'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { screens } from './screens.fixture.ts'

const folder = process.argv[2] ?? join(import.meta.dirname, 'screenshots')
const wanted = new RegExp(process.argv[3] ?? '')
const wantedSheets = new RegExp(process.argv[4] ?? '')
const port = 4453
const origin = `http://127.0.0.1:${port}`

const sheets = [
  { name: 'light-phone', mode: 'light', dir: 'ltr', width: 370, height: 740, columns: 6 },
  { name: 'dark-phone', mode: 'dark', dir: 'ltr', width: 370, height: 740, columns: 6 },
  { name: 'rtl-phone', mode: 'light', dir: 'rtl', width: 320, height: 640, columns: 6 },
  { name: 'dark-desktop', mode: 'dark', dir: 'ltr', width: 520, height: 780, columns: 5 },
  { name: 'light-desktop', mode: 'light', dir: 'ltr', width: 520, height: 780, columns: 5 },
] as const

const writeSheet = async (page: Page, pictures: readonly string[], path: string, columns: number, width: number) => {
  await page.setViewportSize({ width: columns * (width + 8), height: 800 })
  await page.setContent(
    `<body style="margin:0;display:grid;grid-template-columns:repeat(${columns},${width}px);gap:8px">${pictures.map((data) => `<img src="data:image/png;base64,${data}">`).join('')}`,
  )
  await writeFile(path, await page.screenshot({ fullPage: true }))
}

await mkdir(folder, { recursive: true })
const server = await createServer({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  cacheDir: join(import.meta.dirname, '../node_modules/.vite-screenshots'),
  server: { port },
})
await server.listen()
const browser = await chromium.launch(chromiumLaunch)
try {
  for (const { name, mode, dir, width, height, columns } of sheets.filter((sheet) => wantedSheets.test(sheet.name))) {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce', colorScheme: mode })
    const pictures: string[] = []
    page.on('pageerror', (error) => console.error(error))
    for (const screen of Object.keys(screens).filter((one) => wanted.test(one))) {
      await page.goto(`${origin}/?${new URLSearchParams({ screen, mode, dir })}`)
      await page.locator('dialog[open], [part~=embedded]').waitFor()
      await page.waitForTimeout(150)
      pictures.push((await page.screenshot()).toString('base64'))
    }
    await writeSheet(page, pictures, join(folder, `${name}.png`), columns, width)
    await page.close()
  }
} finally {
  await browser.close()
  await server.close()
}
console.log(`Pictures are in ${folder}`)
