/** The `latchkey-conformance` command: see `parseOptions.ts`. */
import { browserArgs } from './browserArgs.ts'
import { createPrinter, formatTotal } from './formatOutcome.ts'
import { asksForHelp, type Options, parseOptions, usage } from './parseOptions.ts'
import { groups } from './rules/groups.ts'
import { runRules } from './runRules.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const run = async ({ target, profiles, browserPath, isJson }: Options): Promise<void> => {
  const outcomes = await runRules({
    target,
    profiles,
    groups,
    browser: { executablePath: browserPath, args: browserArgs },
    ...(isJson ? {} : { onOutcome: createPrinter(say) }),
  })
  const failed = outcomes.filter(({ isPassed }) => !isPassed).length
  if (isJson) say(JSON.stringify({ passed: outcomes.length - failed, failed, rules: outcomes }, null, 2))
  else say(`\n${formatTotal(outcomes)}`)
  if (failed > 0) process.exitCode = 1
}

try {
  const args = process.argv.slice(2)
  if (asksForHelp(args)) say(usage)
  else await run(parseOptions(args))
} catch (error) {
  process.stderr.write(`latchkey-conformance: ${(error as Error).message}\n`)
  process.exitCode = 2
}
