import type { DropReason } from '@latchkey/protocol'

/** Why a message was not delivered; `hello`: a second one, or one without its port. */
export type Drop = DropReason | 'hello'

const words = {
  source: 'a message did not come from the page that embeds this wallet',
  shape: 'a message is not one of the protocol',
  origin: 'the page that sent a message is not listed for this project',
  hello: 'the page said HELLO without its port, or once too often',
} as const satisfies Record<Drop, string>

export type DropCounts = Readonly<Record<Drop, number>>

/** Counts the messages that were dropped and warns once for each kind: a page may send any number of them. */
export const countDrops = (warn: (text: string) => void) => {
  const counts = { source: 0, shape: 0, origin: 0, hello: 0 }
  return {
    counts: (): DropCounts => ({ ...counts }),
    drop(reason: Drop): void {
      counts[reason]++
      if (counts[reason] === 1) warn(`${words[reason]}; such messages are ignored`)
    },
  }
}
