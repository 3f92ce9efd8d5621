import * as z from 'zod/mini'

/** `name` of the meta element in which the server tells the wallet document its addresses. */
export const factsName = 'latchkey-frame'

const frameFacts = z.object({
  apiUrl: z.string(),
  custodyUrl: z.string(),
  vaultOrigin: z.string(),
  /** Exchanges that swaps may go through: `eip155:1:0x…`, with commas; empty for none. */
  swapRouters: z.string(),
})
/** Where the services and the vault are, and which exchanges are known; set by the server of the wallet origin, never by a page. */
export type FrameFacts = z.output<typeof frameFacts>

export const readFrameFacts = (document: Document): FrameFacts => {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${factsName}"]`)?.content ?? ''
  return z.parse(frameFacts, JSON.parse(content))
}
