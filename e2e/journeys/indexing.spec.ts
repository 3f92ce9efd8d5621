import { localTokens, type Stack } from '@latchkey/local'
import type { Page } from '@playwright/test'
import { type Address, createPublicClient, createWalletClient, erc20Abi, http, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { localhost } from 'viem/chains'
import { expect, test } from '../fixtures.ts'
import { Account } from '../pages/Account.ts'
import type { Dapp } from '../pages/Dapp.ts'
import { changeDatabase, readDatabase } from '../probe/changeDatabase.ts'
import { evmWallet } from './wallets/wallets.ts'

/** An account's activity is read off the chain piece by piece, and no piece is lost whenever the backend stops. */

const { usdc } = localTokens
/** A user with money on chain B who pays `receiver`: a different amount each time, of ETH or USDC, in a separate block. */
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
    /** As the activity list shows them. */
    paid,
    async pay(times: number) {
      for (let time = 0; time < times; time++) await pay()
    },
  }
}

/** Starts tracking an account by requesting its balance, which waits for no past, and polls until there is some activity. */
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

/** Number of the newest block of chain B. */
const headOf = async (stack: Stack): Promise<number> =>
  Number(await createPublicClient({ transport: http(stack.chainB.url) }).getBlockNumber())

/** Keeps the backend from reading chain B's past beyond `block`, however fast it reads: so it is always in the middle. Restarts the api. */
const holdPastAt = (stack: Stack, block: number): Promise<void> =>
  changeDatabase(
    stack,
    `CREATE FUNCTION latchkey_api.hold_past() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the past is held at block ${block}'; END $$;
    CREATE TRIGGER hold_past BEFORE UPDATE ON latchkey_api.tracked_accounts FOR EACH ROW
      WHEN (NEW.chain_id = 'eip155:1337' AND NEW.filled_from < ${block}) EXECUTE FUNCTION latchkey_api.hold_past()`,
  )

/** Undoes `holdPastAt`. Restarts the api. */
const letPastGo = (stack: Stack): Promise<void> =>
  changeDatabase(stack, 'DROP FUNCTION IF EXISTS latchkey_api.hold_past CASCADE')

/** Returns the backend's progress on an account on chain B: the number of transactions, and the first block it has read of its past. */
const readIndex = async (stack: Stack, account: Address): Promise<{ count: number; filledFrom: number }> => {
  const ofAccount = `chain_id = 'eip155:1337' AND address = '${account.toLowerCase()}'`
  const [read] = await readDatabase(
    stack,
    `SELECT (SELECT count(*)::integer FROM latchkey_api.account_transactions WHERE ${ofAccount}) AS count,
      (SELECT filled_from::integer FROM latchkey_api.tracked_accounts WHERE ${ofAccount}) AS "filledFrom"`,
  )
  return read as { count: number; filledFrom: number }
}

/** Newest first, each once. With a live list: its end loads older items, and new ones appear at the top. */
const expectAllInActivity = async (dapp: Dapp, paid: readonly string[]): Promise<void> => {
  const account = new Account(dapp)
  await dapp.modal.switchNetwork('Local chain B')
  await account.showActivity()
  const amounts = account.transactions.locator('[part=moved]')
  await expect(async () => {
    await account.transactions.last().scrollIntoViewIfNeeded()
    expect(await amounts.allTextContents()).toEqual(paid.toReversed())
  }).toPass({ timeout: 90_000 })
}

/** Opens the account and returns the URL of its history on chain B. */
const openHistory = async (dapp: Dapp): Promise<string> => {
  const asking = dapp.page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/history'))
  await dapp.openModal()
  await new Account(dapp).showActivity()
  const url = new URL((await asking).url())
  url.searchParams.set('chainId', 'eip155:1337')
  return url.href
}

test.afterEach(async ({ stack }) => letPastGo(stack))

test('the backend goes away in the middle of reading what happens: it has all of it in the end, each once', async ({
  dapp,
  email,
  stack,
}) => {
  await dapp.open()
  await dapp.logIn(email)
  const me = (await dapp.address()) as Address
  const payer = await openPayer(stack, me)
  await payer.pay(30)

  const historyUrl = await openHistory(dapp)
  const paying = payer.pay(30)
  await untilSomeIsKnown(dapp.page, historyUrl)
  await stack.api.stop()
  await paying
  await payer.pay(10)
  const { count } = await readIndex(stack, me)
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(payer.paid.length)
  await expectAllInActivity(dapp, payer.paid)
})

test('the backend goes away in the middle of reading what had happened before: it has all of it in the end, each once', async ({
  dapp,
  stack,
  install,
}) => {
  // The account has no requests while it is paid: all of it is past, which is read towards older blocks.
  const wallet = await install(evmWallet(stack))
  const [me] = wallet.addresses as [Address]
  const payer = await openPayer(stack, me)
  await payer.pay(20)
  await holdPastAt(stack, await headOf(stack))
  await payer.pay(20)

  await dapp.open()
  await dapp.connectWallet('Fox')
  await dapp.expectConnected()
  await untilSomeIsKnown(dapp.page, await openHistory(dapp))
  await stack.api.stop()
  const { count, filledFrom } = await readIndex(stack, me)
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(payer.paid.length)
  expect(filledFrom).toBeGreaterThan(0)
  await letPastGo(stack)
  await expectAllInActivity(dapp, payer.paid)
})
