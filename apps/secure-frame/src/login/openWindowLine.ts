import * as z from 'zod/mini'

const message = z.discriminatedUnion('kind', [
  /** The window is there. */
  z.strictObject({ kind: z.literal('ready') }),
  /** Where it is to go. */
  z.strictObject({ kind: z.literal('go'), uri: z.string() }),
  /** Nobody needs it any more. */
  z.strictObject({ kind: z.literal('end') }),
  /** What the provider's answer is, as `resultUri` of the wire. */
  z.strictObject({ kind: z.literal('result'), resultUri: z.string() }),
  /** It was heard. */
  z.strictObject({ kind: z.literal('taken') }),
])
export type WindowMessage = z.output<typeof message>

export type WindowLine = { send(message: WindowMessage): void; close(): void }

/**
 * A line between documents of this origin that share storage: the wallet's own page and the windows in which its person signs
 * in. That page keeps no hold of any window (`Cross-Origin-Opener-Policy`), so they find each other by a name that both know.
 */
export const openWindowLine = (name: string, onMessage: (message: WindowMessage) => void): WindowLine => {
  const channel = new BroadcastChannel(`latchkey-window-${name}`)
  channel.addEventListener('message', ({ data }) => {
    const parsed = z.safeParse(message, data)
    if (parsed.success) onMessage(parsed.data)
  })
  return { send: (sent) => channel.postMessage(sent), close: () => channel.close() }
}
