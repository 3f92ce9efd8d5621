import type { Members } from './answerCalls.ts'

/** A proposal or a session's namespaces (CAIP-25), as far as we read them. */
export type Proposed = Readonly<
  Record<
    string,
    { readonly chains?: readonly string[]; readonly methods: readonly string[]; readonly events: readonly string[] }
  >
>
export type Approved = Record<string, { chains: string[]; accounts: string[]; methods: string[]; events: string[] }>

/** A wallet's addresses, the active one first. */
const from = (addresses: readonly string[], selected: number): string[] => [
  ...addresses.slice(selected),
  ...addresses.slice(0, selected),
]

/** Returns the part of a proposal that the members can serve. `selected` is the active account. */
export const approvedNamespaces = (members: Members, proposed: Proposed, selected: number): Approved => {
  const approved: Approved = {}
  for (const [key, { chains = [key], methods, events }] of Object.entries(proposed)) {
    const namespace = key.split(':', 1)[0] ?? ''
    const known = members.evm?.chainIds.map((id) => `eip155:${id}`) ?? []
    const { taken, addresses } =
      namespace === 'eip155'
        ? { taken: chains.filter((chain) => known.includes(chain)), addresses: members.evm?.addresses }
        : namespace === 'solana'
          ? { taken: chains, addresses: members.solana?.addresses }
          : { taken: chains, addresses: namespace === 'bip122' ? members.bitcoin?.addresses : undefined }
    if (addresses === undefined || taken.length === 0) continue
    approved[namespace] = {
      chains: [...taken],
      accounts: taken.flatMap((chain) => from(addresses, selected).map((address) => `${chain}:${address}`)),
      methods: [...methods],
      events: [...events],
    }
  }
  return approved
}
