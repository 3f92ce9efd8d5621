import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { rpc } from './chain/rpc.ts'
import { listenOn } from './loopback.ts'
import { portOffsets } from './ports.ts'
import { requireStackPorts, type StackOptions, startStack } from './startStack.ts'

const address = '0x1111111111111111111111111111111111111111'
const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'latchkey-stack-'))

/** Only chains and inbox: the parts that need no built apps. */
const withStack = async (options: StackOptions = {}) => {
  const portBase = await freeBase()
  const stack = await startStack({
    portBase,
    dataFolder: temporaryFolder(),
    parts: ['chainA', 'chainB', 'inbox'],
    ...options,
  })
  onTestFinished(stack.close)
  return stack
}

/** A base whose ports are all free, below the range that the system gives to outgoing connections. */
const freeBase = async (): Promise<number> => {
  let base = 14_000 + (process.pid % 90) * 50
  const isFree = (): Promise<boolean> =>
    requireStackPorts(base).then(
      () => true,
      () => false,
    )
  while (!(await isFree())) base += 50
  return base
}

const chainIds = (urls: readonly string[]): Promise<unknown[]> =>
  Promise.all(urls.map((url) => rpc(url, 'eth_chainId', [])))

test('the parts answer at their addresses, and no longer after closing', async () => {
  const stack = await withStack()
  const { chainA, chainB, inbox } = stack.urls
  expect(await chainIds([chainA, chainB])).toEqual(['0x7a69', '0x539'])
  expect(await (await fetch(`${inbox}/health`)).json()).toEqual({ status: 'ok' })
  expect(await stack.mailbox.messages('ada@example.test')).toEqual([])
  await stack.close()
  await expect(rpc(chainA, 'eth_chainId', [])).rejects.toThrow()
  await expect(fetch(`${inbox}/health`)).rejects.toThrow()
})

test('what a folder holds is there again the next time, unless it is to be forgotten', async () => {
  const first = await withStack()
  await first.chainA.setBalance(address, 5n)
  await first.close()
  const { dataFolder } = first
  const second = await withStack({ dataFolder })
  expect(await rpc(second.urls.chainA, 'eth_getBalance', [address, 'latest'])).toBe('0x5')
  await second.close()
  const third = await withStack({ dataFolder, isFresh: true })
  expect(await rpc(third.urls.chainA, 'eth_getBalance', [address, 'latest'])).toBe('0x0')
})

test('the sign-in providers and the Farcaster relay come and go with the stack, and keep their keys', async () => {
  const stack = await withStack({ parts: ['identity', 'farcaster'] })
  const { google, apple, oauth, farcasterRelay } = stack.urls
  const keysOf = async (issuer: string): Promise<unknown> => (await fetch(`${issuer}/jwks`)).json()
  const keys = await Promise.all([google, apple].map(keysOf))
  expect(keys[0]).not.toEqual(keys[1])
  for (const url of [oauth, farcasterRelay]) expect((await fetch(`${url}/health`)).status).toBe(200)
  await stack.identity.stop()
  await expect(keysOf(google)).rejects.toThrow()
  expect((await fetch(`${farcasterRelay}/health`)).status).toBe(200)
  await stack.identity.start()
  expect(await Promise.all([google, apple].map(keysOf))).toEqual(keys)
  await stack.close()
  for (const url of [google, oauth, farcasterRelay]) await expect(fetch(url)).rejects.toThrow()
})

test('each of them fails in its own ways, until its fault is cleared', async () => {
  const { urls, setFault } = await withStack({ parts: ['identity', 'farcaster'] })
  await setFault('apple', 'wrong nonce')
  await setFault('discord', 'severed')
  await setFault('farcaster', 'down')
  await expect(fetch(`${urls.farcasterRelay}/v1/channel/status`)).rejects.toThrow()
  await setFault('farcaster', null)
  expect((await fetch(`${urls.farcasterRelay}/v1/channel/status`)).status).toBe(401)
  // @ts-expect-error X signs no id_token.
  await expect(setFault('x', 'wrong nonce')).rejects.toThrow('A fault is expected')
})

test('the bundlers answer for their chains, start and stop with the stack, and fail on request', {
  timeout: 60_000,
}, async () => {
  const stack = await withStack({ parts: ['chainA', 'chainB', 'bundlerA', 'bundlerB'] })
  const { bundlerA, bundlerB } = stack.urls
  expect(await chainIds([bundlerA, bundlerB])).toEqual(['0x7a69', '0x539'])
  await stack.setFault('bundlerB', 'down')
  await expect(chainIds([bundlerB])).rejects.toThrow()
  await stack.setFault('bundlerB', null)
  await stack.bundlerA.stop()
  await expect(chainIds([bundlerA])).rejects.toThrow()
  await stack.bundlerA.start()
  expect(await chainIds([bundlerA, bundlerB])).toEqual(['0x7a69', '0x539'])
})

test('a taken port stops the start before anything runs', async () => {
  const portBase = await freeBase()
  const occupant = createServer()
  onTestFinished(() => {
    occupant.close()
  })
  await listenOn(occupant, '127.0.0.1', portBase + portOffsets.inbox)
  const message = `Port ${portBase + portOffsets.inbox} (mail inbox) is taken`
  await expect(withStack({ portBase })).rejects.toThrow(message)
  await expect(requireStackPorts(portBase)).rejects.toThrow(message)
  await expect(rpc(`http://127.0.0.1:${portBase + portOffsets.chainA}`, 'eth_chainId', [])).rejects.toThrow()
})

test('a part that does not come up stops the others', async () => {
  const dataFolder = temporaryFolder()
  // A file where the chains' folder should be.
  writeFileSync(join(dataFolder, 'chains'), '')
  const portBase = await freeBase()
  await expect(withStack({ portBase, dataFolder })).rejects.toThrow('EEXIST')
  await expect(fetch(`http://127.0.0.1:${portBase + portOffsets.inbox}/health`)).rejects.toThrow()
})

// The embedded database takes 5 to 12 s to create its folder, longer on two busy cores.
test('the api comes back with its keys and knows the projects at their moved origins', {
  timeout: 60_000,
}, async () => {
  const stack = await withStack({ parts: ['inbox', 'api'] })
  const read = async (url: string): Promise<unknown> => (await fetch(url)).json()
  const keysUrl = `${stack.urls.custody}/custody/v1/keys`
  const keys = await read(keysUrl)
  await stack.api.stop()
  await expect(fetch(keysUrl)).rejects.toThrow()
  await stack.api.start()
  expect(await read(keysUrl)).toEqual(keys)
  expect(await read(`${stack.urls.api}/projects/v1/origins?projectId=demo`)).toEqual({
    allowedOrigins: ['127.0.0.1', 'localhost', '*.localhost'].map((host) => `http://${host}:${stack.ports.demo}`),
    approvals: 'auto',
    smartAccounts: [
      { chainId: 31337, kind: 'hybrid' },
      { chainId: 1337, kind: 'eip7702' },
    ],
  })
})
