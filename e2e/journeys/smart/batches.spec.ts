import { localExchange, localTokens } from '@latchkey/local'
import { chooseAccountType } from '@latchkey/testing/playwright'
import { type Address, createPublicClient, erc20Abi, http } from 'viem'
import { expect, test } from '../../fixtures.ts'
import type { Dapp } from '../../pages/Dapp.ts'
import { type SmartKind, smartChains } from './SmartDapp.ts'

/** A demo user's batch on a smart account: several calls as one, sponsored by the project. */

const { usdc } = localTokens
const receiver: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const longName = { chainA: 'Local chain A', chainB: 'Local chain B' } as const

/** A new user, signed in on the chain of this account type, whose current smart account has tokens and no ether. */
const upgrade = async (dapp: Dapp, email: string, kind: SmartKind) => {
  const { name } = smartChains[kind]
  await dapp.open()
  await dapp.logIn(email)
  if (name === 'chainB') {
    await dapp.press(`Switch to ${longName.chainB}`)
    await expect(dapp.results).toContainText(`On ${longName.chainB}`)
  }
  const owner = await dapp.address()
  if (kind === 'eip7702') await chooseAccountType(dapp.page, 'smartAccount', { openModal: () => dapp.openModal() })
  else await turnOnForBatch(dapp)
  const address = (await dapp.address()) as Address
  await dapp.press('Get local tokens')
  await expect(dapp.page.locator('[data-balance=usdc]')).toHaveText('1000 USDC')

  const client = createPublicClient({ transport: http(dapp.stack.urls[name]), pollingInterval: 50 })
  const read = { address: usdc.address, abi: erc20Abi } as const
  return {
    owner,
    address,
    ether: () => client.getBalance({ address }),
    tokensOf: (account: Address) => client.readContract({ ...read, functionName: 'balanceOf', args: [account] }),
    allowance: () => client.readContract({ ...read, functionName: 'allowance', args: [address, localExchange.router] }),
  }
}

/** A batch on a standard account explains its requirement, and leads to it. */
async function turnOnForBatch(dapp: Dapp) {
  const { modal } = dapp
  await dapp.press('Approve and send 1 USDC')
  await expect(modal.dialog.getByText('This needs a smart account')).toBeVisible()
  await modal.dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(modal.dialog).toBeHidden()
  await dapp.press('Approve and send 1 USDC')
  await modal.dialog.getByRole('button', { name: 'Turn on smart account' }).click()
  await modal.dialog.getByRole('button', { name: 'Use smart account' }).click()
  // Back to the site, which retries it.
  await expect(modal.dialog).toBeHidden()
}

for (const kind of Object.keys(smartChains) as SmartKind[]) {
  test(`a user chooses a smart account (${kind}), and sends several calls as one, which cost them nothing`, async ({
    dapp,
    email,
  }) => {
    const { owner, address, ether, tokensOf, allowance } = await upgrade(dapp, email, kind)
    expect(address === owner).toBe(kind === 'eip7702')
    expect(await ether()).toBe(0n)

    await dapp.press('Capabilities')
    await expect(dapp.results).toContainText('"atomic":{"status":"supported"}')

    const before = await tokensOf(receiver)
    await dapp.press('Approve and send 1 USDC')
    await dapp.approval.confirm()
    await expect(dapp.results).toContainText('2 calls: success (200)')
    expect(await allowance()).toBe(1_000_000n)
    expect((await tokensOf(receiver)) - before).toBe(1_000_000n)

    await dapp.press('Send 1 USDC ten times')
    await dapp.approval.confirm()
    await expect(dapp.results).toContainText('10 calls: success (200)')
    expect((await tokensOf(receiver)) - before).toBe(11_000_000n)
    expect(await ether()).toBe(0n)
  })
}

test('what no project pays for is paid by the account, and sent once the bundler is there again', async ({
  dapp,
  email,
  stack,
}) => {
  const { ether } = await upgrade(dapp, email, 'hybrid')
  await dapp.press('Get local ETH')
  await expect(dapp.results).toContainText('The faucet sent some ETH')
  const before = await ether()

  await stack.setFault('bundlerA', 'down')
  await dapp.press('Send 0.1 ETH')
  await expect(dapp.approval.card).toContainText('Smart accounts can’t send right now')
  expect(await ether()).toBe(before)
  await stack.setFault('bundlerA', null)
  await dapp.approval.tryAgain()
  await dapp.approval.confirm()
  await expect(dapp.results).toContainText('Confirmed in block')
  // The fee beside the sent amount.
  expect(before - (await ether())).toBeGreaterThan(10n ** 17n)
})
