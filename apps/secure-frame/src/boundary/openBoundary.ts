import type { ReceiverLike, WindowLike } from '@latchkey/protocol'
import { createHost, decodeAppMessage, encodeReady, type Handlers, windowPort } from '@latchkey/protocol'
import { countDrops } from './countDrops.ts'
import type { Log } from './createLog.ts'
import type { OriginGate } from './createOriginGate.ts'
import { asPage, type Page } from './Page.ts'
import { withNotes } from './withNotes.ts'

export type BoundaryOptions = {
  self: ReceiverLike
  parent: WindowLike
  gate: OriginGate
  projectId: string
  handlers: Handlers<Page>
  log: Log
}

/**
 * Opens the line to the page (wire design, profile 4).
 *
 * A message counts only if it comes from our parent window, has a known shape, and its origin is the pinned one; then
 * it reaches its handler parsed, with the `Page` that sent it. READY goes out once we listen. It carries nothing secret,
 * so where the browser does not tell who embeds us it is the one message that goes to anybody.
 */
export const openBoundary = ({ self, parent, gate, projectId, handlers, log }: BoundaryOptions) => {
  const drops = countDrops(log.warn)
  const port = windowPort({
    self,
    peer: () => parent,
    peerOrigin: gate.pinned,
    isMessage: (data) => decodeAppMessage(data) !== null,
    acceptsOrigin: gate.accepts,
    onDrop: drops.drop,
  })
  const host = createHost<Page>({
    port,
    handlers: withNotes(handlers, log),
    admit: async () => {
      const origin = gate.pinned()
      if (origin === null) throw new Error('A message was delivered before its origin was pinned')
      return asPage(origin, projectId)
    },
    onFailure: ({ name, error }) => {
      if (error.ref !== undefined) log.warn(`${name} failed (reference ${error.ref}): ${describe(error.cause)}`)
    },
  })
  const ready = encodeReady({ version: '4', profile: 4, capabilities: [] })
  parent.postMessage(ready, gate.pinned() ?? '*') // READY
  return { close: host.close, drops: drops.counts }
}

/** The kind of a failure nobody expected; its message may quote what was being handled, so it stays here. */
const describe = (cause: unknown): string => (cause instanceof Error ? cause.name : typeof cause)
