import { t } from '@latchkey/copy/approvals'
import { AppError, isAppError } from '@latchkey/protocol'
import { guardTheme, parseThemeVariables } from '@latchkey/protocol/theme'
import * as z from 'zod/mini'
import { networkOf, serveNetworks } from '../../chain/networkOf.ts'
import { createSurface } from '../../views/Surface.ts'
import { showWords } from '../../views/showWords.ts'
import type { ApprovalTools, RequestContext, Requester } from '../Approval.ts'
import { approvalRows } from '../approvalRows.ts'
import { surfaceInWindow } from '../approvalSurface.ts'
import { createApprovalQueue } from '../createApprovalQueue.ts'
import { createApprovals } from '../createApprovals.ts'
import { mountApprovals } from '../mountApprovals.tsx'
import { askFrame, type FrameLine, type ShowMessage } from './askFrame.ts'
import { connectToFrame } from './connectToFrame.ts'

/** The interval of checks whether the opener frame is still there, in milliseconds. */
const lookMs = 500

/**
 * Starts the document of a window that confirms the frame's requests: the same queue and screens, without a network, a
 * session or a vault. The frame does everything that a screen needs.
 */
export const startApprovalWindow = async (window: Window): Promise<void> => {
  const { document, location, opener, history } = window
  const nonce = location.hash.slice(1)
  // A reload finds none and shows that; the frame would reject it anyway.
  history.replaceState(null, '', location.pathname + location.search)
  const isTopLevel = window.parent === window
  const connected = connectToFrame({ self: window, isTopLevel, opener, origin: location.origin, nonce })
  const port = await connected.catch(() => null)
  if (port === null) {
    return showWords(document, t('window.nothing.title'), t('window.nothing.text'))
  }

  const surface = createSurface()
  const queue = createApprovalQueue()
  const approvals = createApprovals<WindowRequester>({
    queue,
    // Every request here gets its tools below, a connection too.
    toolsFor: ({ caller }) => (caller as WindowRequester).tools,
    mount: async () => undefined,
  })
  const container = document.body.appendChild(document.createElement('div'))
  document.body.classList.add('wallet-window')
  const unmount = mountApprovals(container, { queue, surface, place: surfaceInWindow(), approvalWindow: null })

  const line: FrameLine = askFrame({
    port,
    onShow: (message) => void show(message),
    onEnd: () => {
      approvals.endAll(new AppError('DISCONNECTED'))
      unmount()
      container.remove()
      window.close()
      showWords(document, t('window.over.title'), t('window.over.text'))
    },
  })
  const timer = setInterval(() => {
    if (opener !== null && !(opener as Window).closed) return
    clearInterval(timer)
    line.end()
  }, lookMs)

  let shown = new AbortController()
  /** Shows one request to the user instead of the one before, and sends the decision to the frame. */
  const show = async ({ request, digest, claim, theme }: ShowMessage): Promise<void> => {
    shown.abort()
    shown = new AbortController()
    const { signal } = shown
    surface.change({
      theme: { mode: theme.mode, variables: guardTheme(theme.mode, parseThemeVariables(theme.variables)) },
    })
    const { id, method, origin, projectId, account } = request
    const smartAccount = request.smartAccount && { ...request.smartAccount, address: account }
    try {
      serveNetworks(request.ownNetwork === null ? [] : [request.ownNetwork])
      const params = z.safeParse(approvalRows[method].params, request.params)
      if (!params.success) throw new AppError('INVALID_PARAMS', { cause: params.error })
      const caller = { origin, projectId, address: account, smartAccount, tools: line.tools(digest) }
      const requestContext: RequestContext<WindowRequester> = { caller, network: networkOf(request.network), claim }
      const result = await approvals.ask({
        id,
        method,
        params: params.data as never,
        requestContext: requestContext as never,
        signal,
      })
      line.decide(digest, { kind: 'approve', result })
    } catch (thrown) {
      const error = AppError.from(thrown)
      // Another request has replaced it, or the frame is gone: the user hasn't decided anything.
      if (isAppError(error, 'ABORTED') || isAppError(error, 'DISCONNECTED')) return
      line.decide(digest, { kind: isAppError(error, 'USER_REJECTED') ? 'reject' : 'fail', error })
    }
  }
}

/** The requester, with the channel of its tools. */
type WindowRequester = Requester & { readonly tools: ApprovalTools }
