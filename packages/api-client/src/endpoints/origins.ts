import * as z from 'zod/mini'
import { ownNetwork } from './ownNetwork.ts'
import type { EndpointRow } from './row.ts'

/**
 * Where a project's users confirm requests: `inline` in the frame, after a short delay; `popup` in a separate window of the wallet; `auto`
 * in the frame if the browser can detect that nothing covers it, else in the window.
 */
export const approvalModes = ['auto', 'popup', 'inline'] as const
/** The place where users approve requests. */
export type ApprovalMode = (typeof approvalModes)[number]

/** Returns the strictest mode when a service sends one that this wallet doesn't know, or none. */
export const readApprovalMode = (named: string | undefined): ApprovalMode =>
  approvalModes.find((mode) => mode === named) ?? 'popup'

/**
 * Returns which pages may embed a project's wallet, and where its users confirm requests. An unlisted origin gets ORIGIN_NOT_ALLOWED, which
 * its page can read.
 */
export const origins = {
  authority: 'api',
  method: 'GET',
  path: '/projects/v1/origins',
  credential: 'none',
  caller: 'dapp',
  request: z.object({
    projectId: z.string().check(z.minLength(1), z.maxLength(128)),
    st: z.optional(z.string().check(z.maxLength(128))),
    sv: z.optional(z.string().check(z.maxLength(128))),
  }),
  response: z.object({
    allowedOrigins: z.array(z.string()),
    /** An `ApprovalMode`; `readApprovalMode` maps unknown values. Kept as a string, so that pages don't load the enum. */
    approvals: z.optional(z.string()),
    /** Wire profiles that the project's pages may use; all without the list. */
    profiles: z.optional(z.array(z.number())),
    /** A `ProjectBrand`, if the operator has confirmed one; `readBrand` checks it. */
    brand: z.optional(z.unknown()),
    /** Where the project's users may have a smart account, and of which type: `hybrid` or `eip7702`. Ignore others. */
    smartAccounts: z.optional(z.array(z.object({ chainId: z.number(), kind: z.string() }))),
    /** Networks on which the wallet signs in addition to the registry's; the operator's NETWORKS. */
    networks: z.optional(z.array(ownNetwork)),
  }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'LIMIT_EXCEEDED'],
  idempotent: true,
} as const satisfies EndpointRow
