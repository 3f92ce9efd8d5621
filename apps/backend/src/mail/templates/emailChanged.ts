import { escapeHtml } from './escapeHtml.ts'
import type { Mail } from './mail.ts'
import { at, mailDocument, size } from './mailDocument.ts'

export type EmailChanged = {
  /** The address that was replaced. */
  to: string
  projectName: string
  /** Takes the change back; opens a page that asks first. */
  undoUrl: string
  lifeDays: number
}

/** Tells the old address of an account that it was replaced, and how to stop that. It says nothing of the new one. */
export function emailChangedMail({ to, projectName, undoUrl, lifeDays }: EmailChanged): Mail {
  const words = {
    title: 'The email address of your wallet was changed',
    what: `Your wallet at ${projectName} now has another email address. This one no longer signs in.`,
    fine: 'If this was you, there is nothing to do.',
    undo: 'If it was not you, take your address back. Every device is then signed out:',
    until: `The link works once, for ${lifeDays} days.`,
  }
  const text = `${words.title}

${words.what}
${words.fine}

${words.undo}
${undoUrl}

${words.until}
`
  const { what, fine, undo, until } = Object.fromEntries(
    Object.entries(words).map(([name, value]) => [name, escapeHtml(value)]),
  ) as typeof words
  const link = escapeHtml(undoUrl)
  const body = `<h1 ${at('main', `margin:0;font-size:${size('display')};line-height:1.25;font-weight:600;letter-spacing:-0.01em`)}>${escapeHtml(words.title)}</h1>
<p ${at('calm', 'margin:8px 0 0')}>${what} ${fine}</p>
<p ${at('main', 'margin:20px 0 0;font-weight:500')}>${undo}<br><a href="${link}" ${at('main', 'text-decoration:underline')}>${link}</a></p>
<p ${at('calm', `margin:16px 0 0;font-size:${size('small')}`)}>${until}</p>`
  return { to, subject: words.title, text, html: mailDocument({ title: words.title, preview: words.what, body }) }
}
