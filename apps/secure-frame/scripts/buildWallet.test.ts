import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildWallet } from './buildWallet.ts'

/** “Close” in the pseudo-locale, and the URL parameter that asks for it. */
const traces = ['Çļöšé', 'en-XA']

test.each([
  [true, traces],
  [false, []],
])('buildWallet › with development %j has the pseudo-locale: %j', async (development, found) => {
  const outDir = mkdtempSync(join(tmpdir(), 'latchkey-wallet-'))
  onTestFinished(() => rmSync(outDir, { recursive: true }))
  await buildWallet({ outDir, development })
  const code = readdirSync(join(outDir, 'assets')).map((name) => readFileSync(join(outDir, 'assets', name), 'utf8'))
  expect(traces.filter((trace) => code.some((text) => text.includes(trace)))).toEqual(found)
})
