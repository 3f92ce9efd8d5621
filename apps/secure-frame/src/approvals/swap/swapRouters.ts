/**
 * Reads the operator's list of exchanges, which the frame's server writes into the document: `eip155:1:0x…`, separated by commas. On Solana
 * they are programs, and market makers that sign beside the user. The API that builds swaps can't add to them.
 */

/** One or more routers, or none. */
export const swapRoutersText =
  /^(?:(?:eip155:[1-9]\d{0,15}:0x[0-9a-fA-F]{40}|solana:[1-9A-HJ-NP-Za-km-z]{32}:[1-9A-HJ-NP-Za-km-z]{32,44})(?:,(?!$)|$))*$/

/** The routers of one network. */
export const routersOn = (text: string, caipNetworkId: string): string[] =>
  text
    .split(',')
    .flatMap((each) => (each.startsWith(`${caipNetworkId}:`) ? [each.slice(caipNetworkId.length + 1)] : []))
