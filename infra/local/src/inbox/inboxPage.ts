import { html } from 'hono/html'
import type { Mail } from './createMailbox.ts'

type Html = ReturnType<typeof html>

export type InboxPageProps = {
  mails: readonly Mail[]
  /** The mail beside the list. */
  shown: Mail | undefined
  part: 'html' | 'text'
  /** The address that the list is limited to. */
  to: string | undefined
  /** Opened from the list, which a phone then hides. */
  isReading: boolean
}

const time = (mail: Mail): Html => {
  const words = new Date(mail.date).toLocaleTimeString('en-GB')
  return html`<time class="secondary" datetime="${mail.date}">${words}</time>`
}

const preview = (mail: Mail): string => mail.text.replace(/\s+/g, ' ').trim().slice(0, 140)

const withFilter = (path: string, to: string | undefined): string =>
  to === undefined ? path : `${path}?to=${encodeURIComponent(to)}`

const row = (mail: Mail, { shown, to }: InboxPageProps): Html => html`
  <li>
    <a href="${withFilter(`/mail/${mail.id}`, to)}" ${mail === shown ? html`aria-current="true"` : ''}>
      <span class="line"><strong>${mail.to}</strong>${time(mail)}</span>
      <span class="cut">${mail.subject}</span>
      <span class="cut secondary">${preview(mail)}</span>
    </a>
  </li>`

const partLink = (mail: Mail, part: InboxPageProps['part'], words: string, current: InboxPageProps['part']): Html =>
  html`<a href="/mail/${mail.id}?part=${part}" ${part === current ? html`aria-current="true"` : ''}>${words}</a>`

const reader = (mail: Mail, part: InboxPageProps['part']): Html => html`
  <main data-mail="${mail.id}">
    <div class="about">
      <div>
        <h2>${mail.subject}</h2>
        <p class="secondary">From ${mail.from} to ${mail.to}</p>
      </div>
      ${
        mail.html === undefined
          ? ''
          : html`<div class="parts">${partLink(mail, 'html', 'Mail', part)}${partLink(mail, 'text', 'Text', part)}</div>`
      }
    </div>
    ${
      part === 'html' && mail.html !== undefined
        ? html`<iframe title="${mail.subject}" sandbox src="/mail/${mail.id}/body"></iframe>`
        : html`<pre tabindex="0">${mail.text}</pre>`
    }
  </main>`

const empty = (to: string | undefined): Html => html`
  <main>
    <div class="empty">
      <h2>No mail ${to === undefined ? 'yet' : `to ${to}`}</h2>
      <p class="secondary">Every mail that the local stack sends, to whatever address, arrives here. The page updates by itself.</p>
    </div>
  </main>`

/** The inbox: the list of mails and one of them. Everything from a mail is escaped; its HTML is shown in a sandboxed frame. */
export const inboxPage = (props: InboxPageProps): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Inbox · Latchkey</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/inbox.css">
    <script type="module" src="/inbox.js"></script>
  </head>
  <body class="${props.isReading ? 'reading' : ''}">
    <header>
      <a class="back" href="${withFilter('/', props.to)}">‹ All mails</a>
      <h1><a href="/">Inbox</a></h1>
      <p>Mails of the local stack. Nothing leaves this machine.</p>
      <form><input name="to" type="search" aria-label="Show mails to" placeholder="Show mails to…" value="${props.to ?? ''}"></form>
    </header>
    <nav aria-label="Mails">${props.mails.length > 0 ? html`<ol>${props.mails.map((mail) => row(mail, props))}</ol>` : ''}</nav>
    ${props.shown === undefined ? empty(props.to) : reader(props.shown, props.part)}
  </body>
</html>`
