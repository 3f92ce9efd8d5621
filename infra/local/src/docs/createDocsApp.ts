import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/** Returns the hashes of a document's inline scripts. */
const inlineScripts = (document: string): string[] =>
  [...document.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

const contentPolicy = (document: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${inlineScripts(document).join(' ')}`,
    // VitePress sets inline styles, such as code colors.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Serves the built documentation from a folder. A page's URL has no `.html`. */
export const createDocsApp = (folder: string): Hono => {
  // Every document has the same scripts.
  const policy = contentPolicy(readFileSync(join(folder, 'index.html'), 'utf8'))
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
    context.header('Content-Security-Policy', policy)
    const isHashed = context.res.ok && context.req.path.startsWith('/assets/')
    context.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  })
  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.use(serveStatic({ root: folder }))
  app.use(serveStatic({ root: folder, rewriteRequestPath: (path) => `${path}.html` }))
  app.notFound((context) => context.html(readFileSync(join(folder, '404.html'), 'utf8'), 404))
  return app
}
