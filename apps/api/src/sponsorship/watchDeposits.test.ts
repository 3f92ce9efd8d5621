import { smartAccountContracts } from '@latchkey/chains'
import { createMetrics } from '@latchkey/service-kit/metrics/createMetrics'
import { createTestClock } from '@latchkey/service-kit/test/testClock'
import { encodeFunctionData, numberToHex, parseAbi, parseEther } from 'viem'
import { expect, test } from 'vitest'
import type { RpcProxy } from '../chain/rpcProxy.ts'
import { watchDeposits } from './watchDeposits.ts'

const paymaster = '0x1111111111111111111111111111111111111111'
const abi = parseAbi(['function balanceOf(address) view returns (uint256)'])

test('each paymaster’s deposit is asked of the EntryPoint, once a minute; one that is not known has no value', async () => {
  let deposit: bigint | null = parseEther('1.25')
  const asked: unknown[] = []
  const rpcProxy: RpcProxy = {
    answer: async (chainId, body) => {
      asked.push([chainId, body])
      if (deposit === null) return [{ jsonrpc: '2.0', id: 0, error: { code: -32000, message: 'no' } }]
      return [{ jsonrpc: '2.0', id: 0, result: numberToHex(deposit, { size: 32 }) }]
    },
  }
  const metrics = createMetrics()
  const network = { kind: 'hybrid', bundler: 'http://bundler.test' } as const
  const clock = createTestClock()
  const smartAccounts = { 'eip155:1': network, 'eip155:10': { ...network, paymaster } } as const
  watchDeposits(metrics, { rpcProxy, smartAccounts, clock })
  const samples = async () =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('latchkey_paymaster'))

  // The first scrape does not wait for the chain.
  expect(await samples()).toEqual([])
  await expect.poll(samples).toEqual(['latchkey_paymaster_deposit{chain="eip155:10"} 1.25'])
  const data = encodeFunctionData({ abi, args: [paymaster] })
  const call = { method: 'eth_call', params: [{ to: smartAccountContracts.entryPoint, data }, 'latest'] }
  expect(asked).toEqual([['eip155:10', [expect.objectContaining(call)]]])

  deposit = null
  clock.advance(61)
  await samples()
  await expect.poll(samples).toEqual([])
  expect(asked).toHaveLength(2)
})
