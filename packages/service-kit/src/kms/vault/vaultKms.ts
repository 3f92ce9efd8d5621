import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { type EncryptionContext, encodeContext, type Kms } from '../kms.ts'
import { askVault, readAnswer, type VaultPlace, VaultRefusal } from './askVault.ts'
import { openVaultTokens, type VaultLogin } from './vaultToken.ts'

/** The transit engine of a Vault server, and the keys of one authority in it. */
export type VaultKmsSettings = VaultPlace & {
  /** Where the transit engine is mounted. */
  mount: string
  /** A derived key of type aes256-gcm96: data wrapped for one context doesn't open for another. */
  keyName: string
  /** A key whose first version makes MACs and must stay. */
  macKeyName: string
  /** Another such key whose MACs are also accepted, during a rotation. */
  otherMacKeyName?: string | undefined
  login: VaultLogin
}

/** The format of Vault's ciphertexts. */
const wrappedPattern = /^vault:v[1-9]\d{0,8}:[A-Za-z0-9+/]+=*$/
const bytes = z.pipe(
  z.string(),
  z.transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
)
const ciphertext = z.string().check(z.regex(wrappedPattern))
const answers = {
  dataKey: z.object({ data: z.object({ plaintext: bytes, ciphertext }) }),
  decrypted: z.object({ data: z.object({ plaintext: bytes }) }),
  rewrapped: z.object({ data: z.object({ ciphertext }) }),
  mac: z.object({ data: z.object({ hmac: z.string().check(z.regex(/^vault:v1:[A-Za-z0-9+/]{43}=$/)) }) }),
} as const

/**
 * Opens keys in the transit engine of HashiCorp Vault or OpenBao, over its HTTP API. **Never tried against a real one**: it is tested
 * against a stand-in that was written from the documentation and from the source of OpenBao's engine.
 *
 * Keys that aren't derived ignore the context, so the key is tested before it is used. As with AWS, the key of a purpose's MACs is made by
 * one call and kept in memory.
 *
 * Throws KEYS_UNREACHABLE while Vault doesn't respond, is sealed or throttles; an Error, without details, when it refuses.
 */
export function openVaultKms(settings: VaultKmsSettings, fetch: typeof globalThis.fetch): Kms {
  const { mount, keyName, macKeyName, otherMacKeyName, login } = settings
  const tokens = openVaultTokens(login, settings, fetch)
  const macKeys = new Map<string, Promise<Uint8Array>>()
  let binding: Promise<void> | null = null

  const call = async <schema extends z.ZodMiniType>(
    action: string,
    body: Record<string, unknown>,
    schema: schema,
  ): Promise<z.output<schema>> => {
    const path = `${mount}/${action}`
    const token = await tokens.current()
    try {
      return readAnswer(schema, await askVault(fetch, settings, { path, body, token }))
    } catch (error) {
      // Returned for an expired token and for an unauthorized one: only a new token shows which.
      if (!(error instanceof VaultRefusal) || error.status !== 403) throw error
      tokens.refused(token)
      const next = await tokens.current()
      if (next === token) throw error
      return readAnswer(schema, await askVault(fetch, settings, { path, body, token: next }))
    }
  }
  const generate = (context: EncryptionContext) =>
    call(`datakey/plaintext/${keyName}`, { context: encode(context), bits: 256 }, answers.dataKey)
  const decrypt = (wrapped: string, context: EncryptionContext) =>
    call(`decrypt/${keyName}`, { ciphertext: wrapped, context: encode(context) }, answers.decrypted)

  const tryBinding = async (): Promise<void> => {
    const { data } = await generate({ purpose: 'one context' })
    data.plaintext.fill(0)
    try {
      await decrypt(data.ciphertext, { purpose: 'another context' })
    } catch (error) {
      if (error instanceof VaultRefusal && error.status === 400) return
      throw error
    }
    throw new Error(`The Vault key ${keyName} ignores contexts: make one with derived=true`)
  }
  const requireBinding = (): Promise<void> => {
    if (binding === null) {
      const tried = tryBinding()
      binding = tried
      tried.catch(() => {
        binding = null
      })
    }
    return binding
  }

  const macKeyFor = (key: string, purpose: string): Promise<Uint8Array> => {
    const name = `${key} ${purpose}`
    const known = macKeys.get(name)
    if (known !== undefined) return known
    const input = Buffer.from(`latchkey mac key: ${purpose}`).toString('base64')
    // The first version: an accidental rotation changes no MAC.
    const asked = call(`hmac/${key}/sha2-256`, { input, key_version: 1 }, answers.mac).then(
      ({ data }) => new Uint8Array(Buffer.from(data.hmac.slice('vault:v1:'.length), 'base64')),
    )
    macKeys.set(name, asked)
    asked.catch(() => macKeys.delete(name))
    return asked
  }
  const macWith = async (key: string, purpose: string, data: Uint8Array) =>
    new Uint8Array(
      createHmac('sha256', await macKeyFor(key, purpose))
        .update(data)
        .digest(),
    )

  return {
    async generateDataKey(context) {
      await requireBinding()
      const { data } = await generate(context)
      return { key: data.plaintext, wrapped: toBytes(data.ciphertext) }
    },
    async unwrap(wrapped, context) {
      await requireBinding()
      return (await decrypt(toText(wrapped), context)).data.plaintext
    },
    async rewrap(wrapped, context) {
      await requireBinding()
      const body = { ciphertext: toText(wrapped), context: encode(context) }
      const { data } = await call(`rewrap/${keyName}`, body, answers.rewrapped)
      return toBytes(data.ciphertext)
    },
    mac: (purpose, data) => macWith(macKeyName, purpose, data),
    async macs(purpose, data) {
      const own = await macWith(macKeyName, purpose, data)
      return otherMacKeyName === undefined ? [own] : [own, await macWith(otherMacKeyName, purpose, data)]
    },
    // Its keys aren't in a file that could be lost.
    async prepare() {},
    async rotate() {
      await call(`keys/${keyName}/rotate`, {}, z.unknown())
    },
  }
}

const encode = (context: EncryptionContext): string => Buffer.from(encodeContext(context)).toString('base64')
const toBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
function toText(wrapped: Uint8Array): string {
  const text = Buffer.from(wrapped).toString('latin1')
  if (!wrappedPattern.test(text)) throw new Error('this Vault did not wrap that key')
  return text
}
