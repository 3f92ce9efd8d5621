import type { ApiClient, EndpointResponse, walletEndpoints } from '@latchkey/api-client'
import { type EvmAddress, type EvmNetwork, type Hex, parseEvmAddress } from '@latchkey/chains'
import { AppError, isAppError } from '@latchkey/protocol'
import { readToken, type TokenFacts } from '../../../approvals/token/readToken.ts'
import type { Page } from '../../../boundary/Page.ts'
import type { ChainReader } from '../../../chain/createChainReader.ts'
import { findKnown } from '../../../chain/networkOf.ts'
import type { Caller } from '../../../session/Caller.ts'
import type { Session } from '../../../session/Session.ts'
import type { SmartAccounts } from '../../../smartAccount/createSmartAccounts.ts'
import type { AskOnPage } from '../permissions/askOnPage.ts'

/** An amount in base units, `'collection'`: every item of an NFT collection; null when the chain can't be reached. */
export type AllowedAmount = bigint | 'collection' | null

/** A spender's current right, according to the chain: an ERC-20 allowance, or a whole NFT collection. */
export type ShownAllowance = {
  readonly account: EvmAddress
  readonly isSmartAccount: boolean
  readonly network: EvmNetwork
  /** The token's or the collection's contract. */
  readonly token: EvmAddress
  /** The metadata of the token's contract; null when it has none that can be shown. */
  readonly facts: TokenFacts | null
  /** The spender; for a collection, the operator. */
  readonly spender: EvmAddress
  readonly amount: AllowedAmount
  /** When it was last set, ISO 8601. */
  readonly setAt: string
}

export type AllowanceList = {
  readonly shown: readonly ShownAllowance[]
  /** Reads older entries from the index; null when there are no more. */
  readonly more: (() => Promise<AllowanceList>) | null
  /** The networks whose allowances can't be listed at all, and those whose list may be incomplete, by name. */
  readonly notIndexed: readonly string[]
  readonly incomplete: readonly string[]
}

export type AllowancesDeps = {
  page: Page
  session: Pick<Session, 'preferAccount' | 'requireCallerOnChain'>
  client: Pick<ApiClient<typeof walletEndpoints>, 'call'>
  chain: (caipNetworkId: string) => ChainReader
  ask: AskOnPage
  smartAccounts: Pick<SmartAccounts, 'networks' | 'on'>
  /** Milliseconds since 1970. */
  now: () => number
  wait?: (ms: number) => Promise<void>
}

type Found = EndpointResponse<'accountAllowances'>
type Candidate = Found['allowances'][number] & { account: EvmAddress; isSmartAccount: boolean; network: EvmNetwork }

/** The number of allowances read from their tokens at a time. */
const pageSize = 50
/** The time to wait for the network to confirm a revocation, and the polling interval. */
const timeoutMs = 60_000
const everyMs = 2_000

/** Lists the allowances of a user's accounts, and revokes them. */
export const openAllowances = (deps: AllowancesDeps) => {
  const { page, session, client, chain, ask, smartAccounts, now } = deps
  const wait = deps.wait ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))

  const accountsOf = async (owner: EvmAddress): Promise<readonly EvmAddress[]> => {
    const smart = await Promise.all(smartAccounts.networks.map((chainId) => smartAccounts.on(chainId, owner)))
    const addresses = smart.flatMap((account) => (account === null ? [] : parseEvmAddress(account.address)))
    return [...new Set([owner, ...addresses])]
  }

  type Right = Pick<Candidate, 'network' | 'account' | 'token' | 'spender'>
  /** Returns the word that a contract answers: 0 when it doesn't have the function, null when the chain can't be reached. */
  const readWord = async ({ network, token }: Right, data: Hex): Promise<bigint | null> => {
    try {
      const answer = await chain(network.caipNetworkId)('eth_call', [{ to: token, data }, 'latest'])
      return /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : 0n
    } catch (error) {
      return isAppError(error, 'EXECUTION_REVERTED') ? 0n : null
    }
  }
  const readAmount = (right: Right) => readWord(right, encodeAllowance(right.account, parseEvmAddress(right.spender)))
  const readOperator = (right: Right) =>
    readWord(right, encodeIsApprovedForAll(right.account, parseEvmAddress(right.spender)))
  /** Returns the spender's current right. A contract may be both a token and a collection. */
  const readRights = async (right: Right): Promise<readonly AllowedAmount[]> => {
    const [amount, isOperator] = await Promise.all([readAmount(right), readOperator(right)])
    if (isOperator === 1n) return amount === 0n || amount === null ? ['collection'] : [amount, 'collection']
    if (amount === 0n) return isOperator === null ? [null] : []
    return [amount]
  }

  const show = async (candidate: Candidate): Promise<readonly ShownAllowance[]> => {
    const rights = await readRights(candidate)
    if (rights.length === 0) return []
    const { account, isSmartAccount, network, setAt } = candidate
    const facts = await readToken(candidate.token, chain(network.caipNetworkId)).catch(() => null)
    const [token, spender] = [parseEvmAddress(candidate.token), parseEvmAddress(candidate.spender)]
    return rights.map((amount) => ({ account, isSmartAccount, network, token, facts, spender, amount, setAt }))
  }

  const readPage = async (
    candidates: readonly Candidate[],
    about: Pick<AllowanceList, 'notIndexed' | 'incomplete'>,
  ): Promise<AllowanceList> => {
    const rest = candidates.slice(pageSize)
    return {
      ...about,
      shown: (await Promise.all(candidates.slice(0, pageSize).map(show))).flat(),
      more: rest.length === 0 ? null : () => readPage(rest, about),
    }
  }

  return {
    async allowances(caller: Caller): Promise<AllowanceList> {
      const owner = parseEvmAddress(caller.smartAccount?.owner ?? caller.address)
      const accounts = await accountsOf(owner)
      const lists = await Promise.all(
        accounts.map((address) => client.call('accountAllowances', { projectId: page.projectId, address })),
      )
      const candidates = lists.flatMap(({ allowances }, index) =>
        allowances.flatMap((each): readonly Candidate[] => {
          const network = findKnown(each.chainId)
          if (network?.chainNamespace !== 'eip155') return []
          const account = accounts[index] ?? owner
          return [{ ...each, network, account, isSmartAccount: account !== owner }]
        }),
      )
      return await readPage(candidates, {
        notIndexed: namesOf(lists.flatMap((list) => list.notIndexed)),
        incomplete: namesOf(lists.flatMap((list) => list.incomplete)),
      })
    },

    async endAllowance(allowance: ShownAllowance): Promise<'ended' | 'sent'> {
      const { account, isSmartAccount, network, token, spender } = allowance
      // The call that revokes a token allowance would grant an item of a collection: never guess which it is.
      const rights = allowance.amount === null ? await readRights(allowance) : [allowance.amount]
      if (rights.includes(null)) throw new AppError('CHAIN_UNREACHABLE')
      const isCollection = rights[0] === 'collection'
      const hasEnded = async () => (await (isCollection ? readOperator(allowance) : readAmount(allowance))) === 0n
      if (rights.length === 0 || (await hasEnded())) return 'ended'
      await session.preferAccount(page, isSmartAccount ? 'smartAccount' : 'eoa')
      const caller = await session.requireCallerOnChain(page, network.caipNetworkId)
      if (caller.address !== account) throw new AppError('UNAUTHORIZED')
      const data = isCollection ? encodeEndOperator(spender) : encodeApproveNothing(spender)
      await ask('eth_sendTransaction', [{ from: account, to: token, data }], caller, network)
      for (const until = now() + timeoutMs; now() < until; await wait(everyMs)) if (await hasEnded()) return 'ended'
      return 'sent'
    },
  }
}

const word = (address: EvmAddress): string => address.slice(2).toLowerCase().padStart(64, '0')
/** Calldata of `allowance(address,address)` (ERC-20). */
const encodeAllowance = (owner: EvmAddress, spender: EvmAddress): Hex => `0xdd62ed3e${word(owner)}${word(spender)}`
/** Calldata of `approve(address,uint256)` with 0 (ERC-20). */
const encodeApproveNothing = (spender: EvmAddress): Hex => `0x095ea7b3${word(spender)}${'0'.repeat(64)}`

/** Calldata of `isApprovedForAll(address,address)` (ERC-721, ERC-1155). */
const encodeIsApprovedForAll = (owner: EvmAddress, operator: EvmAddress): Hex =>
  `0xe985e9c5${word(owner)}${word(operator)}`
/** Calldata of `setApprovalForAll(address,bool)` with false (ERC-721, ERC-1155). */
const encodeEndOperator = (operator: EvmAddress): Hex => `0xa22cb465${word(operator)}${'0'.repeat(64)}`

const namesOf = (chainIds: readonly string[]): readonly string[] =>
  [...new Set(chainIds)].map((chainId) => findKnown(chainId)?.name ?? chainId)
