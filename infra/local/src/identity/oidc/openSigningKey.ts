import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** Makes a key for RS256, private half included. */
export const makeSigningKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' }
}

/** Returns a local provider's signing key, created once, so that cached copies stay valid after a restart. */
export const openSigningKey = async (file: string): Promise<JWK> => {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as JWK
  const key = await makeSigningKey()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(key), { mode: 0o600 })
  return key
}
