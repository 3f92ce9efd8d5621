import { localExchange, localTokens } from '@latchkey/local'
import { type Address, encodeFunctionData, erc20Abi, maxUint256, parseAbi, parseEther, toHex } from 'viem'
import type { Scenario } from '../Scenario.ts'
import { stopOf, swapStops as words } from '../stage/swapStop.ts'
import { ask, openWallet } from '../stage/testUser.ts'

/**
 * Requests that claim to be a swap, but differ from the one that the user has seen: a page passes them on from a malicious api, or makes
 * them. Each lies in one field.
 */

const stranger = `0x${'5'.repeat(40)}` as const
const { router } = localExchange
const usdc = localTokens.usdc.address
const wrapped = localTokens.weth.address
const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
])
const given = parseEther('0.1')
const minimum = 100_000_000n
const deadline = 4_000_000_000n

type Lie = Partial<{ to: string; recipient: string; value: bigint; least: bigint }>

const swapCall = (me: string, lie: Lie = {}) => ({
  to: lie.to ?? router,
  value: toHex(lie.value ?? given),
  data: encodeFunctionData({
    abi: routerAbi,
    functionName: 'swapExactETHForTokens',
    args: [lie.least ?? minimum, [wrapped, usdc], (lie.recipient ?? me) as `0x${string}`, deadline],
  }),
})
const approveCall = (spender: string, amount: bigint) => ({
  to: usdc,
  value: '0x0',
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender as `0x${string}`, amount] }),
})
const seen = { give: 'native', giveAmount: toHex(given), get: usdc, minimum: toHex(minimum) }
const seenBack = { give: usdc, giveAmount: toHex(minimum), get: 'native', minimum: toHex(1n) }

const lies = (me: string): Readonly<Record<string, readonly [call: object, swap: object]>> => ({
  recipient: [swapCall(me, { recipient: stranger }), seen],
  exchange: [swapCall(me, { to: stranger }), seen],
  'more than was seen': [swapCall(me, { value: given * 2n }), seen],
  'a lower minimum': [swapCall(me, { least: 1n }), seen],
  'another token': [swapCall(me), { ...seen, get: stranger }],
  spender: [approveCall(stranger, minimum), seenBack],
  'an allowance without a limit': [approveCall(router, maxUint256), seenBack],
})

export const swapRows: readonly Scenario[] = [
  {
    name: 'swaps with one false field each',
    attack: async (ground) => {
      const { stage, testUser } = ground
      // An account that can't pay the fee is stopped for that.
      await stage.stack.chainA.setBalance(testUser.address as Address, parseEther('10'))
      const all = Object.entries(lies(testUser.address))
      const titles: [string, string][] = []
      for (const [name, [call, swap]] of all) {
        const params = [{ from: testUser.address, ...call, swap }]
        titles.push([name, await stopOf(ground, { method: 'eth_sendTransaction', params })])
      }
      return Object.fromEntries(titles)
    },
    gets: {
      recipient: words.recipient,
      exchange: words.router,
      'more than was seen': words.amount,
      'a lower minimum': words.received,
      'another token': words.received,
      spender: words.router,
      'an allowance without a limit': words.allowance,
    },
  },
  {
    name: 'a swap with invalid terms',
    attack: async (ground) => {
      const { stage, testUser } = ground
      const tab = await ground.openTab()
      await openWallet(stage, tab)
      const refusals: unknown[] = []
      for (const lie of [
        { give: stranger.slice(1) },
        { giveAmount: '-1' },
        { get: 'everything' },
        { minimum: '1e9' },
      ]) {
        const params = [{ from: testUser.address, ...swapCall(testUser.address), swap: { ...seen, ...lie } }]
        const answer = await ask(tab, 'RPC_REQUEST', { method: 'eth_sendTransaction', params })
        refusals.push('error' in answer ? 'refused' : answer)
      }
      return refusals
    },
    gets: ['refused', 'refused', 'refused', 'refused'],
  },
]
