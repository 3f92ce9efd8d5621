import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { askVault, readAnswer, type VaultPlace, VaultRefusal } from './askVault.ts'

/**
 * How a service authenticates to Vault. `token`: a token that is renewed while possible. `tokenFile`: a file that an agent keeps up to
 * date, read for each call. `appRole`, `kubernetes`: a login at the auth method of that mount.
 */
export type VaultLogin =
  | { by: 'token'; token: string }
  | { by: 'tokenFile'; file: string }
  | { by: 'appRole'; mount: string; roleId: string; secretId: string }
  | { by: 'kubernetes'; mount: string; role: string; tokenFile: string }

/** A source of client tokens that are renewed before they expire. */
export type VaultTokens = {
  /** Returns a token that is valid as far as is known. Throws KEYS_UNREACHABLE, VaultRefusal. */
  current(): Promise<string>
  /** Reports that Vault has refused a call with this token: the next one will be another, if possible. */
  refused(token: string): void
}

const granted = z.object({
  auth: z.object({ client_token: z.string(), lease_duration: z.number(), renewable: z.boolean() }),
})
type Lease = { token: string; seconds: number; isRenewable: boolean }

/** A token is renewed after this part of its lifetime. */
const renewAfter = 2 / 3
const retryMs = 5_000
const maxTimerMs = 2 ** 31 - 1

const readToken = (file: string): string => {
  const token = readFileSync(file, 'utf8').trim()
  if (token === '') throw new Error(`${file} is empty: Vault needs a token`)
  return token
}

/** Keeps a token and renews it in time, even without calls: some tokens can't be renewed once they expire. */
export function openVaultTokens(login: VaultLogin, place: VaultPlace, fetch: typeof globalThis.fetch): VaultTokens {
  if (login.by === 'tokenFile') return { current: async () => readToken(login.file), refused: () => {} }
  let held: string | null = null
  let asking: Promise<string> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const ask = async (path: string, body: Record<string, unknown>, token: string | null): Promise<Lease> => {
    const { auth } = readAnswer(granted, await askVault(fetch, place, { path, body, token }))
    return { token: auth.client_token, seconds: auth.lease_duration, isRenewable: auth.renewable }
  }
  const renew = (token: string): Promise<Lease> => ask('auth/token/renew-self', {}, token)
  const logIn = (): Promise<Lease> => {
    switch (login.by) {
      case 'appRole':
        return ask(`auth/${login.mount}/login`, { role_id: login.roleId, secret_id: login.secretId }, null)
      case 'kubernetes':
        return ask(`auth/${login.mount}/login`, { role: login.role, jwt: readToken(login.tokenFile) }, null)
      case 'token':
        // Only a renewal reveals its lifetime. A token that can't be renewed is used as it is.
        return renew(login.token).catch((error: unknown) => {
          if (!(error instanceof VaultRefusal)) throw error
          return { token: login.token, seconds: 0, isRenewable: false }
        })
    }
  }
  const later = (ms: number, work: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(work, Math.min(ms, maxTimerMs))
    timer.unref()
  }
  /** Stores a lease and schedules its renewal. */
  const keep = ({ token, seconds, isRenewable }: Lease): string => {
    held = token
    // A lease without an expiry, or with an unknown one, isn't renewed.
    if (seconds > 0) later(seconds * renewAfter * 1_000, () => void renewOrLogIn(token, isRenewable))
    return token
  }
  const renewOrLogIn = async (token: string, isRenewable: boolean): Promise<void> => {
    try {
      keep(await (isRenewable ? renew(token) : logIn()))
    } catch (error) {
      // A token at its maximum lifetime can't be renewed: the next call gets a new one.
      if (error instanceof VaultRefusal) held = null
      else later(retryMs, () => void renewOrLogIn(token, isRenewable))
    }
  }
  return {
    async current() {
      if (held !== null) return held
      asking ??= logIn()
        .then(keep)
        .finally(() => {
          asking = null
        })
      return asking
    },
    refused(token) {
      if (held === token) held = null
    },
  }
}
