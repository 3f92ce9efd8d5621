import { localTokens, type Stack } from '@latchkey/local'
import type { Page } from '@playwright/test'
import { type Address, createWalletClient, erc20Abi, http, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { localhost } from 'viem/chains'
import { expect, test } from '../fixtures.ts'
import { Account } from '../pages/Account.ts'
import { readDatabase } from '../probe/changeDatabase.ts'

/** What an account did is read off the chain piece by piece, and no piece is lost whenever the backend goes away. */

const { usdc } = localTokens
/** Somebody with money on chain B who pays `receiver`: each time another amount, of ETH or USDC, in a block of its own. */
const openPayer = async (stack: Stack, receiver: Address) => {
  const account = privateKeyToAccount(generatePrivateKey())
  await stack.chainB.setBalance(account.address, parseEther('10'))
  const response = await fetch(`${stack.urls.faucet}/faucet/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ chainId: stack.chainB.chainId, address: account.address }),
  })
  expect(response.status).toBe(200)
  const wallet = createWalletClient({ account, chain: localhost, transport: http(stack.chainB.url) })
  const paid: string[] = []
  const pay = async (): Promise<void> => {
    const nonce = paid.length
    const amount = `${(nonce + 1) / 1000}`
    const isEther = nonce % 2 === 0
    await (isEther
      ? wallet.sendTransaction({ to: receiver, value: parseEther(amount), nonce })
      : wallet.writeContract({
          address: usdc.address,
          abi: erc20Abi,
          functionName: 'transfer',
          args: [receiver, parseUnits(amount, usdc.decimals)],
          nonce,
        }))
    paid.push(`+${amount} ${isEther ? 'ETH' : 'USDC'}`)
  }
  return {
    /** As the list of what was done shows them. */
    paid,
    async pay(times: number) {
      for (let time = 0; time < times; time++) await pay()
    },
  }
}

/** Has the account looked at by asking for its balance, which waits for no past, and asks until there is some of it. */
const untilSomeIsKnown = (page: Page, historyUrl: string): Promise<void> =>
  page.evaluate(async (url) => {
    await fetch(url.replace('/history?', '/balance?'))
    for (;;) {
      const response = await fetch(url, { cache: 'no-store' })
      const { data } = (await response.json()) as { data: unknown[] }
      if (data.length > 0) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }, historyUrl)

test.afterEach(async ({ stack }) => stack.api.start())

test('the backend goes away in the middle of reading what happens: it has all of it in the end, each once', async ({
  dapp,
  email,
  stack,
}) => {
  const account = new Account(dapp)
  await dapp.open()
  await dapp.logIn(email)
  const me = (await dapp.address()) as Address
  const payer = await openPayer(stack, me)
  await payer.pay(30)

  const asking = dapp.page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/history'))
  await dapp.openModal()
  await account.showActivity()
  const url = new URL((await asking).url())
  url.searchParams.set('chainId', 'eip155:1337')
  const paying = payer.pay(30)
  await untilSomeIsKnown(dapp.page, url.href)
  await stack.api.stop()
  await paying
  await payer.pay(10)
  const [read] = await readDatabase(
    stack,
    `SELECT count(*)::integer AS count FROM latchkey_api.account_transactions WHERE chain_id = 'eip155:1337' AND address = '${me.toLowerCase()}'`,
  )
  const { count } = read as { count: number }
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(payer.paid.length)

  await dapp.modal.switchNetwork('Local chain B')
  await account.showActivity()
  // As one looks on: the end of the list loads what follows, and what has happened meanwhile comes before.
  const amounts = account.transactions.locator('[part=moved]')
  await expect(async () => {
    await account.transactions.last().scrollIntoViewIfNeeded()
    expect(await amounts.allTextContents()).toEqual(payer.paid.toReversed())
  }).toPass({ timeout: 90_000 })
})
