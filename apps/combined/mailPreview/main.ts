import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runMain } from '@latchkey/service-kit/process/runMain'
import { writePreviews } from './writePreviews.ts'

// Writes all mails with sample facts, for viewing in a browser.
await runMain(async () => {
  const page = writePreviews(join(process.cwd(), '.latchkey', 'mails'))
  process.stdout.write(`Open ${pathToFileURL(page)}\n`)
})
