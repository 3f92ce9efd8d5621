/** The `latchkey` command: see `runCli.ts`. */
import { readFileSync } from 'node:fs'
import { runCli } from './runCli.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

process.exitCode = await runCli(process.argv.slice(2), version, {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
})
