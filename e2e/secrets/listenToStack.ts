import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message, Stack, StackOptions } from '@latchkey/local'
import { captureOutput, type OutputStream } from './captureOutput.ts'
import { findLeaks } from './findLeaks.ts'

/** All output of a stack's parts, in their process and in their log. */
export type StackEar = {
  /** For `startStack`. */
  log: NonNullable<StackOptions['log']>
  /** Returns every line so far that no log may show; the stack has to run, since its mails are fetched. */
  findLeaks(stack: Pick<Stack, 'dataFolder' | 'urls'>): Promise<string[]>
  stop(): void
}

/** Captures from now on. A stack runs in this process, so its parts' output is this process's output. */
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
