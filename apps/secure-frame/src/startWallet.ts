import { createBatchedRpc, matchesOrigin, readApprovalMode } from '@latchkey/api-client'
import { readBrand } from '@latchkey/api-client/projectBrand'
import { loadCopy, withCopy } from '@latchkey/copy'
import { t } from '@latchkey/copy/walletFrame'
import { AppError } from '@latchkey/protocol'
import { createApprovalQueue } from './approvals/createApprovalQueue.ts'
import { createApprovals } from './approvals/createApprovals.ts'
import { createTools } from './approvals/createTools.ts'
import { indexedDbContactBook } from './approvals/insights/indexedDbContactBook.ts'
import { createLog, type Log } from './boundary/createLog.ts'
import { createOriginGate } from './boundary/createOriginGate.ts'
import { readFrameFacts } from './boundary/frameFacts.ts'
import { type FrameQuery, parseFrameQuery } from './boundary/frameQuery.ts'
import { holdMessages } from './boundary/holdMessages.ts'
import { openBoundary } from './boundary/openBoundary.ts'
import { readProject, silenceWords } from './boundary/readProject.ts'
import { forgetCalls } from './calls/forgetCalls.ts'
import { createCallNode } from './chain/createCallNode.ts'
import { createChainReader } from './chain/createChainReader.ts'
import type { AskNode } from './chain/createSolanaReader.ts'
import { networkOf, serveNetworks } from './chain/networkOf.ts'
import { type ConnectedServices, connectServices } from './connectServices.ts'
import { createHandlers } from './handlers/createHandlers.ts'
import type { HandlerDeps } from './handlers/HandlerDeps.ts'
import { loadOnce } from './loadOnce.ts'
import { createFrameLogin, type FrameLogin } from './login/createFrameLogin.ts'
import { createOneClick } from './oneClick/createOneClick.ts'
import { createPause } from './session/createPause.ts'
import { createSession } from './session/createSession.ts'
import { createEmailChange } from './session/emailChange.ts'
import { indexedDbSessionStore } from './session/indexedDbSessionStore.ts'
import { openTabChannel } from './session/openTabChannel.ts'
import { createSmartAccounts } from './smartAccount/createSmartAccounts.ts'
import { reportKeys } from './views/reportKeys.ts'
import { createSurface } from './views/Surface.ts'
import { showWords } from './views/showWords.ts'

/**
 * Starts the wallet document and connects its layers: the boundary admits the page, the session has the signed-in user, the
 * handlers answer, the vault signs. For a page that may not embed it, it shows and answers nothing.
 */
export const startWallet = async (window: Window): Promise<void> => {
  const { document, location, parent } = window
  const query = await readQuery(window)
  if (query === null) return
  const receiver = holdMessages(window, parent)
  const log = createLog(query.logsMessages)
  const facts = readFrameFacts(document)
  const { projectId } = query
  const { swapRouters } = facts

  const { solver, stage, vault, client, api, lock } = connectServices(window, facts, projectId)
  // Loads while the origins are being requested. If it fails, its first user tries again and reports it.
  void vault.connect().catch(() => undefined)
  const project = await openProject(window, query, client, log)
  if (project === null) return
  const { approvalMode, said, brand, gate, isAccepted } = project
  const surface = createSurface(readBrand(brand))
  const rpc = createBatchedRpc(client)
  const askNode: AskNode = (caipNetworkId, method, params) => rpc(caipNetworkId, { method, params })
  const callNode = createCallNode(askNode)
  const chain = (caipNetworkId: string) => createChainReader(callNode, caipNetworkId)
  const smartAccounts = createSmartAccounts({ said, chain })
  const calls = loadOnce(async () => (await import('./calls/indexedDbCallsStore.ts')).indexedDbCallsStore())
  const contacts = indexedDbContactBook('latchkey-contacts')
  const tabs = openTabChannel()
  const store = indexedDbSessionStore('latchkey-wallet')
  const pause = createPause(document)
  const session = createSession({
    api,
    vault,
    store,
    lock,
    pause,
    walletOrigin: location.origin,
    now: Date.now,
    defaultChainId: firstChainOf(query),
    smartAccountOn: smartAccounts.on,
    onEnd: (ending) => {
      approvals.endAll(new AppError(ending === 'expiry' ? 'SESSION_EXPIRED' : 'ABORTED'))
      if (ending === 'signOut') void Promise.allSettled([contacts.forget(), forgetCalls()])
    },
    tellTabs: tabs.tell,
  })
  const container = document.body.appendChild(document.createElement('div'))
  const queue = createApprovalQueue()
  const screens = loadOnce(async () => {
    const { openScreens } = await withCopy(import('./approvals/openScreens.ts'))
    const mode = readApprovalMode(approvalMode)
    const shown = { window, container, projectId, mode, queue, surface }
    return openScreens({ ...shown, callNode, contacts, client, swapRouters, smartAccountOn: smartAccounts.on })
  })
  const approvals = createApprovals({
    queue,
    toolsFor: createTools({ session, chain, askNode, callNode, lock, screens, calls }),
    mount: async () => void (await screens()),
  })
  const appearance = () => ({ mode: surface.state().theme.mode })
  const login: FrameLogin = createFrameLogin({
    session,
    approvals,
    surface,
    appearance,
    solver,
    now: Date.now,
    mount: loadOnce(async () => {
      const { mountLogin } = await withCopy(import('./login/mountLogin.tsx'))
      const mode = readApprovalMode(approvalMode)
      mountLogin(document.body.appendChild(document.createElement('div')), { login, surface, stage, mode })
    }),
  })
  // One thing at a time before the user: during a login, other requests are neither visible nor armed.
  login.subscribe(() => {
    container.hidden = login.current() !== null
    // Not awaited: the vault's question.
    if (login.current() === null && stage.screen() !== null) void session.closeScreen().catch(() => undefined)
  })
  tabs.listen(() => void session.refresh().catch(() => undefined))

  const emailChange = createEmailChange({ api, store, pause, session })
  const balances: HandlerDeps['balances'] = async (address, chainId) =>
    (await client.call('accountBalance', { projectId, address, currency: 'usd', chainId })).balances
  const accounts = { session, emailChange, smartAccounts, calls, balances }
  const oneClick = createOneClick({ session, chain, now: Date.now })
  const handlers = createHandlers({ ...accounts, chain, approvals, login, oneClick, surface })
  const { profile } = query
  const boundary = openBoundary({ self: receiver, parent, gate, projectId, profile, isAccepted, handlers, log })
  if (query.profile === 5) reportKeys(document, boundary.tell)
  // Not awaited; an undelivered sign-out is delivered next time.
  void session.deliverEnds().catch(() => undefined)
  void session.finishLeft().catch(() => undefined)
}

/** Reads the page's parameters in the frame's URL; null where only a message can be shown. */
const readQuery = async (window: Window): Promise<FrameQuery | null> => {
  const { document, location, parent } = window
  if (parent === window) {
    await loadCopy()
    showWords(document, t('alone.title'), t('alone.body'))
    return null
  }
  const query = parseFrameQuery(location.search)
  if (!('refused' in query)) return query
  if (query.refused === 'profile') {
    await loadCopy()
    showWords(document, t('oldProfile.title'), t('oldProfile.body'))
  }
  return null
}

/** Reads the project; null, with a message in the console, where this page may not embed the wallet. */
const openProject = async (
  { document, location }: Window,
  { profile, projectId }: FrameQuery,
  client: ConnectedServices['client'],
  log: Log,
) => {
  const project = await readProject(() => client.call('origins', {}), wait)
  const { allowedOrigins, approvals: approvalMode, profiles, brand, smartAccounts: said, networks, refusal } = project
  serveNetworks(networks)
  const gate = createOriginGate({
    isListed: (origin) => matchesOrigin(allowedOrigins, origin),
    ancestors: location.ancestorOrigins && [...location.ancestorOrigins],
  })
  if (allowedOrigins.length === 0 || !gate.isOpen) {
    log.warn(silenceWords(refusal, projectId, location.origin))
    return null
  }
  const isAccepted = profiles === undefined || profiles.includes(profile)
  if (!isAccepted) {
    log.warn(t('profileOff.warning', { projectId, profile: String(profile) }))
    await loadCopy()
    showWords(document, t('profileOff.title'), t('profileOff.body'))
  }
  return { approvalMode, said, brand, gate, isAccepted }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns the chain in the frame's URL; Ethereum when it is not a known one. */
const firstChainOf = ({ chainId }: FrameQuery): string => {
  try {
    return networkOf(chainId).caipNetworkId
  } catch {
    return 'eip155:1'
  }
}
