import type { WalletRecord } from '@latchkey/api-client'
import { t } from '@latchkey/copy/mailWallet'
import { composeNotice, type Notice } from '@latchkey/service-kit/mail/composeNotice'
import type { Mail } from '@latchkey/service-kit/mail/mail'

/** `way`: the wallet's new recovery method. */
export type RecoveryChanged = Notice & { way: WalletRecord['recovery']['kind'] }

/**
 * The mail that reports that a device changed the recovery method. An attacker may have locked the owner out of new devices, so the device
 * that is still signed in must stay so: the mail says what to do there.
 */
export const recoveryChangedMail = ({ way, ...notice }: RecoveryChanged): Mail =>
  composeNotice(notice, {
    title: t('recoveryChanged.title'),
    text: t(`recoveryChanged.${way}`),
    notYou: t('recoveryChanged.notYou'),
  })
