import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Stack, type StackOptions, startStack } from '../startStack.ts'
import { takePortBase } from '../takePortBase.ts'

/** Starts some parts of the stack as in `npm start`, on free ports and in a temporary folder. `close`, or a failed start, releases both. */
export const startTestStack = async (parts: NonNullable<StackOptions['parts']>): Promise<Stack> => {
  await using started = new AsyncDisposableStack()
  const dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-stack-'))
  started.defer(() => rmSync(dataFolder, { recursive: true, force: true }))
  const { portBase, release } = await takePortBase()
  started.defer(release)
  const stack = await startStack({ portBase, dataFolder, parts })
  started.defer(stack.close)
  const owned = started.move()
  return { ...stack, close: () => owned.disposeAsync() }
}
