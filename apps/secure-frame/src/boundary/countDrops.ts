import { t } from '@latchkey/copy/walletFrame'
import type { DropReason } from '@latchkey/protocol'

/** Why a message was not delivered; `hello`: a second one, or one without its port. */
export type Drop = DropReason | 'hello'

export type DropCounts = Readonly<Record<Drop, number>>

/** Counts the messages that were dropped and warns once for each kind: a page may send any number of them. */
export const countDrops = (warn: (text: string) => void) => {
  const counts = { source: 0, shape: 0, origin: 0, hello: 0 }
  return {
    counts: (): DropCounts => ({ ...counts }),
    drop(reason: Drop): void {
      counts[reason]++
      if (counts[reason] === 1) warn(t(`dropped.${reason}`))
    },
  }
}
