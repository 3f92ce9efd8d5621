import { composeMail } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'

export type EmailChanged = {
  /** The address that was replaced. */
  to: string
  projectName: string
  /** Takes the change back; opens a page that asks first. */
  undoUrl: string
  lifeDays: number
}

/** Tells the old address of an account that it was replaced, and how to stop that. It says nothing of the new one. */
export const emailChangedMail = ({ to, projectName, undoUrl, lifeDays }: EmailChanged): Mail =>
  composeMail({
    to,
    title: 'The email address of your wallet was changed',
    preview: 'If this was you, there is nothing to do.',
    blocks: [
      {
        is: 'text',
        text: `Your wallet at ${projectName} now has another email address. This one no longer signs in. If this was you, there is nothing to do.`,
      },
      { is: 'text', text: 'If it was not you, take your address back. Every device is then signed out.' },
      { is: 'button', label: 'Take my address back', url: undoUrl },
      { is: 'note', text: `The link works once, for ${lifeDays} days.` },
    ],
  })
