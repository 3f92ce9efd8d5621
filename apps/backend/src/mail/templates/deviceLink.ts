import { escapeHtml } from './escapeHtml.ts'
import type { Mail } from './mail.ts'
import { at, mailDocument, size } from './mailDocument.ts'

export type DeviceLink = {
  to: string
  projectName: string
  /** Where the login was begun, and with what. */
  dappOrigin: string
  browser: string
  /** Opens a page that asks first. */
  url: string
  lifeMinutes: number
}

/** Asks whether a new device may log in. The number to compare is on the page alone: whoever has the mail has to open it. */
export function deviceLinkMail({ to, projectName, dappOrigin, browser, url, lifeMinutes }: DeviceLink): Mail {
  const words = {
    title: `A new device wants to sign in to ${projectName}`,
    what: `${browser}, at ${dappOrigin}.`,
    approve: 'If this is you, open the link, compare the number, and approve the device:',
    until: `The link works once, within ${lifeMinutes} minutes.`,
    notYou: 'If this is not you, ignore this mail: nobody gets in without your approval.',
  }
  const text = `${words.title}

${words.what}

${words.approve}
${url}

${words.until}
${words.notYou}
`
  const { title, what, approve, until, notYou } = Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, escapeHtml(value)]),
  ) as typeof words
  const link = escapeHtml(url)
  const body = `<h1 ${at('main', `margin:0;font-size:${size('display')};line-height:1.25;font-weight:600;letter-spacing:-0.01em`)}>${title}</h1>
<p ${at('main', 'margin:8px 0 0;font-weight:500')}>${what}</p>
<p ${at('main', 'margin:20px 0 0')}>${approve}<br><a href="${link}" ${at('main', 'text-decoration:underline')}>${link}</a></p>
<p ${at('calm', `margin:16px 0 0;font-size:${size('small')}`)}>${until} ${notYou}</p>`
  return { to, subject: words.title, text, html: mailDocument({ title: words.title, preview: words.what, body }) }
}
