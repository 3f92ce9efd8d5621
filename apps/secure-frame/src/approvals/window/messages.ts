import { ownNetwork } from '@latchkey/api-client'
import { maxLogoLength } from '@latchkey/api-client/projectBrand'
import { type ErrorName, isErrorName } from '@latchkey/protocol'
import { signable } from '@latchkey/vault-protocol'
import * as z from 'zod/mini'
import { smartAccountKind } from '../../smartAccount/SmartAccount.ts'
import { type ApprovalName, isApprovalName } from '../approvalRows.ts'

/**
 * The messages between the frame and its approval window: requests and signatures, never a key, share, token or code.
 *
 * Both ends are documents of one origin that run the same code; every message is parsed at both ends all the same. The
 * window introduces itself over window messages, with the nonce that it was opened with, and receives a port in return.
 * Every message after that names the digest of its request.
 */

const nonce = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
/** Window to frame, by window message. */
export const hello = z.object({ type: z.literal('latchkey-window-hello'), nonce })
/** Frame to window, by window message, with one port. */
export const welcome = z.object({ type: z.literal('latchkey-window-welcome'), nonce })

const digest = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const call = z.number().check(z.int(), z.positive())
const text = (most: number) => z.string().check(z.maxLength(most))

/** Everything that the digest covers. */
const windowRequest = z.object({
  /** The request's number in the frame's queue, unique. */
  place: z.number().check(z.int(), z.positive()),
  id: text(64),
  method: z.custom<ApprovalName>(isApprovalName),
  /** Plain data; parsed with the method's own row. */
  params: z.unknown(),
  /** The pinned origin of the requesting page. */
  origin: text(2048),
  projectId: text(128),
  account: text(128),
  /** The properties of a smart account; null for a plain one. */
  smartAccount: z.nullable(z.object({ kind: smartAccountKind, owner: text(128) })),
  /** CAIP-2. */
  network: text(64),
  /** The frame's data of a network that the registry doesn't have; null for any other. */
  ownNetwork: z.nullable(ownNetwork),
})
export type WindowRequest = z.output<typeof windowRequest>

const claim = z.nullable(
  z.object({
    name: text(200),
    description: text(2000),
    url: text(2048),
    icons: z.array(text(maxLogoLength)).check(z.maxLength(16)),
    isConfirmed: z.optional(z.boolean()),
  }),
)
const failure = z.object({
  name: z.custom<ErrorName>(isErrorName),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Failure = z.output<typeof failure>

/** Frame to window, over the port. */
export const toWindow = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('show'),
    request: windowRequest,
    digest,
    claim,
    theme: z.object({ mode: z.enum(['light', 'dark']), variables: z.record(text(64), text(256)) }),
  }),
  z.object({ type: z.literal('done'), call, result: z.unknown() }),
  z.object({ type: z.literal('failed'), call, error: failure }),
])
export type ToWindow = z.output<typeof toWindow>

/** Window to frame, over the port. `call` counts up; each number is used once. */
export const toFrame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sign'), call, digest, content: signable }),
  z.object({ type: z.literal('read'), call, digest, method: text(64), params: z.unknown() }),
  z.object({ type: z.literal('readSolana'), call, digest, method: text(64), params: z.unknown() }),
  z.object({ type: z.literal('consult'), call, digest, name: text(64), params: z.unknown() }),
  z.object({ type: z.literal('serve'), call, digest, name: text(64), params: z.unknown() }),
  /** Answered when the lock is held. */
  z.object({ type: z.literal('lock'), call, digest, name: text(256) }),
  z.object({ type: z.literal('unlock'), call, digest, held: call }),
  z.object({ type: z.literal('approve'), digest, result: z.unknown() }),
  z.object({ type: z.literal('reject'), digest }),
  z.object({ type: z.literal('fail'), digest, error: failure }),
])
export type ToFrame = z.output<typeof toFrame>
export type Call = Extract<ToFrame, { call: number }>
