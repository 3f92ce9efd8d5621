import { composeMail } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'

export type KeysExported = {
  to: string
  /** The wallet's own page, where devices are signed out. */
  walletUrl: string
  browser: string
  /** Network, coarse. */
  place: string
  at: Date
}

/**
 * Tells that a device got what it needs to show or save the keys. Whoever has them needs neither device nor email any more,
 * so that changing either is no way out: the mail says what is.
 */
export const keysExportedMail = ({ to, walletUrl, browser, place, at }: KeysExported): Mail =>
  composeMail({
    to,
    title: 'The keys of your wallet were exported',
    preview: `By ${browser}. If this was not you, act at once.`,
    blocks: [
      {
        is: 'text',
        text: 'Whoever has the keys can spend what the wallet holds, for good. If this was you, keep them safe.',
      },
      {
        is: 'facts',
        rows: [
          ['Device', browser],
          ['Network', place],
          ['Time', `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
        ],
      },
      {
        is: 'text',
        text: 'If it was not you: sign every device out, then send what the wallet holds to a wallet with other keys.',
      },
      { is: 'button', label: 'Open my wallet', url: walletUrl },
      { is: 'note', text: 'This mail cannot be turned off.' },
    ],
  })
