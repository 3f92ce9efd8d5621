import { type EndpointRow, endpoints, matchesOrigin } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Projects } from '../projects/projects.ts'

/**
 * Which pages may call which rows. Rows of the wallet answer the wallet origin alone; rows of a dapp answer the origins
 * that the project lists, and the wallet. Never `*`, never cookies. A request without an Origin comes from no page.
 */
export type OriginRules = { walletOrigin: string; projects: Projects }

/** The Origin of a request that may be answered, or null. Throws ORIGIN_NOT_ALLOWED or PROJECT_UNKNOWN. */
export function admitOrigin(request: Request, row: EndpointRow, rules: OriginRules): string | null {
  const origin = request.headers.get('origin')
  if (row.caller === 'wallet') {
    if (origin !== null && origin !== rules.walletOrigin) throw new AppError('ORIGIN_NOT_ALLOWED')
    return origin
  }
  // Health says nothing about a project; every other row of a dapp demands one.
  const projectId = new URL(request.url).searchParams.get('projectId')
  if (projectId === null) return origin
  const project = rules.projects.find(projectId)
  if (origin !== null && origin !== rules.walletOrigin && !matchesOrigin(project.origins, origin))
    throw new AppError('ORIGIN_NOT_ALLOWED')
  return origin
}

/** Lets the page read the answer. */
export function allowOrigin(request: Request, response: Response, row: EndpointRow, rules: OriginRules): void {
  response.headers.append('Vary', 'Origin')
  const origin = request.headers.get('origin')
  if (origin === null) return
  // A page that is not listed must be able to read just that: its developer needs to know what to change.
  const tellsWhy = row === endpoints.origins && !response.ok && origin !== 'null'
  if (!tellsWhy && !mayRead(request, origin, row, rules)) return
  response.headers.set('Access-Control-Allow-Origin', origin)
  response.headers.set('Access-Control-Expose-Headers', 'DPoP-Nonce, Retry-After')
}

export function answerPreflight(request: Request, row: EndpointRow, rules: OriginRules): Response {
  const origin = request.headers.get('origin')
  const headers = new Headers({ Vary: 'Origin' })
  if (origin !== null && mayRead(request, origin, row, rules)) {
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Allow-Methods', row.method)
    headers.set(
      'Access-Control-Allow-Headers',
      row.credential === 'none' ? 'Content-Type' : 'Content-Type, DPoP, Authorization',
    )
    headers.set('Access-Control-Max-Age', '600')
  }
  return new Response(null, { status: 204, headers })
}

function mayRead(request: Request, origin: string, row: EndpointRow, rules: OriginRules): boolean {
  if (row.caller === 'wallet') return origin === rules.walletOrigin
  if (!new URL(request.url).searchParams.has('projectId')) return false
  try {
    admitOrigin(request, row, rules)
    return true
  } catch {
    return false
  }
}
