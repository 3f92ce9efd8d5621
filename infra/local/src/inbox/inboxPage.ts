import { getLanguage } from '@latchkey/copy'
import { t } from '@latchkey/copy/localInbox'
import { html } from 'hono/html'
import type { Mail } from './createMailbox.ts'

type Html = ReturnType<typeof html>

export type InboxPageProps = {
  mails: readonly Mail[]
  /** The mail beside the list. */
  shown: Mail | undefined
  part: 'html' | 'text'
  /** The address that filters the list. */
  to: string | undefined
  /** Opened from the list, which a phone then hides. */
  isReading: boolean
}

const time = (mail: Mail): Html => {
  const words = new Date(mail.date).toLocaleTimeString(getLanguage(), { hourCycle: 'h23' })
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

const partLink = (mail: Mail, part: InboxPageProps['part'], current: InboxPageProps['part']): Html =>
  html`<a href="/mail/${mail.id}?part=${part}" ${part === current ? html`aria-current="true"` : ''}>${t(part)}</a>`

const reader = (mail: Mail, part: InboxPageProps['part']): Html => html`
  <main data-mail="${mail.id}">
    <div class="about">
      <div>
        <h2>${mail.subject}</h2>
        <p class="secondary">${t('fromTo', { from: mail.from, to: mail.to })}</p>
      </div>
      ${
        mail.html === undefined
          ? ''
          : html`<div class="parts">${partLink(mail, 'html', part)}${partLink(mail, 'text', part)}</div>`
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
      <h2>${to === undefined ? t('empty.title') : t('empty.titleTo', { address: to })}</h2>
      <p class="secondary">${t('empty.text')}</p>
    </div>
  </main>`

/** Renders the inbox: the list of mails and one of them. Everything from a mail is escaped; its HTML is shown in a sandboxed frame. */
export const inboxPage = (props: InboxPageProps): Html => html`<!doctype html>
<html lang="${getLanguage()}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${t('documentTitle')}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/inbox.css">
    <script type="module" src="/inbox.js"></script>
  </head>
  <body class="${props.isReading ? 'reading' : ''}">
    <header>
      <a class="back" href="${withFilter('/', props.to)}">${t('allMails')}</a>
      <h1><a href="/">${t('title')}</a></h1>
      <p>${t('about')}</p>
      <form><input name="to" type="search" aria-label="${t('showTo')}" placeholder="${t('showToPlaceholder')}" value="${props.to ?? ''}"></form>
    </header>
    <nav aria-label="${t('list')}">${props.mails.length > 0 ? html`<ol>${props.mails.map((mail) => row(mail, props))}</ol>` : ''}</nav>
    ${props.shown === undefined ? empty(props.to) : reader(props.shown, props.part)}
  </body>
</html>`
