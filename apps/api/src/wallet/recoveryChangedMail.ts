import type { WalletRecord } from '@latchkey/api-client'
import { t } from '@latchkey/copy/mailWallet'
import { composeNotice, type Notice } from '@latchkey/service-kit/mail/composeNotice'
import type { Mail } from '@latchkey/service-kit/mail/mail'

/** `way`: how the wallet is recovered from now on. */
export type RecoveryChanged = Notice & { way: WalletRecord['recovery']['kind'] }

/**
 * Tells that a device changed how the wallet is recovered. Whoever did it unasked may have shut its owner out of new
 * devices, so that the one that is still signed in must not be signed out: the mail says what to do there.
 */
export const recoveryChangedMail = ({ way, ...notice }: RecoveryChanged): Mail =>
  composeNotice(notice, {
    title: t('recoveryChanged.title'),
    text: t(`recoveryChanged.${way}`),
    notYou: t('recoveryChanged.notYou'),
  })
