import { type AccountTransaction, accountTransaction } from '@latchkey/api-client'
import { formatAmount } from '@latchkey/chains'
import { rpcMethods } from '@latchkey/protocol'
import { parseJson } from '@latchkey/protocol/parseJson'
import { atom, type Getter, type Setter } from 'jotai/vanilla'
import type { RequestArguments } from '../connectors/Eip1193Provider.ts'
import { isSameAddress } from '../send/isSameAddress.ts'
import { isOperationMark, type SendPlan } from '../send/SendPlan.ts'
import { servicesAtom } from '../services.ts'
import { namespaceOf } from '../storedConnections.ts'
import { type ConnectedSession, connectedSessionsAtom } from './connectedSessions.ts'
import { findNetworkAtom } from './networks.ts'
import type { AccountOnNetwork } from './send/form.ts'

/** Specification section 9. */
const maxPending = 99
const dayMs = 86_400_000
/** A Solana transaction is in a block while its blockhash is valid, or never. */
const solanaLifeMs = 300_000
/** How long a node may not know a transaction that a wallet has sent through another one. */
const spreadMs = 60_000

/** A transaction that was sent from here, as the history will have it. */
type Pending = { readonly account: string; readonly transaction: AccountTransaction }
type Transfers = AccountTransaction['transfers']

const changes = atom(0)

/** An EVM hash in lower case; elsewhere case matters. */
const normalise = (hash: string): string => (hash.startsWith('0x') ? hash.toLowerCase() : hash)

const sentMs = ({ metadata }: AccountTransaction): number => Date.parse(metadata.minedAt)

const readRows = (get: Getter) => {
  const stored = parseJson(get(servicesAtom).storage.read('pending') ?? '[]')
  return Array.isArray(stored) ? stored : []
}

/** Returns the valid rows of the last day, the newest first. */
const readPending = (get: Getter): readonly Pending[] => {
  const { clock } = get(servicesAtom)
  const rows = readRows(get).slice(0, maxPending)
  return rows.flatMap((row) => {
    const { data: transaction } = accountTransaction.safeParse(row?.transaction)
    if (transaction === undefined || typeof row.account !== 'string') return []
    const lifeMs = transaction.metadata.chain.startsWith('solana:') ? solanaLifeMs : dayMs
    return clock.now() - sentMs(transaction) < lifeMs ? [{ account: row.account, transaction }] : []
  })
}

const writePending = (get: Getter, set: Setter, all: readonly Pending[]): void => {
  const { storage } = get(servicesAtom)
  if (all.length === 0) storage.remove('pending')
  else storage.write('pending', JSON.stringify(all.slice(0, maxPending)))
  set(changes, get(changes) + 1)
}

/** Returns an account's pending transactions on a network, the last first, also those of other tabs. */
export const pendingOfAtom = atom((get) => {
  get(changes)
  return ({ network, account }: AccountOnNetwork): readonly AccountTransaction[] =>
    readPending(get)
      .filter((row) => row.account === account && row.transaction.metadata.chain === network)
      .map(({ transaction }) => transaction)
})

type Sent = Pick<AccountTransaction['metadata'], 'operationType' | 'sentTo' | 'nonce'> & { transfers: Transfers }

const keepAtom = atom(null, (get, set, { network, account }: AccountOnNetwork, id: string, sent: Sent) => {
  // The user has disconnected since: nothing of the account is stored.
  if (!get(connectedSessionsAtom).some(({ session }) => session.accounts.some(({ address }) => address === account)))
    return
  const hash = normalise(id)
  const { transfers, ...about } = sent
  const minedAt = new Date(get(servicesAtom).clock.now()).toISOString()
  const transaction: AccountTransaction = {
    id: `${network}:${hash}`,
    metadata: { ...about, hash, minedAt, sentFrom: account, status: 'pending', chain: network },
    transfers,
  }
  const others = readPending(get).filter((row) => row.transaction.id !== transaction.id)
  writePending(get, set, [{ account, transaction }, ...others])
})

const transferOf = (
  { name, symbol, iconUrl }: { name: string; symbol: string; iconUrl?: string },
  units: bigint,
  decimals: number,
  isOwn = false,
): Transfers[number] => ({
  fungible_info: { name, symbol, icon: iconUrl ? { url: iconUrl } : null },
  direction: isOwn ? 'self' : 'out',
  quantity: { numeric: formatAmount(units, decimals) },
})

/** Keeps a transfer or swap that the modal has sent. What a swap returns is known once it is in a block. */
export const keepSentPlanAtom = atom(null, (_, set, plan: SendPlan, id: string) => {
  const { mark, token, units, recipient, swap, account } = plan
  // A smart account's operation is in a transaction of the bundler.
  if (isOperationMark(mark)) return
  set(keepAtom, plan, id, {
    operationType: swap === undefined ? 'send' : 'trade',
    sentTo: recipient.address,
    nonce: mark !== null && 'nonce' in mark ? mark.nonce : 0,
    transfers: [
      transferOf(token, units, Number(token.quantity.decimals), swap === undefined && recipient.address === account),
    ],
  })
})

/** The sender, recipient, amount and data of `eth_sendTransaction`. */
const readEvmCall = (params: unknown) => {
  const [call = {}] = rpcMethods.eth_sendTransaction.params.safeParse(params).data ?? []
  const { from, to, value, data, input = data } = call
  const isUnits = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
  const hasData = typeof input === 'string' && input !== '0x'
  return {
    from: typeof from === 'string' ? from : null,
    sentTo: typeof to === 'string' ? to : '',
    units: isUnits ? BigInt(value) : 0n,
    operationType: hasData ? (typeof to === 'string' ? 'execute' : 'deploy') : 'send',
  }
}

/** Keeps a transaction that the page has sent through its provider. Other calls are ignored. */
export const keepRequestedAtom = atom(
  null,
  (get, set, { session, address }: ConnectedSession, { method, params }: RequestArguments, answer: unknown) => {
    const { network, kinds } = session
    if (kinds?.type === 'smartAccount') return
    if (method === 'eth_sendTransaction') {
      const hash = rpcMethods.eth_sendTransaction.result.safeParse(answer).data
      const { from, units, ...about } = readEvmCall(params)
      // A page may send from any account that the wallet has granted.
      const sender = session.accounts.find((each) => isSameAddress(each.address, from))?.address ?? address
      const coin = get(findNetworkAtom)(network)?.nativeCurrency
      const transfers = coin === undefined || units === 0n ? [] : [transferOf(coin, units, coin.decimals)]
      if (hash !== undefined) set(keepAtom, { network, account: sender }, hash, { ...about, nonce: 0, transfers })
    }
    if (method === 'solana_signAndSendTransaction') {
      const sent = rpcMethods.solana_signAndSendTransaction.result.safeParse(answer).data
      const about = { operationType: 'execute', sentTo: '', nonce: 0, transfers: [] }
      if (sent !== undefined) set(keepAtom, { network, account: address }, sent.signature, about)
    }
  },
)

/** Whether a node still has an EVM transaction in its pool. Where that can't be read, it counts as pending. */
const isInPool = async (get: Getter, { metadata }: AccountTransaction): Promise<boolean> => {
  const found = await get(servicesAtom)
    .askNode(metadata.chain as AccountOnNetwork['network'], {
      method: 'eth_getTransactionByHash',
      params: [metadata.hash],
    })
    .catch(() => undefined)
  if (found === undefined) return true
  return typeof found === 'object' && found !== null && 'blockNumber' in found && found.blockNumber === null
}

/**
 * Forgets an account's transactions that its history lists, and after a minute those that are in a block or were dropped, as nodes report;
 * of all accounts, those that are too old. Never throws.
 */
export const settlePendingAtom = atom(
  null,
  async (get, set, place: AccountOnNetwork, listed: readonly AccountTransaction[]): Promise<void> => {
    const hashes = new Set(listed.map(({ metadata }) => normalise(metadata.hash)))
    const isOld = (transaction: AccountTransaction) => get(servicesAtom).clock.now() - sentMs(transaction) > spreadMs
    const isPending = async (transaction: AccountTransaction): Promise<boolean> => {
      if (hashes.has(transaction.metadata.hash)) return false
      return namespaceOf(place.network) !== 'eip155' || !isOld(transaction) || isInPool(get, transaction)
    }
    const pending = get(pendingOfAtom)(place)
    const states = await Promise.all(pending.map(isPending))
    const settled = new Set(pending.filter((_, index) => !states[index]).map(({ id }) => id))
    const rows = readPending(get).filter(({ transaction }) => !settled.has(transaction.id))
    if (rows.length < readRows(get).length) writePending(get, set, rows)
  },
)
