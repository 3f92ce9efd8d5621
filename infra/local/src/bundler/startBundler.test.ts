import {
  getSmartAccountsEnvironment,
  Implementation,
  PREFERRED_VERSION,
  toMetaMaskSmartAccount,
} from '@metamask/smart-accounts-kit'
import { overrideDeployedEnvironment } from '@metamask/smart-accounts-kit/utils'
import { type Address, createPublicClient, http, parseEther } from 'viem'
import { createBundlerClient } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpc } from '../chain/rpc.ts'
import { entryPoint } from '../smartAccounts/entryPoint.ts'
import { startTestBundler, type TestBundler } from '../testing/startTestBundler.ts'

const somebody: Address = '0x000000000000000000000000000000000000bEEF'

let bundler: TestBundler
beforeAll(async () => {
  overrideDeployedEnvironment(foundry.id, PREFERRED_VERSION, getSmartAccountsEnvironment(1))
  bundler = await startTestBundler()
}, 60_000)
afterAll(() => bundler?.stop())

/** A dapp developer's client, for an account with this much ether. */
const createClient = async (ether: string) => {
  const client = createPublicClient({ chain: foundry, transport: http(bundler.chain.url), pollingInterval: 20 })
  const owner = privateKeyToAccount(generatePrivateKey())
  const account = await toMetaMaskSmartAccount({
    client,
    implementation: Implementation.Hybrid,
    deployParams: [owner.address, [], [], []],
    deploySalt: '0x',
    signer: { account: owner },
  })
  await bundler.chain.setBalance(account.address, parseEther(ether))
  return createBundlerClient({ account, client, transport: http(bundler.url), pollingInterval: 20 })
}

test('it serves the one EntryPoint on its chain', async () => {
  expect(await rpc(bundler.url, 'eth_supportedEntryPoints', [])).toEqual([entryPoint])
  expect(await rpc(bundler.url, 'eth_chainId', [])).toBe('0x7a69')
})

test('operations with the fees that the node advises are carried out, and their receipts found', async () => {
  const client = await createClient('1')
  for (const value of [7n, 8n]) {
    const hash = await client.sendUserOperation({ calls: [{ to: somebody, value }] })
    const receipt = await client.waitForUserOperationReceipt({ hash })
    expect(receipt).toMatchObject({ success: true, sender: client.account.address })
  }
  expect(await rpc(bundler.chain.url, 'eth_getBalance', [somebody, 'latest'])).toBe('0xf')
})

test('an account that cannot pay is refused with the code of the EntryPoint', async () => {
  const client = await createClient('0')
  await expect(client.sendUserOperation({ calls: [{ to: somebody }] })).rejects.toThrow('AA21')
})

test('it is unreachable, slow or broken on request, and recovers', async () => {
  await bundler.setFault('down')
  await expect(rpc(bundler.url, 'eth_chainId', [])).rejects.toThrow()
  await bundler.setFault('garbage')
  await expect(rpc(bundler.url, 'eth_chainId', [])).rejects.toThrow('JSON')
  await bundler.setFault(null)
  expect(await rpc(bundler.url, 'eth_chainId', [])).toBe('0x7a69')
})
