import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localTokens, type Stack } from '@latchkey/local'
import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from '../../fixtures.ts'
import { SmartDapp } from './SmartDapp.ts'

const { usdc } = localTokens
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Sets the project's budget per user and day (wei), from now on: the api rereads its list when it changes. */
const setBudget = ({ dataFolder }: Stack, perPersonPerDayWei: string): void => {
  const file = join(dataFolder, 'projects.json')
  const projects = JSON.parse(readFileSync(file, 'utf8')) as { sponsorship?: object }[]
  const changed = projects.map(({ sponsorship, ...project }) =>
    sponsorship === undefined ? project : { ...project, sponsorship: { ...sponsorship, perPersonPerDayWei } },
  )
  writeFileSync(file, JSON.stringify(changed))
}

test('when the project’s budget is used up, the user is asked to pay, and pays', async ({ page, stack, email }) => {
  const dapp = await SmartDapp.open(page, stack, email, 'hybrid')
  const { address, chain, chainId } = dapp
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 1_000_000n] })
  await fetch(`${stack.urls.faucet}/faucet/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ chainId: 'eip155:31337', address }),
  })
  const calls = [
    { version: '2.0.0', chainId, from: address, atomicRequired: true, calls: [{ to: usdc.address, data }] },
  ]
  const ether = () => chain.getBalance({ address })
  const settled = async (answer: unknown): Promise<void> => {
    const { id } = answer as { id: string }
    await expect
      .poll(async () => ((await dapp.ask('wallet_getCallsStatus', [id])) as { status: number }).status)
      .toBe(200)
  }

  const before = await ether()
  await settled(await dapp.confirmed('wallet_sendCalls', calls))
  expect(await ether()).toBe(before)

  setBudget(stack, '1')
  const answer = dapp.ask('wallet_sendCalls', calls)
  await expect(dapp.approval.card).toContainText('The site’s sponsor reports: it is more than is left for you today')
  await dapp.approval.confirm()
  await settled(await answer)
  expect(await ether()).toBeLessThan(before)
  setBudget(stack, '100000000000000000')
})
