import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DeviceProofClaims, encodeBase64url, type Prove, type ProveInput } from '@latchkey/api-client'
import { parseJson } from '@latchkey/protocol/parseJson'
import * as z from 'zod/mini'

/** The data that makes the next sign-in use the same device. */
const storedDevice = z.object({
  signingKey: z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() }),
  /** Shares are sealed to it. None is requested, so its private key was discarded. */
  hpkePublicKey: z.string(),
})
/** A device's keys as JSON Web Key and base64url. `signingKey` is private: store it with mode 0600. */
export type StoredDevice = z.output<typeof storedDevice>

const curve = { namedCurve: 'P-256' }

/** Creates the keys of a new device. The private HPKE key is discarded, so no share can be opened. */
export async function makeDevice(): Promise<StoredDevice> {
  const signing = await crypto.subtle.generateKey({ name: 'ECDSA', ...curve }, true, ['sign'])
  const hpke = await crypto.subtle.generateKey({ name: 'ECDH', ...curve }, false, ['deriveBits'])
  return z.parse(storedDevice, {
    signingKey: await crypto.subtle.exportKey('jwk', signing.privateKey),
    hpkePublicKey: encodeBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', hpke.publicKey))),
  })
}

/** Returns a device by deployment and email, from a file on this machine; null if it isn't there. Throws when the file is damaged. */
export function readDevice(file: string, name: string): StoredDevice | null {
  const devices = readDevices(file)
  return devices[name] ?? null
}

/** Adds or replaces a device in the file, with mode 0600; its folder is created with 0700. */
export function writeDevice(file: string, name: string, device: StoredDevice): void {
  const devices = { ...readDevices(file), [name]: device }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify(devices, null, 2)}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
}

const readDevices = (file: string): Record<string, StoredDevice> => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
  const parsed = z.safeParse(z.record(z.string(), storedDevice), parseJson(text))
  if (!parsed.success) throw new Error(`${file} is damaged: delete it, and the next sign-in makes a new device`)
  return parsed.data
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a function that signs the device's proofs (DPoP, RFC 9449). `addressOf`: each authority's URL, as clients see it. */
export async function createProve(
  { signingKey, hpkePublicKey }: StoredDevice,
  addressOf: (authority: ProveInput['authority']) => string,
): Promise<Prove> {
  const { d: _, ...publicKey } = signingKey
  const key = await crypto.subtle.importKey('jwk', signingKey, { name: 'ECDSA', ...curve }, false, ['sign'])
  const header = part({ typ: 'dpop+jwt', alg: 'ES256', jwk: publicKey })
  return async ({ authority, method, path, bodySha256, accessTokenSha256, nonce }) => {
    const claims: DeviceProofClaims = {
      jti: randomUUID(),
      htm: method,
      htu: `${addressOf(authority)}${path}`,
      iat: Math.floor(Date.now() / 1_000),
      hpke: hpkePublicKey,
      bdh: bodySha256,
      ...(accessTokenSha256 === undefined ? {} : { ath: accessTokenSha256 }),
      ...(nonce === undefined ? {} : { nonce }),
    }
    const signed = `${header}.${part(claims)}`
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(signed))
    return `${signed}.${Buffer.from(signature).toString('base64url')}`
  }
}
