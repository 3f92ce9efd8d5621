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

/** An ERC-20 allowance as the chain has it now. */
export type ShownAllowance = {
  readonly account: EvmAddress
  readonly isSmartAccount: boolean
  readonly network: EvmNetwork
  readonly token: EvmAddress
  /** What the token's contract reports of itself; null when it reports nothing that can be shown. */
  readonly facts: TokenFacts | null
  readonly spender: EvmAddress
  /** In base units; null when the chain can't be asked. */
  readonly amount: bigint | null
  /** When it was last set, ISO 8601. */
  readonly setAt: string
}

export type AllowanceList = {
  readonly shown: readonly ShownAllowance[]
  /** Reads more of what the index has found, older ones; null when that was all. */
  readonly more: (() => Promise<AllowanceList>) | null
  /** Names of networks whose allowances can't be listed at all, and of those whose list may lack some. */
  readonly notIndexed: readonly string[]
  readonly incomplete: readonly string[]
}

export type AllowancesDeps = {
  page: Page
  session: Pick<Session, 'preferAccount' | 'callerOn'>
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

/** How many allowances are read from their tokens at a time. */
const pageSize = 50
/** How long the page waits for the network to end an allowance, and how often it looks. */
const patienceMs = 60_000
const everyMs = 2_000

/** What a user's accounts let others move of their tokens, and its end. */
export const openAllowances = (deps: AllowancesDeps) => {
  const { page, session, client, chain, ask, smartAccounts, now } = deps
  const wait = deps.wait ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))

  const accountsOf = async (owner: EvmAddress): Promise<readonly EvmAddress[]> => {
    const smart = await Promise.all(smartAccounts.networks.map((chainId) => smartAccounts.on(chainId, owner)))
    const addresses = smart.flatMap((account) => (account === null ? [] : parseEvmAddress(account.address)))
    return [...new Set([owner, ...addresses])]
  }

  const readAmount = async ({
    network,
    account,
    token,
    spender,
  }: Pick<Candidate, 'network' | 'account' | 'token' | 'spender'>) => {
    try {
      const data = encodeAllowance(account, parseEvmAddress(spender))
      const answer = await chain(network.caipNetworkId)('eth_call', [{ to: token, data }, 'latest'])
      // What answers in another shape is no token: it has no allowances.
      return /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : 0n
    } catch (error) {
      return isAppError(error, 'EXECUTION_REVERTED') ? 0n : null
    }
  }

  const show = async (candidate: Candidate): Promise<readonly ShownAllowance[]> => {
    const amount = await readAmount(candidate)
    if (amount === 0n) return []
    const { account, isSmartAccount, network, setAt } = candidate
    const facts = await readToken(candidate.token, chain(network.caipNetworkId)).catch(() => null)
    const [token, spender] = [parseEvmAddress(candidate.token), parseEvmAddress(candidate.spender)]
    return [{ account, isSmartAccount, network, token, facts, spender, amount, setAt }]
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
      if ((await readAmount(allowance)) === 0n) return 'ended'
      await session.preferAccount(page, isSmartAccount ? 'smartAccount' : 'eoa')
      const caller = await session.callerOn(page, network.caipNetworkId)
      if (caller.address !== account) throw new AppError('UNAUTHORIZED')
      const data = encodeApproveNothing(spender)
      await ask('eth_sendTransaction', [{ from: account, to: token, data }], caller, network)
      for (const until = now() + patienceMs; now() < until; await wait(everyMs))
        if ((await readAmount(allowance)) === 0n) return 'ended'
      return 'sent'
    },
  }
}

const word = (address: EvmAddress): string => address.slice(2).toLowerCase().padStart(64, '0')
/** Calldata of `allowance(address,address)` (ERC-20). */
const encodeAllowance = (owner: EvmAddress, spender: EvmAddress): Hex => `0xdd62ed3e${word(owner)}${word(spender)}`
/** Calldata of `approve(address,uint256)` with 0 (ERC-20). */
const encodeApproveNothing = (spender: EvmAddress): Hex => `0x095ea7b3${word(spender)}${'0'.repeat(64)}`

const namesOf = (chainIds: readonly string[]): readonly string[] =>
  [...new Set(chainIds)].map((chainId) => findKnown(chainId)?.name ?? chainId)
