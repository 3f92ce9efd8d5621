import type { Ground } from '../Scenario.ts'
import { answerSoFar, ask, buttonInside, openWallet, realmAt, startAsking, until } from './testUser.ts'

/** The wallet's messages when it stops a swap. It may report other faults of the same request too. */
export const swapStops = {
  recipient: 'This swap pays someone else',
  router: 'Your wallet doesn’t recognize this exchange',
  amount: 'This swap uses a different amount',
  received: 'This swap has a different minimum',
  allowance: 'This swap allows too much',
  more: 'This does more than the swap you saw',
  fee: 'This swap offers too high a fee',
  table: 'The wallet can’t read this transaction',
} as const
const stops: readonly string[] = Object.values(swapStops)

/** Requests a swap. Returns the title under which the wallet has stopped it, with nothing to confirm and no result for the page. */
export const stopOf = async ({ stage, openTab }: Ground, request: object): Promise<string> => {
  const tab = await openTab()
  await openWallet(stage, tab)
  await startAsking(tab, 'RPC_REQUEST', request)
  const wallet = realmAt(tab, stage.urls.wallet)
  const titles = await until(() =>
    wallet.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
      const titles = [...document.querySelectorAll('[part~=notice-title]')].map(({ textContent }) => textContent)
      return buttons.includes('Close') ? titles : null
    }, undefined),
  )
  const button = await buttonInside(stage, tab)
  await ask(tab, 'RPC_ABORT')
  const answer = await answerSoFar(tab)
  await tab.close()
  const stop = titles.map((title) => title?.replace(/^\w+: /, '')).find((title) => stops.includes(title ?? ''))
  const isStopped = button === null && stop !== undefined && (answer === undefined || 'error' in answer)
  return isStopped ? stop : `not stopped: ${titles.join()} ${JSON.stringify(answer)}`
}
