import type { Hono } from 'hono'
import type { AppEnvironment } from '../../http/createAuthorityApp.ts'
import { docsPage } from './docsPage.ts'
import { openApiDocument } from './openApiDocument.ts'

/**
 * What the api is, for programs (`/v1/openapi.json`) and for people (`/docs`). The same for everybody and made once, so that it
 * costs nothing to ask.
 */
export function serveDocs(app: Hono<AppEnvironment>, publicUrl: string): void {
  const document = openApiDocument(publicUrl)
  const { html, contentSecurityPolicy } = docsPage(document)
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
  const text = JSON.stringify(document)
  app.get('/v1/openapi.json', () => answer(text, 'application/json', "default-src 'none'"))
  app.get('/docs', () => answer(html, 'text/html; charset=utf-8', contentSecurityPolicy))
}
