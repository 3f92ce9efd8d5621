import type { WalletRecord } from '@latchkey/api-client'
import { composeMail } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'

export type RecoveryChanged = {
  to: string
  /** How the wallet is recovered from now on. */
  way: WalletRecord['recovery']['kind']
  /** The wallet's own page, where it is changed back. */
  walletUrl: string
  browser: string
  /** Network, coarse. */
  place: string
  at: Date
}

const means = {
  automatic:
    'On a new device, a code from this email is now enough to open it. No passphrase and no passkey is needed.',
  passphrase: 'On a new device, it now takes this email and the passphrase that was chosen. No other one opens it.',
  passkey: 'On a new device, it now takes this email and the passkey that was chosen. No other one opens it.',
} satisfies Record<RecoveryChanged['way'], string>

/**
 * Tells that a device changed how the wallet is recovered. Whoever did it unasked may have shut its owner out of new
 * devices, so that the one that is still signed in must not be signed out: the mail says what to do there.
 */
export const recoveryChangedMail = ({ to, way, walletUrl, browser, place, at }: RecoveryChanged): Mail =>
  composeMail({
    to,
    title: 'The recovery of your wallet was changed',
    preview: `By ${browser}. If this was not you, act at once.`,
    blocks: [
      { is: 'text', text: means[way] },
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
        text: 'If it was not you: open the wallet on a device where you are signed in and stay signed in there. Choose your way of recovery anew, sign the other devices out, then send what the wallet holds to a wallet with other keys.',
      },
      { is: 'button', label: 'Open my wallet', url: walletUrl },
      { is: 'note', text: 'This mail cannot be turned off.' },
    ],
  })
