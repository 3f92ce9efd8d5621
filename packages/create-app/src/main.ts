/** `create-latchkey-app`: what `runCreateApp.ts` describes. */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { runCreateApp } from './runCreateApp.ts'
import { UsageError } from './UsageError.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

/** Asks on the terminal. Rejects when the user ends it instead of answering. */
const ask = (question: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    lines.once('close', () => reject(new UsageError('There was no answer.')))
    lines.question(question, (answer) => {
      resolve(answer)
      lines.close()
    })
  })

process.exitCode = await runCreateApp({
  args: process.argv.slice(2),
  from: process.cwd(),
  version,
  ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined,
  templatesFolder: fileURLToPath(new URL('../templates', import.meta.url)),
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
})
