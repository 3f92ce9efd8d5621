import type { Result } from '@latchkey/protocol'
import type { Page } from '../boundary/Page.ts'
import { hasEnded } from '../permissions/hasEnded.ts'
import { readGranted } from '../permissions/readGranted.ts'
import type { HandlerDeps } from './HandlerDeps.ts'

/** The wire's own limit. */
const maxPermissions = 256

/**
 * Returns the permissions that the user's smart account has granted to this page, on every network; only the chain decides which are
 * revoked. Fails as `readGranted` and with UNAUTHORIZED.
 */
export const permissionsOfPage = async (
  { session, smartAccounts, chain }: Pick<HandlerDeps, 'session' | 'smartAccounts' | 'chain'>,
  page: Page,
): Promise<Result<'LIST_PERMISSIONS'>> => {
  const caller = await session.caller(page)
  const granted = await readGranted({ session, smartAccounts }, caller, [caller.smartAccount?.owner ?? caller.address])
  const own = granted.filter(({ project }) => project.url === page.origin).slice(0, maxPermissions)
  const permissions = own.map(
    async ({ pci, chainId, account, context, signer, permissions, policies, createdAt, expiry, revokedAt }) => ({
      context,
      chainId: Number(chainId.slice('eip155:'.length)),
      address: account.address,
      signer,
      permissions: permissions.map(({ type, data = {} }) => ({ type, data })),
      policies: policies.map(({ type, data = {} }) => ({ type, data })),
      createdAt,
      expiry,
      ...(revokedAt !== undefined && (await hasEnded(pci, chain(chainId))) ? { revokedAt } : {}),
    }),
  )
  return { permissions: await Promise.all(permissions) }
}
