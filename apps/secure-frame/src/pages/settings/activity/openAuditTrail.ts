import { t } from '@latchkey/copy/settings'
import type { AccountContext, SettingsDeps } from '../Settings.ts'
import { type AuditTrail, createAuditTrail } from './createAuditTrail.ts'

/** Opens the log of what happened to the account, as `Settings.auditTrail`. */
export const openAuditTrail = async (
  { session, stepUp }: Pick<SettingsDeps, 'session' | 'stepUp'>,
  account: AccountContext,
  isWhole: boolean,
): Promise<AuditTrail> => {
  const api = (before: number | undefined) => session.call(account.callerNow(), 'apiAuditLog', pageBefore(before))
  if (!isWhole) return createAuditTrail({ api })
  const custody = (before: number | undefined) =>
    account.confirmed(t('proof.secondLog'), () => stepUp.callCustody('custodyAuditLog', pageBefore(before)))
  // Asked for at once: a person who does not want to confirm keeps what is on screen.
  const first = await custody(undefined)
  return createAuditTrail({
    api,
    custody: async (before) => (before === undefined ? first : await custody(before)),
  })
}

/** The most that one answer holds: exporting a log asks less often. */
const pageBefore = (before: number | undefined) => ({ limit: 100, ...(before === undefined ? {} : { before }) })
