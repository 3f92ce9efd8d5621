import * as z from 'zod/mini'

/** The `name` of the meta element in which the server passes the wallet document its addresses. */
export const factsName = 'latchkey-frame'

const frameFacts = z.object({
  apiUrl: z.string(),
  custodyUrl: z.string(),
  vaultOrigin: z.string(),
  /** Exchanges that swaps may go through: `eip155:1:0x…`, with commas; empty for none. */
  swapRouters: z.string(),
})
/** The addresses of the services and the vault, and the known exchanges; set by the wallet origin's server, never by a page. */
export type FrameFacts = z.output<typeof frameFacts>

export const readFrameFacts = (document: Document): FrameFacts => {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${factsName}"]`)?.content ?? ''
  return z.parse(frameFacts, JSON.parse(content))
}
