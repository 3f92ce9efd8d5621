import { type EndpointRow, failedBody } from '@latchkey/api-client'
import { type AppError, catalogue } from '@latchkey/protocol/errors'

const isReply = Symbol('reply')

/** An answer with a status of its own although nothing went wrong here: degraded health, a chain that is out of reach. */
export type Reply<body> = { readonly [isReply]: true; readonly status: number; readonly body: body }

/** Returns a handler's answer with a status other than 200. */
export const withStatus = <body>(status: number, body: body): Reply<body> => ({ [isReply]: true, status, body })

/** Whatever a handler has answered, with its status. */
export const statusAndBody = (answered: unknown): { status: number; body: unknown } =>
  typeof answered === 'object' && answered !== null && isReply in answered
    ? (answered as Reply<unknown>)
    : { status: 200, body: answered }

/**
 * An image, for as long as its row says. Whoever opens an SVG by itself opens a document: it may load and run nothing,
 * and has no origin.
 */
export const imageResponse = (image: Blob, { keepSeconds }: EndpointRow): Response =>
  new Response(image, {
    headers: {
      'Content-Type': image.type,
      'Cache-Control': keepSeconds === undefined ? 'no-store' : `public, max-age=${keepSeconds}, immutable`,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      // Pages that isolate themselves show pictures only of those who agree.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })

/** A failure over HTTP: the catalogue's status, the sentence for people, and the error as every boundary carries it. */
export function failureResponse(error: AppError, status: number = catalogue[error.name].http): Response {
  const mayPass = error.name === 'RATE_LIMITED' || status === 503
  const headers = mayPass ? { 'Retry-After': String(error.details.seconds ?? 1) } : undefined
  return Response.json(failedBody(error), { status, ...(headers === undefined ? {} : { headers }) })
}
