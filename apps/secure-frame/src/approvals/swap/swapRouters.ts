/**
 * The exchanges that the operator of the wallet knows, as the frame's server writes them into the document: `eip155:1:0x…` with commas between
 * them. The api that builds swaps cannot add to them.
 */

/** One or more routers, or none. */
export const swapRoutersText = /^(?:eip155:[1-9]\d{0,15}:0x[0-9a-fA-F]{40}(?:,(?!$)|$))*$/

/** The routers of one network. */
export const routersOn = (text: string, caipNetworkId: string): string[] =>
  text
    .split(',')
    .flatMap((each) => (each.startsWith(`${caipNetworkId}:0x`) ? [each.slice(caipNetworkId.length + 1)] : []))
