import { expect, test } from 'vitest'
import { type Bytes, type SecretBytes, withSecrets } from '../secrets.ts'
import { decodeWalletPayload, encodeWalletPayload, entropyLengths, type Source } from './walletPayload.ts'

const secretOf = (fill: number, length = 32): SecretBytes => new Uint8Array(length).fill(fill) as Bytes as SecretBytes
const createdAtMs = 1_750_000_000_123
const own: Source = { kind: 'mnemonic', secret: secretOf(7) }

const encoded = (sources: Source[]) =>
  withSecrets(async (hold) => encodeWalletPayload({ createdAtMs, sources }, hold).slice())
const decoded = (bytes: Uint8Array) =>
  withSecrets(async (hold) => structuredClone(decodeWalletPayload(bytes as SecretBytes, hold)))

test.each([1, 2, 64])('a payload with %i sources comes back as it was', async (count) => {
  const kinds = ['mnemonic', 'evmKey', 'solanaKey'] as const
  const sources = Array.from({ length: count }, (_, index) => ({
    kind: kinds[index % 3] ?? 'mnemonic',
    secret: secretOf(index, index % 3 === 0 ? (entropyLengths[index % 5] ?? 32) : 32),
  }))
  expect(await decoded(await encoded(sources))).toEqual({ createdAtMs, sources })
})

test('its bytes are those of the format', async () => {
  const bytes = await encoded([own, { kind: 'solanaKey', secret: secretOf(9) }])
  expect(Buffer.from(bytes).toString('hex')).toBe(
    `000001977420dc7b02${'0120'}${'07'.repeat(32)}${'0320'}${'09'.repeat(32)}`,
  )
})

test('what could not be read again is not written', async () => {
  const bad: Source[][] = [
    [],
    new Array(65).fill(own),
    [{ kind: 'mnemonic', secret: secretOf(1, 17) }],
    [{ kind: 'evmKey', secret: secretOf(1, 16) }],
  ]
  for (const sources of bad) await expect(encoded(sources)).rejects.toThrow(RangeError)
})

test('bytes that are not exactly one payload are refused', async () => {
  const bytes = await encoded([own, { kind: 'evmKey', secret: secretOf(1) }])
  for (let length = 0; length < bytes.length; length++) {
    await expect(decoded(bytes.slice(0, length)), `${length} bytes`).rejects.toThrow(RangeError)
  }
  const changed = {
    'a byte more': Uint8Array.of(...bytes, 0),
    'a time beyond what can be counted': bytes.with(0, 0xff),
    'no source': bytes.with(8, 0),
    '65 sources': bytes.with(8, 65),
    'a kind that does not exist': bytes.with(9, 4),
    'a length of no mnemonic': bytes.with(10, 31),
    'a key of another length': bytes.with(44, 16),
  }
  for (const [what, wrong] of Object.entries(changed)) await expect(decoded(wrong), what).rejects.toThrow(RangeError)
})
