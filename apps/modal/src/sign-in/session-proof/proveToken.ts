import { AppError } from '@latchkey/protocol'
import type { Getter } from 'jotai/vanilla'
import { servicesAtom } from '../../services.ts'
import type { ProofTarget } from './ProofTarget.ts'
import { signMessage } from './signMessage.ts'

/** Returns the subject of a token, unverified: the server verifies the token. Throws INTERNAL. */
function subjectOf(idToken: string): string {
  try {
    const payload = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const { sub } = JSON.parse(atob(payload)) as { sub?: unknown }
    if (typeof sub === 'string' && sub !== '') return sub
  } catch {}
  throw new AppError('INTERNAL')
}

/** Signs for a token with the active account: over its project, nonce and subject. */
export async function proveToken(get: Getter, target: ProofTarget, idToken: string, nonce: string) {
  const { settings, clock, origin } = get(servicesAtom)
  const { message, signature, publicKey } = await signMessage(get, target, {
    accountAddress: target.address,
    chainId: target.network,
    domain: new URL(origin).host,
    uri: origin,
    version: '1',
    nonce,
    issuedAt: new Date(clock.now()).toISOString(),
    requestId: subjectOf(idToken),
    resources: [`urn:latchkey:project:${settings.projectId}`],
  })
  const account = `${target.network}:${target.address}`
  return { account, message, signature, ...(publicKey !== undefined && { publicKey }) }
}
