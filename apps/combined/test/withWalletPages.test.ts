import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, createHarness, demo, type Harness } from './harness.ts'

const { walletOrigin } = addresses
const [dapp = ''] = demo.origins
let harness: Harness
beforeAll(async () => {
  harness = await createHarness({ deviceLink: 'always' })
})
afterAll(() => harness[Symbol.asyncDispose]())

/** Two of the ways to name a project and an origin: at custody, and at the api. */
const ask = async (projectId: string, dappOrigin: string) => {
  const { client } = await harness.device()
  const asked = { email: 'ada@example.com', projectId, dappOrigin }
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (error: Error) => error.name,
    )
  return [await outcome(client.call('emailStart', asked)), await outcome(client.call('startDeviceLink', asked))]
}

test('people log in on the wallet’s own pages without any project, and the mail names their host', async () => {
  harness.writeProjects([])
  const { client } = await harness.device()
  await client.call('emailStart', { email: 'ada@example.com', projectId: 'wallet', dappOrigin: walletOrigin })
  expect(harness.mailbox.mails.at(-1)?.subject).toBe('Your wallet.test:3001 sign-in code')
  const { allowedOrigins } = await client.call('origins', { projectId: 'wallet' })
  expect(allowedOrigins).toEqual([walletOrigin])
})

test.each<[string, unknown]>([
  ['as it is', [demo]],
  ['with a project of that id', [{ id: 'wallet', name: 'Not the wallet', origins: [dapp] }]],
])('the wallet’s pages are its project alone, the list %s', async (_, projects) => {
  harness.writeProjects(projects)
  expect(await ask('wallet', walletOrigin)).toEqual(['ok', 'ok'])
  for (const origin of [dapp, 'http://wallet.test', 'http://vault.test:3011'])
    expect(await ask('wallet', origin)).toEqual(['ORIGIN_NOT_ALLOWED', 'ORIGIN_NOT_ALLOWED'])
})

test('no other project has them, also one that lists them or a pattern of them', async () => {
  harness.writeProjects([{ ...demo, origins: [dapp, walletOrigin, 'http://*.test:3001'] }])
  expect(await ask('demo', dapp)).toEqual(['ok', 'ok'])
  expect(await ask('demo', walletOrigin)).toEqual(['ORIGIN_NOT_ALLOWED', 'ORIGIN_NOT_ALLOWED'])
  expect(await ask('nobody', walletOrigin)).toEqual(['PROJECT_UNKNOWN', 'PROJECT_UNKNOWN'])
})
