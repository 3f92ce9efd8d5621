import { composeMail } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'

export type DeviceLink = {
  to: string
  projectName: string
  /** Where the login was begun, with what, and from which network, coarse. */
  dappOrigin: string
  browser: string
  place: string
  /** Opens a page that asks first. */
  url: string
  lifeMinutes: number
}

/** Asks whether a new device may log in. The number to compare is on the page alone: whoever has the mail has to open it. */
export const deviceLinkMail = ({ to, projectName, dappOrigin, browser, place, url, lifeMinutes }: DeviceLink): Mail =>
  composeMail({
    to,
    title: `A new device wants to sign in to ${projectName}`,
    preview: `${browser}, at ${dappOrigin}.`,
    blocks: [
      { is: 'text', text: 'If this is you, open the link, compare the number, and approve the device.' },
      {
        is: 'facts',
        rows: [
          ['Device', browser],
          ['At', dappOrigin],
          ['Network', place],
          ['Link works', `once, within ${lifeMinutes} minutes`],
        ],
      },
      { is: 'button', label: 'Look at the device', url },
      { is: 'note', text: 'If this is not you, ignore this mail: nobody gets in without your approval.' },
    ],
  })
