import * as z from 'zod/mini'

const message = z.discriminatedUnion('kind', [
  /** The window is open. */
  z.strictObject({ kind: z.literal('ready') }),
  /** The URL for the window. */
  z.strictObject({ kind: z.literal('go'), uri: z.string() }),
  /** The window is no longer needed. */
  z.strictObject({ kind: z.literal('end') }),
  /** The provider's response, as `resultUri` of the wire. */
  z.strictObject({ kind: z.literal('result'), resultUri: z.string() }),
  /** The message was received. */
  z.strictObject({ kind: z.literal('taken') }),
])
export type WindowMessage = z.output<typeof message>

export type WindowLine = { send(message: WindowMessage): void; close(): void }

/**
 * Opens a channel between documents of this origin that share storage: the wallet's own page and the windows in which its
 * user signs in. That page has no reference to any window (`Cross-Origin-Opener-Policy`), so they share a channel name.
 */
export const openWindowLine = (name: string, onMessage: (message: WindowMessage) => void): WindowLine => {
  const channel = new BroadcastChannel(`latchkey-window-${name}`)
  channel.addEventListener('message', ({ data }) => {
    const parsed = z.safeParse(message, data)
    if (parsed.success) onMessage(parsed.data)
  })
  return { send: (sent) => channel.postMessage(sent), close: () => channel.close() }
}
