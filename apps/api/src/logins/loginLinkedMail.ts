import type { LoginProvider } from '@latchkey/api-client'
import { t } from '@latchkey/copy/mailLogin'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import { composeNotice, type Notice } from '@latchkey/service-kit/mail/composeNotice'
import type { Mail } from '@latchkey/service-kit/mail/mail'

export type LoginLinked = Notice & { provider: LoginProvider | 'email' }

/**
 * The mail that reports a new login: a provider's account, or a code to this address, can now sign in to the wallet. It does not name that
 * account.
 */
export const loginLinkedMail = ({ provider, ...notice }: LoginLinked): Mail => {
  if (provider === 'email')
    return composeNotice(notice, { title: t('email.title'), text: t('email.text'), notYou: t('email.notYou') })
  const { name } = loginProviders[provider]
  return composeNotice(notice, {
    title: t('title', { provider: name }),
    text: t('text', { provider: name }),
    notYou: t('notYou'),
  })
}
