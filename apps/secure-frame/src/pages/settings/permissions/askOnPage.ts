import type { ApiClient, walletEndpoints } from '@latchkey/api-client'
import type { EvmNetwork } from '@latchkey/chains'
import type { Appearance } from '@latchkey/vault-protocol'
import type { RequestContextFor } from '../../../approvals/Approval.ts'
import type { ApprovalParams, ApprovalResult } from '../../../approvals/approvalRows.ts'
import { surfaceInWindow } from '../../../approvals/approvalSurface.ts'
import { createApprovalQueue } from '../../../approvals/createApprovalQueue.ts'
import { createApprovals } from '../../../approvals/createApprovals.ts'
import { createConsult } from '../../../approvals/createConsult.ts'
import { createTools } from '../../../approvals/createTools.ts'
import { indexedDbContactBook } from '../../../approvals/insights/indexedDbContactBook.ts'
import { readName } from '../../../approvals/insights/readName.ts'
import { readPrices } from '../../../approvals/insights/readPrices.ts'
import { mountApprovals } from '../../../approvals/mountApprovals.tsx'
import type { Page } from '../../../boundary/Page.ts'
import { indexedDbCallsStore } from '../../../calls/indexedDbCallsStore.ts'
import type { CallNode, ChainReader } from '../../../chain/createChainReader.ts'
import type { AskNode } from '../../../chain/createSolanaReader.ts'
import type { Caller } from '../../../session/Caller.ts'
import type { Lock } from '../../../session/callApi.ts'
import type { Session } from '../../../session/Session.ts'
import type { SmartAccounts } from '../../../smartAccount/createSmartAccounts.ts'
import { createSurface } from '../../../views/Surface.ts'

type Asked = 'wallet_revokePermissions' | 'eth_sendTransaction'

/** Shows a request of the wallet's own page as an approval, as for a site. Fails with USER_REJECTED, and with why it could not be done. */
export type AskOnPage = <method extends Asked>(
  method: method,
  params: ApprovalParams<method>,
  caller: Caller,
  network: EvmNetwork,
) => Promise<ApprovalResult<method>>

export type AskOnPageDeps = {
  window: Window
  page: Page
  session: Session
  client: ApiClient<typeof walletEndpoints>
  lock: Lock
  appearance: () => Appearance
  askNode: AskNode
  callNode: CallNode
  chain: (caipNetworkId: string) => ChainReader
  smartAccountOn: SmartAccounts['on']
}

/** The approval covers the whole page, as in a window. */
export const createAskOnPage = (deps: AskOnPageDeps): AskOnPage => {
  const { window, page, session, client, lock, appearance, askNode, callNode, chain, smartAccountOn } = deps
  const { document } = window

  return async (method, params, caller, network) => {
    const queue = createApprovalQueue()
    const surface = createSurface()
    surface.change({ theme: { mode: appearance().mode, variables: {} } })
    const contacts = indexedDbContactBook('latchkey-contacts')
    const pricesUsd = readPrices(client, page.projectId)
    const nameOf = readName(client, page.projectId)
    const consultFor = (account: string) =>
      createConsult({ callNode, contacts, pricesUsd, nameOf, smartAccountOn, swapRouters: '' }, { account, network })
    const calls = async () => indexedDbCallsStore()
    const approvals = createApprovals({
      queue,
      toolsFor: createTools({ session, chain, askNode, callNode, lock, calls, screens: async () => ({ consultFor }) }),
      mount: async () => undefined,
    })
    const rest = [...document.body.children].filter((each): each is HTMLElement => each instanceof HTMLElement)
    const wereHidden = rest.map(({ hidden }) => hidden)
    for (const each of rest) each.hidden = true
    const container = document.body.appendChild(document.createElement('div'))
    document.body.classList.add('wallet-window')
    const unmount = mountApprovals(container, { queue, surface, place: surfaceInWindow(), approvalWindow: null })
    try {
      return await approvals.ask({
        id: crypto.randomUUID(),
        method,
        params,
        requestContext: { caller, network, claim: null } as RequestContextFor<typeof method, Caller>,
        signal: new AbortController().signal,
      })
    } finally {
      unmount()
      container.remove()
      document.body.classList.remove('wallet-window')
      for (const [index, each] of rest.entries()) each.hidden = wereHidden[index] === true
    }
  }
}
