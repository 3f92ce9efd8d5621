import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import { t } from '@latchkey/copy/mailEmailChange'
import { composeMail } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'

export type EmailChanged = {
  /** The address that was replaced. */
  to: string
  projectName: string
  brand?: ProjectBrand | undefined
  /** Undoes the change; opens a page that asks for confirmation. */
  undoUrl: string
  lifeDays: number
}

/** The mail that reports to the old address that it was replaced, and how to undo that. It does not name the new one. */
export const emailChangedMail = ({ to, projectName, brand, undoUrl, lifeDays }: EmailChanged): Mail =>
  composeMail({
    to,
    brand,
    title: t('title'),
    preview: t('preview'),
    blocks: [
      {
        is: 'text',
        text: t('text', { project: projectName }),
      },
      { is: 'text', text: t('notYou') },
      { is: 'button', label: t('undo'), url: undoUrl },
      { is: 'note', text: t('linkLife', { days: lifeDays }) },
    ],
  })
