import { setTimeout as sleep } from 'node:timers/promises'
import { smartAccountContracts, userOperationEventTopic } from '@latchkey/chains'
import type { Stack } from '@latchkey/local'
import type { Browser, Page } from 'playwright'
import { askNode } from '../chain-data/askNode.ts'
import { logIn, press } from '../demoUser.ts'
import { probe, readNotes } from '../login/probe.ts'
import { median } from '../statistics/median.ts'

const users = 5
/** The longest time of any step before the run fails, in milliseconds. */
const timeoutMs = 20_000
/** Between two measurements: the first one's aftermath must not affect the second. */
const restMs = 500

const waits = {
  plain: 'plain account, a transaction',
  first: 'smart account, its first two calls, sponsored (it is deployed)',
  ten: 'smart account, ten calls, sponsored',
  own: 'smart account, one call, paid by itself',
} as const
type Took = Record<keyof typeof waits, number[]>

/**
 * New users in separate browsers, one after the other, confirm the demo's request: from the click, as the browser received it, until the
 * chain has the receipt, polled every 10 ms. Nothing else uses the chain.
 */
export async function measureConfirmations(browser: Browser, stack: Stack): Promise<string[][]> {
  const took: Took = { plain: [], first: [], ten: [], own: [] }
  // The first one finds servers and disk caches cold and does not count.
  for (let user = 0; user <= users; user++) {
    const visit = await confirmAll(browser, stack, `caller-${user}@example.org`)
    if (user > 0) for (const name of Object.keys(waits) as (keyof typeof waits)[]) took[name].push(visit[name])
  }
  return [
    [`confirmed to receipt, ${users} each`, 'median', 'of aim (2 s)'],
    ...Object.entries(waits).map(([name, title]) => {
      const ms = median(took[name as keyof typeof waits])
      return [title, `${ms.toFixed(0)} ms`, (ms / 2_000).toFixed(2)]
    }),
  ]
}

async function confirmAll(browser: Browser, stack: Stack, email: string): Promise<Record<keyof typeof waits, number>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    context.setDefaultTimeout(timeoutMs)
    await context.addInitScript(...probe)
    const page = await context.newPage()
    await logIn(page, stack, email)
    await press(page, 'Get local ETH', 'The faucet sent some ETH')
    const plain = await confirm(page, stack, 'Send 0.1 ETH', blockNumber)
    await useSmartAccount(page)
    await press(page, 'Get local tokens', 'The faucet sent USDC')
    await press(page, 'Get local ETH', 'The faucet sent some ETH')
    return {
      plain,
      first: await confirm(page, stack, 'Approve and send 1 USDC', operationsSettled),
      ten: await confirm(page, stack, 'Send 1 USDC ten times', operationsSettled),
      own: await confirm(page, stack, 'Send 0.1 ETH', operationsSettled),
    }
  } finally {
    await context.close()
  }
}

const useSmartAccount = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await page.getByRole('banner').getByRole('button').click()
  await dialog.getByRole('button', { name: 'Account settings' }).click()
  const choice = dialog.getByRole('group', { name: 'Account type' })
  await choice.getByText('Smart account', { exact: true }).click()
  const activeSession = dialog.locator('[aria-busy=false]').getByRole('radio', { name: 'Smart account', checked: true })
  await activeSession.or(dialog.getByRole('heading', { name: 'Move funds' })).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Counts events on the chain: it grows only by the awaited ones. */
type Count = (nodeUrl: string) => Promise<number>

const blockNumber: Count = async (nodeUrl) => Number(await askNode(nodeUrl, 'eth_blockNumber', []))
const operationsSettled: Count = async (nodeUrl) => {
  const { entryPoint: address } = smartAccountContracts
  const logs = await askNode(nodeUrl, 'eth_getLogs', [{ address, topics: [userOperationEventTopic], fromBlock: '0x0' }])
  return (logs as unknown[]).length
}

/** Returns the time from the user's confirmation, after a press of the demo's `button`, until the chain has the result, in milliseconds. */
const confirm = async (page: Page, stack: Stack, button: string, count: Count): Promise<number> => {
  const nodeUrl = stack.urls.chainA
  await sleep(restMs)
  await page.getByRole('main').getByRole('button', { name: button }).click()
  const wallet = page.frameLocator('iframe')
  const accept = wallet.getByRole('button', { name: 'Confirm', disabled: false })
  const next = wallet.getByRole('button', { name: 'Scroll to review' })
  for (await accept.or(next).waitFor(); await next.isVisible(); await accept.or(next).waitFor())
    // At once: after a wait, the same button may be the one that confirms.
    await next.click({ force: true, timeout: 1_000 }).catch(() => undefined)
  await accept.waitFor()
  await sleep(restMs)
  const before = await count(nodeUrl)
  await accept.click()
  const deadline = Date.now() + timeoutMs
  while ((await count(nodeUrl)) === before) {
    if (Date.now() > deadline) throw new Error(`“${button}” has not reached the chain within ${timeoutMs / 1000} s`)
    await sleep(10)
  }
  const receiptMs = Date.now()
  const notes = await Promise.all(page.frames().map(readNotes))
  const clickMs = Math.max(...notes.map((each) => each.clickMs ?? 0))
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return receiptMs - clickMs
}
