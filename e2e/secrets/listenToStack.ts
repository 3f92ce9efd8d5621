import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message, Stack, StackOptions } from '@latchkey/local'
import { captureOutput, type OutputStream } from './captureOutput.ts'
import { findLeaks } from './findLeaks.ts'

/** All that the parts of a stack say, in their process and in their log. */
export type StackEar = {
  /** For `startStack`. */
  log: NonNullable<StackOptions['log']>
  /** Every line so far that shows what no log may; the stack has to run, for its mails are asked for. */
  findLeaks(stack: Pick<Stack, 'dataFolder' | 'urls'>): Promise<string[]>
  stop(): void
}

/** Listens from now on. A stack runs in this process, so what its parts write is what this process writes. */
export function listenToStack(streams: readonly OutputStream[] = [process.stdout, process.stderr]): StackEar {
  const output = captureOutput(streams)
  const told: string[] = []
  return {
    log: (line) => told.push(line),
    async findLeaks({ dataFolder, urls }) {
      const mails = (await (await fetch(`${urls.inbox}/api/messages`)).json()) as Message[]
      const file = join(dataFolder, 'backend.log')
      const backend = existsSync(file) ? readFileSync(file, 'utf8') : ''
      const logs = [
        { of: 'the backend’s log', lines: backend.split('\n') },
        { of: 'the output', lines: output.lines() },
        { of: 'what a developer is told', lines: told },
      ]
      return findLeaks(logs, mails)
    },
    stop: output.stop,
  }
}
