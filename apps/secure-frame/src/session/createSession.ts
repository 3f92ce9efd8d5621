import { AppError, isAppError } from '@latchkey/protocol'
import { createAgreements } from './agreements.ts'
import { isAgreed } from './consents.ts'
import { createPageChains } from './createPageChains.ts'
import { createCurrentSession } from './currentSession.ts'
import { finishLeftChange } from './finishLeftChange.ts'
import { holderOf } from './holder.ts'
import { namespaceOf } from './pageChains.ts'
import type { Session, SessionDeps } from './Session.ts'
import { createSignIns } from './signIns.ts'
import { createSignOut } from './signOut.ts'
import { withRevocations } from './storedItems.ts'
import { createVaultUse } from './vaultUse.ts'
import { within } from './within.ts'

/** The time limit of IS_CONNECTED for the vault, in milliseconds. */
const vaultTimeoutMs = 5_000

/**
 * Creates the session: the signed-in user and their consents. The store is the source of truth, shared by all tabs of the
 * site; this document holds only the access token and what it has last read from the store.
 */
export const createSession = (deps: SessionDeps): Session => {
  const { api, store } = deps
  const current = createCurrentSession(deps)
  const { look, guard, confirm, accountFor, authorised } = current
  const { beforeLogin, ...chains } = createPageChains(store, deps.defaultChainId)
  const { unlockFor, ...vaultUse } = createVaultUse(deps, current)

  const rename = async (sessionId: string, email: string): Promise<void> => {
    const items = await store.update((items) =>
      items.session?.sessionId === sessionId
        ? {
            ...items,
            session: { ...items.session, email },
            holder: holderOf(items, { ...items.session, email, login: null }),
          }
        : items,
    )
    await look(items)
    deps.tellTabs()
  }

  return {
    ...createSignIns(deps, { current, chainsBeforeLogin: beforeLogin }),
    ...createSignOut(deps, current),
    ...chains,
    ...vaultUse,
    ...createAgreements(deps, { current, unlockFor, chainsBeforeLogin: beforeLogin }),
    async caller(page, namespace) {
      const caller = await guard(page, namespace)
      if (caller === null) throw new AppError('UNAUTHORIZED')
      return caller
    },
    async requireCallerOnChain(page, chainId) {
      const caller = await guard(page, namespaceOf(chainId), chainId)
      if (caller === null) throw new AppError('UNAUTHORIZED')
      return caller
    },
    async isConnected(page) {
      const items = await store.read()
      if (!isAgreed(items, page)) return false
      try {
        const caller = await within(vaultTimeoutMs, guard(page))
        if (caller !== null) await confirm(caller.sessionId)
        return caller !== null
      } catch (error) {
        return !isAppError(error, 'SESSION_EXPIRED')
      }
    },
    async email(caller) {
      return (await accountFor(caller)).email
    },
    async login(caller) {
      return (await accountFor(caller)).login
    },
    async revokeDevice(caller, deviceId) {
      const { sessionId, userId } = await accountFor(caller)
      await authorised(sessionId)('revokeDevice', { deviceId })
      await store.update((items) => ({ ...items, revocations: withRevocations(items, userId, [deviceId]) }))
    },
    renameEmail: ({ sessionId }, email) => rename(sessionId, email),
    finishLeft: () => finishLeftChange({ api, store, authorised, rename }),
    async call(caller, name, request) {
      const { sessionId } = await accountFor(caller)
      return await authorised(sessionId)(name, request)
    },
    async refresh() {
      await look(await store.read())
      return current.state()
    },
  }
}
