import * as z from 'zod/mini'
import { base64url } from './recordFields.ts'

/** Schemas that several rows share. */

export { addressProofs, base64url, generation, revision, uuid, walletSignature } from './recordFields.ts'
/** A web origin with its scheme, without a trailing slash. */
export const origin = z.string().check(z.maxLength(255), z.regex(/^https?:\/\/[^/?#\s]+$/))
/** The id of a project, as the dapp passes it to the modal. */
export const projectId = z.string().check(z.minLength(1), z.maxLength(128))
const sdkWord = z.optional(z.string().check(z.maxLength(128)))
/** The query parameters of every dapp call: the project, and the SDK with its version. */
export const sdk = { projectId, st: sdkWord, sv: sdkWord }
/** CAIP-2. */
export const caip2 = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))
/** An ENS name, without the characters that end a path segment. The server checks its ENSIP-15 form. */
export const ensName = z.string().check(z.maxLength(255), z.regex(/^[^\s./?#][^\s/?#]*$/))
/** An account's address in its chain's own form; the service checks it against the chain. */
export const accountAddress = z.string().check(z.regex(/^[A-Za-z0-9]{16,128}$/))
/** A CAIP-10 account or token of one chain. The service checks it against the chain. */
export const caip10 = z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/))
/** A whole number in decimal text, with the digits of 256 bits at most: an amount in base units, a gas price in wei. */
export const wholeNumber = z.string().check(z.regex(/^\d{1,78}$/))
/** Bytes in hexadecimal text, up to this many. */
export const hexBytes = (most: number) =>
  z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/), z.maxLength(2 + 2 * most))
/** A compact JWS (RFC 7515) of at most 4096 characters. Only its shape is checked, not its signature. */
export const jwt = z.string().check(z.maxLength(4096), z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/))
/** HPKE `enc || ciphertext` of a share with its context (`sealing/`). */
export const sealedShare = base64url(1024)
/** 16 bytes in base64url, by which a vault identifies the one share that it waits for (`ShareContext`). */
export const shareNonce = z.string().check(z.regex(/^[\w-]{22}$/))
/** No fields: a request without parameters, or an answer without content. */
export const empty = z.object({})
/** RFC 7638 thumbprint of a device's signing key. */
export const deviceId = z.string().check(z.regex(/^[\w-]{43}$/))
/** A point in time, ISO 8601 in UTC. */
export const timestamp = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/))
/** A whole number from 1; text in a query. */
export const count = (most: number) =>
  z.pipe(
    z.pipe(z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]), z.transform(Number)),
    z.number().check(z.int(), z.minimum(1), z.maximum(most)),
  )
