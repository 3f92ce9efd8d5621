import type { AppError, FramePermission } from '@latchkey/protocol'
import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services.ts'
import { approveAtom } from './approve.ts'
import { failed } from './failed.ts'
import { askWallet } from './wallet.ts'

/** The permissions of this site on the embedded wallet's smart account. */
export type Permissions =
  | { status: 'loading' }
  | { status: 'ready'; permissions: readonly FramePermission[] }
  | { status: 'failed'; error: AppError }

const base = atom<Permissions>({ status: 'loading' })

export const permissionsAtom = atom((get) => get(base))

/** Requests the list from the wallet. An existing list stays until the next one. Never throws. */
export const readPermissionsAtom = atom(null, async (get, set): Promise<void> => {
  try {
    const { permissions } = await askWallet(get, set, 'LIST_PERMISSIONS', undefined)
    set(base, { status: 'ready', permissions })
  } catch (thrown) {
    set(base, { status: 'failed', error: failed(get, 'permissions', thrown) })
  }
})

/** Revokes one, which the user confirms in the wallet. If they reject it, it stays. Never throws. */
export const endPermissionAtom = atom(null, async (_, set, { chainId, context }: FramePermission): Promise<void> => {
  const params = [{ permissionContext: context }]
  await set(approveAtom, `eip155:${chainId}`, 'wallet_revokePermissions', params).catch(() => undefined)
  await set(readPermissionsAtom)
})

/** Seconds since 1970. */
export const nowSecondsAtom = atom((get) => Math.floor(get(servicesAtom).clock.now() / 1000))
