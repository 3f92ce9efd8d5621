import { composeMail } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'
import type { CodePurpose } from './emailCode.ts'

export type LoginCode = {
  to: string
  /** Six digits. */
  code: string
  purpose: CodePurpose
  projectName: string
  /** Where the code was asked for, with what, and from which network, coarse. */
  dappOrigin: string
  browser: string
  place: string
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
 * There is no link, so that no habit of clicking in such mails is formed.
 */
export function loginCodeMail(facts: LoginCode): Mail {
  const { to, code, purpose, projectName, dappOrigin, browser, place, lifeMinutes } = facts
  return composeMail({
    to,
    title: titles[purpose](projectName),
    preview: `For ${dappOrigin}. It works once, within ${lifeMinutes} minutes.`,
    blocks: [
      { is: 'text', text: 'Enter this code in the window where you asked for it.' },
      { is: 'code', code },
      {
        is: 'facts',
        rows: [
          ['For', dappOrigin],
          ['Asked by', browser],
          ['Network', place],
          ['Works', `once, within ${lifeMinutes} minutes`],
        ],
      },
      { is: 'note', text: `${notYou[purpose]} Give it to nobody, whoever asks.` },
    ],
  })
}
