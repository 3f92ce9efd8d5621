import type { Kms } from '@latchkey/service-kit/kms/kms'
import { expect, test } from 'vitest'
import { macOfCode, makeEmailCode } from './emailCode.ts'

test('a code is six digits, and every digit occurs in every place', () => {
  const codes = Array.from({ length: 2000 }, makeEmailCode)
  for (const code of codes) expect(code).toMatch(/^[0-9]{6}$/)
  for (const place of [0, 1, 2, 3, 4, 5]) expect(new Set(codes.map((code) => code[place])).size).toBe(10)
})

test('what is stored depends on the attempt and on a key of the KMS', async () => {
  const asked: [string, string][] = []
  const mac: Kms['mac'] = async (purpose, data) => {
    asked.push([purpose, new TextDecoder().decode(data)])
    return new Uint8Array([1])
  }
  expect(await macOfCode({ mac } as Kms, 'attempt', '012345')).toEqual(new Uint8Array([1]))
  expect(asked).toEqual([['email code', 'attempt012345']])
})
