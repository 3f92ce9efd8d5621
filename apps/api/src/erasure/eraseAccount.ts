import type { EndpointResponse } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol/errors'
import { appendAudit } from '@latchkey/service-kit/audit/auditStore'
import { type InSessionDeps, inConfirmedSession, type SessionCaller } from '../session/inSession.ts'
import { eraseUser, mayBeTakenBack } from './erasureStore.ts'

/**
 * Nothing of the account is left but its id, and audit entries until they are old. Throws SESSION_EXPIRED, STEP_UP_REQUIRED, and
 * ERASURE_WAITS: whoever has changed the email of an account must not end it before its owner can take it back.
 */
export const eraseAccount = (deps: InSessionDeps, caller: SessionCaller): Promise<EndpointResponse<'eraseAccount'>> =>
  inConfirmedSession(deps, caller, async (sql) => {
    const userId = caller.token.sub
    const now = deps.clock.now()
    if (await mayBeTakenBack(sql, userId, now)) throw new AppError('ERASURE_WAITS')
    await eraseUser(sql, userId, now)
    // By nobody: neither device nor page is of anybody's any more.
    await appendAudit(sql, { userId, at: now, event: 'account erased', deviceId: '', dappOrigin: null })
    return {}
  })
