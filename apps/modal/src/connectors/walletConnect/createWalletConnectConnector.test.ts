import { expect, test } from 'vitest'
import type { ConnectRequest, Pairing, WalletSession } from '../Connector.ts'
import {
  ada,
  createSite,
  createTestWallet,
  grantOf,
  sol,
  solana,
  startTestRelay,
  type TestWallet,
  usualMethods,
} from './wallet.fixture.ts'

const networks = ['eip155:31337', 'eip155:1337', solana] as const
const requestFor = (changes: Partial<ConnectRequest> = {}): ConnectRequest => ({
  namespace: 'eip155',
  network: 'eip155:31337',
  networks,
  signal: new AbortController().signal,
  ...changes,
})
const usual = grantOf([`eip155:31337:${ada}`, `eip155:1337:${ada}`, `${solana}:${sol}`], usualMethods)

const connect = async (
  site: ReturnType<typeof createSite>,
  wallet: TestWallet,
  { namespaces = usual, ...changes }: Partial<ConnectRequest> & { namespaces?: typeof usual } = {},
): Promise<{ topic: string; sessions: readonly WalletSession[] }> => {
  const paired = Promise.withResolvers<Pairing>()
  const sessions = site.connector.connect(requestFor({ onPairing: paired.resolve, ...changes }))
  const { uri } = await paired.promise
  const topic = await wallet.accept(uri, namespaces)
  return { topic, sessions: await sessions }
}

test('a wallet that scans the code and approves is connected, in all namespaces that it grants', async () => {
  const relay = await startTestRelay()
  const [wallet, site] = [await createTestWallet(relay), createSite(relay)]
  const { sessions } = await connect(site, wallet)
  expect(sessions).toEqual([
    {
      namespace: 'eip155',
      accounts: [{ address: ada }],
      network: 'eip155:31337',
      approved: ['eip155:31337', 'eip155:1337'],
    },
    { namespace: 'solana', accounts: [{ address: sol }], network: solana, approved: [solana] },
  ])
  wallet.answer(({ method, params }, chainId) => ({ method, params, chainId }))
  const args = { method: 'personal_sign', params: ['0x00', ada] }
  expect(await site.connector.request('eip155', args)).toEqual({ ...args, chainId: 'eip155:31337' })
})
