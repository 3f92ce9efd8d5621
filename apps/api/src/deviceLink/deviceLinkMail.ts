import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import { t as mail } from '@latchkey/copy/mail'
import { t } from '@latchkey/copy/mailDevice'
import { composeMail } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'

export type DeviceLink = {
  to: string
  projectName: string
  brand?: ProjectBrand | undefined
  /** The sign-in's page and device, and its approximate network location. */
  dappOrigin: string
  browser: string
  place: string
  /** Opens a page that asks for confirmation. */
  url: string
  lifeMinutes: number
}

/** The mail that asks whether a new device may sign in. The number to compare is only on the page, so the mail's reader has to open it. */
export const deviceLinkMail = ({
  to,
  projectName,
  brand,
  dappOrigin,
  browser,
  place,
  url,
  lifeMinutes,
}: DeviceLink): Mail =>
  composeMail({
    to,
    brand,
    title: t('title', { project: projectName }),
    preview: t('preview', { browser, origin: dappOrigin }),
    blocks: [
      { is: 'text', text: t('text') },
      {
        is: 'facts',
        rows: [
          [mail('device'), browser],
          [t('at'), dappOrigin],
          [mail('network'), place],
          [t('linkWorks'), mail('onceWithin', { minutes: lifeMinutes })],
        ],
      },
      { is: 'button', label: t('open'), url },
      { is: 'note', text: t('notYou') },
    ],
  })
