import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenOn } from './loopback.ts'
import { portOffsets } from './ports.ts'
import { requireStackPorts } from './startStack.ts'
import { takePortBase } from './takePortBase.ts'

const take = async () => {
  const taken = await takePortBase()
  onTestFinished(taken.release)
  return taken
}

test('a base has room for a whole stack, below the ports that the kernel gives away', async () => {
  const { portBase } = await take()
  await requireStackPorts(portBase)
  expect(portBase + Math.max(...Object.values(portOffsets))).toBeLessThan(32_768)
})

test('no base is given twice before it is released', async () => {
  const [first, second] = [await take(), await take()]
  expect(second.portBase).not.toBe(first.portBase)
})

test('released bases are given again: more of them can be taken in turn than there are', async () => {
  for (let turn = 0; turn < 40; turn++) await (await takePortBase()).release()
})

test.each(['smtp', 'chainB'] as const)('a base whose %s port is in use is passed over', async (name) => {
  const { portBase, release } = await take()
  const server = createServer()
  onTestFinished(() => void server.close())
  await listenOn(server, '127.0.0.1', portBase + portOffsets[name])
  await release()
  expect((await take()).portBase).not.toBe(portBase)
})
