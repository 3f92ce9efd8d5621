import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import { t as mail } from '@latchkey/copy/mail'
import { t } from '@latchkey/copy/mailJoinAccount'
import { composeMail } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'

export type JoinAccount = {
  /** The new address. */
  to: string
  projectName: string
  brand?: ProjectBrand | undefined
  /** Opens a page that shows the account and asks for approval. */
  url: string
  lifeMinutes: number
}

/** The mail that asks a mailbox whether it joins an account. The account is shown only on the page, so the mail's reader has to open it. */
export const joinAccountMail = ({ to, projectName, brand, url, lifeMinutes }: JoinAccount): Mail =>
  composeMail({
    to,
    brand,
    title: t('title', { project: projectName }),
    preview: t('preview'),
    blocks: [
      { is: 'text', text: t('text', { project: projectName }) },
      { is: 'facts', rows: [[t('linkWorks'), mail('onceWithin', { minutes: lifeMinutes })]] },
      { is: 'button', label: t('open'), url },
      { is: 'note', text: t('notYou') },
    ],
  })
