import type { AppEnvironment } from '@latchkey/service-kit/http/createAuthorityApp'
import type { Hono } from 'hono'
import { docsPage } from './docsPage.ts'
import { openApiDocument } from './openApiDocument.ts'

/**
 * Serves the api's description for programs (`/v1/openapi.json`) and readers (`/docs`). The same for every caller: made on the first
 * request and cached.
 */
export function serveDocs(app: Hono<AppEnvironment>, publicUrl: string): void {
  let made: ReturnType<typeof make> | undefined
  const make = () => {
    const document = openApiDocument(publicUrl)
    return { text: JSON.stringify(document), ...docsPage(document) }
  }
  const docs = () => {
    made ??= make()
    return made
  }
  const answer = (body: string, type: string, policy: string): Response =>
    new Response(body, {
      headers: {
        'Content-Type': type,
        'Content-Security-Policy': policy,
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    })
  app.get('/v1/openapi.json', () => answer(docs().text, 'application/json', "default-src 'none'"))
  app.get('/docs', () => answer(docs().html, 'text/html; charset=utf-8', docs().contentSecurityPolicy))
}
