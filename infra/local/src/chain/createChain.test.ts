import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@latchkey/service-kit/test/freePort'
import { expect, onTestFinished, test } from 'vitest'
import { startTestChain, type TestChain } from '../testing/startTestChain.ts'
import type { Chain } from './createChain.ts'
import { rpc } from './rpc.ts'

const address = '0x1111111111111111111111111111111111111111'

const withChain = async (stateFile?: string): Promise<TestChain> => {
  const started = await startTestChain(stateFile)
  onTestFinished(started.chain.stop)
  return started
}

const balance = (chain: Chain): Promise<unknown> => rpc(chain.url, 'eth_getBalance', [address, 'latest'])

/** anvil's process id, by its port argument; undefined when there is none. */
const processIdOf = (url: string): number | undefined => {
  const rows = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const row = rows.find((line) => line.includes('/anvil ') && line.includes(`--port ${new URL(url).port} `))
  return row === undefined ? undefined : Number.parseInt(row, 10)
}

const kill = (chain: Chain): void => {
  process.kill(processIdOf(chain.url) ?? Number.NaN, 'SIGKILL')
}

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(20)
}

test('a chain answers by address and by name with its own id', async () => {
  const { chain } = await withChain()
  expect(await rpc(chain.url, 'eth_chainId', [])).toBe('0x7a69')
  expect(await rpc(chain.url.replace('127.0.0.1', 'localhost'), 'eth_chainId', [])).toBe('0x7a69')
})

test('balances survive a stop and a start, and a start in a new process', async () => {
  const { chain, stateFile } = await withChain()
  await chain.setBalance(address, 123n)
  await chain.stop()
  await expect(rpc(chain.url, 'eth_chainId', [])).rejects.toThrow()
  await chain.start()
  expect(await balance(chain)).toBe('0x7b')
  await chain.stop()
  const again = await withChain(stateFile)
  expect(await balance(again.chain)).toBe('0x7b')
})

test('a chain that crashes is started again, and the developer sees a line', async () => {
  const { chain, lines, givenUp } = await withChain()
  kill(chain)
  await until(() => lines.includes('chain A is back'))
  expect(lines).toEqual(['chain A ended unexpectedly (SIGKILL), starting it again', 'chain A is back'])
  expect(await rpc(chain.url, 'eth_chainId', [])).toBe('0x7a69')
  expect(givenUp).toEqual([])
})

test('a chain that keeps dying is given up', async () => {
  const { chain, lines, givenUp } = await withChain()
  for (let death = 1; death <= 4; death++) {
    kill(chain)
    await until(() => givenUp.length > 0 || lines.filter((line) => line === 'chain A is back').length === death)
  }
  expect(givenUp.map((error) => error.message)).toEqual(['chain A ended 4 times within a minute (SIGKILL)'])
})

test('a damaged state is moved aside and named', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'latchkey-chain-')), 'state.json')
  writeFileSync(stateFile, '{"block":')
  const { chain, lines } = await withChain(stateFile)
  expect(await rpc(chain.url, 'eth_chainId', [])).toBe('0x7a69')
  expect(lines).toEqual([`chain A starts over: its saved state is damaged and was moved to ${stateFile}.damaged`])
  expect(readFileSync(`${stateFile}.damaged`, 'utf8')).toBe('{"block":')
})

test('stopping leaves no process', async () => {
  const { chain } = await withChain()
  expect(processIdOf(chain.url)).toBeTypeOf('number')
  await chain.stop()
  expect(processIdOf(chain.url)).toBeUndefined()
})

test('a chain ends, and saves its state, when the process that holds it is killed', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'latchkey-chain-')), 'state.json')
  const port = await freePort()
  const holder = spawn(process.execPath, [
    join(import.meta.dirname, '../testing/chainHolder.ts'),
    String(port),
    stateFile,
  ])
  await once(holder.stdout, 'data')
  const url = `http://127.0.0.1:${port}`
  await rpc(url, 'anvil_setBalance', [address, '0x7b'])
  holder.kill('SIGKILL')
  await until(() => processIdOf(url) === undefined)
  const { chain } = await withChain(stateFile)
  expect(await balance(chain)).toBe('0x7b')
})
