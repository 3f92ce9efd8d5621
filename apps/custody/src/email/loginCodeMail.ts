import { t as mail } from '@latchkey/copy/mail'
import { t } from '@latchkey/copy/mailSignIn'
import { composeMail } from '@latchkey/service-kit/mail/composeMail'
import type { Mail } from '@latchkey/service-kit/mail/mail'
import type { CodePurpose } from './emailCode.ts'

export type LoginCode = {
  to: string
  /** Six digits. */
  code: string
  purpose: CodePurpose
  projectName: string
  /** Where the code was asked for, with what, and from which network, coarse. */
  dappOrigin: string
  browser: string
  place: string
  lifeMinutes: number
}

/**
 * The mail with a code. The code is neither in the subject nor in the preview line: both show on locked screens.
 * There is no link, so that no habit of clicking in such mails is formed.
 */
export function loginCodeMail(facts: LoginCode): Mail {
  const { to, code, purpose, projectName, dappOrigin, browser, place, lifeMinutes } = facts
  return composeMail({
    to,
    title: t(`title.${purpose}`, { project: projectName }),
    preview: t('preview', { origin: dappOrigin, minutes: lifeMinutes }),
    blocks: [
      { is: 'text', text: t('enter') },
      { is: 'code', code },
      {
        is: 'facts',
        rows: [
          [t('for'), dappOrigin],
          [t('askedBy'), browser],
          [mail('network'), place],
          [t('works'), mail('onceWithin', { minutes: lifeMinutes })],
        ],
      },
      { is: 'note', text: t(purpose === 'login' ? 'notYourSignIn' : 'notYourChange') },
    ],
  })
}
