import { type EndpointRow, failedBody } from '@latchkey/api-client'
import { type AppError, catalogue } from '@latchkey/protocol/errors'

const isReply = Symbol('reply')

/** A response with an explicit status although nothing failed here: degraded health, an unreachable chain. */
export type Reply<body> = { readonly [isReply]: true; readonly status: number; readonly body: body }

/** Returns a handler's answer with a status other than 200. */
export const withStatus = <body>(status: number, body: body): Reply<body> => ({ [isReply]: true, status, body })

/** Returns status and body of whatever a handler returned. */
export const statusAndBody = (answered: unknown): { status: number; body: unknown } =>
  typeof answered === 'object' && answered !== null && isReply in answered
    ? (answered as Reply<unknown>)
    : { status: 200, body: answered }

/**
 * Returns an image, cacheable as long as its row allows. An SVG opened directly is a document: it may load and run nothing, and has no
 * origin.
 */
export const imageResponse = (image: Blob, { keepSeconds }: EndpointRow): Response =>
  new Response(image, {
    headers: {
      'Content-Type': image.type,
      'Cache-Control': keepSeconds === undefined ? 'no-store' : `public, max-age=${keepSeconds}, immutable`,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      // Cross-origin isolated pages only show images that opt in.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })

/** Returns a failure over HTTP: the catalogue's status, the user-facing sentence, and the error in its wire format. */
export function failureResponse(error: AppError, status: number = catalogue[error.name].http): Response {
  const mayPass = error.name === 'RATE_LIMITED' || status === 503
  const headers = mayPass ? { 'Retry-After': String(error.details.seconds ?? 1) } : undefined
  return Response.json(failedBody(error), { status, ...(headers === undefined ? {} : { headers }) })
}
