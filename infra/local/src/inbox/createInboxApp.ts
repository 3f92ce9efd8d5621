import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Mail, Mailbox } from './createMailbox.ts'
import { inboxPage } from './inboxPage.ts'

const asset = (name: string): string => readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A mail is untrusted HTML: no script, no network, no origin. */
const mailPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

/** A mail in the form that tools read. `html` is empty when the mail has none. */
const toMessage = ({ to, from, subject, text, html = '', date }: Mail) => ({ to, from, subject, text, html, date })

/**
 * The inbox's web page and its one call for tools: `GET /api/messages?to=<email>` returns `[{ to, from, subject, text, html, date }]`,
 * newest first; without `to`, all mails.
 */
export const createInboxApp = (mailbox: Mailbox): Hono => {
  const app = new Hono()
  const script = asset('inbox.js')
  const style = asset('inbox.css')

  app.use(async (context, next) => {
    await next()
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
    context.header('Cache-Control', 'no-store')
  })

  app.get('/health', (context) => context.json({ status: 'ok' }))
  app.get('/api/messages', (context) => context.json(mailbox.list(context.req.query('to')).map(toMessage)))
  app.get('/inbox.js', (context) => context.body(script, 200, { 'Content-Type': 'text/javascript' }))
  app.get('/inbox.css', (context) => context.body(style, 200, { 'Content-Type': 'text/css' }))

  app.get('/events', (context) =>
    streamSSE(context, async (stream) => {
      const forget = mailbox.onArrival(() => void stream.writeSSE({ data: 'arrived' }))
      await new Promise<void>((resolve) => stream.onAbort(resolve))
      forget()
    }),
  )

  app.get('/mail/:id/body', (context) => {
    const body = mailbox.find(Number(context.req.param('id')))?.html
    if (body === undefined) return context.notFound()
    return context.html(body, 200, { 'Content-Security-Policy': mailPolicy })
  })

  app.get('/', (context) => {
    const to = context.req.query('to') || undefined
    const mails = mailbox.list(to)
    const page = inboxPage({ mails, shown: mails[0], part: 'html', to, isReading: false })
    return context.html(page, 200, { 'Content-Security-Policy': pagePolicy })
  })

  app.get('/mail/:id', (context) => {
    const shown = mailbox.find(Number(context.req.param('id')))
    // Mails are lost on a restart of the stack.
    if (shown === undefined) return context.redirect('/')
    const to = context.req.query('to') || undefined
    const part = context.req.query('part') === 'text' ? 'text' : 'html'
    const page = inboxPage({ mails: mailbox.list(to), shown, part, to, isReading: true })
    return context.html(page, 200, { 'Content-Security-Policy': pagePolicy })
  })

  return app
}
