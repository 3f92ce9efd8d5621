import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import { t as mail } from '@latchkey/copy/mail'
import { t } from '@latchkey/copy/mailEmailCapture'
import { composeMail, type MailBlock } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'

export type CaptureCode = {
  to: string
  /** Six letters. */
  code: string
  projectName: string
  brand?: ProjectBrand | undefined
  /** Why the project wants the address, as the page showed it. */
  purpose: string
  dappOrigin: string
  browser: string
  place: string
  lifeMinutes: number
}

/** Returns the mail with the code by which a user gives a project their address. As in any mail with a code there is no link. */
export function captureCodeMail(facts: CaptureCode): Mail {
  const { to, code, projectName: project, brand, purpose, dappOrigin, browser, place, lifeMinutes: minutes } = facts
  return composeMail({
    to,
    brand,
    title: t('title', { project }),
    preview: t('preview', { origin: dappOrigin, minutes }),
    blocks: [
      { is: 'text', text: t('enter', { origin: dappOrigin }) },
      { is: 'code', code },
      {
        is: 'facts',
        rows: [
          [t('purpose'), purpose],
          [t('site'), dappOrigin],
          [mail('device'), browser],
          [mail('network'), place],
          [t('expires'), t('expiresIn', { minutes })],
        ],
      },
      { is: 'note', text: t('notYou', { project }) },
      ...autofill(dappOrigin, code),
    ],
  })
}

/** Without a host there is no site to bind the code to. */
function autofill(origin: string, code: string): MailBlock[] {
  const host = URL.parse(origin)?.hostname
  return host ? [{ is: 'autofill', host, code }] : []
}
