import * as z from 'zod/mini'
import { ownNetwork } from './ownNetwork.ts'
import type { EndpointRow } from './row.ts'

/**
 * Where the people of a project decide: `inline` in the frame, after a moment of looking; `popup` in a window of the
 * wallet's own; `auto` in the frame where the browser can tell that nothing covers it, else in the window.
 */
export const approvalModes = ['auto', 'popup', 'inline'] as const
/** Where users approve requests. */
export type ApprovalMode = (typeof approvalModes)[number]

/** The strictest where a service names a mode that this wallet does not know, or none. */
export const readApprovalMode = (named: string | undefined): ApprovalMode =>
  approvalModes.find((mode) => mode === named) ?? 'popup'

/** Which pages may embed the wallet of a project, and where its people decide. An unlisted origin gets ORIGIN_NOT_ALLOWED, readable by it. */
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
    /** An `ApprovalMode`; `readApprovalMode` says what another word means. Pages that ask do not pay for knowing. */
    approvals: z.optional(z.string()),
    /** Profiles of the wire that pages of the project may speak; all without the list. */
    profiles: z.optional(z.array(z.number())),
    /** A `ProjectBrand`, where the operator has confirmed one; `readBrand` checks it. */
    brand: z.optional(z.unknown()),
    /** Where the people of the project may have a smart account, and of which kind: `hybrid` or `eip7702`. Others are to be ignored. */
    smartAccounts: z.optional(z.array(z.object({ chainId: z.number(), kind: z.string() }))),
    /** Networks on which the wallet signs beside those of the registry; the operator's NETWORKS. */
    networks: z.optional(z.array(ownNetwork)),
  }),
  errors: ['PROJECT_UNKNOWN', 'ORIGIN_NOT_ALLOWED', 'LIMIT_EXCEEDED'],
  idempotent: true,
} as const satisfies EndpointRow
