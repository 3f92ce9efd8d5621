import { t } from '@latchkey/copy/mailWallet'
import { composeNotice, type Notice } from '@latchkey/service-kit/mail/composeNotice'
import type { Mail } from '@latchkey/service-kit/mail/mail'

/**
 * Tells that a device got what it needs to show or save the keys. Whoever has them needs neither device nor email any more,
 * so that changing either is no way out: the mail says what is.
 */
export const keysExportedMail = (notice: Notice): Mail =>
  composeNotice(notice, {
    title: t('keysExported.title'),
    text: t('keysExported.text'),
    notYou: t('keysExported.notYou'),
  })
