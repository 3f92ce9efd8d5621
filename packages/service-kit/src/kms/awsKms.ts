import { createHmac } from 'node:crypto'
import { AppError } from '@latchkey/protocol/errors'
import { parseJson } from '@latchkey/protocol/parseJson'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import { fixedCredentials, roleCredentials } from './awsCredentials.ts'
import type { EncryptionContext, Kms } from './kms.ts'
import { type AwsCredentials, signAwsRequest } from './signAwsRequest.ts'

/** The AWS region, and the two keys of one authority. */
export type AwsKmsSettings = {
  region: string
  /** Symmetric encryption key: id, ARN or alias. */
  keyId: string
  /** HMAC_256 key. */
  macKeyId: string
  /** Another key whose MACs are also accepted, during a rotation. */
  otherMacKeyId?: string | undefined
  /** Default: the credentials of the process's role. */
  credentials?: AwsCredentials | undefined
  /** Scheme, host, port. Default: AWS's endpoint for the region. */
  endpoint?: string | undefined
}
/** The network and the clock, for tests. */
export type AwsKmsDeps = { fetch: typeof globalThis.fetch; clock: Clock }

const timeoutMs = 5_000
const bytes = z.pipe(
  z.string(),
  z.transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
)
const answers = {
  GenerateDataKey: z.object({ Plaintext: bytes, CiphertextBlob: bytes }),
  Decrypt: z.object({ Plaintext: bytes }),
  ReEncrypt: z.object({ CiphertextBlob: bytes }),
  GenerateMac: z.object({ Mac: bytes }),
  RotateKeyOnDemand: z.object({}),
} as const
type Action = keyof typeof answers

/** Transient failures; every other one is our or the operator's mistake. */
const passing =
  /^(?:Throttling|LimitExceeded|KMSInternal|DependencyTimeout|KeyUnavailable|RequestLimitExceeded|ServiceUnavailable)/

/**
 * Opens keys in AWS Key Management Service, over its JSON protocol. Not verified against AWS itself: it is tested against a stand-in that
 * checks signatures and contexts.
 *
 * A MAC doesn't need a call each: one `GenerateMac` of the KMS derives a key for the purpose, which is kept in memory, since every response
 * carries a nonce. It is as safe as the process's other keys, and is in no copy of the database.
 *
 * Throws KEYS_UNREACHABLE while AWS doesn't respond or throttles, or while the credentials can't be renewed; an Error, without details,
 * when AWS refuses, or when there were never any credentials.
 */
export function openAwsKms(settings: AwsKmsSettings, { fetch, clock }: AwsKmsDeps): Kms {
  const { region, keyId, macKeyId, otherMacKeyId, endpoint = `https://kms.${region}.amazonaws.com` } = settings
  const provide = settings.credentials === undefined ? roleCredentials(region) : fixedCredentials(settings.credentials)
  let hadCredentials = false
  const url = new URL(endpoint)
  const macKeys = new Map<string, Promise<Uint8Array>>()

  const findCredentials = async (isForced: boolean): Promise<AwsCredentials> => {
    try {
      const credentials = await provide(isForced)
      hadCredentials = true
      return credentials
    } catch (error) {
      if (hadCredentials) throw new AppError('KEYS_UNREACHABLE')
      // Without the message: it may quote a metadata service's response.
      const name = error instanceof Error ? error.name : 'unknown'
      throw new Error(`AWS KMS: no credentials (${name}). Give the service a role, or AWS_ACCESS_KEY_ID and its secret`)
    }
  }
  const call = async <action extends Action>(
    action: action,
    input: Record<string, unknown>,
    isForced = false,
  ): Promise<z.output<(typeof answers)[action]>> => {
    const credentials = await findCredentials(isForced)
    const body = JSON.stringify(input)
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` }
    const scope = { region, service: 'kms', credentials, now: clock.now() }
    const signed = signAwsRequest({ method: 'POST', url, headers, body }, scope)
    const { status, text } = await send(fetch, url, signed, body)
    const answer = parseJson(text)
    if (status === 200) {
      const parsed = z.safeParse(answers[action], answer)
      if (!parsed.success) throw new AppError('KEYS_UNREACHABLE')
      return parsed.data as z.output<(typeof answers)[action]>
    }
    const type = z.safeParse(z.object({ __type: z.string() }), answer)
    const name = type.success ? (type.data.__type.split('#').at(-1) ?? '') : ''
    if (name === 'ExpiredTokenException' && !isForced) return call(action, input, true)
    if (status >= 500 || status === 429 || passing.test(name)) throw new AppError('KEYS_UNREACHABLE')
    throw new Error(`AWS KMS refused ${action}: ${/^\w{1,64}$/.test(name) ? name : status}`)
  }

  const macKeyFor = (KeyId: string, purpose: string): Promise<Uint8Array> => {
    const name = `${KeyId} ${purpose}`
    const known = macKeys.get(name)
    if (known !== undefined) return known
    const Message = Buffer.from(`latchkey mac key: ${purpose}`).toString('base64')
    const asked = call('GenerateMac', { KeyId, MacAlgorithm: 'HMAC_SHA_256', Message }).then(({ Mac }) => Mac)
    macKeys.set(name, asked)
    asked.catch(() => macKeys.delete(name))
    return asked
  }
  const macWith = async (id: string, purpose: string, data: Uint8Array) =>
    new Uint8Array(
      createHmac('sha256', await macKeyFor(id, purpose))
        .update(data)
        .digest(),
    )

  return {
    async generateDataKey(context) {
      const { Plaintext, CiphertextBlob } = await call('GenerateDataKey', {
        KeyId: keyId,
        KeySpec: 'AES_256',
        EncryptionContext: awsContext(context),
      })
      return { key: Plaintext, wrapped: CiphertextBlob }
    },
    async unwrap(wrapped, context) {
      const { Plaintext } = await call('Decrypt', {
        KeyId: keyId,
        CiphertextBlob: Buffer.from(wrapped).toString('base64'),
        EncryptionContext: awsContext(context),
      })
      return Plaintext
    },
    async rewrap(wrapped, context) {
      const EncryptionContext = awsContext(context)
      const { CiphertextBlob } = await call('ReEncrypt', {
        CiphertextBlob: Buffer.from(wrapped).toString('base64'),
        SourceKeyId: keyId,
        SourceEncryptionContext: EncryptionContext,
        DestinationKeyId: keyId,
        DestinationEncryptionContext: EncryptionContext,
      })
      return CiphertextBlob
    },
    mac: (purpose, data) => macWith(macKeyId, purpose, data),
    async macs(purpose, data) {
      const own = await macWith(macKeyId, purpose, data)
      return otherMacKeyId === undefined ? [own] : [own, await macWith(otherMacKeyId, purpose, data)]
    },
    // Its keys aren't in a file that could be lost.
    async prepare() {},
    async rotate() {
      await call('RotateKeyOnDemand', { KeyId: keyId })
    },
  }
}

/** AWS only binds strings. Each name always has one type, so two contexts never become equal. */
const awsContext = (context: EncryptionContext): Record<string, string> =>
  Object.fromEntries(Object.entries(context).map(([name, value]) => [name, String(value)]))

async function send(fetch: typeof globalThis.fetch, url: URL, headers: Record<string, string>, body: string) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    // Without the cause: a client library's error may contain parts of the request.
    throw new AppError('KEYS_UNREACHABLE')
  }
}
