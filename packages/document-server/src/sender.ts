import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { wordsPage } from './pages.ts'
import type { ServedFile } from './readFiles.ts'
import { closedResponse, type ResponseRow, responseHeaders } from './responseHeaders.ts'

const html = 'text/html; charset=utf-8'

/** Creates the response functions of an origin, each with its full set of headers. */
export const sender = (origin: string) => {
  const secure = new URL(origin).protocol === 'https:'
  const headers = (response: ResponseRow, contentType: string) => ({
    ...responseHeaders(response, secure),
    'content-type': contentType,
  })
  return {
    document: (context: Context, response: ResponseRow, body: string) =>
      context.body(body, 200, headers(response, html)),
    words: (context: Context, status: ContentfulStatusCode, title: string, text: string) =>
      context.body(wordsPage(title, text), status, headers(closedResponse, html)),
    json: (context: Context, value: unknown, status: ContentfulStatusCode = 200) =>
      context.body(JSON.stringify(value), status, headers(closedResponse, 'application/json')),
    empty: (context: Context, status: 204 | 429) => context.body(null, status, responseHeaders(closedResponse, secure)),
    text: (context: Context, body: string) =>
      context.body(body, 200, headers(closedResponse, 'text/plain; charset=utf-8')),
    file: (context: Context, response: ResponseRow, file: ServedFile) => {
      const accepted = context.req.header('accept-encoding') ?? ''
      const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
      return context.body(file.bodies[encoding], 200, {
        ...headers(response, file.contentType),
        vary: 'accept-encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      })
    },
    redirect: (context: Context, location: string) =>
      context.body(null, 307, { ...responseHeaders(closedResponse, secure), location }),
    notFound: (context: Context) =>
      context.body('Not found', 404, headers(closedResponse, 'text/plain; charset=utf-8')),
  }
}
/** Sends a response with the headers of its kind. */
export type Sender = ReturnType<typeof sender>
