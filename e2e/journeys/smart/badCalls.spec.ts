import { encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { expect, test } from '../../fixtures.ts'
import { SmartDapp } from './SmartDapp.ts'

const someone: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdc: Hex = '0xce08d43beeE5D07114fb1411109C9A3572BF1c9B'
const value = `0x${parseEther('1').toString(16)}`

test('calls that cannot or may not be made say why, and nothing is sent', async ({ page, stack, email }) => {
  const dapp = await SmartDapp.open(page, stack, email, 'hybrid')
  const { address: from, chainId } = dapp
  const call = { to: someone, value }
  const batch = { version: '2.0.0', chainId, from, atomicRequired: true, calls: [call, call] }
  const table: [Record<string, unknown>, number, RegExp][] = [
    [{ calls: [] }, -32602, /./],
    [{ calls: [call, { to: '0x1234' }] }, -32602, /./],
    [{ calls: [{ value }] }, -32602, /./],
    [{ calls: [call, { to: someone, data: 'transfer' }] }, -32602, /./],
    [{ calls: [call, { to: someone, data: '0x1' }] }, -32602, /./],
    [{ calls: [{ to: someone.replace('C5', 'c5') }] }, -32602, /Address is invalid/],
    [{ from: someone }, 4100, /./],
    [{ capabilities: { moonlight: {} } }, 5700, /moonlight/],
    [{ capabilities: { paymasterService: { url: 'here' } } }, -32602, /./],
  ]
  for (const [changes, code, words] of table) {
    const refused = await dapp.ask('wallet_sendCalls', [{ ...batch, ...changes }])
    expect(refused, JSON.stringify(changes)).toMatchObject({ code, message: expect.stringMatching(words) })
  }
  expect(await dapp.ask('wallet_getCallsStatus', ['0xnone'])).toMatchObject({ code: 5730 })
  const operation = {
    types: {
      PackedUserOperation: [
        { name: 'sender', type: 'address' },
        { name: 'callData', type: 'bytes' },
      ],
    },
    primaryType: 'PackedUserOperation',
    domain: { name: 'HybridDeleGator', version: '1', chainId: 31337, verifyingContract: from },
    message: { sender: from, callData: '0x' },
  }
  expect(await dapp.ask('eth_signTypedData_v4', [from, JSON.stringify(operation)])).toMatchObject({
    message: expect.stringMatching(/transaction in disguise/),
  })
  await expect(dapp.approval.confirmButton).toBeHidden()
  expect(await dapp.isDeployed()).toBe(false)
})

test('a batch in which one call fails is not half done: the screen says why, and it cannot be confirmed', async ({
  page,
  stack,
  email,
}) => {
  const dapp = await SmartDapp.open(page, stack, email, 'hybrid')
  const before = await dapp.chain.getBalance({ address: someone })
  const abi = parseAbi(['function transfer(address to, uint256 amount)'])
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [someone, 1n] })
  const calls = [
    { to: someone, value },
    { to: usdc, data },
  ]
  const refused = dapp.ask('wallet_sendCalls', [
    { version: '2.0.0', chainId: dapp.chainId, atomicRequired: true, calls },
  ])
  await expect(dapp.approval.card).toContainText('would fail')
  await expect(dapp.approval.card).toContainText('All or nothing')
  await expect(dapp.approval.confirmButton).toBeHidden()
  await dapp.approval.press('Close')
  expect(await refused).toMatchObject({ code: -32500, message: expect.stringMatching(/would fail/) })
  expect(await dapp.chain.getBalance({ address: someone })).toBe(before)
  expect(await dapp.isDeployed()).toBe(false)
})

test('a bundler that is away says so, nothing is sent, and the same is sent once it is back', async ({
  page,
  stack,
  email,
}) => {
  const dapp = await SmartDapp.open(page, stack, email, 'hybrid')
  const before = await dapp.chain.getBalance({ address: someone })
  await stack.setFault('bundlerA', 'down')
  try {
    const sent = dapp.ask('eth_sendTransaction', [{ from: dapp.address, to: someone, value }])
    await expect(dapp.approval.card).toContainText('Smart accounts can’t send right now')
    expect(await dapp.chain.getBalance({ address: someone })).toBe(before)
    await stack.setFault('bundlerA', null)
    await dapp.approval.tryAgain()
    await dapp.approval.confirm()
    expect(await sent).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await dapp.chain.getBalance({ address: someone })).toBe(before + parseEther('1'))
  } finally {
    await stack.setFault('bundlerA', null)
  }
})

test('an account that cannot pay shows that, and cannot confirm', async ({ page, stack, email }) => {
  const dapp = await SmartDapp.open(page, stack, email, 'hybrid', 0n)
  const sent = dapp.ask('eth_sendTransaction', [{ from: dapp.address, to: someone, value }])
  await expect(dapp.approval.card).toContainText('This account has 0 ETH. It needs up to 1.0')
  await expect(dapp.approval.confirmButton).toBeHidden()
  await dapp.approval.press('Close')
  expect(await sent).toMatchObject({ code: -32003, message: expect.stringMatching(/^Not enough funds/) })
  expect(await dapp.isDeployed()).toBe(false)
})
