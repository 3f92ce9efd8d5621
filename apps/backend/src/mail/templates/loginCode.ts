import type { CodePurpose } from '../custody/email/emailCode.ts'
import { escapeHtml } from './escapeHtml.ts'
import type { Mail } from './mail.ts'
import { at, mailDocument, size } from './mailDocument.ts'

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
  'old email': (projectName) => `Change the email address of your wallet at ${projectName}`,
  'new email': (projectName) => `Confirm this email address for your wallet at ${projectName}`,
}

const nothingChanges = 'If this was not you, ignore this mail: nothing changes without the code.'
const notYou: Record<CodePurpose, string> = {
  login: 'If this was not you, ignore this mail: nobody gets in without the code.',
  confirmation: nothingChanges,
  'old email': nothingChanges,
  'new email': nothingChanges,
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

function htmlOf(words: Words): string {
  const { title, code, instruction, origin, expiry, notYou, secrecy } = Object.fromEntries(
    Object.entries(words).map(([name, text]) => [name, escapeHtml(text)]),
  ) as Words
  const body = `<h1 ${at('main', `margin:0;font-size:${size('display')};line-height:1.25;font-weight:600;letter-spacing:-0.01em`)}>${title}</h1>
<p ${at('calm', 'margin:8px 0 0')}>${instruction}<br><span ${at('main', 'font-weight:500')}>${origin}</span></p>
<p ${at('code', `margin:20px 0;padding:20px 6px 20px 8px;border-radius:14px;text-align:center;white-space:nowrap;font-size:${size('amount')};line-height:1.2;font-weight:600;font-variant-numeric:tabular-nums;letter-spacing:2px;word-spacing:6px`)}>${code}</p>
<p ${at('main', 'margin:0;font-weight:500')}>${expiry}</p>
<p ${at('line', 'margin:20px 0 0;border-width:1px 0 0;border-style:solid;font-size:0;line-height:0')}>&nbsp;</p>
<p ${at('calm', `margin:16px 0 0;font-size:${size('small')}`)}>${notYou} ${secrecy}</p>`
  return mailDocument({ title: words.title, preview: words.preview, body })
}
