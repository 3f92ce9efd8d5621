import type { LoginProvider } from '@latchkey/api-client'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { composeMail } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'

export type LoginLinked = {
  to: string
  provider: LoginProvider
  /** The wallet's own page, where it is removed. */
  walletUrl: string
  browser: string
  /** Network, coarse. */
  place: string
  at: Date
}

/** Tells that another account elsewhere signs in to the wallet from now on. It does not name that account. */
export const loginLinkedMail = ({ to, provider, walletUrl, browser, place, at }: LoginLinked): Mail =>
  composeMail({
    to,
    title: `${loginProviders[provider].name} was added to your wallet`,
    preview: `By ${browser}. If this was not you, act at once.`,
    blocks: [
      {
        is: 'text',
        text: `An account at ${loginProviders[provider].name} now signs in to your wallet, as this email does.`,
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
        text: 'If it was not you: open the wallet, remove it under “Sign-in methods”, sign the other devices out, then send what the wallet holds to a wallet with other keys.',
      },
      { is: 'button', label: 'Open my wallet', url: walletUrl },
      { is: 'note', text: 'This mail cannot be turned off.' },
    ],
  })
