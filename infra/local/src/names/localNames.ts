import type { Address } from 'viem'

/** A name on the local chains, and its addresses. No one has the keys of these addresses. */
export type LocalName = {
  name: string
  address: Address
  /** Absent: the name has no Solana address. */
  solana?: string
  texts?: Readonly<Record<string, string>>
  /** The address's primary name; null for none. */
  reverse: string | null
  /** `gateway`: stored off-chain, at the local gateway (ERC-3668). */
  keptBy: 'chain' | 'gateway'
}

const adasPicture =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA0OCA0OCI+PHJlY3Qgd2lkdGg9IjQ4IiBoZWlnaHQ9IjQ4IiBmaWxsPSIjN2E0ZGQ4Ii8+PGNpcmNsZSBjeD0iMjQiIGN5PSIyNCIgcj0iMTIiIGZpbGw9IiNmZmQ5NWEiLz48L3N2Zz4='

/** Names that resolve from the start. */
export const localNames = {
  ada: {
    name: 'ada.eth',
    address: '0x10CB9Aa0CB23856dA6F022D52B4d2334A14aD9A7',
    texts: { avatar: adasPicture },
    reverse: 'ada.eth',
    keptBy: 'chain',
  },
  grace: {
    name: 'grace.eth',
    address: '0x894E77ab53b0D073535569B7225BA8D36803ae44',
    solana: '5j5ogTi73MUmMtpXsXwcGRSf2oAYJ4K79keiSqqfPZey',
    texts: { avatar: 'https://pictures.example/grace.png' },
    reverse: 'grace.eth',
    keptBy: 'chain',
  },
  alan: {
    name: 'alan.team.eth',
    address: '0xdFdEf94D09F383c63d8100A144937Ed270348454',
    solana: 'B8TvZvtcoLSTgnQPdBSTwK4D7YAhHVGtiXReN1kBQGBs',
    reverse: 'alan.team.eth',
    keptBy: 'gateway',
  },
  /** Claims the name Ada, which resolves to another address. */
  mallory: {
    name: 'mallory.eth',
    address: '0x7A5481aFb82c579dA5A3FeE5F08107caCCCDB9c8',
    reverse: 'ada.eth',
    keptBy: 'chain',
  },
} as const satisfies Record<string, LocalName>

export const allLocalNames: readonly LocalName[] = Object.values(localNames)

/** The gateway resolves every name under this one. */
export const gatewayZone = 'team.eth'

/** The api resolves names below this one: accounts can register them. */
export const localZone = 'latchkey.eth'
