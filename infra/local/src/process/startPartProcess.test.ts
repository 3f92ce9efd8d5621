import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { expect, onTestFinished, test } from 'vitest'
import type { SmallFacts } from '../testing/smallPart.ts'
import { startPartProcess } from './startPartProcess.ts'

const withPart = async (fails?: NonNullable<SmallFacts['fails']>) => {
  const port = await freePort()
  const failures: string[] = []
  const part = await startPartProcess<SmallFacts>({
    title: 'small part',
    module: new URL('../testing/smallPart.ts', import.meta.url),
    facts: { port, ...(fails === undefined ? {} : { fails }) },
    onFailure: (error) => failures.push(error.message),
  })
  onTestFinished(part.close)
  return { part, failures, url: `http://127.0.0.1:${port}` }
}

const processIdAt = async (url: string): Promise<number> => Number(await (await fetch(url)).text())
const isGone = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  )
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(20)
}

test('a part answers from its own process, and stops on request', async () => {
  const { part, failures, url } = await withPart()
  expect(await processIdAt(url)).not.toBe(process.pid)
  await part.close()
  await part.close()
  expect(await isGone(url)).toBe(true)
  expect(failures).toEqual([])
})

test('a part that cannot start says why, in its own words or with what broke', async () => {
  await expect(withPart('politely')).rejects.toThrow('The small part did not start: Port 1 is taken by another program')
  await expect(withPart('rudely')).rejects.toThrow('TypeError: undefined is not a function')
})

test('a part that ends by itself is reported', async () => {
  const { failures, url } = await withPart()
  process.kill(await processIdAt(url), 'SIGKILL')
  await until(() => failures.length > 0)
  expect(failures).toEqual(['The small part ended unexpectedly (SIGKILL)'])
})

test('a part ends when the process that holds it is killed', async () => {
  const port = await freePort()
  const holder = spawn(process.execPath, [join(import.meta.dirname, '../testing/partHolder.ts'), String(port)])
  await once(holder.stdout, 'data')
  const url = `http://127.0.0.1:${port}`
  expect(await isGone(url)).toBe(false)
  holder.kill('SIGKILL')
  await until(() => isGone(url))
})
