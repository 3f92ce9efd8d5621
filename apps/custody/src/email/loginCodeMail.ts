import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import { t as mail } from '@latchkey/copy/mail'
import { t } from '@latchkey/copy/mailSignIn'
import { composeMail, type MailBlock, spaced } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'
import type { CodePurpose } from './emailCode.ts'

export type LoginCode = {
  to: string
  /** Six digits. */
  code: string
  purpose: CodePurpose
  projectName: string
  brand?: ProjectBrand | undefined
  /** The page and browser of the request, and its approximate network location. */
  dappOrigin: string
  browser: string
  place: string
  lifeMinutes: number
}

/**
 * Returns the mail with a code. A sign-in code is also in the preview line, so that it can be read from the notification. A code that
 * changes a wallet is not: the preview can show on a locked screen. No subject has a code. No mail with a code has a link, so that
 * readers don't get used to opening links in such mails.
 */
export function loginCodeMail(facts: LoginCode): Mail {
  const { to, code, purpose, projectName, brand, dappOrigin, browser, place, lifeMinutes } = facts
  const isSignIn = purpose === 'login'
  return composeMail({
    to,
    brand,
    title: t(`title.${purpose}`, { project: projectName }),
    preview: isSignIn
      ? t('previewCode', { code: spaced(code), minutes: lifeMinutes })
      : t('preview', { origin: dappOrigin, minutes: lifeMinutes }),
    blocks: [
      { is: 'text', text: t(`enter.${purpose}`) },
      { is: 'code', code },
      {
        is: 'facts',
        rows: [
          [t('site'), dappOrigin],
          [mail('device'), browser],
          [mail('network'), place],
          [t('expires'), t('expiresIn', { minutes: lifeMinutes })],
        ],
      },
      { is: 'note', text: t(isSignIn ? 'notYourSignIn' : 'notYourChange') },
      ...autofill(dappOrigin, code),
    ],
  })
}

/** Without a host there is no site to bind the code to. */
function autofill(origin: string, code: string): MailBlock[] {
  const host = URL.parse(origin)?.hostname
  return host ? [{ is: 'autofill', host, code }] : []
}
