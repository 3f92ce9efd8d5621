/** The available subscriptions. The names give `<name>Subscribe`, `<name>Unsubscribe` and `<name>Notification`. */
import * as z from 'zod'
import { accountJson } from './accountJson.ts'
import type { Ledger, LedgerRecord } from './Ledger.ts'
import * as params from './params.ts'
import { slotMs } from './slotClock.ts'

/**
 * Starts a subscription; the first notification is never synchronous. Returns a function that ends it. Throws `RpcError` for bad
 * parameters.
 */
export type Feed = (given: unknown, tell: (value: unknown) => void) => () => void

export const feedsOf = (ledger: Ledger) =>
  ({
    signature: (given, tell) => {
      const [signature] = parsed(z.tuple([params.signature]).rest(z.unknown()), given)
      const tellOf = ({ slot, signature: of, meta }: LedgerRecord): void => {
        if (of !== signature) return
        end()
        tell({ context: { slot }, value: { err: meta.err } })
      }
      const end = ledger.onRecord(tellOf)
      const known = ledger.find(signature)
      // After the response that names the subscription.
      if (known !== undefined) setImmediate(tellOf, known)
      return end
    },
    account: (given, tell) => {
      const [of, how] = parsed(z.tuple([params.account, params.accountSettings]), given)
      return ledger.onRecord(({ slot, accounts }) => {
        const account = ledger.account(of)
        if (!account.exists || !accounts.some(({ address, isWritable }) => isWritable && address === of)) return
        tell({ context: { slot }, value: accountJson(account, how, ledger) })
      })
    },
    slot: (_, tell) => {
      const { clock } = ledger
      let last = clock.slot()
      const timer = setInterval(() => {
        const slot = clock.slot()
        if (slot === last) return
        last = slot
        tell({ parent: slot - 1, root: slot, slot })
      }, slotMs / 2)
      return () => clearInterval(timer)
    },
  }) as const satisfies Record<string, Feed>

const parsed = <Params extends z.ZodType>(shape: Params, given: unknown): z.output<Params> =>
  params.method(shape, (value) => value)(given) as z.output<Params>
