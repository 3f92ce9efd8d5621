/**
 * Moving the other account type's funds to the account that the site uses, on the active network.
 *
 * A smart account makes one operation of it, which is confirmed once. A standard account makes a transaction per token and then one of the
 * network's coin, as much as the fees have left: each is confirmed, planned and sent as from the form.
 */
import type { TokenBalance } from '@latchkey/api-client'
import { t } from '@latchkey/copy/moveFunds'
import { AppError } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import type { AccountType, NetworkId } from '../Modal.ts'
import { balanceUnitsOf } from '../send/amountRules.ts'
import type { Sender, SendTools, SendWish } from '../send/SendPlan.ts'
import { senderOf } from '../send/senders.ts'
import { servicesAtom } from '../services.ts'
import { accountAtom } from './accounts.ts'
import { announceAtom } from './announcement.ts'
import { activeSession, connectedSessionsAtom } from './connectedSessions.ts'
import { failed } from './failed.ts'
import { invalidateBalancesAtom } from './invalidateBalances.ts'
import { activeNetworkIdAtom } from './networks.ts'
import { holdingsAtom, otherFundsAtom, otherTokensAtom, refreshPortfolioAtom } from './portfolio.ts'
import { refreshTokensAtom } from './tokens.ts'

/** Specification section 9. */
const pollMs = 4000
/** The wait for a transaction before the coin is sent after it, in polls. */
const maxPolls = 75
/** The wait for the last one before balances are read without it, in polls. */
const lastPolls = 15

/** How often the receiving account is read until it shows the transfer, in polls: a server's response may be older than the move. */
const arrivalPolls = 4

/** EIP-5792: of `wallet_getCallsStatus`, not in a block yet. */
const pendingCalls = 100

/** `number` of `count` is with the wallet. `failed`: `done` of `count` tokens are on their way. */
export type Moving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'moving'; readonly number: number; readonly count: number }
  | { readonly kind: 'failed'; readonly done: number; readonly count: number; readonly error: AppError }

const idle: Moving = { kind: 'idle' }
const base = atom<Moving>(idle)
export const movingAtom = atom((get) => get(base))

type Move = {
  readonly from: string
  readonly to: string
  readonly tokens: readonly TokenBalance[]
  readonly tools: SendTools
  readonly sender: Sender
  after(ms: number): Promise<void>
  onStep(number: number): void
}

const isCoin = ({ address }: TokenBalance): boolean => address === undefined

const wishOf = ({ from, to, tools }: Move, token: TokenBalance, units: bigint): SendWish => ({
  network: tools.network,
  account: from,
  token,
  units,
  recipient: { address: to, name: null },
})

/** The coin that is left once the fee of sending it is kept back; 0 where the fee takes all of it. */
async function coinUnits({ sender, tools, from, to }: Move): Promise<bigint> {
  const { readBalance } = await import('../send/evmCalls.ts')
  const [balance, reserve] = await Promise.all([readBalance(tools, from), sender.reserve(tools, from, to)])
  const units = balance - (reserve ?? 0n)
  return units > 0n ? units : 0n
}

/** Waits until nothing is pending, for at most this many polls. A node that doesn't answer may do so the next time. */
async function settled({ after }: Move, polls: number, isPending: () => Promise<boolean>): Promise<void> {
  for (let asked = 0; asked < polls && (await isPending().catch(() => true)); asked++) await after(pollMs)
}

/** Everything in one operation; resolves once it is in a block, so that balances are read then. */
async function moveAtOnce(move: Move): Promise<void> {
  const { evmNetworkOf, hex, transferCall } = await import('../send/evmCalls.ts')
  const { tokens, tools, from, onStep } = move
  onStep(1)
  const calls = []
  for (const token of tokens) {
    const units = isCoin(token) ? await coinUnits(move) : balanceUnitsOf(token)
    if (units === 0n) continue
    const { from: _, ...call } = transferCall(wishOf(move, token, units))
    calls.push(call)
  }
  if (calls.length === 0) throw new AppError('INSUFFICIENT_FUNDS')
  const chainId = hex(evmNetworkOf(tools.network).id)
  const answer = await tools.request({
    method: 'wallet_sendCalls',
    params: [{ version: '2.0.0', chainId, from, atomicRequired: true, calls }],
  })
  const { id } = answer as { id: string }
  await settled(move, lastPolls, async () => {
    const { status } = (await tools.request({ method: 'wallet_getCallsStatus', params: [id] })) as { status: number }
    return status === pendingCalls
  })
}

/** Sends one transaction after the other, the coin last; resolves once all are in a block. */
async function moveOneByOne(move: Move): Promise<void> {
  const { tokens, tools, sender, onStep } = move
  const sent: string[] = []
  const allSettled = (polls: number) =>
    Promise.all(sent.map((id) => settled(move, polls, async () => (await sender.status?.(tools, id)) === 'pending')))
  for (const [index, token] of tokens.toSorted((a, b) => Number(isCoin(a)) - Number(isCoin(b))).entries()) {
    onStep(index + 1)
    if (isCoin(token)) await allSettled(maxPolls)
    const units = isCoin(token) ? await coinUnits(move) : balanceUnitsOf(token)
    if (units === 0n && sent.length > 0) return
    const plan = await sender.plan(tools, wishOf(move, token, units))
    if (units === 0n || plan.problem !== null) throw new AppError('INSUFFICIENT_FUNDS')
    sent.push(await sender.send(tools, plan))
  }
  await allSettled(lastPolls)
}

/**
 * Moves everything that the other account type holds on the active network to the active account. Resolves with whether it was sent; a
 * failure is shown. While it runs this does nothing. Never throws.
 */
export const moveFundsAtom = atom(null, async (get, set): Promise<boolean> => {
  const source = get(otherFundsAtom)
  const tokens = get(otherTokensAtom)
  const account = get(accountAtom)
  const network: NetworkId = get(activeNetworkIdAtom)
  const connector = activeSession(get(connectedSessionsAtom), 'eip155')?.connector
  if (get(base).kind === 'moving' || source === null || account === null || connector?.actAs === undefined) return false
  const isAtOnce = source.type === 'smartAccount'
  const count = isAtOnce ? 1 : tokens.length
  const unitsOf = ({ chainId, address }: TokenBalance): bigint => {
    const mine = get(holdingsAtom).find((each) => each.chainId === chainId && each.address === address)
    return mine === undefined ? 0n : balanceUnitsOf(mine)
  }
  const before = tokens.map((token) => [token, unitsOf(token)] as const)
  const after = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  const readBalances = (isForced: boolean) =>
    Promise.all([set(refreshTokensAtom, isForced), set(refreshPortfolioAtom, isForced)])
  let done = 0
  const { askNode, clock } = get(servicesAtom)
  try {
    set(base, { kind: 'moving', number: 1, count })
    const type: AccountType = source.type
    const load = senderOf('eip155', type)
    if (load === undefined) throw new AppError('CHAIN_NOT_SUPPORTED')
    const sender = await load()
    await connector.actAs(type, async (request) => {
      const move: Move = {
        from: source.address,
        to: account.address,
        tokens,
        sender,
        tools: { network, isEmbedded: true, request, ask: (method, params) => askNode(network, { method, params }) },
        after,
        onStep(number) {
          done = number - 1
          set(base, { kind: 'moving', number, count })
        },
      }
      await (isAtOnce ? moveAtOnce(move) : moveOneByOne(move))
    })
    // Funds must not seem lost: the total is shown once it includes the moved funds.
    set(invalidateBalancesAtom)
    for (let asked = 1; asked <= arrivalPolls; asked++) {
      await readBalances(true)
      if (before.every(([token, units]) => unitsOf(token) > units) || asked === arrivalPolls) break
      await after(pollMs)
    }
    set(base, idle)
    set(announceAtom, t('moved'))
    return true
  } catch (thrown) {
    set(base, { kind: 'failed', done, count, error: failed(get, 'moveFunds', thrown) })
    return false
  } finally {
    set(invalidateBalancesAtom)
    void readBalances(false)
  }
})

/** The failure has been seen. */
export const forgetMoveAtom = atom(null, (get, set) => {
  if (get(base).kind === 'failed') set(base, idle)
})
