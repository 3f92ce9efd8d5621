import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { rebuildOnChange } from './rebuildOnChange.ts'

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(20)
}

test('edits of source files rebuild, one build at a time, and the last edit is never missed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-watch-'))
  mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'node_modules'))
  const builds: { finish: () => void }[] = []
  let running = 0
  let most = 0
  const stop = rebuildOnChange([folder], async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((finish) => builds.push({ finish }))
    running -= 1
  })
  onTestFinished(stop)

  writeFileSync(join(folder, 'node_modules', 'a.ts'), '1')
  writeFileSync(join(folder, 'src', 'notes.txt'), '1')
  writeFileSync(join(folder, 'src', 'a.ts'), '1')
  await until(() => builds.length === 1)
  writeFileSync(join(folder, 'src', 'a.ts'), '2')
  // Longer than edits are gathered for: the second build is due before the first one ends.
  await sleep(400)
  builds[0]?.finish()
  await until(() => builds.length === 2)
  builds[1]?.finish()
  await until(() => running === 0)
  expect(most).toBe(1)
})
