import { t } from '@latchkey/copy/mailWallet'
import { composeNotice, type Notice } from '@latchkey/service-kit/mail/composeNotice'
import type { Mail } from '@latchkey/service-kit/mail/mail'

/**
 * The mail that reports that a device can now show or save the keys. With the keys, neither device nor email is needed any longer, so
 * changing either doesn't help: the mail says what does.
 */
export const keysExportedMail = (notice: Notice): Mail =>
  composeNotice(notice, {
    title: t('keysExported.title'),
    text: t('keysExported.text'),
    notYou: t('keysExported.notYou'),
  })
