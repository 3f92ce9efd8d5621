import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runMain } from '../../runMain.ts'
import { writePreviews } from './writePreviews.ts'

// Writes all mails with sample facts, to be looked at in a browser.
await runMain(async () => {
  const page = writePreviews(join(process.cwd(), '.latchkey', 'mails'))
  process.stdout.write(`Open ${pathToFileURL(page)}\n`)
})
