import { createDecipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Bytes, type SecretBytes, withSecrets } from '../secrets.ts'
import { makeRecoveryFile, openRecoveryFile, readRecoveryFile } from './recoveryFile.ts'

const filled = (length: number, fill: number): Bytes => new Uint8Array(length).fill(fill)
const secret = filled(32, 3) as SecretBytes
const addresses = {
  eip155: ['0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  solana: ['HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
}
const payload = {
  createdAtMs: 1_750_000_000_123,
  sources: [{ kind: 'mnemonic' as const, secret: filled(16, 0) as SecretBytes }],
}
const made = () =>
  withSecrets((hold) =>
    makeRecoveryFile(
      { createdAtMs: 1_760_000_000_456, addresses, payload, secret, salt: filled(16, 1), nonce: filled(12, 2) },
      hold,
    ),
  )
const opened = (text: string, key = secret) =>
  withSecrets(async (hold) => structuredClone(await openRecoveryFile(readRecoveryFile(text), key, hold)))

/** Made by an independent implementation of the description in `recoveryFile.ts`. */
const vector = `{
  "latchkey": "recovery file",
  "version": 1,
  "createdAt": "2025-10-09T08:53:20.456Z",
  "addresses": {
    "eip155": [
      "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"
    ],
    "solana": [
      "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
    ]
  },
  "kdf": {
    "name": "argon2id",
    "memoryKiB": 65536,
    "passes": 3,
    "salt": "AQEBAQEBAQEBAQEBAQEBAQ"
  },
  "cipher": "AES-256-GCM",
  "nonce": "AgICAgICAgICAgIC",
  "ciphertext": "QlZmRw3dKl6-FBvKu7qDCaNzdIq3D2_l6lHWbvT_dXnqfdyto6AQeKzl4g"
}
`

test('a file is the one of the vector', async () => {
  expect(await made()).toBe(vector)
})

test('opens with its secret, and gives what went in', async () => {
  expect(await opened(vector)).toEqual(payload)
})

test('an opener of somebody else needs no more than its description', () => {
  const { ciphertext, ...header } = JSON.parse(vector)
  const sealed = Buffer.from(ciphertext, 'base64url')
  const sorted = (value: object): string =>
    JSON.stringify(value, (_, part) =>
      typeof part === 'object' && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).toSorted()) : part,
    )
  const cipher = createDecipheriv('aes-256-gcm', secret, Buffer.from(header.nonce, 'base64url'))
  cipher.setAAD(Buffer.from(sorted(header))).setAuthTag(sealed.subarray(-16))
  const plaintext = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  expect(plaintext.toString('hex')).toBe(`000001977420dc7b010110${'00'.repeat(16)}`)
})

test('with another secret, or changed in any field, it does not open', async () => {
  const refusal = { name: 'SHARE_INVALID' }
  await expect(opened(vector, filled(32, 4) as SecretBytes)).rejects.toMatchObject(refusal)
  const file = JSON.parse(vector)
  const changes = [
    { createdAt: '2025-10-09T08:53:20.457Z' },
    { addresses: { ...addresses, solana: ['1'.repeat(32)] } },
    { kdf: { ...file.kdf, salt: 'AQEBAQEBAQEBAQEBAQEBAg' } },
    { nonce: 'AgICAgICAgICAgID' },
    { ciphertext: `${file.ciphertext.slice(0, -2)}AA` },
  ]
  for (const change of changes) {
    await expect(opened(JSON.stringify({ ...file, ...change })), JSON.stringify(change)).rejects.toMatchObject(refusal)
  }
})

test('what is no such file says so, and no file can make the derivation cheap or endless', () => {
  const file = JSON.parse(vector)
  const bad = [
    '',
    'null',
    '[]',
    vector.slice(0, -3),
    ...[
      { latchkey: 'other' },
      { version: 2 },
      { kdf: { ...file.kdf, memoryKiB: 8 } },
      { kdf: { ...file.kdf, memoryKiB: 2 ** 31 } },
      { kdf: { ...file.kdf, passes: 1 } },
      { kdf: { ...file.kdf, name: 'pbkdf2' } },
      { cipher: 'none' },
      { nonce: '' },
      { ciphertext: 'A'.repeat(30_000) },
      { addresses: { eip155: [], solana: [] } },
    ].map((change) => JSON.stringify({ ...file, ...change })),
  ]
  for (const text of bad)
    expect(() => readRecoveryFile(text), text).toThrowError(expect.objectContaining({ name: 'INVALID_PARAMS' }))
})
