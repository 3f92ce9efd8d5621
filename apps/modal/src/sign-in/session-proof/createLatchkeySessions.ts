import type { Services } from '../../services.ts'
import { type KeptSession, readSessions, writeSessions } from './keptSessions.ts'
import type { SignInSession, SiwxOption, SiwxSettings } from './SessionProof.ts'
import type { SignInApi } from './SignInApi.ts'

/** The api's maximum session lifetime. */
const lifeMs = 24 * 3600_000

export type LatchkeySessionsInput = Pick<Services, 'storage' | 'clock' | 'origin'> & {
  loadApi(): Promise<SignInApi>
  settings: SiwxSettings
}

const isOf =
  (chainId: string, address: string) =>
  ({ data }: KeptSession): boolean =>
    data.chainId === chainId && data.accountAddress === address

/** Sessions by the Latchkey api: it gives the nonces, verifies each signature, and issues ID tokens for a session's account. */
export function createLatchkeySessions(input: LatchkeySessionsInput): SiwxOption {
  const { storage, clock, origin, loadApi, settings } = input
  const { statement, resources } = settings
  const keep = (change: (kept: readonly KeptSession[]) => readonly KeptSession[]): void =>
    writeSessions(storage, change(readSessions(storage, clock.now())))
  return {
    async createMessage({ chainId, accountAddress }) {
      const { nonce } = await (await loadApi()).createNonce()
      const nowMs = clock.now()
      return {
        accountAddress,
        chainId,
        domain: new URL(origin).host,
        uri: origin,
        version: '1',
        nonce,
        issuedAt: new Date(nowMs).toISOString(),
        expirationTime: new Date(nowMs + lifeMs).toISOString(),
        ...(statement !== undefined && { statement }),
        ...(resources !== undefined && { resources }),
      }
    },
    async addSession(session: SignInSession) {
      const { data, message, signature, publicKey } = session
      const account = `${data.chainId}:${data.accountAddress}` as const
      const api = await loadApi()
      const { token, expiresAtMs } = await api.addSession({
        account,
        message,
        signature,
        ...(publicKey && { publicKey }),
      })
      keep((kept) => [
        { ...session, token, expiresAtMs },
        ...kept.filter((one) => !isOf(data.chainId, data.accountAddress)(one)),
      ])
    },
    async getSessions(chainId, accountAddress) {
      return readSessions(storage, clock.now()).filter(isOf(chainId, accountAddress))
    },
    async revokeSession(chainId, accountAddress) {
      const gone = readSessions(storage, clock.now()).filter(isOf(chainId, accountAddress))
      // Ended here first: the api's response changes nothing.
      keep((kept) => kept.filter((one) => !isOf(chainId, accountAddress)(one)))
      const api = await loadApi()
      await Promise.allSettled(gone.map(({ token }) => api.revokeSession({ token })))
    },
  }
}
