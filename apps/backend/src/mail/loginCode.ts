import { type ColorMode, themeTable } from '@latchkey/protocol/theme'
import type { CodePurpose } from '../keys/tokens.ts'
import { escapeHtml } from './escapeHtml.ts'
import type { Mail } from './mail.ts'
import { mailColor } from './mailColors.ts'

export type LoginCode = {
  to: string
  /** Six digits. */
  code: string
  purpose: CodePurpose
  projectName: string
  /** Where the code was asked for. */
  dappOrigin: string
  lifeMinutes: number
}

const titles: Record<CodePurpose, (projectName: string) => string> = {
  login: (projectName) => `Sign in to ${projectName}`,
  confirmation: (projectName) => `Confirm a change to your wallet at ${projectName}`,
}

const notYou: Record<CodePurpose, string> = {
  login: 'If this was not you, ignore this mail: nobody gets in without the code.',
  confirmation: 'If this was not you, ignore this mail: nothing changes without the code.',
}

/**
 * The mail with a code. The code is neither in the subject nor in the preview line: both show on locked screens.
 * There is no link and nothing to load, so that no habit of clicking in such mails is formed and no opening is reported.
 */
export function loginCodeMail({ to, code, purpose, projectName, dappOrigin, lifeMinutes }: LoginCode): Mail {
  const expiry = `It works once, within ${lifeMinutes} minutes.`
  const words = {
    title: titles[purpose](projectName),
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
    instruction: 'Enter this code in the window where you asked for it:',
    origin: dappOrigin,
    expiry,
    notYou: notYou[purpose],
    secrecy: 'Give it to nobody, whoever asks.',
    preview: `For ${dappOrigin}. ${expiry}`,
  }
  return { to, subject: words.title, html: htmlOf(words), text: textOf(words) }
}

type Words = Readonly<
  Record<'title' | 'code' | 'instruction' | 'origin' | 'expiry' | 'notYou' | 'secrecy' | 'preview', string>
>

const textOf = ({ title, code, instruction, origin, expiry, notYou, secrecy }: Words): string => `${title}

    ${code}

${instruction}
${origin}

${expiry}

${notYou}
${secrecy}
`

const font = escapeHtml(themeTable['--lk-font'].light)
const size = (name: 'small' | 'body' | 'display' | 'amount'): string => themeTable[`--lk-size-${name}`].light

/** Class of an element, and what is coloured there. */
const painted = {
  page: { 'background-color': '--lk-sunken' },
  card: { 'background-color': '--lk-surface', 'border-color': '--lk-hairline' },
  code: { 'background-color': '--lk-raised', color: '--lk-text' },
  main: { color: '--lk-text' },
  calm: { color: '--lk-text-secondary' },
  line: { 'border-color': '--lk-hairline' },
} as const

const paint = (name: keyof typeof painted, mode: ColorMode, end = ''): string =>
  Object.entries(painted[name])
    .map(([property, variable]) => `${property}:${mailColor(variable, mode)}${end}`)
    .join(';')

/** Light inline, as every program shows it; dark for those that ask. */
const at = (name: keyof typeof painted, style: string): string =>
  `class="${name}" style="${paint(name, 'light')};${style}"`

const darkRules = (Object.keys(painted) as (keyof typeof painted)[])
  .map((name) => `.${name}{${paint(name, 'dark', ' !important')}}`)
  .join('')

/** Keeps programs from filling the preview line with what comes after it, which is the code. */
const previewFiller = '&#847;&zwnj;&nbsp;'.repeat(90)

function htmlOf(words: Words): string {
  const { title, code, instruction, origin, expiry, notYou, secrecy, preview } = Object.fromEntries(
    Object.entries(words).map(([name, text]) => [name, escapeHtml(text)]),
  ) as Words
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${title}</title>
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){${darkRules}}
@media (max-width:440px){.edge{padding:12px !important}.card{padding:24px 20px !important}}
</style>
</head>
<body ${at('page', 'margin:0;padding:0')}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}${previewFiller}</div>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" ${at('page', 'width:100%')}>
<tr><td align="center" class="edge" style="padding:32px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="width:100%;max-width:480px;border-collapse:separate">
<tr><td align="left" ${at('card', `padding:32px;border-width:1px;border-style:solid;border-radius:20px;font-family:${font};font-size:${size('body')};line-height:1.45;overflow-wrap:anywhere`)}>
<h1 ${at('main', `margin:0;font-size:${size('display')};line-height:1.25;font-weight:600;letter-spacing:-0.01em`)}>${title}</h1>
<p ${at('calm', 'margin:8px 0 0')}>${instruction}<br><span ${at('main', 'font-weight:500')}>${origin}</span></p>
<p ${at('code', `margin:20px 0;padding:20px 6px 20px 8px;border-radius:14px;text-align:center;white-space:nowrap;font-size:${size('amount')};line-height:1.2;font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:2px;word-spacing:6px`)}>${code}</p>
<p ${at('main', 'margin:0;font-weight:500')}>${expiry}</p>
<p ${at('line', 'margin:20px 0 0;border-width:1px 0 0;border-style:solid;font-size:0;line-height:0')}>&nbsp;</p>
<p ${at('calm', `margin:16px 0 0;font-size:${size('small')}`)}>${notYou} ${secrecy}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
