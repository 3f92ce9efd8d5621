import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import { t } from '@latchkey/copy/mail'
import { escapeHtml } from './escapeHtml.ts'
import type { Mail, MailImage } from './mail.ts'
import { at, brandPaint, mailDocument, size } from './mailDocument.ts'

/** A part of a mail, in plain text, from which both forms are made. */
export type MailBlock =
  | { is: 'text'; text: string }
  /** Facts, one row each: label and value. */
  | { is: 'facts'; rows: readonly (readonly [name: string, value: string])[] }
  /** Six digits. */
  | { is: 'code'; code: string }
  /** Opens a page that asks before it does anything. The URL is shown too, for users who want to check it first. */
  | { is: 'button'; label: string; url: string }
  /**
   * The code again, bound to its site: browsers and mail programs that support the format fill it in only there. In plain text only, and
   * the last line.
   */
  | { is: 'autofill'; host: string; code: string }
  /** Less important text, or text only for some readers; below a rule. */
  | { is: 'note'; text: string }

/** The content of one mail, from which its HTML and plain text are made. */
export type MailParts = {
  to: string
  /** Subject and heading. */
  title: string
  /** The line next to the subject. Like the subject, it may show on a locked screen. */
  preview: string
  blocks: readonly MailBlock[]
  /** The project's brand; without one the mail has the wallet's theme. */
  brand?: ProjectBrand | undefined
}

/**
 * Returns a mail of these blocks, in text and HTML with the same content. Opening it loads nothing: no image, no font. Of a brand a mail
 * shows name, logo and color, and its links unless the mail has a code.
 */
export const composeMail = ({ to, title, preview, blocks, brand }: MailParts): Mail => {
  const links = blocks.some(({ is }) => is === 'code') ? [] : linksOf(brand)
  const body = [brandHead(brand), heading(title), ...blocks.map((block) => htmlOf(block, brand)), linkRow(links)]
  const text = [title, ...blocks.map(textOf), links.map(([name, url]) => t('fact', { name, value: url })).join('\n')]
  return {
    to,
    subject: title,
    text: `${text.filter((part) => part !== '').join('\n\n')}\n`,
    html: mailDocument({ title, preview, brand, body: body.filter((part) => part !== '').join('\n') }),
    ...(brand?.logo === undefined ? {} : { attachments: [logoOf(brand.logo)] }),
  }
}

const logoCid = 'logo@latchkey'

const logoOf = (logo: string): MailImage => ({
  cid: logoCid,
  filename: 'logo.png',
  contentType: 'image/png',
  content: logo.slice(logo.indexOf(',') + 1),
  encoding: 'base64',
  contentDisposition: 'inline',
})

/** Returns the project's name and logo, above the heading. */
function brandHead(brand: ProjectBrand | undefined): string {
  if (brand === undefined) return ''
  const logo =
    brand.logo === undefined
      ? ''
      : `<td style="padding:0 10px 0 0"><img src="cid:${logoCid}" alt="" width="32" height="32" style="display:block;border-radius:8px"></td>`
  return `<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:0 0 20px"><tr>${logo}<td ${at('main', 'font-weight:600')}>${escapeHtml(brand.name)}</td></tr></table>`
}

type LinkRow = readonly [name: string, url: string]

const linksOf = (brand: ProjectBrand | undefined): LinkRow[] =>
  (['home', 'terms', 'privacy', 'support'] as const).flatMap((name) => {
    const url = brand?.links?.[name]
    return url === undefined ? [] : [[t(`links.${name}`), url] as const]
  })

const linkRow = (links: readonly LinkRow[]): string =>
  links.length === 0
    ? ''
    : `<p ${at('calm', `margin:16px 0 0;font-size:${size('small')}`)}>${links
        .map(
          ([name, url]) =>
            `<a href="${escapeHtml(url)}" ${at('calm', 'text-decoration:underline')}>${escapeHtml(name)}</a>`,
        )
        .join(' &nbsp; ')}</p>`

/** Returns a six-digit code with a gap in the middle, as it is read aloud. */
export const spaced = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`

function textOf(block: MailBlock): string {
  switch (block.is) {
    case 'text':
    case 'note':
      return block.text
    case 'facts':
      return block.rows.map(([name, value]) => t('fact', { name, value })).join('\n')
    case 'code':
      return `    ${spaced(block.code)}`
    case 'button':
      return t('link', { label: block.label, url: block.url })
    case 'autofill':
      return `@${block.host} #${block.code}`
  }
}

const heading = (title: string): string =>
  `<h1 ${at('main', `margin:0;font-size:${size('display')};line-height:1.25;font-weight:600;letter-spacing:-0.01em`)}>${escapeHtml(title)}</h1>`

function htmlOf(block: MailBlock, brand: ProjectBrand | undefined): string {
  switch (block.is) {
    case 'text':
      return `<p ${at('main', 'margin:12px 0 0')}>${escapeHtml(block.text)}</p>`
    case 'note':
      return `<p ${at('line', 'margin:24px 0 0;border-width:1px 0 0;border-style:solid;font-size:0;line-height:0')}>&nbsp;</p>
<p ${at('calm', `margin:16px 0 0;font-size:${size('small')}`)}>${escapeHtml(block.text)}</p>`
    case 'facts':
      return `<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:16px 0 0">
${block.rows.map(factRow).join('\n')}
</table>`
    case 'code':
      return `<p ${at('panel', `margin:20px 0 0;padding:20px 6px 20px 8px;border-radius:14px;text-align:center;white-space:nowrap;font-size:${size('amount')};line-height:1.2;font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:2px;word-spacing:6px`)}>${spaced(block.code)}</p>`
    case 'button':
      return buttonOf(block.label, block.url, brandPaint(brand, 'light'))
    case 'autofill':
      return ''
  }
}

const factRow = ([name, value]: readonly [string, string]): string =>
  `<tr><td valign="top" ${at('calm', 'padding:2px 16px 2px 0;white-space:nowrap')}>${escapeHtml(name)}</td><td valign="top" ${at('main', 'padding:2px 0;font-weight:500')}>${escapeHtml(value)}</td></tr>`

/** Colors a cell: programs without padding on links still show a button. */
const buttonOf = (label: string, url: string, paint: string): string => {
  const address = escapeHtml(url)
  const openAddress = escapeHtml(t('openAddress', { url })).replace(
    address,
    () => `<a href="${address}" ${at('calm', 'text-decoration:underline')}>${address}</a>`,
  )
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="width:100%;margin:24px 0 0;border-collapse:separate">
<tr><td align="center" ${at('button', `border-radius:14px;${paint}`)}><a href="${address}" ${at('button', `display:block;padding:14px 20px;border-radius:14px;font-weight:600;line-height:20px;text-decoration:none;${paint}`)}>${escapeHtml(label)}</a></td></tr>
</table>
<p ${at('calm', `margin:12px 0 0;font-size:${size('small')}`)}>${openAddress}</p>`
}
