import { type EndpointRow, endpoints, matchesOrigin } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import type { Projects } from '../projects/projects.ts'

/**
 * Which pages may call which rows. Wallet rows allow only the wallet origin; dapp rows allow the origins that the project lists, and the
 * wallet. Never `*`, never cookies. A request without an Origin comes from outside a page or is a subresource that a page loads: of the
 * latter, only image rows are allowed.
 */
export type OriginRules = { walletOrigin: string; projects: Projects }

/** A request to a row, and the project in its query or, without a preflight, in its body. */
export type RowRequest = { request: Request; row: EndpointRow; projectId: string | null }

/** Returns the Origin of an allowed request, or null. Throws ORIGIN_NOT_ALLOWED or PROJECT_UNKNOWN. */
export function admitOrigin({ request, row, projectId }: RowRequest, rules: OriginRules): string | null {
  const origin = request.headers.get('origin')
  if (origin === null && row.keepSeconds === undefined && isLoadedByPage(request))
    throw new AppError('ORIGIN_NOT_ALLOWED')
  if (row.caller === 'wallet') {
    if (origin !== null && origin !== rules.walletOrigin) throw new AppError('ORIGIN_NOT_ALLOWED')
    return origin
  }
  // Health reveals nothing about a project; every other dapp row requires one.
  if (projectId === null) return origin
  const project = rules.projects.find(projectId)
  if (origin !== null && origin !== rules.walletOrigin && !matchesOrigin(project.origins, origin))
    throw new AppError('ORIGIN_NOT_ALLOWED')
  return origin
}

/**
 * Returns whether a page loads this as an image, frame or form, according to the browser: that needs no Origin, and uses up the limits of
 * the user's network. A URL that the user opens directly has the site `none`.
 */
function isLoadedByPage({ headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode') ?? 'cors'
  return headers.get('sec-fetch-site') !== 'none' && mode !== 'cors' && mode !== 'same-origin'
}

/** Lets the page read the response. */
export function allowOrigin(asked: RowRequest, response: Response, rules: OriginRules): void {
  const { request, row } = asked
  response.headers.append('Vary', 'Origin')
  const origin = request.headers.get('origin')
  if (origin === null) return
  // Pages that aren't listed must be able to read this error: their developer needs to know what to change.
  const tellsWhy = row === endpoints.origins && !response.ok && origin !== 'null'
  if (!tellsWhy && !mayRead(asked, origin, rules)) return
  response.headers.set('Access-Control-Allow-Origin', origin)
  response.headers.set('Access-Control-Expose-Headers', 'DPoP-Nonce, Retry-After, X-Request-Id')
}

/** Answers a CORS preflight: 204, with the allowing headers only for an origin that may read the row. */
export function answerPreflight(request: Request, row: EndpointRow, rules: OriginRules): Response {
  const origin = request.headers.get('origin')
  const headers = new Headers({ Vary: 'Origin' })
  // A preflight has no body: a page that needs one passes its project in the query.
  const asked = { request, row, projectId: queriedProject(new URL(request.url), row) }
  if (origin !== null && mayRead(asked, origin, rules)) {
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Allow-Methods', row.method)
    headers.set('Access-Control-Allow-Headers', ['Content-Type', ...furtherHeaders(row)].join(', '))
    headers.set('Access-Control-Max-Age', '600')
  }
  return new Response(null, { status: 204, headers })
}

/** Further headers that a page may send. @solana/web3.js sends its name to every node. */
function furtherHeaders(row: EndpointRow): readonly string[] {
  if (row === endpoints.rpc) return ['Solana-Client']
  return row.credential === 'none' ? [] : ['DPoP', 'Authorization']
}

/** Returns the project in a URL. A wallet call with a body has it only there, since two could differ. */
export const queriedProject = ({ searchParams }: URL, { caller, method }: EndpointRow): string | null =>
  caller === 'wallet' && method !== 'GET' ? null : searchParams.get('projectId')

function mayRead(asked: RowRequest, origin: string, rules: OriginRules): boolean {
  if (asked.row.caller === 'wallet') return origin === rules.walletOrigin
  if (asked.projectId === null) return false
  try {
    admitOrigin(asked, rules)
    return true
  } catch {
    return false
  }
}
