import type { CaipNetworkId as NetworkId } from '@latchkey/chains'

/** `idle`: there is no account, or nothing has been requested yet. */
export type DataStatus = 'idle' | 'loading' | 'ready' | 'error'

/** `error`: the error's name (`docs/errors`), while `status` is `error`; data read before stays. */
type Read = {
  status: DataStatus
  error: string | null /** Milliseconds since 1970; null before. */
  updatedAtMs: number | null
}

/** A coin or token that the account holds. */
export type TokenHolding = {
  networkId: NetworkId
  /** Of the contract or mint; null for the network's own coin. */
  address: string | null
  name: string
  symbol: string
  decimals: number
  /** Decimal text, in whole tokens. */
  amount: string
  /** Of the whole balance, in US dollars; null without a price. */
  valueUsd: number | null
  iconUrl: string | null
}

/** The active account's balances on its network, its coin first. */
export type TokensState = Read & { tokens: readonly TokenHolding[]; totalUsd: number | null }

/** One row of the account's activity. */
export type ActivityItem = {
  id: string
  networkId: NetworkId
  hash: string
  /** In one word: send, receive, trade, approve, mint, burn, deploy, execute … */
  type: string
  status: 'confirmed' | 'failed' | 'pending'
  /** ISO 8601. */
  minedAt: string
  from: string
  to: string
  /** Null where no explorer is known. */
  explorerUrl: string | null
  transfers: readonly {
    direction: 'in' | 'out' | 'self'
    /** Decimal text, in whole tokens. */
    amount: string
    /** Null of an item (NFT), which has a name. */
    symbol: string | null
    name: string
    valueUsd: number | null
  }[]
}
/** The newest first, as far as it was read: `loadMore('activity')` reads on. */
export type ActivityState = Read & { items: readonly ActivityItem[]; hasMore: boolean; isLoadingMore: boolean }

/** The account's own profile: a name that resolves to its address, and an avatar (`data:` or `https:`). */
export type ProfileState = { name: string | null; avatar: string | null; explorerUrl: string | null }

export type NetworkInfo = {
  id: NetworkId
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
  explorerUrl: string | null
  isActive: boolean
}

type NetworksState = {
  networks: readonly NetworkInfo[]
  /** Networks that the active wallet has approved; absent without a wallet, and for one that accepts any network. */
  approvedCaipNetworkIds?: readonly NetworkId[]
  /** Whether the active wallet accepts any network; absent without a wallet. */
  supportsAllNetworks?: boolean
}

/** A wallet to choose, in Connect's order; during a search, a result. `id` is for `connectWallet`. */
export type WalletOption = {
  id: string
  name: string
  iconUrl: string | null
  /** It is in this browser; any other wallet is reached by WalletConnect, or has to be installed first. */
  isInstalled: boolean
  isRecent: boolean
}
export type WalletsState = {
  status: 'loading' | 'ready'
  wallets: readonly WalletOption[]
  search: string
  /** `loadMore('wallets')` reads on. */
  hasMore: boolean
}

/** A modal's data beyond the active accounts and networks. Read only on request. */
export type ModalData = {
  tokens: TokensState
  activity: ActivityState
  profile: ProfileState
  networks: NetworksState
  wallets: WalletsState
}
export type DataName = keyof ModalData

const nothing = { status: 'idle', error: null, updatedAtMs: null } as const

/** Before the first request. */
export const emptyData: ModalData = {
  tokens: { ...nothing, tokens: [], totalUsd: null },
  activity: { ...nothing, items: [], hasMore: false, isLoadingMore: false },
  profile: { name: null, avatar: null, explorerUrl: null },
  networks: { networks: [] },
  wallets: { status: 'loading', wallets: [], search: '', hasMore: false },
}
