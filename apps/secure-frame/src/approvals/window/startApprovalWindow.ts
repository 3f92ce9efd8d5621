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

/** How often it is looked whether the frame that opened us is still there, in milliseconds. */
const lookMs = 500

/**
 * The document of a window in which a request of the frame is confirmed: the same desk and the same screens, without a
 * network, a session or a vault. Whatever a screen needs, the frame does.
 */
export const startApprovalWindow = async (window: Window): Promise<void> => {
  const { document, location, opener, history } = window
  const nonce = location.hash.slice(1)
  // A reload finds none and says so; the frame would refuse it anyway.
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
    // Whatever is asked here was given its tools below, a connection too.
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
  /** Put one request before the person, in the place of the one before, and tell the frame what they said. */
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
      // Another request has taken its place, or the frame is gone: nobody has decided anything.
      if (isAppError(error, 'ABORTED') || isAppError(error, 'DISCONNECTED')) return
      line.decide(digest, { kind: isAppError(error, 'USER_REJECTED') ? 'reject' : 'fail', error })
    }
  }
}

/** Who asks, with the line on which its tools work. */
type WindowRequester = Requester & { readonly tools: ApprovalTools }
